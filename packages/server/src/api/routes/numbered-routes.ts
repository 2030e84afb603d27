import { Created, ListQuery } from '@reveille/contract'
import { type TObject, type TSchema, Type } from 'typebox'
import type { NewNumbered, NumberedActions } from '../../actions/numbered.ts'
import type { Permission } from '../../hotel/accounts/account.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { created, json, nothing } from '../answers/answer.ts'
import { changeForm, withOptionalId } from './config-routes.ts'
import type { Routes } from '../route.ts'
import { shortList } from '../answers/short-list.ts'

interface Numbered {
  readonly tenant: TenantId
  readonly id: string
}

export interface NumberedSpec<V extends Numbered, F> {
  readonly url: string
  readonly tag: string
  readonly noun: string
  /** The key that the list stands under. */
  readonly key: string
  readonly uses: readonly Permission[]
  readonly keeps: readonly Permission[]
  /** The fields of one, as in the site file. */
  readonly form: TObject
  readonly record: TSchema
  readonly actions: NumberedActions<V>
  render(value: V): Record<string, unknown>
  add(fields: Omit<F, 'id'> & { id?: string }): NewNumbered<V>
  change(fields: Partial<F>): Partial<V>
}

const Key = Type.Object({ id: Type.String({ description: 'Its id' }) })

/** List, read, add, change, delete: the same for items, categories and status types. */
export function numberedRoutes<V extends Numbered, F>({ route, post }: Routes, spec: NumberedSpec<V, F>) {
  const { url, tag, noun, actions } = spec
  const addForm = withOptionalId(spec.form)
  const editForm = changeForm([spec.form], 'id')

  route({
    method: 'GET',
    url,
    tag,
    summary: `Every ${noun}`,
    needs: spec.uses,
    query: ListQuery,
    reply: Type.Object({ [spec.key]: Type.Array(spec.record) }),
    answer: async ({ actor, query, request }) =>
      shortList(spec.key, (await actions.list(actor)).map(spec.render), query, request.url),
  })
  route({
    method: 'GET',
    url: `${url}/:id`,
    tag,
    summary: `One ${noun}`,
    needs: spec.uses,
    params: Key,
    reply: spec.record,
    answer: async ({ actor, params }) => json(spec.render(await actions.get(actor, params.id))),
  })
  post({
    url,
    tag,
    summary: `Add a ${noun}`,
    needs: spec.keeps,
    status: 201,
    body: addForm,
    reply: Created,
    act: ({ actor, body }) => actions.add(actor, spec.add(body as Omit<F, 'id'> & { id?: string })),
    show: (key) =>
      created(`${url}/${encodeURIComponent(key)}`, { error: 0, description: `Added the ${noun}`, id: key }),
  })
  route({
    method: 'PUT',
    url: `${url}/:id`,
    tag,
    summary: `Change a ${noun}`,
    needs: spec.keeps,
    params: Key,
    body: editForm,
    answer: async ({ actor, params, body }) => {
      const fields = spec.change(body)
      await actions.change(actor, params.id, (before) => ({ ...before, ...fields }))
      return nothing
    },
  })
  route({
    method: 'DELETE',
    url: `${url}/:id`,
    tag,
    summary: `Delete a ${noun}`,
    needs: spec.keeps,
    params: Key,
    answer: async ({ actor, params }) => {
      await actions.remove(actor, params.id)
      return nothing
    },
  })
}
