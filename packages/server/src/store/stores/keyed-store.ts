import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { NO_TENANT, type Scope, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Schema } from '../engine/schema.ts'

type KeyedTable = 'item' | 'category' | 'status_type'

/** Things with a numeric text id, unique within a tenant, where those of no tenant are shared by all. */
export function keyed<T extends KeyedTable, V extends { tenant: TenantId; id: string }>(
  db: Kysely<Schema>,
  table: T,
  fromRow: (row: Selectable<Schema[T]>) => V,
  toRow: (value: V) => Insertable<Schema[T]>,
) {
  // The three tables share the columns that are named here; Kysely cannot see that through a type parameter.
  const handle = db as unknown as Kysely<{ thing: { tenant: string; id: string } }>
  const name = table as unknown as 'thing'
  const visible = (scope: Scope) => {
    const query = handle.selectFrom(name).selectAll()
    return scope === null ? query : query.where('tenant', 'in', [scope, NO_TENANT])
  }
  const values = (rows: object[]) => rows.map((row) => fromRow(row as Selectable<Schema[T]>))
  const rowOf = (value: V) => toRow(value) as unknown as { tenant: string; id: string }

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
      return values(rows)
    },

    async find(id: string, scope: Scope): Promise<V[]> {
      return values(await visible(scope).where('id', '=', id).execute())
    },

    async get(tenant: TenantId, id: string): Promise<V | undefined> {
      const query = handle.selectFrom(name).selectAll().where('tenant', '=', tenant).where('id', '=', id)
      return values(await query.execute())[0]
    },

    async insert(value: V) {
      await handle.insertInto(name).values(rowOf(value)).execute()
    },

    async update(value: V) {
      const query = handle.updateTable(name).set(rowOf(value))
      await query.where('tenant', '=', value.tenant).where('id', '=', value.id).execute()
    },

    async remove(value: V) {
      await handle.deleteFrom(name).where('tenant', '=', value.tenant).where('id', '=', value.id).execute()
    },
  }
}
