import { type Clock, type Instant, minutes } from './clock.ts'

const COUNTED_FOR = minutes(5)
const MOST_KEPT = 10_000

/** What has happened of late and is to be rare, such as failed logins, by the name that it is counted under. */
export class Lately {
  readonly #clock: Clock
  readonly #most: number
  readonly #countedFor: number
  readonly #times = new Map<string, Instant[]>()

  /** So many are let pass. */
  constructor(clock: Clock, most: number, countedFor = COUNTED_FOR) {
    this.#clock = clock
    this.#most = most
    this.#countedFor = countedFor
  }

  count(name: string) {
    const list = [...this.#recent(name), this.#clock.now()].slice(-this.#most)
    this.#times.delete(name)
    this.#times.set(name, list)
    const oldest = this.#times.keys().next()
    if (this.#times.size > MOST_KEPT && !oldest.done) this.#times.delete(oldest.value)
  }

  /** Takes back the latest one: it was no failure. */
  forgive(name: string) {
    const left = this.#recent(name).slice(0, -1)
    if (left.length > 0) this.#times.set(name, left)
    else this.#times.delete(name)
  }

  /** How long until one more is let pass. */
  waitMs(name: string): number {
    const first = this.#recent(name).at(-this.#most)
    return first === undefined ? 0 : first + this.#countedFor - this.#clock.now()
  }

  #recent(name: string): Instant[] {
    return (this.#times.get(name) ?? []).filter((at) => at > this.#clock.now() - this.#countedFor)
  }
}
