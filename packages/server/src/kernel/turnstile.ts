/** Runs at most `most` works at once; up to `mostWaiting` others wait in the order in which they came. */
export class Turnstile {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(most: number, mostWaiting = Infinity) {
    this.#most = most
    this.#mostWaiting = mostWaiting
  }

  /** No place to run and none to wait: a new caller should be refused. */
  get isFull(): boolean {
    return this.#inside >= this.#most && this.#waiting.length >= this.#mostWaiting
  }

  async through<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#most) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    else this.#inside += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The next waiting work takes over this place.
      if (next) next()
      else this.#inside -= 1
    }
  }
}
