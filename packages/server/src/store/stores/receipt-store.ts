import type { Kysely } from 'kysely'
import type { Receipt, ReceiptKey } from '../../hotel/log/receipt.ts'
import { type Instant, seconds } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import { runTemplate } from '../engine/template.ts'

/** So long one who repeats a request at another node waits for the first answer. */
const LONGEST_WAIT = seconds(2)

export function receiptStore(db: Kysely<Schema>, dialect: Dialect) {
  /** Waits for whoever has put in the same one, but not for long: this connection serves others as well. */
  const inTime = async <T>(put: () => Promise<T>): Promise<T> => {
    await dialect.waitAtMost(db, LONGEST_WAIT)
    try {
      const done = await put()
      await dialect.waitAtMost(db, null)
      return done
    } catch (error) {
      if (!dialect.hasWaitedInVain(error)) throw error
      throw new Failure(
        'request.in-flight',
        'The first request with this Idempotency-Key is still being worked on',
        {},
        error,
      )
    }
  }

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
     * here for a transaction that has inserted the same one and has not committed yet, for two seconds.
     */
    async insert(receipt: Receipt, runOut: Instant): Promise<boolean> {
      const done = await inTime(() =>
        runTemplate(db, 'receipt.insert', { ...receipt, runOut }, ({ runOut: end, ...row }) =>
          db
            .insertInto('receipt')
            .values(row)
            .onConflict((conflict) =>
              conflict
                .columns(['tenant', 'scope', 'key'])
                .doUpdateSet({ fingerprint: row.fingerprint, answer: row.answer, at: row.at })
                .where('receipt.at', '<=', end),
            ),
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
