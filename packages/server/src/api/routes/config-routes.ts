import type { FiveRoutes } from '@reveille/contract'
import type { Static, TObject, TSchema, TString } from 'typebox'
import type { Actor } from '../../actions/actor.ts'
import { created, nothing } from '../answers/answer.ts'
import { shortList } from '../answers/short-list.ts'
import { type StillAsSeen, stillAsSeen, tagged } from '../answers/tag.ts'
import type { Routes } from '../route.ts'
import { SECRET_FIELDS } from '../../hotel/settings/secrets.ts'

export type Written = Record<string, unknown>

type Shown = Readonly<Record<string, unknown>>

interface Added {
  readonly id: string
  readonly note: string
}

/** One kind of configuration object, in the words of the site file. */
interface ConfigSpec<A, C, R, L> {
  readonly noun: string
  all(actor: Actor): Promise<(R & Shown)[]>
  /** The reply that holds them. */
  list(rows: R[]): L
  get(actor: Actor, key: string): Promise<R>
  /** The key of what was added, and what else is to be said of it. */
  add(actor: Actor, fields: A): Promise<string | Added>
  /** Asks, once it stands before what is to be changed, whether that is as the client has seen it. */
  edit(actor: Actor, key: string, fields: C, asSeen: StillAsSeen): Promise<void>
  /** What of it a change may run into; left out: all that is shown. */
  changeable?(shown: R): unknown
  remove(actor: Actor, key: string): Promise<void>
}

/** List, read, add, change, remove: the same for every kind. */
export function configRoutes<A extends TSchema, C extends TSchema, R extends TSchema, L extends TSchema>(
  { route, post }: Routes,
  entries: FiveRoutes<TObject<{ key: TString }>, A, C, R, L>,
  spec: ConfigSpec<Static<A>, Static<C>, Static<R>, Static<L>>,
) {
  const { path } = entries.add

  route(entries.list, async (call) => shortList(await spec.all(call.actor), spec.list, call))
  route(entries.get, async ({ actor, params }) => {
    const shown = await spec.get(actor, params.key)
    return tagged(shown, spec.changeable?.(shown))
  })
  post(entries.add, {
    act: ({ actor, body }) => spec.add(actor, body),
    show: (added) => {
      const { id, note } = typeof added === 'string' ? { id: added, note: '' } : added
      return created(id.includes(',') ? path : `${path}/${encodeURIComponent(id)}`, {
        error: 0,
        description: `Added the ${spec.noun}${note}`,
        id,
      })
    },
  })
  route(entries.change, async ({ actor, params, body, request }) => {
    await spec.edit(actor, params.key, body, stillAsSeen(request))
    return nothing
  })
  route(entries.remove, async ({ actor, params }) => {
    await spec.remove(actor, params.key)
    return nothing
  })
}

/** Secrets are never shown; of extra headers, which may carry keys, only the names are. */
export function withoutSecrets(value: Written): Written {
  const shown = Object.entries(value).filter(([name]) => !SECRET_FIELDS.has(name))
  return Object.fromEntries(shown.map(([name, one]) => [name, name === 'headers' ? namesOf(one) : one]))
}

/** Replaces a hidden header value; a client that sends it back leaves the value unchanged. */
export const NOT_SHOWN = '(not shown)'

const namesOf = (headers: unknown) =>
  Object.fromEntries(Object.keys(headers ?? {}).map((name) => [name, NOT_SHOWN]))
