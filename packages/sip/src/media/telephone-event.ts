import { timestampDistance } from './rtp.ts'

/** Keys as named events. RFC 4733. */
export interface EventPayload {
  readonly event: number
  readonly end: boolean
  readonly volume: number
  /** In timestamp units, since the packet's timestamp. */
  readonly duration: number
}

/** RFC 4733 3.2: the events 0 to 15. */
const KEYS = '0123456789*#ABCD'
const LONGEST = 0xffff
const SAMPLES_PER_MS = 8
const VOLUME = 10

export const keyOf = (event: number): string | null => KEYS[event] ?? null

/** RFC 4733 2.3; null when the payload cannot be an event. */
export function parseEvent(payload: Uint8Array): EventPayload | null {
  const [event, flags, high, low] = payload
  if (event === undefined || flags === undefined || high === undefined || low === undefined) return null
  return { event, end: (flags & 0x80) !== 0, volume: flags & 0x3f, duration: (high << 8) | low }
}

const EVENT_BYTES = 4
const MOST_EVENTS = 16

/** What is told of a key under one timestamp. */
interface HeardEvent extends EventPayload {
  readonly timestamp: number
}

/**
 * RFC 4733 2.5.1.5: keys that follow each other without a pause may share a packet; each begins where the last ended,
 * so that all but the last have ended, whether they say so or not.
 */
function parseEvents(payload: Uint8Array, timestamp: number): HeardEvent[] {
  const count = Math.min(MOST_EVENTS, Math.floor(payload.length / EVENT_BYTES))
  let at = timestamp
  return Array.from({ length: count }, (_, index) => parseEvent(payload.subarray(index * EVENT_BYTES)))
    .filter((one) => one !== null)
    .map((one, index) => {
      const begun = { ...one, timestamp: at, end: one.end || index < count - 1 }
      at = (at + one.duration) >>> 0
      return begun
    })
}

export const writeEvent = ({ event, end, volume, duration }: EventPayload) =>
  Uint8Array.of(event, (end ? 0x80 : 0) | (volume & 0x3f), duration >> 8, duration & 0xff)

const REMEMBERED = 16

/**
 * Tells each key once: on whichever packet of its press comes first, be it the start, an update or one of the ends
 * (RFC 4733 2.5.1.4). The marker bit is not used: some phones omit it.
 */
export class KeyReceiver {
  #seen: HeardEvent[] = []

  /** The keys that this packet is the first to report. */
  receive(payload: Uint8Array, timestamp: number): string {
    return parseEvents(payload, timestamp)
      .map((one) => this.#hear(one) ?? '')
      .join('')
  }

  #hear(heard: HeardEvent): string | null {
    const key = keyOf(heard.event)
    if (key === null) return null
    const known = this.#seen.find((one) => one.event === heard.event && one.timestamp === heard.timestamp)
    const last = this.#before(heard.timestamp)
    const others = this.#seen.filter((one) => one !== known)
    this.#seen = [...others, known ? together(known, heard) : heard].slice(-REMEMBERED)
    return known || (last && goesOn(last, heard)) ? null : key
  }

  /** The last by timestamp, not by arrival: packets may overtake each other. */
  #before(timestamp: number): HeardEvent | undefined {
    const since = (one: HeardEvent) => timestampDistance(timestamp, one.timestamp)
    return this.#seen
      .filter((one) => since(one) >= 0)
      .toSorted((a, b) => since(b) - since(a))
      .at(-1)
  }
}

/** Packets of one timestamp, in whatever order they come. */
const together = (one: HeardEvent, other: HeardEvent): HeardEvent => ({
  ...one,
  end: one.end || other.end,
  duration: Math.max(one.duration, other.duration),
})

/**
 * Whether what is told under a later timestamp is the press before, and no new one. All packets of a press should have
 * the timestamp of its start (RFC 4733 2.5.1.2); there are phones that give each the timestamp of its own moment.
 */
function goesOn(last: HeardEvent, heard: HeardEvent): boolean {
  if (last.event !== heard.event) return false
  const distance = timestampDistance(heard.timestamp, last.timestamp)
  // RFC 4733 2.5.1.3: a key held for longer than the duration can say goes on where that ended.
  if (distance === LONGEST) return true
  // RFC 4733 2.5.1.2: within a press durations grow, and nothing follows its end but the end again.
  const beginsAnew = !heard.end && (last.end || heard.duration < last.duration)
  if (beginsAnew) return false
  // A new press cannot begin before the last has ended; and what has lasted since one that has not ended is that one.
  return distance < last.duration || (!last.end && heard.duration >= distance)
}

/** One packet of a key press: when it is due after the press, and what it says. */
export interface EventPacket {
  readonly afterMs: number
  readonly marker: boolean
  readonly payload: Uint8Array
}

export interface PressTimes {
  readonly holdMs: number
  readonly updateMs?: number
}

/**
 * The packets of one key press, all with the timestamp of its start: the first at once, an update every 50 ms, the
 * end three times at the same interval (RFC 4733 2.5.1.2, 2.5.1.4). Null for what is no key.
 */
export function keyPress(key: string, { holdMs, updateMs = 50 }: PressTimes): readonly EventPacket[] | null {
  const event = KEYS.indexOf(key.toUpperCase())
  if (key.length !== 1 || event < 0) return null
  const held = Math.min(Math.max(holdMs, 1), Math.floor(LONGEST / SAMPLES_PER_MS))
  const at = (afterMs: number, soFarMs: number, end: boolean): EventPacket => ({
    afterMs,
    marker: afterMs === 0,
    payload: writeEvent({ event, end, volume: VOLUME, duration: Math.round(soFarMs * SAMPLES_PER_MS) }),
  })
  // A duration of zero is kept for other things (RFC 4733 2.3.5): the first packet speaks for the 20 ms to come.
  const updates = Array.from({ length: Math.ceil(held / updateMs) }, (_, step) =>
    at(step * updateMs, Math.min(held, step === 0 ? 20 : step * updateMs), false),
  )
  const ends = [0, 1, 2].map((again) => at(held + again * updateMs, held, true))
  return [...updates, ...ends]
}
