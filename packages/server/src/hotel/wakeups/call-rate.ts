import { type Instant, seconds } from '../../kernel/clock.ts'

/** How many calls may begin in any one second: an exchange refuses more. */
class CallRate {
  /** When the latest calls began, oldest first. */
  #begun: Instant[] = []
  /** Entries before this index are more than a second old. */
  #first = 0

  allows(now: Instant, perSecond: number): boolean {
    this.#forget(now)
    return this.#begun.length - this.#first < perSecond
  }

  began(now: Instant): void {
    this.#forget(now)
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

/** Each exchange counts for itself: what one of them does not take yet keeps no call of another waiting. */
export class CallRates {
  readonly #rates = new Map<string, CallRate>()
  readonly #perSecond: () => number

  constructor(perSecond: () => number) {
    this.#perSecond = perSecond
  }

  allows(exchange: string, now: Instant): boolean {
    return this.#rates.get(exchange)?.allows(now, this.#perSecond()) ?? true
  }

  began(exchange: string, now: Instant): void {
    const rate = this.#rates.get(exchange) ?? new CallRate()
    rate.began(now)
    this.#rates.set(exchange, rate)
  }

  /** When this exchange takes the next call. */
  nextAt(exchange: string, now: Instant): Instant {
    return this.#rates.get(exchange)?.nextAt(now, this.#perSecond()) ?? now
  }

  /** When the first of those that take no call now takes one again; Infinity when all take one. */
  firstFreeAt(now: Instant): Instant {
    const moments = Array.from(this.#rates.keys(), (exchange) => this.nextAt(exchange, now))
    return Math.min(...moments.filter((at) => at > now))
  }
}
