import { type Kysely, sql } from 'kysely'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { WaitingCalls } from '../../hotel/rooms/board.ts'
import type { MinuteCount } from '../../hotel/wakeups/rush.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Schema } from '../engine/schema.ts'

/** How many calls are to come. */
export function wakeupCounts(db: Kysely<Schema>) {
  return {
    /** From an instant on, and before another one, how many calls of each tenant fall into each minute. */
    async countByMinute(from: Instant, before: Instant): Promise<MinuteCount[]> {
      const minute = sql<number>`next_at / 60000`
      const rows = await db
        .selectFrom('wakeup')
        .select((eb) => ['tenant', minute.as('minute'), eb.fn.countAll<number>().as('calls')])
        .where('list', '=', 'pending')
        .where('next_at', '>=', from)
        .where('next_at', '<', before)
        .groupBy(['tenant', minute])
        .execute()
      return rows.map((row) => ({ ...row, minute: row.minute * 60_000 }))
    },

    /** How many calls each room waits for, and when it is rung next; rooms that wait for none are left out. */
    async waitingByRoom(scope: Scope): Promise<WaitingCalls[]> {
      const query = db
        .selectFrom('wakeup')
        .select((eb) => [
          'tenant',
          'room',
          eb.fn.countAll<number>().as('calls'),
          eb.fn.min<number>('due_at').as('next'),
        ])
        .where('list', '=', 'pending')
        .groupBy(['tenant', 'room'])
      return (scope === null ? query : query.where('tenant', '=', scope)).execute()
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
