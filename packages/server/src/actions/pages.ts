/** How much of a list is wanted. */
export interface Page {
  readonly limit?: number | undefined
}

// Small enough that a page never holds up the rest of the house for more than a few milliseconds.
const PAGE_ROWS = 500

/** Reads a list page by page, each after the last row of the one before: no cursor stays open in between. */
export async function* pages<T>(
  { limit = Number.POSITIVE_INFINITY }: Page,
  read: (rows: number, last: T | undefined) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let left = limit
  let last: T | undefined
  while (left > 0) {
    const wanted = Math.min(PAGE_ROWS, left)
    const rows = await read(wanted, last)
    if (rows.length > 0) yield rows
    if (rows.length < wanted) return
    left -= rows.length
    last = rows.at(-1)
  }
}
