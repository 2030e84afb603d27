import type { Answer } from './answer.ts'
import { nextUrl } from './list-answer.ts'
import { Failure } from '../../kernel/failure.ts'

type Row = Readonly<Record<string, unknown>>

interface Wanted {
  readonly limit?: number
  readonly after?: string
}

/** The requested page of a list that is short enough to be read whole. */
export function shortList<R extends Row, L>(
  rows: readonly R[],
  reply: (rows: R[]) => L,
  { query, request: { url } }: { readonly query: Wanted; readonly request: { readonly url: string } },
): Answer<L> {
  const start = query.after === undefined ? 0 : startAfter(rows, query.after)
  const shown = rows.slice(start, query.limit === undefined ? undefined : start + query.limit)
  const end = start + shown.length
  const last = shown.at(-1)
  const next = last && end < rows.length ? nextUrl(url, `${end}.${identityOf(last)}`) : undefined
  return { kind: 'json', value: reply(shown), next }
}

const identityOf = (row: Row) => {
  const key = row.id ?? row.username ?? row.number ?? row.name ?? row.room
  return Buffer.from(JSON.stringify([key, row.tenant])).toString('base64url')
}

/** After the last row that was shown; if it was removed since, at its old place. */
function startAfter(rows: readonly Row[], after: string): number {
  const match = /^(\d{1,9})\.([\w-]+)$/.exec(after)
  if (!match)
    throw new Failure('parameter.invalid', 'after must be taken from the Link header of a page', {
      field: 'after',
    })
  const at = rows.findIndex((row) => identityOf(row) === match[2])
  return at < 0 ? Math.max(0, Number(match[1]) - 1) : at + 1
}
