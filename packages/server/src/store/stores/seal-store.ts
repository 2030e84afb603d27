import type { Kysely } from 'kysely'
import { BEGINNING, type Head, type Seal } from '../../hotel/log/seal.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Activity, toActivity } from './activity-store.ts'
import type { Schema } from '../engine/schema.ts'
import { insertRows, runTemplate } from '../engine/template.ts'

export type { Seal }
export type SealedActivity = Activity & { readonly seal: number; readonly hash: string }

/** What stands beside a seal in its chain. */
export interface SealNeighbours {
  readonly before: Head
  readonly after: Seal | null
}

/** Ids looked at in one query. */
const PAGE = 1_000

export type SealStore = ReturnType<typeof sealStore>

export function sealStore(db: Kysely<Schema>) {
  const sealed = () =>
    db
      .selectFrom('seal')
      .innerJoin('activity', 'activity.id', 'seal.activity')
      .selectAll('activity')
      .select(['seal.number as seal', 'seal.hash as hash'])
  const idsFrom = async (from: number, before: number): Promise<number[]> => {
    const query = db.selectFrom('activity').select('id').where('id', '>=', from).where('id', '<', before)
    return (await query.orderBy('id').limit(PAGE).execute()).map(({ id }) => id)
  }
  const sealedAmong = async (ids: readonly number[]): Promise<ReadonlySet<number>> => {
    const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? -1]
    const query = db.selectFrom('seal').select('activity').where('activity', '>=', first)
    return new Set((await query.where('activity', '<=', last).execute()).map(({ activity }) => activity))
  }
  const rowsOf = async (ids: readonly number[]): Promise<Activity[]> => {
    if (ids.length === 0) return []
    const query = db.selectFrom('activity').selectAll().where('id', 'in', padded(ids))
    return (await query.orderBy('id').execute()).map(toActivity)
  }

  return {
    rowsOf,

    async rowsFrom(id: number, limit: number): Promise<Activity[]> {
      const found = await runTemplate(db, 'seal.rowsFrom', { id, limit }, (values) =>
        db.selectFrom('activity').selectAll().where('id', '>=', values.id).orderBy('id').limit(values.limit),
      )
      return found.rows.map(toActivity)
    },

    /** The highest id of a row that has a seal; -1 when none has. */
    async highest(): Promise<number> {
      const query = db.selectFrom('seal').select('activity').orderBy('activity', 'desc')
      return (await query.limit(1).executeTakeFirst())?.activity ?? -1
    },

    /** Of all tenants. */
    async last(): Promise<Seal | undefined> {
      return db.selectFrom('seal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
    },

    /** The end of a tenant's chain. */
    async headOf(tenant: TenantId): Promise<Head> {
      const last = db.selectFrom('seal').select(['number', 'hash']).where('tenant', '=', tenant)
      const anchor = db.selectFrom('seal_anchor').select(['number', 'hash']).where('tenant', '=', tenant)
      const head = await last.orderBy('number', 'desc').limit(1).executeTakeFirst()
      return head ?? (await anchor.executeTakeFirst()) ?? BEGINNING
    },

    /** Where chains begin whose first seals were dropped. */
    async anchors(): Promise<Map<TenantId, Head>> {
      const rows = await db.selectFrom('seal_anchor').selectAll().execute()
      return new Map(rows.map(({ tenant, number, hash }) => [tenant, { number, hash }]))
    },

    /**
     * Rows that have no seal yet, in the order of writing. A row with a lower id may be committed after one with a
     * higher one, so it is looked for among the ids from `from` on, not only after the last.
     */
    async unsealed(from: number, limit: number, before = Number.MAX_SAFE_INTEGER): Promise<Activity[]> {
      const missing: number[] = []
      let page: number[] = []
      // Not as one query: the query planner may choose to read the whole of either table.
      for (let next = from; missing.length < limit; next = (page.at(-1) ?? next) + 1) {
        page = await idsFrom(next, before)
        const known = await sealedAmong(page)
        missing.push(...page.filter((id) => !known.has(id)))
        if (page.length < PAGE) break
      }
      return rowsOf(missing.slice(0, limit))
    },

    async insert(seals: readonly Seal[]) {
      await insertRows(db, 'seal', seals.map(toRow))
    },

    /** Of all tenants, in their order. */
    async page(after: number, limit: number): Promise<Seal[]> {
      const query = db.selectFrom('seal').selectAll().where('number', '>', after)
      return query.orderBy('number').limit(limit).execute()
    },

    /** Sealed rows of the log after a seal, in the order of the seals: what happened, for those who follow it. */
    async sealedAfter(number: number, tenant: string | null, limit: number): Promise<SealedActivity[]> {
      let query = sealed().where('seal.number', '>', number).orderBy('seal.number').limit(limit)
      if (tenant !== null) query = query.where('seal.tenant', '=', tenant)
      return (await query.execute()).map((row) => ({ ...toActivity(row), seal: row.seal, hash: row.hash }))
    },

    /** The first seals of all, through the last of these, are no longer needed; where each chain begins is remembered. */
    async drop(seals: readonly Seal[]) {
      const anchors = new Map(seals.map(({ tenant, number, hash }) => [tenant, { tenant, number, hash }]))
      for (const anchor of anchors.values())
        await db
          .insertInto('seal_anchor')
          .values(anchor)
          .onConflict((conflict) => conflict.column('tenant').doUpdateSet(anchor))
          .execute()
      await db
        .deleteFrom('seal')
        .where('number', '<=', seals.at(-1)?.number ?? 0)
        .execute()
    },

    /** The seals before and after one in its chain; before the first of a chain stands what its beginning follows from. */
    async around({ tenant, number }: Pick<Seal, 'tenant' | 'number'>): Promise<SealNeighbours> {
      const chain = () => db.selectFrom('seal').selectAll().where('tenant', '=', tenant)
      const before = chain().where('number', '<', number).orderBy('number', 'desc').limit(1)
      const after = chain().where('number', '>', number).orderBy('number').limit(1)
      const anchor = db.selectFrom('seal_anchor').select(['number', 'hash']).where('tenant', '=', tenant)
      return {
        before: (await before.executeTakeFirst()) ?? (await anchor.executeTakeFirst()) ?? BEGINNING,
        after: (await after.executeTakeFirst()) ?? null,
      }
    },

    /** Of a tenant, from one number to another: those whose row is gone. */
    async withoutRow(tenant: TenantId, from: number, to: number): Promise<Seal[]> {
      const query = db
        .selectFrom('seal')
        .leftJoin('activity', 'activity.id', 'seal.activity')
        .selectAll('seal')
        .where('seal.tenant', '=', tenant)
        .where('seal.number', '>=', from)
        .where('seal.number', '<=', to)
        .where('activity.id', 'is', null)
      return query.orderBy('seal.number').execute()
    },

    async ofActivities(ids: readonly number[]): Promise<Seal[]> {
      if (ids.length === 0) return []
      return db.selectFrom('seal').selectAll().where('activity', 'in', ids).execute()
    },
  }
}

/** Lists of every length would each be a statement of its own; so there are only a few. */
function padded(ids: readonly number[]): number[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  return [...ids, ...Array.from({ length: length - ids.length }, () => ids[0] ?? 0)]
}

const toRow = ({ tenant, number, activity, at, kind, digest, hash }: Seal) => ({
  tenant,
  number,
  activity,
  at,
  kind,
  digest,
  hash,
})
