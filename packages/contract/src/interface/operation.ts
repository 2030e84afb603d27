import type { INTERFACE } from '../interface.ts'
import type { BodyOf, Entry, ParamsOf, QueryOf, ReplyOf } from './entry.ts'

type Nouns = typeof INTERFACE

/** `wakeup.create`, and so on: what a client calls. */
export type OperationId = {
  readonly [N in keyof Nouns]: `${N}.${keyof Nouns[N] & string}`
}[keyof Nouns]

/** The entry under an id. */
export type OperationOf<I extends OperationId> = I extends `${infer N extends keyof Nouns}.${infer V}`
  ? V extends keyof Nouns[N]
    ? Nouns[N][V] extends Entry
      ? Nouns[N][V]
      : never
    : never
  : never

type Params<P> = P extends Record<string, never> ? { readonly params?: never } : { readonly params: P }
/** In brackets: of a body that is one of two, either may be sent. */
type Body<B> = [B] extends [null] ? { readonly body?: never } : { readonly body: B }

/** What a request of this operation brings: values of its path, fields of its query, its body; no more, and no less. */
export type RequestOf<I extends OperationId> = Params<ParamsOf<OperationOf<I>>> &
  Body<BodyOf<OperationOf<I>>> & { readonly query?: QueryOf<OperationOf<I>> }

/** What a success of it gives back; null for "200, no body". */
export type AnswerOf<I extends OperationId> = ReplyOf<OperationOf<I>>
