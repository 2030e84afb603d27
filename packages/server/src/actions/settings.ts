import { type SiteSections, sectionsInForce } from '../hotel/settings/sections.ts'
import type { Tenant } from '../hotel/site/site.ts'
import type { Scope, TenantId } from '../hotel/accounts/tenancy.ts'
import type { Zone } from '../hotel/time/local-time.ts'
import type { HotelDatabase, Stores } from '../store/stores/stores.ts'

export interface Snapshot extends SiteSections {
  readonly siteId: string
  readonly remembered: Readonly<Record<string, string>>
  readonly tenants: ReadonlyMap<TenantId, Tenant>
}

/**
 * The settings in force, held in memory because nearly every request asks for a zone. Code that changes them
 * calls `reload` after the commit.
 */
export interface Settings {
  current(): Snapshot
  reload(): Promise<void>
  /** Told after each reload. */
  onChange(listener: () => void): void
  zoneOf(tenant: Scope): Zone
  /** The id that records carry for things of no tenant: the site's own. */
  publicTenant(tenant: TenantId): string
}

export async function loadSettings(database: HotelDatabase): Promise<Settings> {
  let snapshot = await read(database.read)
  const listeners: (() => void)[] = []
  return {
    current: () => snapshot,
    async reload() {
      snapshot = await read(database.read)
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
    zoneOf: (tenant) => zoneIn(snapshot, tenant),
    publicTenant: (tenant) => (tenant === '' ? snapshot.siteId : tenant),
  }
}

export const zoneIn = (snapshot: Pick<Snapshot, 'tenants' | 'site'>, tenant: Scope): Zone =>
  (tenant && snapshot.tenants.get(tenant)?.timezone) || snapshot.site.timezone

export async function read(stores: Stores): Promise<Snapshot> {
  const [written, remembered, tenants] = [
    await stores.site.written(),
    await stores.site.remembered(),
    await stores.site.tenants(),
  ]
  return {
    ...sectionsInForce(written),
    remembered,
    siteId: remembered.siteId ?? '',
    tenants: new Map(tenants.map((tenant) => [tenant.id, tenant])),
  }
}
