import { type Instant, minutes } from '../../kernel/clock.ts'

/** A transaction that is older than this will not be committed any more. */
const LONGEST_WAIT = minutes(5)
/** Never more ids than this are in flight at once; the daily look at everything finds rows farther back. */
const MOST_WAITED_FOR = 1_000

/**
 * How far the ids of the log have been seen. PostgreSQL gives them out before it commits, so that a row may appear
 * below others that were seen before it: an id that was passed over is waited for as long as a transaction may hold it.
 */
export class IdGaps {
  #next: number
  /** Ids that were passed over, in their order, and since when. */
  readonly #open = new Map<number, Instant>()

  constructor(next: number) {
    this.#next = next
  }

  /** No row has been seen from here on. */
  get next(): number {
    return this.#next
  }

  /** Ids before that which were passed over and may still appear. */
  waitedFor(now: Instant): number[] {
    for (const [id, since] of this.#open) {
      if (now - since < LONGEST_WAIT) break
      this.#open.delete(id)
    }
    return [...this.#open.keys()]
  }

  /** These were seen, in the order of their ids. */
  saw(ids: readonly number[], now: Instant): void {
    for (const id of ids) {
      this.#open.delete(id)
      for (let missed = Math.max(this.#next, id - MOST_WAITED_FOR); missed < id; missed++)
        this.#open.set(missed, now)
      this.#next = Math.max(this.#next, id + 1)
    }
  }
}
