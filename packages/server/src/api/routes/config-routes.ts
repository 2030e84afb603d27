import { Created, ListQuery } from '@reveille/contract'
import { type TObject, type TSchema, Type } from 'typebox'
import type { Actor } from '../../actions/actor.ts'
import { created, json, nothing } from '../answers/answer.ts'
import type { Routes } from '../route.ts'
import { SECRET_FIELDS } from './secrets.ts'
import { shortList } from '../answers/short-list.ts'

export type Written = Record<string, unknown>

/** One kind of configuration object, in the words of the site file. */
export interface ConfigSpec {
  readonly resource: string
  /** The key that its list stands under. */
  readonly plural: string
  /** What may be given when one is added, and when one is changed. */
  readonly form: TSchema
  readonly change: TObject
  list(actor: Actor): Promise<Written[]>
  get(actor: Actor, key: string): Promise<Written>
  add(actor: Actor, fields: Written): Promise<string>
  edit(actor: Actor, key: string, fields: Written): Promise<void>
  remove(actor: Actor, key: string): Promise<void>
}

const Key = Type.Object({ key: Type.String({ description: 'Its key' }) })
const AnyRecord = Type.Record(Type.String(), Type.Unknown())
const shared = { tag: 'Configuration', needs: ['administrator'] } as const

/** List, read, add, change, remove: the same for every kind. */
export function configRoutes({ route, post }: Routes, spec: ConfigSpec) {
  const { resource } = spec
  const url = `/rest/config/${resource}`

  route({
    ...shared,
    method: 'GET',
    url,
    summary: `Every ${resource}`,
    query: ListQuery,
    reply: Type.Object({ [spec.plural]: Type.Array(AnyRecord) }),
    answer: async ({ actor, query, request }) =>
      shortList(spec.plural, await spec.list(actor), query, request.url),
  })
  route({
    ...shared,
    method: 'GET',
    url: `${url}/:key`,
    summary: `One ${resource}`,
    params: Key,
    reply: AnyRecord,
    answer: async ({ actor, params }) => json(await spec.get(actor, params.key)),
  })
  post({
    ...shared,
    url,
    summary: `Add a ${resource}`,
    status: 201,
    body: spec.form,
    reply: Created,
    act: ({ actor, body }) => spec.add(actor, body as Written),
    show: (id) =>
      created(id.includes(',') ? url : `${url}/${encodeURIComponent(id)}`, {
        error: 0,
        description: `Added the ${resource}`,
        id,
      }),
  })
  route({
    ...shared,
    method: 'PUT',
    url: `${url}/:key`,
    summary: `Change the fields given of a ${resource}`,
    params: Key,
    body: spec.change,
    answer: async ({ actor, params, body }) => {
      await spec.edit(actor, params.key, body)
      return nothing
    },
  })
  route({
    ...shared,
    method: 'DELETE',
    url: `${url}/:key`,
    summary: `Remove a ${resource}`,
    params: Key,
    answer: async ({ actor, params }) => {
      await spec.remove(actor, params.key)
      return nothing
    },
  })
}

/** Whoever adds something may leave its id to us. */
export const withOptionalId = ({ properties: { id, ...rest } }: TObject) =>
  Type.Object({ ...(id ? { id: Type.Optional(id) } : {}), ...rest }, { additionalProperties: false })

/** Every field optional, the key and the tenant left out: they cannot be changed. */
export function changeForm(forms: readonly TObject[], ...fixed: string[]): TObject {
  const properties = Object.assign({}, ...forms.map((form) => form.properties)) as Record<string, TSchema>
  const open = Object.entries(properties).filter(([name]) => !fixed.includes(name) && name !== 'tenant')
  return Type.Object(Object.fromEntries(open.map(([name, schema]) => [name, Type.Optional(schema)])), {
    additionalProperties: false,
  })
}

/** What is written only is never shown; of further headers, which may carry keys, only the names are. */
export function withoutSecrets(value: Written): Written {
  const shown = Object.entries(value).filter(([name]) => !SECRET_FIELDS.has(name))
  return Object.fromEntries(shown.map(([name, one]) => [name, name === 'headers' ? namesOf(one) : one]))
}

/** Stands for the value of a header that is kept to ourselves; sent back, it leaves the value as it is. */
export const NOT_SHOWN = '(not shown)'

const namesOf = (headers: unknown) =>
  Object.fromEntries(Object.keys(headers ?? {}).map((name) => [name, NOT_SHOWN]))
