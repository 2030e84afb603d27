import type { Answer } from './answer.ts'
import { JSON_HEADER } from './answer.ts'
import { nextUrl } from './list-answer.ts'
import { Failure } from '../kernel/failure.ts'

interface Wanted {
  readonly limit?: number
  readonly after?: string
}

/** A list that is short enough to be read whole: of it, the page that is asked for. */
export function shortList(
  key: string,
  rows: readonly Record<string, unknown>[],
  query: Wanted,
  url: string,
): Answer {
  const start = query.after === undefined ? 0 : positionOf(query.after)
  const shown = rows.slice(start, query.limit === undefined ? undefined : start + query.limit)
  const end = start + shown.length
  const next = end < rows.length ? nextUrl(url, String(end)) : undefined
  return { kind: 'text', type: JSON_HEADER, text: JSON.stringify({ [key]: shown }), next }
}

function positionOf(after: string): number {
  if (/^\d{1,9}$/.test(after)) return Number(after)
  throw new Failure('parameter.invalid', 'after must be taken from the Link header of a page', {
    field: 'after',
  })
}
