/** Lets so many through at once; the others wait in the order in which they came, so many at the most. */
export class Turnstile {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(most: number, mostWaiting = Infinity) {
    this.#most = most
    this.#mostWaiting = mostWaiting
  }

  /** Whoever comes now should be sent away. */
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
      // Whoever waits takes the place that was left.
      if (next) next()
      else this.#inside -= 1
    }
  }
}
