import type { Kysely } from 'kysely'
import type { PromptKey } from '../../hotel/site/site.ts'
import { NO_TENANT, type Scope } from '../../hotel/accounts/tenancy.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { WakeupList } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import { runTemplate, writeTemplate } from '../engine/template.ts'
import { wakeupClaims } from './wakeup-claims.ts'
import { wakeupCompanions } from './wakeup-companions.ts'
import { wakeupCounts } from './wakeup-counts.ts'
import { changeOf, toRow, toWakeup } from './wakeup-row.ts'

/** Where a page of a list begins: after this call. */
export interface WakeupCursor {
  readonly scheduledAt: Instant
  readonly id: string
}

export interface WakeupFilter {
  readonly scope: Scope
  readonly list?: WakeupList | undefined
  readonly room?: string | undefined
  /** From this instant on, and before that one. */
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly after?: WakeupCursor | undefined
  readonly limit: number
}

/** The filter as the query has it: what is undefined does not stand in it. */
type PageValues = Readonly<{
  list: WakeupList | undefined
  tenant: string | undefined
  room: string | undefined
  from: Instant | undefined
  before: Instant | undefined
  at: Instant | undefined
  id: string | undefined
  limit: number
}>

export function wakeupStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('wakeup').selectAll()

  const pageQuery = ({ list, tenant, room, from, before, at, id, limit }: PageValues) => {
    let query = all().orderBy('scheduled_at').orderBy('id').limit(limit)
    if (list !== undefined) query = query.where('list', '=', list)
    if (tenant !== undefined) query = query.where('tenant', '=', tenant)
    if (room !== undefined) query = query.where('room', '=', room)
    if (from !== undefined) query = query.where('scheduled_at', '>=', from)
    if (before !== undefined) query = query.where('scheduled_at', '<', before)
    if (at === undefined || id === undefined) return query
    return query.where((eb) => eb(eb.refTuple('scheduled_at', 'id'), '>', eb.tuple(at, id)))
  }

  return {
    async get(id: string): Promise<Wakeup | undefined> {
      const { rows } = await runTemplate(db, 'wakeup.get', { id }, (call) => all().where('id', '=', call.id))
      return rows[0] && toWakeup(rows[0])
    },

    /** Those of these ids, and series whose present day is told under one of them, each once. */
    async named(ids: readonly string[]): Promise<Wakeup[]> {
      const list = JSON.stringify(ids)
      const own = await all().where(dialect.oneOf('id', list)).execute()
      // Only of what is pending: without that word, the index of days is used.
      const series = all().where(dialect.oneOf('occurrence', list))
      const found = new Map([...own, ...(await series.execute())].map((row) => [row.id, toWakeup(row)]))
      return [...found.values()]
    },

    /** The series whose present day is told under this id. */
    async ofDay(occurrence: string): Promise<Wakeup | undefined> {
      const query = all().where('list', '=', 'pending').where('occurrence', '=', occurrence)
      const row = await query.executeTakeFirst()
      return row && toWakeup(row)
    },

    /** By time, then id. */
    async page({ list, scope, room, from, before, after, limit }: WakeupFilter): Promise<Wakeup[]> {
      const tenant = scope ?? undefined
      const values = { list, tenant, room, from, before, at: after?.scheduledAt, id: after?.id, limit }
      return (await runTemplate(db, 'wakeup.page', values, pageQuery)).rows.map(toWakeup)
    },

    /** The pending calls of a room, by time, then id. */
    async pendingOfRoom(tenant: string, room: string): Promise<Wakeup[]> {
      const query = all().where('tenant', '=', tenant).where('room', '=', room).where('list', '=', 'pending')
      return (await query.orderBy('scheduled_at').orderBy('id').execute()).map(toWakeup)
    },

    /** The pending calls of these rooms of a tenant, by time, then id. */
    async pendingOfRooms(tenant: string, rooms: readonly string[]): Promise<Wakeup[]> {
      const pending = all().where('tenant', '=', tenant).where('list', '=', 'pending')
      const query = pending.where(dialect.oneOf('room', JSON.stringify(rooms)))
      return (await query.orderBy('scheduled_at').orderBy('id').execute()).map(toWakeup)
    },

    /** The pending call of this room, instant and repeat, if there is one. */
    async twin(call: Wakeup): Promise<Wakeup | undefined> {
      const { tenant, room, scheduledAt } = call
      const wanted = { tenant, room, scheduledAt, days: call.days.join(',') }
      const { rows } = await runTemplate(db, 'wakeup.twin', wanted, (twin) =>
        all()
          .where('tenant', '=', twin.tenant)
          .where('room', '=', twin.room)
          .where('scheduled_at', '=', twin.scheduledAt)
          .where('list', '=', 'pending')
          .where('days', '=', twin.days),
      )
      return rows[0] && toWakeup(rows[0])
    },

    /** The latest finished occurrence of a series at or after an instant. */
    async latestOccurrence(series: string, from: Instant): Promise<Wakeup | undefined> {
      const row = await all()
        .where('series', '=', series)
        .where('scheduled_at', '>=', from)
        .orderBy('scheduled_at', 'desc')
        .executeTakeFirst()
      return row && toWakeup(row)
    },

    /** The finished occurrences of a series, by time, then id. */
    async ofSeries(series: string): Promise<Wakeup[]> {
      const query = all().where('series', '=', series).orderBy('scheduled_at').orderBy('id')
      return (await query.execute()).map(toWakeup)
    },

    async insert(call: Wakeup) {
      await writeTemplate(db, 'wakeup.insert', toRow(call), (row) => db.insertInto('wakeup').values(row))
    },

    /** Ends any claim of the call. */
    async update(call: Wakeup) {
      await writeTemplate(db, 'wakeup.update', changeOf(call), ({ tenant, id, ...set }) =>
        db.updateTable('wakeup').set(set).where('tenant', '=', tenant).where('id', '=', id),
      )
    },

    /** Finished ones that were for an earlier time, at most so many; says how many went. */
    async purge(before: Instant, limit: number): Promise<number> {
      const old = db
        .selectFrom('wakeup')
        .select(['tenant', 'id'])
        .where('list', 'in', ['answered', 'failed'])
        .where('scheduled_at', '<', before)
        .limit(limit)
      const gone = db
        .deleteFrom('wakeup')
        .where((eb) => eb(eb.refTuple('tenant', 'id'), 'in', old.$asTuple('tenant', 'id')))
      return Number((await gone.executeTakeFirst()).numDeletedRows)
    },

    /** Those that are still pending, locked against changes until this transaction ends. */
    async lock(ids: readonly string[]): Promise<Wakeup[]> {
      if (ids.length === 0) return []
      const query = all().where('id', 'in', ids).where('list', '=', 'pending').orderBy('id')
      return (await dialect.hold(query).execute()).map(toWakeup)
    },

    async remove({ tenant, id }: Pick<Wakeup, 'tenant' | 'id'>) {
      await db.deleteFrom('wakeup').where('tenant', '=', tenant).where('id', '=', id).execute()
    },

    /** Whether a pending call will say it; one that all tenants share is not used by those with one of their own. */
    async isPromptUsed({ tenant, id }: PromptKey): Promise<boolean> {
      const query = db
        .selectFrom('wakeup')
        .select('id')
        .where('list', '=', 'pending')
        .where('prompt', '=', id)
      const ofOthers = db.selectFrom('prompt').select('tenant').where('id', '=', id).where('tenant', '!=', '')
      const used =
        tenant === NO_TENANT ? query.where('tenant', 'not in', ofOthers) : query.where('tenant', '=', tenant)
      return (await used.limit(1).executeTakeFirst()) !== undefined
    },

    // Last: before the others they would make every transaction begin 30 us later.
    ...wakeupClaims(db, dialect),
    ...wakeupCompanions(db, dialect),
    ...wakeupCounts(db),
  }
}
