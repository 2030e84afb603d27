import type { Deed } from '../../hotel/log/thing-rows.ts'
import type { Tenant } from '../../hotel/site/site.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, exists, transact, unknown } from '../actor.ts'
import { replanPending } from '../wakeups/replanning.ts'
import { read, type Settings, zoneIn } from '../settings.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly ids: Ids
}

export type TenantActions = ReturnType<typeof tenantActions>

/** Tenants belong to the site; a tenant's own administrator may look at and change that tenant only. */
export function tenantActions({ database, settings, clock, ids }: Parts) {
  const visible = (tenants: readonly Tenant[], actor: Actor) =>
    tenants.filter((tenant) => actor.scope === null || tenant.id === actor.scope)
  const one = async (stores: Stores, actor: Actor, id: string) => {
    const tenant = visible(await stores.site.tenants(), actor).find((other) => other.id === id)
    if (!tenant) throw unknown('Tenant', id)
    return tenant
  }
  const log = (stores: Stores, actor: Actor, now: number, deed: Deed, tenant: Tenant) =>
    record(stores, actor, now, {
      kind: `tenant.${deed}`,
      tenant: tenant.id,
      text: `Tenant ${tenant.name} ${deed}`,
      // Not its settings: some of them are secret.
      detail: { tenant: { id: tenant.id, name: tenant.name } },
    })

  return {
    list: async (actor: Actor) => visible(await database.read.site.tenants(), actor),
    get: (actor: Actor, id: string) => one(database.read, actor, id),

    async add(actor: Actor, given: Omit<Tenant, 'id'> & { id?: string | undefined }): Promise<string> {
      mustSeeAll(actor)
      const now = clock.now()
      const id = await transact(database, actor, now, async (stores) => {
        const tenant = { ...given, id: given.id ?? ids.uuid() }
        if (isSite(tenant, await stores.site.remembered()))
          throw new Failure('thing.exists', `${tenant.id} is the id of the site itself`, { field: 'id' })
        if ((await stores.site.tenants()).some((other) => other.id === tenant.id))
          throw exists('Tenant', tenant.id)
        await stores.site.insertTenant(tenant)
        await log(stores, actor, now, 'added', tenant)
        return tenant.id
      })
      await settings.reload()
      return id
    },

    async change(actor: Actor, id: string, edit: (before: Tenant) => Tenant): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const before = await one(stores, actor, id)
        const tenant = { ...edit(before), id }
        await stores.site.updateTenant(tenant)
        const after = await read(stores)
        if (tenant.timezone !== before.timezone)
          await replanPending(stores, { scope: id, by: actor, now, zoneOf: () => zoneIn(after, id) })
        await log(stores, actor, now, 'changed', tenant)
      })
      await settings.reload()
    },

    async remove(actor: Actor, id: string): Promise<void> {
      mustSeeAll(actor)
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const tenant = await one(stores, actor, id)
        if (await stores.site.isTenantUsed(id))
          throw new Failure(
            'thing.in-use',
            `Things still belong to tenant ${tenant.name}; move or delete them first`,
          )
        await stores.site.removeTenant(id)
        await log(stores, actor, now, 'deleted', tenant)
      })
      await settings.reload()
    },
  }
}

/** The site goes by its id where a tenant is named: one of that id could never be meant. */
export const isSite = ({ id }: Pick<Tenant, 'id'>, { siteId }: Readonly<Record<string, string>>) =>
  id.toLowerCase() === siteId?.toLowerCase()

export function mustSeeAll(actor: Actor) {
  if (actor.scope !== null)
    throw new Failure(
      'permission.missing',
      'This needs an administrator of the whole site, not of one tenant',
    )
}
