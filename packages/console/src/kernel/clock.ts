import { Listeners } from './listeners.ts'
import { SpareFrames } from './spare-frames.ts'

/** Ends what was started; a second time it does nothing. */
export type Cancel = () => void

/** The hotel's time, and what is to happen at a time. The only file that touches the machine's clock. */
export interface Clock {
  /** The server's now, in milliseconds: a screen whose own clock is wrong shows the hotel's all the same. */
  now(): number
  after(ms: number, act: () => void): Cancel
  every(ms: number, act: () => void): Cancel
  /** Just before the screen is painted next; a hidden page is painted once a second. */
  frame(act: () => void): Cancel
  /** In a frame that nobody waits for: what somebody has just done is painted before. */
  spareFrame(act: () => void): Cancel
  /** The hotel's time turns out to be another than was thought, by more than a moment. */
  onSet(act: () => void): Cancel
}

/** The server's time as an answer told it: exact to `within`, and some time between asking and hearing. */
export interface Heard {
  readonly told: number
  readonly within: number
  readonly sent: number
  readonly received: number
}

/** What the server's clock is ahead of ours, at least and at most. */
export interface Ahead {
  readonly least: number
  readonly most: number
}

const aheadBy = ({ told, within, sent, received }: Heard): Ahead => ({
  least: told - received,
  most: told + within - sent,
})

/** Every answer narrows what we know. One that contradicts it tells that a clock was set: then it alone counts. */
export function narrowed(known: Ahead | null, heard: Heard): Ahead {
  const one = aheadBy(heard)
  if (known === null) return one
  const both = { least: Math.max(known.least, one.least), most: Math.min(known.most, one.most) }
  return both.least <= both.most ? both : one
}

export const middleOf = ({ least, most }: Ahead): number => (least + most) / 2

export interface HouseClock extends Clock {
  /** Our own now, to note when something was sent. */
  own(): number
  hear(heard: Heard): void
}

/** So much is the way to the server and back. */
const MOMENT_MS = 1_000
const HIDDEN_FRAME_MS = 1_000

export function houseClock(): HouseClock {
  let known: Ahead | null = null
  const set = new Listeners()
  return {
    own: () => Date.now(),
    now: () => Date.now() + (known === null ? 0 : middleOf(known)),
    hear: (heard) => {
      const before = known === null ? 0 : middleOf(known)
      known = narrowed(known, heard)
      if (Math.abs(middleOf(known) - before) > MOMENT_MS) set.tell()
    },
    onSet: (act) => set.add(act),
    after: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    every: (ms, act) => {
      const timer = setInterval(act, ms)
      return () => clearInterval(timer)
    },
    frame: nextFrame,
    spareFrame: spareFrames(),
  }
}

function spareFrames(): Clock['spareFrame'] {
  const frames = new SpareFrames()
  for (const touch of ['click', 'keydown'])
    window.addEventListener(touch, frames.touched, { capture: true, passive: true })
  return (act) => {
    const look = (at: number) => {
      if (frames.isSpare(at)) act()
      else cancel = nextFrame(look)
    }
    let cancel = nextFrame(look)
    return () => cancel()
  }
}

/** A page that is hidden meanwhile is painted no more: what was to be shown then is done at once, since it may sound. */
function nextFrame(act: (at: number) => void): Cancel {
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(() => act(Date.now()), HIDDEN_FRAME_MS)
    return () => clearTimeout(timer)
  }
  const hide = () => {
    cancel()
    act(Date.now())
  }
  const frame = requestAnimationFrame((at) => {
    cancel()
    act(at)
  })
  const cancel = () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('visibilitychange', hide)
  }
  document.addEventListener('visibilitychange', hide)
  return cancel
}

/** The zone of the device. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** An instant as the interface writes it, in milliseconds. */
export const instantOf = (text: string): number => Date.parse(text)

/** And back, as the interface reads it. */
export const isoOf = (instant: number): string => new Date(instant).toISOString()
