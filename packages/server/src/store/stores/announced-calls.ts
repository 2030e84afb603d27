import type { Kysely } from 'kysely'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { type PropertyCall, type PropertySystem, systemKey } from '../../hotel/property/property.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import { toPropertyCall } from './property-store.ts'

/** A call made here that a property system does not know as it is now. */
export interface UnannouncedCall extends Pick<Wakeup, 'tenant' | 'id' | 'room' | 'scheduledAt' | 'zone'> {
  /** It repeats: its days are calls of their own when they are over. */
  readonly series: boolean
  /** What the system was told of it before. */
  readonly known: PropertyCall | null
}

/** The calls that property systems are told of without having asked for them. */
export function announcedCalls(db: Kysely<Schema>, dialect: Dialect) {
  /** Calls to come, each with what the system knows of it. */
  const pending = (system: string) =>
    db
      .selectFrom('wakeup')
      .leftJoin('property_call as known', (join) =>
        join
          .onRef('known.tenant', '=', 'wakeup.tenant')
          .onRef('known.wakeup', '=', 'wakeup.id')
          .on('known.system', '=', system)
          .on('known.state', 'in', ['open', 'due']),
      )
      .select([
        'wakeup.tenant',
        'wakeup.id',
        'wakeup.room',
        'wakeup.scheduled_at',
        'wakeup.zone',
        'wakeup.days',
      ])
      .select('known.id as known_id')
      .where('wakeup.list', '=', 'pending')
      .where('wakeup.state', '=', 'pending')

  const knownOf = async (ids: readonly string[]): Promise<Map<string, PropertyCall>> => {
    if (ids.length === 0) return new Map()
    const query = db.selectFrom('property_call').selectAll()
    const rows = await query.where(dialect.oneOf('id', JSON.stringify(ids))).execute()
    return new Map(rows.map((row) => [row.id, toPropertyCall(row)]))
  }

  return {
    /** Calls to come of which the system was told nothing, or another time or room; all, or some of them. By their time. */
    async missing(system: PropertySystem, wakeups: readonly string[] | null): Promise<UnannouncedCall[]> {
      let query = pending(systemKey(system)).where((eb) =>
        eb.or([
          eb('known.id', 'is', null),
          // Null for one that the system asked for itself: that stays what it asked for.
          eb('known.announced_for', '!=', eb.ref('wakeup.scheduled_at')),
          eb.and([eb('known.announced_for', 'is not', null), eb('known.room', '!=', eb.ref('wakeup.room'))]),
        ]),
      )
      if (system.tenant !== NO_TENANT) query = query.where('wakeup.tenant', '=', system.tenant)
      if (wakeups !== null) query = query.where(dialect.oneOf('wakeup.id', JSON.stringify(wakeups)))
      const rows = await query.orderBy('wakeup.scheduled_at').orderBy('wakeup.id').execute()
      const known = await knownOf(rows.flatMap(({ known_id }) => known_id ?? []))
      return rows.map(({ scheduled_at: scheduledAt, days, known_id, ...row }) => {
        return { ...row, scheduledAt, series: days !== '', known: known.get(known_id ?? '') ?? null }
      })
    },

    /** The finished day of a series that the system was told of. */
    async dayOf({ tenant, wakeup, announcedFor }: PropertyCall): Promise<string | undefined> {
      const query = db.selectFrom('wakeup').select('id').where('tenant', '=', tenant)
      const day = query.where('series', '=', wakeup).where('scheduled_at', '=', announcedFor ?? 0)
      return (await day.where('state', '=', 'done').executeTakeFirst())?.id
    },
  }
}
