import { onTestFinished } from 'vitest'
import { createLink, type Judgement, type Link, type LinkOptions, type Posting } from '../src/index.ts'
import type { GuestEvent } from '../src/records/guest.ts'
import type { ResyncPhase } from '../src/link/link-options.ts'
import type { LinkState } from '../src/link/link-states.ts'
import type { FiasWakeup } from '../src/records/wakeup.ts'
import { manualClock } from '../testing/manual-clock.ts'
import type { Guest } from '../testing/folio.ts'
import { openPms, type PmsOptions, type ScriptedPms } from '../testing/scripted-pms.ts'
import { until } from './until.ts'

/** A link and a property system on real sockets, by one clock that is moved by hand. */

export const NOON = new Date(2026, 2, 14, 12, 42, 54).getTime()

export const GUESTS: Readonly<Record<string, readonly Guest[]>> = {
  '101': [{ reservation: '4711', name: 'Ada' }],
  '0101': [{ reservation: '4712', name: 'Bob' }],
  '102': [{ reservation: '4713', name: 'Cy', noPost: true }],
}

export interface Heard {
  readonly states: LinkState[]
  readonly whys: string[]
  readonly guests: GuestEvent[]
  readonly wakeups: FiasWakeup[]
  readonly nightAudits: boolean[]
  readonly resyncs: ResyncPhase[]
  readonly late: { number: number; answer: Judgement }[]
  readonly troubles: string[]
}

export const posting = (number: number, change: Partial<Posting> = {}): Posting => ({
  number,
  room: '101',
  date: '260314',
  time: '124254',
  what: { articles: [{ article: '1450', count: 2 }] },
  ...change,
})

export interface Journey {
  readonly pms: ScriptedPms
  readonly link: Link
  readonly heard: Heard
  readonly clock: ReturnType<typeof manualClock>
  /** Another link to the same place. */
  another(options?: Partial<LinkOptions>): Link
  alive(link?: Link): Promise<void>
  state(state: LinkState): Promise<void>
  /** Wherever it is: moves time until it is alive. */
  back(): Promise<void>
  /** Once the link is lost: moves time to the next try, and waits for it to succeed. */
  relinked(): Promise<void>
}

export async function begin(
  pmsOptions: PmsOptions = {},
  options: Partial<LinkOptions> = {},
): Promise<Journey> {
  const clock = manualClock(NOON)
  const pms = await openPms({ clock, guests: GUESTS, ...pmsOptions })
  onTestFinished(() => pms.close())
  const heard = emptyHeard()
  const another = (more: Partial<LinkOptions> = {}, to: Heard = emptyHeard()) => {
    const link = createLink({
      ...pms.address,
      clock,
      features: { wakeups: true, guests: true },
      ...listeners(to),
      ...options,
      ...more,
    })
    onTestFinished(() => stopped(link, clock))
    link.start()
    return link
  }
  const link = another({}, heard)
  const state = (wanted: LinkState) => until(`${wanted}, not ${link.state}`, () => link.state === wanted)
  const back = () =>
    until('a link that is alive again', () => {
      // Not further than to the next try, which must have its time.
      if (link.state === 'backing off') clock.advance(100)
      return link.state === 'alive' && pms.isAlive
    })
  return {
    pms,
    link,
    heard,
    clock,
    another: (more) => another(more),
    alive: (one = link) => until('a link that is alive', () => one.state === 'alive' && pms.isAlive),
    state,
    back,
    async relinked() {
      await state('backing off')
      await back()
    },
  }
}

/** A link and a property system that have found each other. */
export async function linked(
  pmsOptions: PmsOptions = {},
  options: Partial<LinkOptions> = {},
): Promise<Journey> {
  const journey = await begin(pmsOptions, options)
  await journey.alive()
  return journey
}

async function stopped(link: Link, clock: ReturnType<typeof manualClock>) {
  const over = link.stop()
  clock.advance(2_000)
  await over
}

const emptyHeard = (): Heard => ({
  states: [],
  whys: [],
  guests: [],
  wakeups: [],
  nightAudits: [],
  resyncs: [],
  late: [],
  troubles: [],
})

const listeners = (heard: Heard): Partial<LinkOptions> => ({
  onState(state, why) {
    heard.states.push(state)
    heard.whys.push(why)
  },
  onGuest: (event) => void heard.guests.push(event),
  onWakeup: (request) => void heard.wakeups.push(request),
  onNightAudit: (isRunning) => void heard.nightAudits.push(isRunning),
  onResync: (phase) => void heard.resyncs.push(phase),
  onLatePosting: (number, answer) => void heard.late.push({ number, answer }),
  onTrouble: (text) => void heard.troubles.push(text),
})
