export type RowKey = string | number | bigint

/** So many new rows are drawn in one frame. */
const AT_ONCE = 10

/**
 * Whoever unfolds a hundred lines sees the first of them at once, and the others a frame or two later, each at its place from
 * the beginning. What is there first of all is drawn together.
 */
export class FewAtATime {
  #drawn: ReadonlySet<RowKey>

  constructor(first: readonly RowKey[]) {
    this.#drawn = new Set(first)
  }

  laterOf(keys: readonly RowKey[]): ReadonlySet<RowKey> {
    return new Set(keys.filter((key) => !this.#drawn.has(key)).slice(AT_ONCE))
  }

  /** These are on the page now, but for the later ones. */
  drew(keys: readonly RowKey[], later: ReadonlySet<RowKey>): void {
    this.#drawn = new Set(keys.filter((key) => !later.has(key)))
  }
}
