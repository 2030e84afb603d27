import { days, type Instant } from '../kernel/clock.ts'

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

/** Where a list is looked through. */
interface Search {
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly words?: readonly string[] | undefined
}

/** How far back words are looked for: no index knows them. */
const SEARCHED_DAYS = 30

/** With words, a day at a time, so that a search through a million rows holds up nobody either. */
export async function* searchedPages<T>(
  query: Page & Search,
  now: Instant,
  read: (rows: number, last: T | undefined, span: Pick<Search, 'from' | 'before'>) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let left = query.limit ?? Number.POSITIVE_INFINITY
  for (const span of spansOf(query, now)) {
    for await (const rows of pages<T>({ limit: left }, (limit, last) => read(limit, last, span))) {
      left -= rows.length
      yield rows
    }
    if (left <= 0) return
  }
}

/** The whole span; with words, its last 30 days one by one. */
function spansOf({ from, before, order, words = [] }: Search, now: Instant) {
  if (words.length === 0) return [{ from, before }]
  // What was written this very moment is found too.
  const end = before ?? now + 1
  const spans = Array.from({ length: SEARCHED_DAYS }, (_, n) => ({
    from: Math.max(end - days(n + 1), from ?? Number.NEGATIVE_INFINITY),
    before: end - days(n),
  })).filter((span) => span.from < span.before)
  return order === 'desc' ? spans : spans.toReversed()
}
