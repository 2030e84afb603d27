import type { Clock, Instant } from '../../kernel/clock.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { Rung } from './call-facts.ts'
import type { RingMoment, WakeupNote } from './wakeup-notes.ts'

/** What happened to a call that was dialled, and how much of it is not yet in the book. */
export class CallNotes {
  readonly call: ClaimedWakeup
  readonly startedAt: Instant
  readonly #clock: Clock
  readonly #startedElapsed: number
  readonly #notes: WakeupNote[] = []
  /** Since when it rings, until that is in the book. */
  #unnoted: Instant | null
  #isBeingNoted = false
  /** New notes are written together with the next step of the call, not before. */
  #isKept = false
  /** Settles when the write under way, shared with other calls, has ended. */
  #noted: Promise<void> = Promise.resolve()

  constructor(call: ClaimedWakeup, clock: Clock) {
    this.#clock = clock
    this.startedAt = clock.now()
    this.#startedElapsed = clock.elapsed()
    this.call = { ...call, dialledAt: call.dialledAt ?? this.startedAt }
    this.#unnoted = this.startedAt
  }

  /** Whether there are notes to write down that no write under way includes. */
  get hasNews(): boolean {
    return this.#notes.length > 0 && !this.#isBeingNoted && !this.#isKept
  }

  get isKnown(): boolean {
    return this.#unnoted === null
  }

  add(note: WakeupNote) {
    this.#notes.push(note)
  }

  /** What is not yet in the book, and what comes last. */
  rung(...last: readonly WakeupNote[]): Rung {
    return { call: this.call, notes: [...this.#notes, ...last], unnoted: this.#unnoted }
  }

  /**
   * The first of it is being written down, together with other calls. What cannot be written goes into the book with what
   * comes next.
   */
  noted(count: number, written: Promise<unknown>) {
    this.#isBeingNoted = true
    const forget = () => void this.#notes.splice(0, count)
    this.#noted = written.then(forget, () => {}).finally(() => (this.#isBeingNoted = false))
  }

  /** That it rings waits for its turn to be written: nothing of this call goes before that. */
  beginsWith(written: Promise<unknown>) {
    this.#noted = Promise.allSettled([written]).then(() => undefined)
  }

  /** The book says that it rings. */
  known() {
    this.#unnoted = null
  }

  /** Waits for a write under way; later notes are written with the call's next step. */
  async keep(): Promise<void> {
    this.#isKept = true
    await this.#noted
  }

  /** The first of it is in the book, and that it rings is too. */
  allNoted(count: number) {
    this.known()
    this.#notes.splice(0, count)
  }

  letGo() {
    this.#isKept = false
  }

  /** Which dial it is, and how long ago it began. */
  moment(): RingMoment {
    const ms = Math.round(this.#clock.elapsed() - this.#startedElapsed)
    return { at: this.#clock.now(), number: this.call.dials, ms }
  }
}
