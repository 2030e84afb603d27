import type { Kysely, Selectable } from 'kysely'
import type { WrittenSections } from '../../hotel/settings/sections.ts'
import type { Tenant } from '../../hotel/site/site.ts'
import type { Schema } from '../engine/schema.ts'
import { CONFIGURATION, configurationIn, isRaisedIn, raiseConfiguration } from './configuration.ts'
import { type ConfigColumn, ownerOfSection, ownerOfTenant } from './encrypted-config.ts'
import { readSections, readWakeupSettings } from './stored-settings.ts'

/** Under this and the id of its journal, each process says when it was last alive. */
export const SIGN_OF_LIFE = 'alive/'
/** Under this and the name of a property system, when it was asked for all of its guests. */
export const RESYNC = 'resync.'

/** What the installation knows of itself: settings by section, what it remembers, its tenants. */
export function siteStore(db: Kysely<Schema>, column: ConfigColumn) {
  const toTenant = tenantFrom(column)
  const tenantRow = rowOfTenant(column)
  return {
    /** The settings as they were written: what is left out keeps its default. */
    async written(): Promise<WrittenSections> {
      const rows = await db.selectFrom('setting').selectAll().execute()
      return readSections(
        'the site settings',
        Object.fromEntries(rows.map(({ name, value }) => [name, column.read(ownerOfSection(name), value)])),
      )
    },

    /** Writes a section over as a whole; undefined leaves nothing of it but its defaults. */
    async saveSection<Name extends keyof WrittenSections>(name: Name, value: WrittenSections[Name]) {
      await raiseConfiguration(db)
      if (value === undefined) {
        await db.deleteFrom('setting').where('name', '=', name).execute()
        return
      }
      const row = { name, value: column.write(ownerOfSection(name), value) }
      await db
        .insertInto('setting')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    },

    /** How often it was changed: what a process holds of it in memory may be older. */
    configuration: () => configurationIn(db),

    /** For what is no setting, and every process must know of all the same. */
    raiseConfiguration: () => raiseConfiguration(db),

    /** Whether this transaction changes it. */
    isConfigurationRaised: () => isRaisedIn(db),

    async remembered(): Promise<Record<string, string>> {
      const rows = await db.selectFrom('meta').selectAll().where('key', '!=', CONFIGURATION).execute()
      return Object.fromEntries(rows.map((row) => [row.key, row.value]))
    },

    async remember(key: string, value: string) {
      await db
        .insertInto('meta')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    },

    /** Says whether it was remembered: of two who forget it at once, one has done so. */
    async forget(key: string): Promise<boolean> {
      const query = db.deleteFrom('meta').where('key', '=', key)
      return (await query.executeTakeFirst()).numDeletedRows > 0n
    },

    async tenants(): Promise<Tenant[]> {
      return (await db.selectFrom('tenant').selectAll().orderBy('name').orderBy('id').execute()).map(toTenant)
    },

    async insertTenant(tenant: Tenant) {
      await db.insertInto('tenant').values(tenantRow(tenant)).execute()
      await raiseConfiguration(db)
    },

    async updateTenant(tenant: Tenant) {
      await db.updateTable('tenant').set(tenantRow(tenant)).where('id', '=', tenant.id).execute()
      await raiseConfiguration(db)
    },

    async removeTenant(id: string) {
      await db.deleteFrom('tenant').where('id', '=', id).execute()
      await raiseConfiguration(db)
    },

    /** Whether anything still belongs to this tenant. */
    async isTenantUsed(id: string): Promise<boolean> {
      const tables = [
        'account',
        'mailbox',
        'room',
        'item',
        'category',
        'status_type',
        'line',
        'destination',
        'prompt',
        'wakeup',
      ] as const
      for (const table of tables) {
        const query = db.selectFrom(table).select('tenant').where('tenant', '=', id).limit(1)
        if ((await query.executeTakeFirst()) !== undefined) return true
      }
      return false
    },
  }
}

const tenantFrom =
  (column: ConfigColumn) =>
  ({ id, name, timezone, wakeup }: Selectable<Schema['tenant']>): Tenant => ({
    id,
    name,
    timezone,
    wakeup:
      wakeup === null ? null : readWakeupSettings(`tenant ${name}`, column.read(ownerOfTenant(id), wakeup)),
  })

const rowOfTenant =
  (column: ConfigColumn) =>
  ({ id, name, timezone, wakeup }: Tenant) => ({
    id,
    name,
    timezone,
    wakeup: wakeup === null ? null : column.write(ownerOfTenant(id), wakeup),
  })
