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

/** RFC 4733 2.5.1.5: keys that follow each other without a pause may share a packet; each begins where the last ended. */
function parseEvents(
  payload: Uint8Array,
  timestamp: number,
): (EventPayload & { readonly timestamp: number })[] {
  const count = Math.min(MOST_EVENTS, Math.floor(payload.length / EVENT_BYTES))
  let at = timestamp
  return Array.from({ length: count }, (_, index) => parseEvent(payload.subarray(index * EVENT_BYTES)))
    .filter((one) => one !== null)
    .map((one) => {
      const begun = { ...one, timestamp: at }
      at = (at + one.duration) >>> 0
      return begun
    })
}

export const writeEvent = ({ event, end, volume, duration }: EventPayload) =>
  Uint8Array.of(event, (end ? 0x80 : 0) | (volume & 0x3f), duration >> 8, duration & 0xff)

const REMEMBERED = 16

/**
 * Tells each key once: on whichever packet of its timestamp comes first, be it the start, an update or one of the
 * ends (RFC 4733 2.5.1.4). The marker bit is not used: some phones omit it.
 */
export class KeyReceiver {
  #seen: { event: number; timestamp: number }[] = []

  /** The keys that this packet is the first to report. */
  receive(payload: Uint8Array, timestamp: number): string {
    return parseEvents(payload, timestamp)
      .map((one) => this.#hear(one.event, one.timestamp) ?? '')
      .join('')
  }

  #hear(event: number, timestamp: number): string | null {
    const key = keyOf(event)
    if (key === null) return null
    const known = this.#seen.some((one) => one.event === event && one.timestamp === timestamp)
    if (known) return null
    const goesOn = this.#isNextSegment(event, timestamp)
    this.#seen = [...this.#seen, { event, timestamp }].slice(-REMEMBERED)
    return goesOn ? null : key
  }

  /** RFC 4733 2.5.1.3: a key held for longer than the duration can say goes on under a later timestamp. */
  #isNextSegment(event: number, timestamp: number): boolean {
    const last = this.#seen.at(-1)
    return last?.event === event && timestampDistance(timestamp, last.timestamp) === LONGEST
  }
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
