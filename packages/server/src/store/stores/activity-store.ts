import type { Kysely, Selectable } from 'kysely'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { LogKind } from '../../hotel/log/details.ts'
import { CHARGE_KINDS, classOf, type LogClass, VOIDED } from '../../hotel/log/retention.ts'
import type { LogRow } from '../../hotel/log/seal.ts'
import type { Instant } from '../../kernel/clock.ts'
import { detailFrom, toJson } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'
import { insertRows, writeTemplate } from '../engine/template.ts'
import { following, hasWords, isOfKinds, type Order } from './list-filters.ts'

/** One thing that happened, for the log that the administrator reviews. */
export type Activity = LogRow

export interface ActivityFilter {
  readonly scope: Scope
  readonly room?: string | undefined
  /** Kinds, or nouns of several: `wakeup` means `wakeup.created`, `wakeup.deleted`, ... */
  readonly wanted?: readonly string[] | undefined
  readonly kinds?: readonly LogKind[] | undefined
  readonly actor?: string | undefined
  readonly wakeup?: string | undefined
  /** All of them stand in the text. */
  readonly words?: readonly string[] | undefined
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly after?: { at: Instant; id: number } | undefined
  readonly order?: Order | undefined
  readonly limit: number
}

export function activityStore(db: Kysely<Schema>) {
  return {
    async add(activity: Omit<Activity, 'id'>) {
      await writeTemplate(db, 'activity.add', toRow(activity), (row) => db.insertInto('activity').values(row))
    },

    async addAll(activities: readonly Omit<Activity, 'id'>[]) {
      await insertRows(db, 'activity', activities.map(toRow))
    },

    /** Everything about these calls, in the order of writing, whatever the clock said. */
    async ofWakeups(ids: readonly string[]): Promise<Activity[]> {
      if (ids.length === 0) return []
      const query = db.selectFrom('activity').selectAll().where('wakeup', 'in', ids)
      return (await query.orderBy('id').execute()).map(toActivity)
    },

    /** A charge, and what was taken back of it, in the order of writing. */
    async ofCharge(id: string): Promise<Activity[]> {
      const query = db.selectFrom('activity').selectAll().where('charge', '=', id)
      return (await query.orderBy('id').execute()).map(toActivity)
    },

    /** Those of these charges that were taken back. */
    async takenBack(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const query = db.selectFrom('activity').select('charge').where('kind', '=', VOIDED)
      const found = await query.where('charge', 'in', ids).execute()
      return new Set(found.flatMap(({ charge }) => charge ?? []))
    },

    /** The row of these kinds that was written last, whatever the clock said. */
    async last(kinds: readonly LogKind[]): Promise<Activity | undefined> {
      const query = db.selectFrom('activity').selectAll().where('kind', 'in', kinds)
      const row = await query.orderBy('id', 'desc').limit(1).executeTakeFirst()
      return row && toActivity(row)
    },

    /** By time, then in the order of writing; or the other way round. */
    async page(filter: ActivityFilter): Promise<Activity[]> {
      const { after, order = 'asc', wanted = [], words = [] } = filter
      let query = db.selectFrom('activity').selectAll().orderBy('at', order).orderBy('id', order)
      if (filter.scope !== null) query = query.where('tenant', '=', filter.scope)
      if (filter.room !== undefined) query = query.where('room', '=', filter.room)
      if (filter.kinds !== undefined) query = query.where('kind', 'in', filter.kinds)
      if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor)
      if (filter.wakeup !== undefined) query = query.where('wakeup', '=', filter.wakeup)
      if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
      if (filter.before !== undefined) query = query.where('at', '<', filter.before)
      if (after)
        query = query.where((eb) =>
          eb(eb.refTuple('at', 'id'), following(order), eb.tuple(after.at, after.id)),
        )
      if (wanted.length > 0) query = query.where(isOfKinds(wanted))
      if (words.length > 0) query = query.where(hasWords(['text'], words))
      return (await query.limit(filter.limit).execute()).map(toActivity)
    },

    /** Removes rows of a class that are older, at most so many; gives what went. */
    async purge(of: LogClass, before: Instant, limit: number): Promise<PurgedRow[]> {
      let old = db.selectFrom('activity').select('id').where('class', '=', of).where('at', '<', before)
      // Named as well, because rows are found by kind and time: those of the other class may be kept for longer.
      if (of === 'charge') old = old.where('kind', 'in', CHARGE_KINDS)
      const gone = db.deleteFrom('activity').where('id', 'in', old.limit(limit))
      return gone.returning(['tenant', 'kind', 'at']).execute()
    },
  }
}

/** What is told of a row that has gone. */
export type PurgedRow = Pick<Activity, 'tenant' | 'kind' | 'at'>

const toRow = (activity: Omit<Activity, 'id'>) => ({
  ...activity,
  class: classOf(activity.kind),
  charge: chargeIn(activity),
  detail: toJson(activity.detail),
})

/** Of rows that tell of charges only, of which each has an id. */
const chargeIn = ({ kind, detail }: Omit<Activity, 'id'>) =>
  classOf(kind) === 'charge' && typeof detail['charge'] === 'string' ? detail['charge'] : null

export const toActivity = ({
  class: _,
  charge: _charge,
  ...row
}: Selectable<Schema['activity']>): Activity => ({
  ...row,
  detail: detailFrom(row.detail),
})
