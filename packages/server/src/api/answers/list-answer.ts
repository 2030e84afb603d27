import { prefersToJson } from './accept.ts'
import { type Answer, JSON_HEADER, requestPath } from './answer.ts'
import { csvHead, csvRow, type CsvStyle } from '../../kernel/csv.ts'

type Shown = Readonly<Record<string, unknown>>

/** How a list is shown: as JSON under a key, or as CSV with these columns. */
export interface Listing<T, R extends Shown, L> {
  readonly columns?: readonly string[]
  render(row: T): R
  /** The same in words that fit into cells of CSV; left out: what JSON shows. */
  cells?(shown: R): Shown
  /** The reply that holds the rows. */
  reply(rows: R[]): L
  /** The cursor of a row, for the link to the next page. */
  cursor(row: T): string
}

export interface ListRequest<T> {
  readonly url: string
  readonly accept: string | undefined
  readonly limit?: number | undefined
  /** How CSV is written here. */
  readonly csv: CsvStyle
  /** Reads the rows, at most so many. */
  pages(limit: number | undefined): AsyncGenerator<T[]>
}

/**
 * A list with a limit is one page with a link to the next. A list without one is sent whole: at once when it is
 * short, otherwise as it is read, so that a long list never sits in memory.
 */
export async function listAnswer<T, R extends Shown, L>(
  listing: Listing<T, R, L>,
  request: ListRequest<T>,
): Promise<Answer<L>> {
  const form =
    listing.columns && wantsCsv(request.accept)
      ? csvForm(listing, listing.columns, request.csv)
      : jsonForm(listing)
  if (request.limit !== undefined) return onePage(listing, form, request, request.limit)
  const rows = request.pages(undefined)
  const first = (await rows.next()).value ?? []
  const second = await rows.next()
  if (second.done) return { kind: 'text', type: form.type, text: form.whole(first) }
  return { kind: 'stream', type: form.type, chunks: streamed(form, [first, second.value], rows) }
}

interface Form<T> {
  readonly type: string
  readonly head: string
  readonly between: string
  readonly tail: string
  rows(rows: readonly T[]): string
  /** All of a short list: for JSON half the work of putting the parts together. */
  whole(rows: readonly T[]): string
}

function jsonForm<T, R extends Shown, L>({ render, reply }: Listing<T, R, L>): Form<T> {
  // `{"wakeups":[]}`: the rows go between the brackets.
  const frame = JSON.stringify(reply([]))
  return {
    type: JSON_HEADER,
    head: frame.slice(0, -2),
    between: ',',
    tail: frame.slice(-2),
    // All at once, without the brackets: half as much work as one by one.
    rows: (rows) => JSON.stringify(rows.map(render)).slice(1, -1),
    whole: (rows) => JSON.stringify(reply(rows.map(render))),
  }
}

function csvForm<T, R extends Shown, L>(
  { render, cells = (shown) => shown }: Listing<T, R, L>,
  columns: readonly string[],
  style: CsvStyle,
): Form<T> {
  const head = csvHead(columns, style)
  const linesOf = (rows: readonly T[]) =>
    rows.map((row) => csvRow(columns, cells(render(row)), style)).join('')
  return {
    type: 'text/csv; charset=utf-8',
    head,
    between: '',
    tail: '',
    rows: linesOf,
    whole: (rows) => head + linesOf(rows),
  }
}

async function onePage<T, L>(
  listing: Pick<Listing<T, Shown, L>, 'cursor'>,
  form: Form<T>,
  request: ListRequest<T>,
  limit: number,
): Promise<Answer<L>> {
  const rows: T[] = []
  // One more than asked for tells whether there is a next page.
  for await (const page of request.pages(limit + 1)) rows.push(...page)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next =
    rows.length > limit && last !== undefined ? nextUrl(request.url, listing.cursor(last)) : undefined
  return { kind: 'text', type: form.type, text: form.whole(shown), next }
}

async function* streamed<T>(form: Form<T>, read: T[][], rest: AsyncGenerator<T[]>): AsyncGenerator<string> {
  let before = form.head
  const chunk = (page: T[]) => {
    const text = before + form.rows(page)
    before = form.between
    return text
  }
  for (const page of read) yield chunk(page)
  for await (const page of rest) yield chunk(page)
  yield form.tail
}

/** The same request, from that row on. */
export function nextUrl(url: string, cursor: string): string {
  const path = requestPath(url)
  const kept = url
    .slice(path.length + 1)
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('after='))
  return `${path}?${[...kept, `after=${encodeURIComponent(cursor)}`].join('&')}`
}

export const wantsCsv = (accept: string | undefined) => prefersToJson(accept, 'text/csv')
