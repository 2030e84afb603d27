import type { Kysely, Selectable } from 'kysely'
import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
  GIVEN_UP,
} from '../../hotel/deliveries/delivery.ts'
import {
  type Destination,
  destinationInForce,
  type Purpose,
  type WrittenDestination,
} from '../../hotel/deliveries/destination.ts'
import { NO_TENANT, type Scope, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'
import { flag, fromJson, toJson } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'
import { readDestination } from './stored-settings.ts'
import { type ConfigColumn, configColumn, ownerOfDestination } from './encrypted-config.ts'
import { runTemplate } from '../engine/template.ts'

export interface DeliveryFilter {
  readonly scope: Scope
  readonly state?: DeliveryState | undefined
  readonly destination?: string | undefined
  readonly room?: string | undefined
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly after?: { at: Instant; id: string } | undefined
  readonly limit: number
}

/** What waits for a destination. */
export interface Backlog {
  readonly purpose: string
  readonly destination: string
  readonly depth: number
  readonly oldest: Instant
}

export interface ReplayFilter {
  readonly scope: Scope
  readonly destination: string
  readonly since: Instant
  /** Who asks for it. */
  readonly by: string
  readonly now: Instant
}

/** One that is to be stored: its settings are worked out when it is read. */
type NewDestination = Omit<Destination, 'settings'>

export type DeliveryStore = ReturnType<typeof deliveryStore>

export function deliveryStore(db: Kysely<Schema>) {
  return {
    async get(id: string): Promise<Delivery | undefined> {
      const row = await db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toDelivery(row)
    },

    async insert(delivery: Delivery) {
      await runTemplate(db, 'delivery.insert', toRow(delivery), (row) =>
        db.insertInto('delivery').values(row),
      )
    },

    async update(delivery: Delivery) {
      await db.updateTable('delivery').set(toRow(delivery)).where('id', '=', delivery.id).execute()
    },

    /** By time of acceptance, then id. */
    async page(filter: DeliveryFilter): Promise<Delivery[]> {
      let query = db
        .selectFrom('delivery')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .limit(filter.limit)
      if (filter.scope !== null) query = query.where('tenant', '=', filter.scope)
      if (filter.state !== undefined) query = query.where('state', '=', filter.state)
      if (filter.destination !== undefined) query = query.where('destination', '=', filter.destination)
      if (filter.room !== undefined) query = query.where('room', '=', filter.room)
      if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from)
      if (filter.before !== undefined) query = query.where('created_at', '<', filter.before)
      const { after } = filter
      if (after)
        query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after.at, after.id)))
      return (await query.execute()).map(toDelivery)
    },

    async attempts(delivery: string): Promise<DeliveryAttempt[]> {
      const query = db
        .selectFrom('delivery_attempt')
        .select(['at', 'status', 'ms', 'text', 'actor as trigger'])
      return query.where('delivery', '=', delivery).orderBy('number').execute()
    },

    /** How much is waiting, and since when. */
    async backlog(): Promise<{ depth: number; oldest: Instant | null }> {
      return db
        .selectFrom('delivery')
        .select((eb) => [eb.fn.countAll<number>().as('depth'), eb.fn.min('created_at').as('oldest')])
        .where('state', 'in', ['waiting', 'sending', 'uncertain'])
        .executeTakeFirstOrThrow()
    },

    /** The same for each destination that something waits for. */
    async backlogs(): Promise<Backlog[]> {
      return db
        .selectFrom('delivery')
        .select((eb) => [
          'purpose',
          'destination',
          eb.fn.countAll<number>().as('depth'),
          eb.fn.min('created_at').as('oldest'),
        ])
        .where('state', 'in', ['waiting', 'sending', 'uncertain'])
        .groupBy(['purpose', 'destination'])
        .orderBy('purpose')
        .orderBy('destination')
        .execute()
    },

    /** Whether a destination has a message in this state. */
    async has(purpose: Purpose, destination: string, state: DeliveryState): Promise<boolean> {
      const query = db.selectFrom('delivery').select('id').where('purpose', '=', purpose)
      const ofQueue = query.where('destination', '=', destination).where('state', '=', state)
      return (await ofQueue.limit(1).executeTakeFirst()) !== undefined
    },

    /** Everything that a destination refused, or that was given up, since a moment: due at once. Says how many. */
    async replayFailed({ scope, destination, since, by, now }: ReplayFilter): Promise<number> {
      let query = db
        .updateTable('delivery')
        .set({ state: 'waiting', next_at: now, triggered_by: by, note: '', told: 0 })
        .where('destination', '=', destination)
        .where('created_at', '>=', since)
        .where((eb) =>
          eb.or([eb('state', '=', 'refused'), eb.and([eb('state', '=', 'dead'), eb('note', '=', GIVEN_UP)])]),
        )
      if (scope !== null) query = query.where('tenant', '=', scope)
      return Number((await query.executeTakeFirst()).numUpdatedRows)
    },

    async isWaitingFor(purpose: Purpose, destination: string): Promise<boolean> {
      const query = db
        .selectFrom('delivery')
        .select('id')
        .where('state', 'in', ['waiting', 'sending', 'uncertain'])
      const row = await query
        .where('purpose', '=', purpose)
        .where('destination', '=', destination)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Removes finished messages that are older, at most so many; says how many went. */
    async purge(before: Instant, limit: number): Promise<number> {
      const old = db
        .selectFrom('delivery')
        .select('id')
        .where('state', 'in', ['delivered', 'refused', 'dead'])
        .where('created_at', '<', before)
        .limit(limit)
      // By what went, and not by asking twice: the second answer could be another.
      const gone = await db.deleteFrom('delivery').where('id', 'in', old).returning('id').execute()
      const ids = gone.map((row) => row.id)
      if (ids.length > 0) await db.deleteFrom('delivery_attempt').where('delivery', 'in', ids).execute()
      return ids.length
    },
  }
}

