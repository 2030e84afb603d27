import type { Kysely, Selectable } from 'kysely'
import type { Scope, TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Source } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import { detailFrom, type Json, toJson } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'
import { insertRows, runTemplate } from '../engine/template.ts'

/** One thing that happened, for the log that the administrator reviews. */
export interface Activity {
  readonly id: number
  readonly at: Instant
  readonly tenant: TenantId
  readonly kind: string
  readonly room: string
  readonly actor: string
  readonly source: Source
  readonly wakeup: string | null
  readonly text: string
  readonly detail: Json
}

export interface ActivityFilter {
  readonly scope: Scope
  readonly room?: string | undefined
  /** A kind, or the noun of several: `wakeup` means `wakeup.created`, `wakeup.deleted`, ... */
  readonly kind?: string | undefined
  readonly actor?: string | undefined
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly after?: { at: Instant; id: number } | undefined
  readonly limit: number
}

export type ActivityStore = ReturnType<typeof activityStore>

export function activityStore(db: Kysely<Schema>) {
  return {
    async add(activity: Omit<Activity, 'id'>) {
      const values = { ...activity, detail: toJson(activity.detail) }
      await runTemplate(db, 'activity.add', values, (row) => db.insertInto('activity').values(row))
    },

    async addAll(activities: readonly Omit<Activity, 'id'>[]) {
      const rows = activities.map((activity) => ({ ...activity, detail: toJson(activity.detail) }))
      await insertRows(db, 'activity', rows)
    },

    /** Everything about these calls, in the order of writing. */
    async ofWakeups(ids: readonly string[]): Promise<Activity[]> {
      if (ids.length === 0) return []
      const query = db.selectFrom('activity').selectAll().where('wakeup', 'in', ids)
      return (await query.orderBy('id').execute()).map(toActivity)
    },

    /** By time, then in the order of writing. */
    async page(filter: ActivityFilter): Promise<Activity[]> {
      let query = db.selectFrom('activity').selectAll().orderBy('at').orderBy('id').limit(filter.limit)
      if (filter.scope !== null) query = query.where('tenant', '=', filter.scope)
      if (filter.room !== undefined) query = query.where('room', '=', filter.room)
      if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor)
      if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
      if (filter.before !== undefined) query = query.where('at', '<', filter.before)
      const { after, kind } = filter
      if (after) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(after.at, after.id)))
      if (kind !== undefined && kind.includes('.')) query = query.where('kind', '=', kind)
      // '/' follows '.': every kind of this noun, as a range that the index can serve.
      else if (kind !== undefined)
        query = query.where('kind', '>=', `${kind}.`).where('kind', '<', `${kind}/`)
      return (await query.execute()).map(toActivity)
    },

    /** Removes what is older, at most so many rows; says how many went. */
    async purge(
      before: Instant,
      kinds: { only?: readonly string[]; except?: readonly string[] },
      limit: number,
    ) {
      // PostgreSQL knows no empty list.
      if (kinds.only?.length === 0) return 0
      let old = db.selectFrom('activity').select('id').where('at', '<', before).limit(limit)
      if (kinds.only) old = old.where('kind', 'in', kinds.only)
      if (kinds.except?.length) old = old.where('kind', 'not in', kinds.except)
      const result = await db.deleteFrom('activity').where('id', 'in', old).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

const toActivity = (row: Selectable<Schema['activity']>): Activity => ({
  ...row,
  source: row.source as Source,
  detail: detailFrom(row.detail),
})
