import type { Scope, TenantId } from '../hotel/accounts/tenancy.ts'
import type { Stores } from '../store/stores/stores.ts'
import { type Actor, tenantFor } from './actor.ts'
import { type New, resource, type ResourceKind, type ResourceParts } from './resource.ts'

interface Numbered {
  readonly tenant: TenantId
  readonly id: string
}

interface NumberedStore<V> {
  list(scope: Scope): Promise<V[]>
  find(id: string, scope: Scope): Promise<V[]>
  insert(value: V): Promise<void>
  update(value: V): Promise<void>
  remove(value: V): Promise<void>
}

/** `F` is all of it but number and tenant. */
interface NumberedKind<F> extends Pick<ResourceKind<WithId<F>>, 'noun' | 'check' | 'mayRemove'> {
  of(stores: Stores): NumberedStore<F & Numbered>
}

type WithId<F> = F & Pick<Numbered, 'id'>

export type NewNumbered<F> = New<F> & { readonly id?: string | undefined }
export type NumberedActions<F extends object> = ReturnType<typeof numbered<F>>

/** Items, categories and status types: a number in text as key, the next free one when none is given. */
export function numbered<F extends object>(parts: ResourceParts, { of, ...rest }: NumberedKind<F>) {
  const things = resource<WithId<F>>(parts, {
    ...rest,
    key: (value) => value.id,
    list: (stores, scope) => of(stores).list(scope),
    find: (stores, id, scope) => of(stores).find(id, scope),
    insert: (stores, value) => of(stores).insert(value),
    update: (stores, value) => of(stores).update(value),
    remove: (stores, value) => of(stores).remove(value),
  })
  return {
    ...things,
    add: (actor: Actor, given: NewNumbered<F>): Promise<string> =>
      things.add(actor, async (stores) => {
        const id = given.id ?? (await nextFreeId(of(stores), tenantFor(actor, given.tenant)))
        return { ...given, id }
      }),
  }
}

const HIGHEST_ID = 10n ** 20n - 1n

/** One more than the highest number in use, or the lowest free one; leading zeros do not count. */
async function nextFreeId(store: NumberedStore<Numbered>, tenant: TenantId): Promise<string> {
  const used = new Set((await store.list(tenant)).map((entry) => BigInt(entry.id)))
  let next = [...used].reduce((highest, id) => (id > highest ? id : highest), 0n) + 1n
  if (next > HIGHEST_ID) for (next = 1n; used.has(next);) next++
  return String(next)
}
