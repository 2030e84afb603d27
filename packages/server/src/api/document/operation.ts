import { type Entry, Problem, TenantOnly } from '@reveille/contract'
import { type TSchema, Type } from 'typebox'
import { FORM, JSON_TYPE } from '../requests/body.ts'

/** What the framework checks of a request, and what the document says of it. */
export function schemaOf(entry: Entry) {
  const { id, tag, summary, params, status = 200 } = entry
  const query = entry.query ?? (isOpen(entry) ? undefined : TenantOnly)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [entry.description, permissionText(entry)].filter(Boolean).join(' '),
    security: securityOf(entry),
    ...(query ? { querystring: query } : {}),
    ...(params ? { params } : {}),
    ...bodyOf(entry),
    response: {
      [status]: successOf(entry),
      ...Object.fromEntries(refusalsOf(entry).map((code) => [code, Problem])),
    },
  }
}

/** A screen that is locked, or only shows, is refused what it could otherwise read. */
const isForOpenScreens = ({ screens }: Entry) => screens?.length === 0

const isForSome = ({ needs, oneOf = [] }: Entry) =>
  needs === 'token' || oneOf.length > 0 || (typeof needs !== 'string' && needs.length > 0)

/** Whether a request may come without credentials. */
export const isOpen = ({ needs }: Entry) => needs === 'none' || needs === 'token'

function securityOf({ needs }: Entry) {
  if (needs === 'none' || needs === 'password') return []
  const known = [{ basic: [] }, { session: [] }]
  return needs === 'token' ? [{ token: [] }, ...known] : known
}

function permissionText({ needs, oneOf = [] }: Entry) {
  if (oneOf.length > 0) return `Needs the permission ${oneOf.join(' or the permission ')}.`
  if (typeof needs === 'string' || needs.length === 0) return ''
  return `Needs the permission ${needs.join(' and the permission ')}.`
}

function bodyOf({ body, bodyType }: Entry) {
  return body && { body, consumes: bodyType === undefined ? [FORM, JSON_TYPE] : [bodyType] }
}

function successOf({ reply = Type.Null({ description: 'Done; no body' }), replyType, summary }: Entry) {
  return replyType === undefined ? reply : replyAs(replyType, reply, summary)
}

const replyAs = (type: string, schema: TSchema, description: string) => ({
  description,
  content: { [type]: { schema } },
})

/** The statuses that a route can refuse with, from its entry; before a route is found, there are more. */
export function refusalsOf(entry: Entry): number[] {
  const { method, needs, refusals = [] } = entry
  return [
    // A query that cannot be read; an error of the server.
    400,
    500,
    ...(needs === 'none' ? [] : [401, 429, 503]),
    // A tenant, named or not, may be unknown.
    ...(isOpen(entry) ? [] : [404]),
    ...(isForSome(entry) || method !== 'GET' || isForOpenScreens(entry) ? [403] : []),
    // Also of a body that nobody asked for.
    ...(method === 'GET' ? [] : [413, 415]),
    // An Idempotency-Key that was used before.
    ...(method === 'POST' ? [409, 422] : []),
    ...refusals,
  ]
}
