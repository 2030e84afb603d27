import { type Instant, seconds } from '../../kernel/clock.ts'

/** How many calls may begin in any one second: exchanges refuse more. */
export class CallRate {
  /** When the latest calls began, oldest first. */
  #begun: Instant[] = []
  /** Entries before this index are more than a second old. */
  #first = 0

  allows(now: Instant, perSecond: number): boolean {
    this.#forget(now)
    return this.#begun.length - this.#first < perSecond
  }

  began(now: Instant): void {
    this.#begun.push(now)
  }

  /** When the next call may begin. */
  nextAt(now: Instant, perSecond: number): Instant {
    const oldest = this.allows(now, perSecond) ? undefined : this.#begun[this.#first]
    return oldest === undefined ? now : oldest + seconds(1)
  }

  #forget(now: Instant) {
    // The clock was set back: recorded times lie in the future.
    if ((this.#begun.at(-1) ?? 0) > now) [this.#begun, this.#first] = [[], 0]
    while ((this.#begun[this.#first] ?? Infinity) <= now - seconds(1)) this.#first += 1
    if (this.#first < this.#begun.length) return
    this.#begun = []
    this.#first = 0
  }
}
