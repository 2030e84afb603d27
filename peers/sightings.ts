/** A limit for a program that never says the word; a busy machine stays far below it. */
const PATIENCE_MS = 60_000

interface Waiting<Item> {
  readonly isIt: (item: Item) => boolean
  readonly take: (item: Item) => void
  readonly deadline: NodeJS.Timeout
}

/** What was seen of another program, in order, for whoever waits for it. Each is handed out once. */
export class Sightings<Item> {
  readonly all: Item[] = []
  readonly #free: Item[] = []
  readonly #waiting = new Set<Waiting<Item>>()

  add(item: Item): void {
    this.all.push(item)
    const first = [...this.#waiting].find(({ isIt }) => isIt(item))
    if (!first) return void this.#free.push(item)
    this.#waiting.delete(first)
    clearTimeout(first.deadline)
    first.take(item)
  }

  /** The first such that nobody has taken yet, or the next that comes. */
  next(what: string, isIt: (item: Item) => boolean, ms = PATIENCE_MS): Promise<Item> {
    const at = this.#free.findIndex(isIt)
    const [there] = at < 0 ? [] : this.#free.splice(at, 1)
    return there === undefined ? this.#wait(what, isIt, ms) : Promise.resolve(there)
  }

  /** What nobody has taken so far is not handed out any more. */
  forget(): void {
    this.#free.length = 0
  }

  /** Nobody waits any longer, and nobody is told: whoever waited has ended. */
  close(): void {
    for (const { deadline } of this.#waiting) clearTimeout(deadline)
    this.#waiting.clear()
  }

  #wait(what: string, isIt: (item: Item) => boolean, ms: number): Promise<Item> {
    return new Promise((take, reject) => {
      const deadline = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(
          new Error(
            `Waited for ${what}; there was: ${this.all.map((one) => JSON.stringify(one)).join('\n')}`,
          ),
        )
      }, ms)
      const waiting = { isIt, take, deadline }
      this.#waiting.add(waiting)
    })
  }
}
