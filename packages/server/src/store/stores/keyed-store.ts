import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { NO_TENANT, type Scope, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Schema } from '../engine/schema.ts'

type KeyedTable = 'item' | 'category' | 'status_type'
/** What the query builder knows of a row that may be of any of the three tables. */
type KeyedRow = Selectable<Schema['item'] & Schema['category'] & Schema['status_type']>

/** Things with a numeric text id, unique within a tenant, where those of no tenant are shared by all. */
export function keyed<V extends { tenant: TenantId; id: string }>(
  db: Kysely<Schema>,
  table: KeyedTable,
  fromRow: (row: KeyedRow) => V,
  toRow: (value: V) => Insertable<Schema[KeyedTable]>,
) {
  const visible = (scope: Scope) => {
    const query = db.selectFrom(table).selectAll()
    return scope === null ? query : query.where('tenant', 'in', [scope, NO_TENANT])
  }

  return {
    /** In the order of their numbers: 2 before 10, and 007 before both 7 and 10. */
    async list(scope: Scope): Promise<V[]> {
      const digits = sql<string>`ltrim(id, '0')`
      const rows = await visible(scope)
        .orderBy(sql`length(${digits})`)
        .orderBy(digits)
        .orderBy('id')
        .orderBy('tenant')
        .execute()
      return rows.map(fromRow)
    },

    async find(id: string, scope: Scope): Promise<V[]> {
      return (await visible(scope).where('id', '=', id).execute()).map(fromRow)
    },

    async get(tenant: TenantId, id: string): Promise<V | undefined> {
      const query = db.selectFrom(table).selectAll().where('tenant', '=', tenant).where('id', '=', id)
      return (await query.execute()).map(fromRow)[0]
    },

    async insert(value: V) {
      await db.insertInto(table).values(toRow(value)).execute()
    },

    async update(value: V) {
      const query = db.updateTable(table).set(toRow(value))
      await query.where('tenant', '=', value.tenant).where('id', '=', value.id).execute()
    },

    async remove(value: V) {
      await db.deleteFrom(table).where('tenant', '=', value.tenant).where('id', '=', value.id).execute()
    },
  }
}
