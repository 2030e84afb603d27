import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/failure.ts'
import { type Answer, json } from './answer.ts'

/** Tells one state of an object from another (RFC 9110 8.8.3). Secrets have no part in it: a tag must not help to guess one. */
const tagOf = (shown: unknown) =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`

/** An object that somebody may want to change, with the tag of its state; `of` is what the tag goes by. */
export const tagged = <T>(shown: T, of: unknown = shown): Answer<T> => {
  const answer = json(shown)
  return answer.kind === 'json' ? { ...answer, headers: { etag: tagOf(of) } } : answer
}

/** Refuses when the object is no longer as the request expects it, which it need not say. */
export type StillAsSeen = (shown: unknown) => void

export function stillAsSeen({ headers }: Pick<FastifyRequest, 'headers'>): StillAsSeen {
  const wanted = headers['if-match']
  return (shown) => {
    if (wanted === undefined || wanted.trim() === '*') return
    if (!wanted.split(',').some((one) => one.trim() === tagOf(shown)))
      throw new Failure('thing.changed', 'Somebody else has changed this meanwhile; look at it again first')
  }
}
