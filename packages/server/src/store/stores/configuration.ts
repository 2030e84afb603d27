import { type Kysely, sql } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** Transactions in which it was raised: whoever has begun one tells others once it is committed. */
const raised = new WeakSet<Kysely<Schema>>()

export const isRaisedIn = (db: Kysely<Schema>) => raised.has(db)

export const CONFIGURATION = 'configuration'

/** Rises with everything that a running process holds in memory: settings, tenants, accounts, lines, destinations. */
export async function raiseConfiguration(db: Kysely<Schema>): Promise<void> {
  raised.add(db)
  await db
    .insertInto('meta')
    .values({ key: CONFIGURATION, value: '1' })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: sql<string>`cast(cast(meta.value as bigint) + 1 as text)` }),
    )
    .execute()
}

export async function configurationIn(db: Kysely<Schema>): Promise<number> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', CONFIGURATION).executeTakeFirst()
  return Number(row?.value ?? 0)
}
