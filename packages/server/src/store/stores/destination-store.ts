import type { Kysely, Selectable } from 'kysely'
import {
  type Destination,
  destinationInForce,
  type DestinationConfig,
  type DestinationKey,
  isFias,
  type Purpose,
  type WrittenDestination,
} from '../../hotel/deliveries/destination.ts'
import { NO_TENANT, type Scope, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { runTemplate } from '../engine/template.ts'
import { fromJson, toJson } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'
import { raiseConfiguration } from './configuration.ts'
import { type ConfigColumn, configColumn, ownerOfDestination } from './encrypted-config.ts'
import { guardOf, texts } from '../../kernel/schema.ts'
import { readDestination } from './stored-settings.ts'

/** A destination that is told more than its kind is. */
export interface Subscriber extends DestinationKey {
  readonly events: readonly string[]
}

const isTexts = guardOf(texts)

/** One that is to be stored: its settings are worked out when it is read. */
type NewDestination = Omit<Destination, 'settings'>

export function destinationStore(db: Kysely<Schema>, column = configColumn()) {
  const toDestination = destinationFrom(column)
  const destinationRow = rowOfDestination(column)
  const all = (purpose: Purpose) => db.selectFrom('destination').selectAll().where('purpose', '=', purpose)
  const inScope = (purpose: Purpose, scope: Scope) =>
    scope === null ? all(purpose) : all(purpose).where('tenant', '=', scope)

  const formerSequence = async ({ tenant, purpose, name }: DestinationKey) => {
    const ofTenant = db.selectFrom('former_destination').select('sequence').where('tenant', '=', tenant)
    const query = ofTenant.where('purpose', '=', purpose).where('name', '=', name)
    return (await query.executeTakeFirst())?.sequence
  }

  return {
    async get({ tenant, purpose, name }: DestinationKey): Promise<Destination | undefined> {
      const row = await inScope(purpose, tenant).where('name', '=', name).executeTakeFirst()
      return row && toDestination(row)
    },

    /** Those of this name that are in scope: one, none, or one for each of several tenants. */
    async find(purpose: Purpose, name: string, scope: Scope): Promise<Destination[]> {
      const query = inScope(purpose, scope).where('name', '=', name).orderBy('tenant')
      return (await query.execute()).map(toDestination)
    },

    async list(purpose: Purpose, scope: Scope): Promise<Destination[]> {
      const query = inScope(purpose, scope).orderBy('name').orderBy('tenant')
      return (await query.execute()).map(toDestination)
    },

    /** Where a message of this tenant goes: its own destinations and those of no tenant. */
    async reachedFrom(purpose: Purpose, tenant: TenantId): Promise<Destination[]> {
      const query = all(purpose).where('tenant', 'in', [tenant, NO_TENANT])
      return (await query.orderBy('name').orderBy('tenant').execute()).map(toDestination)
    },

    /** Those who are told of more than their kind is, in one order. */
    async subscribers(): Promise<Subscriber[]> {
      const { rows } = await runTemplate(db, 'destination.subscribers', { none: '' }, ({ none }) =>
        db
          .selectFrom('destination')
          .select(['purpose', 'tenant', 'name', 'events'])
          .where('events', '<>', none)
          .orderBy('purpose')
          .orderBy('name')
          .orderBy('tenant'),
      )
      return rows.map(({ events, ...key }) => {
        const list = fromJson(events)
        return { ...key, events: isTexts(list) ? list : [] }
      })
    },

    /** One of a name that was deleted goes on numbering where that one was: a receiver may know the numbers before. */
    async insert(destination: NewDestination) {
      const before = (await formerSequence(destination)) ?? 0
      const row = destinationRow({ ...destination, sequence: Math.max(destination.sequence, before) })
      await db.insertInto('destination').values(row).execute()
      await raiseConfiguration(db)
    },

    /** Leaves the sequence alone: other transactions may have taken numbers since the caller read it. */
    async update(destination: WrittenDestination) {
      const { config, events } = destinationRow({ ...destination, sequence: 0 })
      await db
        .updateTable('destination')
        .set({ config, events })
        .where('tenant', '=', destination.tenant)
        .where('purpose', '=', destination.purpose)
        .where('name', '=', destination.name)
        .execute()
      await raiseConfiguration(db)
    },

    /** Takes the next sequence number, or so many, and gives the last of them; the row stays locked, so that numbers follow the order of acceptance. */
    async takeSequence(destination: DestinationKey, count = 1): Promise<number> {
      const { tenant, purpose, name } = destination
      const row = await db
        .updateTable('destination')
        .set((eb) => ({ sequence: eb('sequence', '+', count) }))
        .where('tenant', '=', tenant)
        .where('purpose', '=', purpose)
        .where('name', '=', name)
        .returning('sequence')
        .executeTakeFirstOrThrow()
      return row.sequence
    },

    /** Messages of other transactions are either there by now, or wait until this one is over. */
    async lock({ tenant, purpose, name }: DestinationKey) {
      await db
        .updateTable('destination')
        .set((eb) => ({ sequence: eb.ref('sequence') }))
        .where('tenant', '=', tenant)
        .where('purpose', '=', purpose)
        .where('name', '=', name)
        .execute()
    },

    async remove({ tenant, purpose, name }: DestinationKey) {
      const ofTenant = db.deleteFrom('destination').where('tenant', '=', tenant)
      const named = ofTenant.where('purpose', '=', purpose).where('name', '=', name)
      const gone = await named.returning('sequence').executeTakeFirst()
      if (!gone) return
      const { sequence } = gone
      await db
        .insertInto('former_destination')
        .values({ tenant, purpose, name, sequence })
        .onConflict((conflict) => conflict.columns(['tenant', 'purpose', 'name']).doUpdateSet({ sequence }))
        .execute()
      await raiseConfiguration(db)
    },
  }
}

const destinationFrom =
  (column: ConfigColumn) =>
  (row: Selectable<Schema['destination']>): Destination => {
    const { purpose, name, tenant, sequence } = row
    const owner = ownerOfDestination(row)
    const config = readDestination(purpose, owner, column.read(owner, row.config))
    return destinationInForce({ purpose, name, tenant, config, sequence })
  }

const rowOfDestination = (column: ConfigColumn) => (destination: NewDestination) => ({
  purpose: destination.purpose,
  name: destination.name,
  tenant: destination.tenant,
  config: column.write(ownerOfDestination(destination), destination.config),
  events: eventsOf(destination.config),
  sequence: destination.sequence,
})

const eventsOf = (config: DestinationConfig): string =>
  isFias(config) || (config.events ?? []).length === 0 ? '' : toJson(config.events)
