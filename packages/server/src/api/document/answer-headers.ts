import { ENTRIES, type Entry } from '@reveille/contract'
import { OUTAGE_HEADER, SEAL_HEADER } from '../answers/answer.ts'
import { isList } from '../answers/list-turns.ts'

interface Header {
  readonly description?: string | undefined
  readonly schema: object
}

/** What an answer tells beside its body: it follows from the entry, and from the status of a refusal. */
export function answerHeaders(entry: Entry, status: number): Readonly<Record<string, Header>> {
  if (status >= 400) return status === 429 || status === 503 ? { 'Retry-After': RETRY_AFTER } : {}
  return {
    ...(isList(entry) ? { [SEAL_HEADER]: SEAL } : {}),
    ...('limit' in (entry.query?.properties ?? {}) ? { Link: LINK } : {}),
    ...(isTagged(entry) ? { ETag: TAG } : {}),
    ...ownHeaders(entry),
    [OUTAGE_HEADER]: OUTAGE,
  }
}

/** Where a change can be bound to what was read, reading it says what that was. */
const isTagged = ({ method, path }: Entry) =>
  method === 'GET' &&
  ENTRIES.some((other) => other.path === path && 'If-Match' in (other.headers?.properties ?? {}))

const ownHeaders = ({ replyHeaders }: Entry) =>
  Object.fromEntries(
    Object.entries(replyHeaders?.properties ?? {}).map(
      ([name, { description, ...schema }]: [string, { description?: string }]) => [
        name,
        { description, schema },
      ],
    ),
  )

const RETRY_AFTER: Header = {
  description: 'Seconds after which it is worth another try',
  schema: { type: 'integer', examples: [5] },
}
const SEAL: Header = {
  description:
    'Up to which seal of the log this is true: what later events tell may be in it or not. Left out while that cannot be told',
  schema: { type: 'string', examples: ['4711'] },
}
const OUTAGE: Header = {
  description: 'Only while nothing can be written: since when. What is told is as it was then',
  schema: { type: 'string', examples: ['2026-11-15T06:31:04+01:00'] },
}
const LINK: Header = {
  description: 'Where the next page is, when there is one: `<...>; rel="next"`',
  schema: { type: 'string', examples: ['</rest/log?limit=100&after=4711>; rel="next"'] },
}
const TAG: Header = {
  description: 'The state of what is shown; a change with it as `If-Match` is made only while it is so',
  schema: { type: 'string', examples: ['"6mZr0yBqT1uZb8y2mB0gqA"'] },
}
