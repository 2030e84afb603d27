import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { PERMISSIONS } from '../site.ts'
import { TenantQuery } from '../text.ts'

/** The chapters of the interface document, in their order. */
export const TAGS = {
  'Wakeup calls': 'Asking for calls, and what became of them',
  Inventory: 'Charges to rooms, and the items that can be charged',
  'Room status': 'What staff report about rooms',
  'Front desk': 'Guests come, move and go',
  Alarms: 'What the desk must know',
  Deliveries: 'Messages to connectors and servers',
  Review: 'What has happened: the log, the stream of events and the reports',
  System: 'The installation, and how its parts fare',
  Sessions: 'People at screens: signing in and out, locks and PINs',
  Configuration: 'The objects of the site file, one by one',
  Operations: 'For those who run the machine',
} as const

/** One route: all that client, server and document have to agree on. */
export interface Entry {
  /** `noun.verb`, the place where the entry stands in `INTERFACE`. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` where a value stands. */
  readonly path: string
  /**
   * What the account must be allowed, all of it. `none`: no credentials are asked for. `token`: an administrator's, or
   * the token of `metrics.token`. `password`: the body brings name and password.
   */
  readonly needs: readonly (typeof PERMISSIONS)[number][] | 'none' | 'token' | 'password'
  /** And one of these, whichever. */
  readonly oneOf?: readonly (typeof PERMISSIONS)[number][]
  readonly tag: keyof typeof TAGS
  readonly summary: string
  readonly description: string
  /**
   * A path of the contract with existing clients, which add fields of their own to queries and leave those of a form
   * empty: a GET ignores an unknown one, an optional one that a form leaves empty counts as absent.
   */
  readonly ofContract?: boolean
  /** Also a restored copy that is not live does it: nothing leaves the house by it. Left out: only a GET is such. */
  readonly quietly?: boolean
  /**
   * Screens that may do it besides open ones. Left out: a GET that needs no permission is for all of them, anything else
   * for none.
   */
  readonly screens?: readonly ('locked' | 'display')[]
  /** A POST whose answer is not kept for repeats: an Idempotency-Key means nothing to it. */
  readonly unkept?: boolean
  /** A POST that only asks: it writes nothing, and doing it twice does no harm. */
  readonly reads?: boolean
  readonly params?: TObject
  /** Left out: the tenant, where credentials are asked for. */
  readonly query?: TObject
  /** Headers that are read besides those of every request. */
  readonly headers?: TObject
  readonly body?: TSchema
  /** A body that is accepted as it stands. */
  readonly example?: Readonly<Record<string, unknown>>
  /** What the body is, if no form. */
  readonly bodyType?: string
  /** The body of a success; left out: "200, no body". */
  readonly reply?: TSchema
  /** Headers of a success besides those that lists, changes and refusals have by rule. */
  readonly replyHeaders?: TObject
  /** What the body of a success is, if not JSON. */
  readonly replyType?: string
  /** What it is on request, when `Accept` names it. */
  readonly otherType?: string
  /** Left out: 200. */
  readonly status?: 201
  /** Refusals that the other fields do not imply. */
  readonly refusals?: readonly (409 | 412 | 422 | 503)[]
}

export type Entries = Readonly<Record<string, Entry>>

/** The query of a route that declares none. */
export const TenantOnly = Type.Object(TenantQuery, { additionalProperties: false })

export type QueryOf<E extends Entry> = E extends { readonly query: infer Q extends TSchema }
  ? Static<Q>
  : Static<typeof TenantOnly>

export type ParamsOf<E extends Entry> = E extends { readonly params: infer P extends TSchema }
  ? Static<P>
  : Record<string, never>

export type BodyOf<E extends Entry> = E extends { readonly body: infer B extends TSchema } ? Static<B> : null

/** Null for "200, no body". */
export type ReplyOf<E extends Entry> = E extends { readonly reply: infer R extends TSchema }
  ? Static<R>
  : null
