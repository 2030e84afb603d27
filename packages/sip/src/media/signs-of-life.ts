/**
 * What came from the other side: audio, comfort noise (RFC 3389), a report (RTCP), or something that says nothing of
 * the audio to come: a key, a word in the signalling.
 */
export type Sign = 'audio' | 'noise' | 'report' | 'other'

/** Audio comes in packets of at most 100 ms: after so long without one it has broken off. */
const FLOW_MS = 500
/** RFC 3550 6.2, 6.3.1: reports come 2.5 to 7.5 s apart. */
const REPORTS_MS = 8_000
/** RFC 3389 4.1: between two packets of comfort noise there may be any silence; so much is believed. */
const NOISE_MS = 30_000

/**
 * Whether the other side is there, by what comes from it, and so how much of what we say was heard: what was said up
 * to its last sign, and a little after, for as long as that sign lets us expect no other. Of a side that sends nothing
 * at all (silence suppression) nothing can be said to have broken off: there everything counts.
 */
export class SignsOfLife {
  #lastAt: number
  #lastAudioAt = -Infinity
  /** Until then no other sign is missing. */
  #until = Infinity
  /** How much had been said at the last sign. */
  #heardMs = 0

  constructor(now: number) {
    this.#lastAt = now
  }

  /** When the other side was last there, or was first expected to be. */
  get lastAt(): number {
    return this.#lastAt
  }

  /** No packet ever came but keys. */
  get isUnheard(): boolean {
    return this.#until === Infinity
  }

  /** It is expected from now on: it was on hold. */
  expect(now: number): void {
    this.#lastAt = now
  }

  /** Somebody else is expected from now on, who may be one that sends nothing. */
  expectAnother(now: number): void {
    this.#lastAt = now
    this.#lastAudioAt = -Infinity
    this.#until = Infinity
  }

  note(sign: Sign, now: number, saidMs: number): void {
    this.#lastAt = now
    this.#heardMs = saidMs
    if (sign === 'audio') this.#lastAudioAt = now
    if (sign !== 'other') this.#until = this.#vouchedFor(sign, now)
  }

  #vouchedFor(sign: Exclude<Sign, 'other'>, now: number): number {
    if (sign === 'audio') return now + FLOW_MS
    if (sign === 'noise') return now + NOISE_MS
    // Amid audio a report says nothing new.
    if (now - this.#lastAudioAt <= FLOW_MS) return this.#until
    return this.isUnheard ? now + REPORTS_MS : Math.max(this.#until, now + REPORTS_MS)
  }

  /** Of so much that was said. */
  heardMs(saidMs: number, now: number): number {
    return now <= this.#until ? saidMs : this.#heardMs
  }
}