export type DestinationStore = ReturnType<typeof destinationStore>

export function destinationStore(db: Kysely<Schema>, column = configColumn()) {
  const toDestination = destinationFrom(column)
  const destinationRow = rowOfDestination(column)
  const all = (purpose: Purpose) => db.selectFrom('destination').selectAll().where('purpose', '=', purpose)
  return {
    async get(purpose: Purpose, name: string): Promise<Destination | undefined> {
      const row = await all(purpose).where('name', '=', name).executeTakeFirst()
      return row && toDestination(row)
    },

    async list(purpose: Purpose, scope: Scope): Promise<Destination[]> {
      const query = all(purpose).orderBy('name')
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toDestination)
    },

    /** Where a message of this tenant goes: its own destinations and those of no tenant. */
    async reachedFrom(purpose: Purpose, tenant: TenantId): Promise<Destination[]> {
      const query = all(purpose).where('tenant', 'in', [tenant, NO_TENANT]).orderBy('name')
      return (await query.execute()).map(toDestination)
    },

    async insert(destination: NewDestination) {
      await db.insertInto('destination').values(destinationRow(destination)).execute()
    },

    /** The sequence goes on by itself: whoever changes the rest may have read it before others took numbers. */
    async update(destination: WrittenDestination) {
      const { sequence: _, ...changed } = destinationRow({ ...destination, sequence: 0 })
      await db
        .updateTable('destination')
        .set(changed)
        .where('purpose', '=', destination.purpose)
        .where('name', '=', destination.name)
        .execute()
    },

    /** Takes the next sequence number; the row stays locked, so that numbers follow the order of acceptance. */
    async takeSequence(purpose: Purpose, name: string): Promise<number> {
      const row = await db
        .updateTable('destination')
        .set((eb) => ({ sequence: eb('sequence', '+', 1) }))
        .where('purpose', '=', purpose)
        .where('name', '=', name)
        .returning('sequence')
        .executeTakeFirstOrThrow()
      return row.sequence
    },

    async remove(purpose: Purpose, name: string) {
      await db.deleteFrom('destination').where('purpose', '=', purpose).where('name', '=', name).execute()
    },
  }
}

export const toDelivery = (row: Selectable<Schema['delivery']>): Delivery => ({
  id: row.id,
  purpose: row.purpose as Purpose,
  destination: row.destination,
  tenant: row.tenant,
  kind: row.kind,
  room: row.room,
  sequence: row.sequence,
  state: row.state as DeliveryState,
  attempts: row.attempts,
  nextAt: row.next_at,
  createdAt: row.created_at,
  payload: fromJson(row.payload),
  memo: row.memo === null ? null : fromJson(row.memo),
  doubts: row.doubts,
  trigger: row.triggered_by,
  note: row.note,
  told: row.told === 1,
})

const toRow = (delivery: Delivery) => ({
  id: delivery.id,
  purpose: delivery.purpose,
  destination: delivery.destination,
  tenant: delivery.tenant,
  kind: delivery.kind,
  room: delivery.room,
  sequence: delivery.sequence,
  state: delivery.state,
  attempts: delivery.attempts,
  next_at: delivery.nextAt,
  created_at: delivery.createdAt,
  payload: toJson(delivery.payload),
  memo: delivery.memo && toJson(delivery.memo),
  doubts: delivery.doubts,
  triggered_by: delivery.trigger,
  note: delivery.note,
  told: flag(delivery.told),
})

const destinationFrom =
  (column: ConfigColumn) =>
  (row: Selectable<Schema['destination']>): Destination => {
    const purpose = row.purpose as Purpose
    const owner = ownerOfDestination(row)
    const config = readDestination(purpose, owner, column.read(owner, row.config))
    const { name, tenant, sequence } = row
    return destinationInForce({ purpose, name, tenant, config, sequence })
  }

const rowOfDestination = (column: ConfigColumn) => (destination: NewDestination) => ({
  purpose: destination.purpose,
  name: destination.name,
  tenant: destination.tenant,
  config: column.write(ownerOfDestination(destination), destination.config),
  sequence: destination.sequence,
})
