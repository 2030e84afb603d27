interface Waiting<Item, Result> {
  readonly item: Item
  readonly isAlone: boolean
  done(result: Result): void
  failed(error: unknown): void
}

interface Parts<Item, Result> {
  /** Gives a result for each, in their order. */
  write(items: readonly Item[]): Promise<readonly Result[]>
  /** Waited for before each time. */
  turn(): Promise<void>
  readonly most?: number
}

/** Enough to be fast, few enough that the first does not wait for the last. */
export const MOST_TOGETHER = 100

/**
 * Writes what comes at the same time in one transaction: the first at once, all that come while it is written as soon
 * as that is done.
 */
export class Together<Item, Result> {
  readonly #parts: Parts<Item, Result>
  readonly #waiting: Waiting<Item, Result>[] = []
  #isWriting = false

  constructor(parts: Parts<Item, Result>) {
    this.#parts = parts
  }

  /** `isAlone`: it has failed among others, and may be the one to blame. */
  add(item: Item, isAlone = false): Promise<Result> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, isAlone, done, failed })
      if (!this.#isWriting) void this.#writeAll()
    })
  }

  async #writeAll() {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      await this.#parts.turn()
      await this.#write(this.#next())
    }
    this.#isWriting = false
  }

  #next(): Waiting<Item, Result>[] {
    const alone = this.#waiting.findIndex(({ isAlone }) => isAlone)
    const { most = MOST_TOGETHER } = this.#parts
    return this.#waiting.splice(0, alone < 0 ? most : Math.max(1, Math.min(alone, most)))
  }

  async #write(batch: readonly Waiting<Item, Result>[]) {
    try {
      const results = await this.#parts.write(batch.map(({ item }) => item))
      for (const [at, result] of results.entries()) batch[at]?.done(result)
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }
}
