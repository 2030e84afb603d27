import type { FiveRoutes } from '@reveille/contract'
import type { Static, TObject, TSchema, TString } from 'typebox'
import type { NewNumbered, NumberedActions } from '../../actions/numbered.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { created, nothing } from '../answers/answer.ts'
import { shortList } from '../answers/short-list.ts'
import { stillAsSeen, tagged } from '../answers/tag.ts'
import type { Routes } from '../route.ts'

interface Numbered {
  readonly tenant: TenantId
  readonly id: string
}

type Shown = Readonly<Record<string, unknown>>

/** `F` is what a thing has besides its number and its tenant. */
interface NumberedSpec<F extends object, A, C, R, L> {
  readonly noun: string
  readonly actions: NumberedActions<F>
  render(value: F & Numbered): R & Shown
  list(rows: R[]): L
  add(fields: A): NewNumbered<F>
  change(fields: C): Partial<F>
}

/** List, read, add, change, delete: the same for items, categories and status types. */
export function numberedRoutes<
  F extends object,
  A extends TSchema,
  C extends TSchema,
  R extends TSchema,
  L extends TSchema,
>(
  { route, post }: Routes,
  entries: FiveRoutes<TObject<{ id: TString }>, A, C, R, L>,
  spec: NumberedSpec<F, Static<A>, Static<C>, Static<R>, Static<L>>,
) {
  const { noun, actions } = spec

  route(entries.list, async (call) =>
    shortList((await actions.list(call.actor)).map(spec.render), spec.list, call),
  )
  route(entries.get, async ({ actor, params }) => tagged(spec.render(await actions.get(actor, params.id))))
  post(entries.add, {
    act: ({ actor, body }) => actions.add(actor, spec.add(body)),
    show: (key) =>
      created(`${entries.add.path}/${encodeURIComponent(key)}`, {
        error: 0,
        description: `Added the ${noun}`,
        id: key,
      }),
  })
  route(entries.change, async ({ actor, params, body, request }) => {
    const fields = spec.change(body)
    const asSeen = stillAsSeen(request)
    await actions.change(actor, params.id, (before) => {
      asSeen(spec.render(before))
      return { ...before, ...fields }
    })
    return nothing
  })
  route(entries.remove, async ({ actor, params }) => {
    await actions.remove(actor, params.id)
    return nothing
  })
}
