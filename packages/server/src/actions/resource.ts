import { theOne } from '../hotel/rooms/room.ts'
import type { Deed, Thing } from '../hotel/log/thing-rows.ts'
import type { Scope, TenantId } from '../hotel/accounts/tenancy.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../store/stores/stores.ts'
import { record } from '../logbook/record.ts'
import { type Actor, exists, mustOwn, tenantFor, transact, unknown } from './actor.ts'
import type { Settings } from './settings.ts'

/** Something that people list, add, change and remove under a key that is unique within its tenant. */
interface Owned {
  readonly tenant: TenantId
}

/** What is given when something is added; without a tenant, the actor's own is used. */
export type New<F> = F & { readonly tenant?: TenantId | undefined }

/** `F` is all of it but the tenant. */
export interface ResourceKind<F, V = F & Owned> {
  readonly noun: Thing
  key(value: V): string
  list(stores: Stores, scope: Scope): Promise<V[]>
  /** What the key may mean in this scope: one, none, or one for each of several tenants. */
  find(stores: Stores, key: string, scope: Scope): Promise<readonly V[]>
  insert(stores: Stores, value: V): Promise<void>
  update(stores: Stores, value: V, before: V): Promise<void>
  remove(stores: Stores, value: V): Promise<void>
  /** Refuses a value that names something which does not exist or breaks a rule. */
  check?(stores: Stores, value: V, before: V | undefined): Promise<void>
  /** Refuses to remove what is still needed. */
  mayRemove?(stores: Stores, value: V): Promise<void>
  /** Once a change is durable: what is held in memory is read anew. */
  changed?(key: string): Promise<void> | void
}

export interface ResourceParts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
}

export function resource<F extends object>(
  { database, settings, clock }: ResourceParts,
  kind: ResourceKind<F>,
) {
  type V = F & Owned
  const what = `${kind.noun[0]?.toUpperCase()}${kind.noun.slice(1)}`

  const one = async (stores: Stores, actor: Actor, key: string) => {
    const found = await kind.find(stores, key, actor.scope)
    // A tenant's own entry stands before a shared one of the same key.
    const own = actor.scope === null ? found : found.filter((entry) => entry.tenant === actor.scope)
    return theOne(own.length > 0 ? own : found, `${what} ${key}`, () => unknown(what, key))
  }

  /** The same, for changes: a tenant's own people cannot change what is shared. */
  const owned = async (stores: Stores, actor: Actor, key: string) => {
    const value = await one(stores, actor, key)
    mustOwn(actor, value, `${what} ${key}`)
    return value
  }

  const log = (stores: Stores, actor: Actor, now: number, deed: Deed, value: V, fields: string[]) =>
    record(stores, actor, now, {
      kind: `${kind.noun}.${deed}`,
      tenant: value.tenant,
      text: `${what} ${kind.key(value)} ${deed}`,
      detail: { key: kind.key(value), fields },
    })

  const mustBeNew = async (stores: Stores, value: V) => {
    const taken = await kind.find(stores, kind.key(value), value.tenant)
    if (taken.some((other) => other.tenant === value.tenant)) throw exists(what, kind.key(value))
  }

  /** Adds one within a transaction; the answer is its key. */
  const addOne = async (stores: Stores, actor: Actor, now: Instant, fresh: New<F>): Promise<string> => {
    const tenant = tenantFor(actor, fresh.tenant)
    if (tenant !== '' && !settings.current().tenants.has(tenant)) throw unknown('Tenant', tenant)
    const value = { ...fresh, tenant }
    await kind.check?.(stores, value, undefined)
    await mustBeNew(stores, value)
    await kind.insert(stores, value)
    await log(stores, actor, now, 'added', value, Object.keys(fresh))
    return kind.key(value)
  }

  /** Adds all of them or none; the answer is their keys, joined by commas. */
  const addAll = async (
    actor: Actor,
    given: (stores: Stores) => Promise<readonly New<F>[]>,
  ): Promise<string> => {
    const now = clock.now()
    const keys = await transact(database, actor, now, async (stores) => {
      const added: string[] = []
      for (const fresh of await given(stores)) added.push(await addOne(stores, actor, now, fresh))
      return added.join(',')
    })
    await kind.changed?.(keys)
    return keys
  }

  const changeOne = async (
    stores: Stores,
    actor: Actor,
    now: Instant,
    { before, edit }: { readonly before: V; edit(before: V): V },
  ): Promise<void> => {
    const value = { ...edit(before), tenant: before.tenant }
    await kind.check?.(stores, value, before)
    await kind.update(stores, value, before)
    await log(stores, actor, now, 'changed', value, changedFields(before, value))
  }

  const removeOne = async (stores: Stores, actor: Actor, now: Instant, value: V): Promise<void> => {
    await kind.mayRemove?.(stores, value)
    await kind.remove(stores, value)
    await log(stores, actor, now, 'deleted', value, [])
  }

  return {
    list: (actor: Actor) => kind.list(database.read, actor.scope),
    get: (actor: Actor, key: string) => one(database.read, actor, key),
    owned,
    addOne,
    addAll,
    removeOne,

    add: (actor: Actor, value: New<F> | ((stores: Stores) => Promise<New<F>>)): Promise<string> =>
      addAll(actor, async (stores) => [typeof value === 'function' ? await value(stores) : value]),

    changeOne,
    changed: (keys: string) => kind.changed?.(keys),

    /** `edit` is a pure function from what is there to what shall be; key and tenant stay. */
    async change(actor: Actor, key: string, edit: (before: V) => V): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        await changeOne(stores, actor, now, { before: await owned(stores, actor, key), edit })
      })
      await kind.changed?.(key)
    },

    async remove(actor: Actor, key: string): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        await removeOne(stores, actor, now, await owned(stores, actor, key))
      })
      await kind.changed?.(key)
    },
  }
}

/** The names only: a log is no place for passwords. */
export const changedFields = (before: object, after: object) => {
  const was = new Map(Object.entries(before))
  return Object.entries(after)
    .filter(([name, value]) => JSON.stringify(was.get(name)) !== JSON.stringify(value))
    .map(([name]) => name)
}
