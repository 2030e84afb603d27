import { type Kysely, sql } from 'kysely'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Schema } from '../engine/schema.ts'

/** How many calls are to come. */
export function wakeupCounts(db: Kysely<Schema>) {
  return {
    /** From an instant on, and before another one, how many calls fall into each minute. */
    async countByMinute(from: Instant, before: Instant): Promise<[minute: Instant, calls: number][]> {
      const minute = sql<number>`next_at / 60000`
      const rows = await db
        .selectFrom('wakeup')
        .select((eb) => [minute.as('minute'), eb.fn.countAll<number>().as('n')])
        .where('list', '=', 'pending')
        .where('next_at', '>=', from)
        .where('next_at', '<', before)
        .groupBy(minute)
        .execute()
      return rows.map((row) => [row.minute * 60_000, row.n])
    },

    /** How many calls are to be rung from an instant on, and before another one. */
    async countDue(scope: Scope, from: Instant, before: Instant): Promise<number> {
      let query = db
        .selectFrom('wakeup')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('list', '=', 'pending')
        .where('next_at', '>=', from)
        .where('next_at', '<', before)
      if (scope !== null) query = query.where('tenant', '=', scope)
      return (await query.executeTakeFirstOrThrow()).n
    },

    async countPending(now: Instant): Promise<{ pending: number; overdue: number }> {
      const count = db
        .selectFrom('wakeup')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('list', '=', 'pending')
      const pending = await count.executeTakeFirstOrThrow()
      const overdue = await count.where('scheduled_at', '<', now).executeTakeFirstOrThrow()
      return { pending: pending.n, overdue: overdue.n }
    },
  }
}
