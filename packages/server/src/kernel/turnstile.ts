export interface TurnstileLimits {
  /** Works at once. */
  readonly most: number
  /** Works at once of one holder. */
  readonly mostOfOne: number
  /** How many may wait, of one holder and in all. */
  readonly waitingOfOne: number
  readonly waiting: number
}

/** Runs a few works at a time. Holders who wait take turns, however much each of them has asked for. */
export class Turnstile {
  readonly #limits: TurnstileLimits
  readonly #inside = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  #insideInAll = 0
  #waitingInAll = 0

  constructor(limits: TurnstileLimits) {
    this.#limits = limits
  }

  /** No place to run and none to wait: a new work of theirs should be refused. */
  isFullFor(holder: string): boolean {
    if (this.#hasPlaceFor(holder)) return false
    const { waitingOfOne, waiting } = this.#limits
    return (this.#waiting.get(holder)?.length ?? 0) >= waitingOfOne || this.#waitingInAll >= waiting
  }

  async through<T>(holder: string, work: () => Promise<T>): Promise<T> {
    if (this.#hasPlaceFor(holder)) this.#enter(holder)
    else await this.#turnOf(holder)
    try {
      return await work()
    } finally {
      this.#leave(holder)
    }
  }

  #hasPlaceFor(holder: string): boolean {
    const { most, mostOfOne } = this.#limits
    return this.#insideInAll < most && (this.#inside.get(holder) ?? 0) < mostOfOne
  }

  #turnOf(holder: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waitingInAll += 1
      const queue = this.#waiting.get(holder)
      if (queue) queue.push(resolve)
      else this.#waiting.set(holder, [resolve])
    })
  }

  #enter(holder: string) {
    this.#insideInAll += 1
    this.#inside.set(holder, (this.#inside.get(holder) ?? 0) + 1)
  }

  #leave(holder: string) {
    this.#insideInAll -= 1
    const left = (this.#inside.get(holder) ?? 0) - 1
    if (left > 0) this.#inside.set(holder, left)
    else this.#inside.delete(holder)
    this.#letNextIn()
  }

  #letNextIn() {
    for (const [holder, queue] of this.#waiting) {
      if (!this.#hasPlaceFor(holder)) continue
      const next = queue.shift()
      // Behind all who have not had theirs.
      this.#waiting.delete(holder)
      if (queue.length > 0) this.#waiting.set(holder, queue)
      this.#waitingInAll -= 1
      this.#enter(holder)
      return next?.()
    }
  }
}
