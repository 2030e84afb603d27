import { type Kysely, sql } from 'kysely'
import type { WaitingCalls } from '../../hotel/rooms/board.ts'
import type { MinuteCount } from '../../hotel/wakeups/rush.ts'
import type { Scope, TenantId } from '../../hotel/accounts/tenancy.ts'
import type { SeriesDays } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Schema } from '../engine/schema.ts'
import { daysIn } from './wakeup-row.ts'

/** Series of a tenant that ring on the same days at the same time. */
export type CountedSeries = SeriesDays & { readonly tenant: TenantId; readonly calls: number }

const SAME_DAYS = ['tenant', 'scheduled_at', 'wall', 'zone', 'days', 'until', 'skipped'] as const

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

    /** Series that ring before an instant: whole floors ask for the same days, so each is told once, with how many they are. */
    async repeating(before: Instant): Promise<CountedSeries[]> {
      const rows = await db
        .selectFrom('wakeup')
        .select(SAME_DAYS)
        .select((eb) => eb.fn.countAll<number>().as('calls'))
        .where('list', '=', 'pending')
        .where('next_at', '<', before)
        .where('days', '!=', '')
        .groupBy(SAME_DAYS)
        .execute()
      return rows.map((row) => ({ ...daysIn(row), tenant: row.tenant, calls: row.calls }))
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
