/**
 * On a machine that is shared, others slow the processor down and take none of it: the same work takes half as long
 * again, for seconds or for minutes. What is held against a time must not go by that.
 */

/** A little work, always the same, ten times a second: a fiftieth of a processor. */
const TURNS = 700_000
const EVERY_MS = 100
const WARM_TURNS = 50
/** Looked at for so long before anything is measured. */
const BEFORE_MS = 1_000
/** Between these, what was measured is as slow as it was to be. */
const LEAST = 0.95
const MOST = 1.2

export interface Amount {
  /** So many that were as slow as they were to be. */
  readonly wanted: number
  /** After so many in all, those that come nearest are taken. */
  readonly most: number
}

interface Tried<T> {
  readonly value: T
  /** How much slower it was than it was to be. */
  readonly off: number
}

export class Pace {
  #best = Number.POSITIVE_INFINITY
  readonly #counted: number[] = []
  #leftOut = 0

  constructor() {
    for (let turn = 0; turn < WARM_TURNS; turn++) this.#sample()
  }

  /**
   * What was measured while everything took `slower` times as long as the processor takes at its best. What others slow
   * it down by is left out of the brake that it is measured with; what came out does not count for what is chosen.
   */
  async gather<T>(
    { wanted, most }: Amount,
    slower: number,
    measure: (brake: number) => Promise<T>,
  ): Promise<readonly T[]> {
    const all: Tried<T>[] = []
    while (all.length < most && all.filter(isAsMeant).length < wanted)
      all.push(await this.#tried(slower, measure))
    const chosen = all.toSorted((a, b) => distance(a) - distance(b)).slice(0, wanted)
    this.#counted.push(...chosen.map(({ off }) => off))
    this.#leftOut += all.length - chosen.length
    return all.filter((one) => chosen.includes(one)).map(({ value }) => value)
  }

  get note(): string {
    const others = this.#counted.filter((off) => !isAsMeant({ off }))
    const some = others.map((off) => off.toFixed(2)).join(', ')
    const but = others.length === 0 ? '' : `, but for ${others.length} (${some})`
    return `${this.#counted.length} measurements count: the processor was between ${LEAST} and ${MOST} times as slow as is said${but}; ${this.#leftOut} others were left out`
  }

  async #tried<T>(slower: number, measure: (brake: number) => Promise<T>): Promise<Tried<T>> {
    const brake = Math.max(1, slower / (await this.#slowedBefore()))
    const samples = [this.#sample()]
    const timer = setInterval(() => samples.push(this.#sample()), EVERY_MS)
    try {
      const value = await measure(brake)
      return { value, off: (this.#slowedBy(samples) * brake) / slower }
    } finally {
      clearInterval(timer)
    }
  }

  async #slowedBefore(): Promise<number> {
    const samples: number[] = []
    for (let passed = 0; passed < BEFORE_MS; passed += EVERY_MS) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      samples.push(this.#sample())
    }
    return this.#slowedBy(samples)
  }

  #slowedBy(samples: readonly number[]): number {
    return samples.reduce((sum, one) => sum + one, 0) / samples.length / this.#best
  }

  /** Time of the processor, not of the clock: waiting for one's turn is not slowness. */
  #sample(): number {
    const before = process.cpuUsage()
    let sum = 0
    for (let turn = 0; turn < TURNS; turn++) sum += turn % 7
    const { user, system } = process.cpuUsage(before)
    const took = user + system + (sum < 0 ? 1 : 0)
    this.#best = Math.min(this.#best, took)
    return took
  }
}

const isAsMeant = ({ off }: Pick<Tried<unknown>, 'off'>) => off >= LEAST && off <= MOST
const distance = ({ off }: Tried<unknown>) => Math.abs(Math.log(off))
