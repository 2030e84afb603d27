import type { Kysely } from 'kysely'
import type { Instant } from '../../kernel/clock.ts'
import type { Schema } from '../engine/schema.ts'

/** The answer to a request that carried an Idempotency-Key. */
export interface Receipt {
  /** Account, method and path. */
  readonly scope: string
  readonly key: string
  readonly fingerprint: string
  readonly answer: string
  readonly at: Instant
}

export type ReceiptStore = ReturnType<typeof receiptStore>

export function receiptStore(db: Kysely<Schema>) {
  return {
    async get(scope: string, key: string): Promise<Receipt | undefined> {
      return db
        .selectFrom('receipt')
        .selectAll()
        .where('scope', '=', scope)
        .where('key', '=', key)
        .executeTakeFirst()
    },

    /** A receipt that has run out may still lie here: its place is taken. */
    async save(receipt: Receipt) {
      await db
        .insertInto('receipt')
        .values(receipt)
        .onConflict((conflict) => conflict.columns(['scope', 'key']).doUpdateSet(receipt))
        .execute()
    },

    async purge(before: Instant): Promise<number> {
      return Number(
        (await db.deleteFrom('receipt').where('at', '<', before).executeTakeFirst()).numDeletedRows,
      )
    },
  }
}
