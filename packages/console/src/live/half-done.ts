/** What somebody has begun on this page and not sent: until it is, the page is not loaded anew by itself. */
export class HalfDone {
  readonly #begun = new Set<symbol>()

  /** Held until it is let go: sent, or given up. */
  readonly hold = (): (() => void) => {
    const one = Symbol('begun')
    this.#begun.add(one)
    return () => void this.#begun.delete(one)
  }

  isNothing(): boolean {
    return this.#begun.size === 0
  }
}
