import type { Kysely } from 'kysely'
import type { Receipt, ReceiptKey } from '../../hotel/log/receipt.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Schema } from '../engine/schema.ts'
import { runTemplate } from '../engine/template.ts'

export function receiptStore(db: Kysely<Schema>) {
  return {
    async get({ tenant, scope, key }: Omit<ReceiptKey, 'fingerprint'>): Promise<Receipt | undefined> {
      return db
        .selectFrom('receipt')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('scope', '=', scope)
        .where('key', '=', key)
        .executeTakeFirst()
    },

    /**
     * Says whether the place was free, or held a receipt of that time or before, which has run out. PostgreSQL waits
     * here for a transaction that has inserted the same one and has not committed yet.
     */
    async insert(receipt: Receipt, runOut: Instant): Promise<boolean> {
      const done = await runTemplate(
        db,
        'receipt.insert',
        { ...receipt, runOut },
        ({ runOut: end, ...row }) =>
          db
            .insertInto('receipt')
            .values(row)
            .onConflict((conflict) =>
              conflict
                .columns(['tenant', 'scope', 'key'])
                .doUpdateSet({ fingerprint: row.fingerprint, answer: row.answer, at: row.at })
                .where('receipt.at', '<=', end),
            ),
      )
      return (done.numAffectedRows ?? 0n) > 0n
    },

    /** Sets the answer, in the transaction that inserted the receipt. */
    async answer({ tenant, scope, key }: ReceiptKey, answer: string) {
      await runTemplate(db, 'receipt.answer', { tenant, scope, key, answer }, (of) =>
        db
          .updateTable('receipt')
          .set({ answer: of.answer })
          .where('tenant', '=', of.tenant)
          .where('scope', '=', of.scope)
          .where('key', '=', of.key),
      )
    },

    async purge(before: Instant): Promise<number> {
      return Number(
        (await db.deleteFrom('receipt').where('at', '<', before).executeTakeFirst()).numDeletedRows,
      )
    },
  }
}
