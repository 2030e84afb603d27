/** So often a call is asked for again: an exchange that goes and comes is believed away, and back, two times. */
const MOST_TIMES = 4

/** So long a phone rings anew at least, where its time allows it at all: shorter, nobody would hear it. */
const LEAST_RING_MS = 6_000

/** Keeps a phone from ringing without end, because its exchange goes and comes and the call is asked for each time. */
export class AskingAgain {
  readonly #ringMs: number
  readonly #windowMs: number
  #times = 0
  #firstAt: number | undefined
  #rangMs = 0
  #ringsSince = 0

  /** After the first time it is asked for only as long as any INVITE is waited for (RFC 3261 17.1.1.2, timer B). */
  constructor(ringMs: number, windowMs: number) {
    this.#ringMs = ringMs
    this.#windowMs = windowMs
  }

  /** Whether it may be asked for once more; counts that. */
  allow(now: number): boolean {
    this.#firstAt ??= now
    return now - this.#firstAt < this.#windowMs && this.#times++ < MOST_TIMES
  }

  /** How long it may ring from now on: what it rang before counts. */
  rings(now: number): number {
    this.#ringsSince = now
    return Math.max(this.#ringMs - this.#rangMs, Math.min(this.#ringMs, LEAST_RING_MS))
  }

  rang(now: number) {
    this.#rangMs += now - this.#ringsSince
  }
}
