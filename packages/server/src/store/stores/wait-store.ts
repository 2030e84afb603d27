import type { Kysely } from 'kysely'
import type { Instant } from '../../kernel/clock.ts'
import type { Schema } from '../engine/schema.ts'

/** What waits for so long, and not for an hour of the day: after a clock was set, it waits no longer and no shorter. */
export function waitStore(db: Kysely<Schema>) {
  return {
    /** The time that was `now` is `by` later from now on. */
    async move(by: number, now: Instant) {
      await db
        .updateTable('alarm')
        .set((eb) => ({
          next_at: eb('next_at', '+', by),
          step_at: eb('step_at', '+', by),
          known_at: eb('known_at', '+', by),
          mailed_at: eb('mailed_at', '+', by),
          posted_at: eb('posted_at', '+', by),
        }))
        .where('state', '=', 'open')
        .execute()
      await db
        .updateTable('delivery')
        .set((eb) => ({ next_at: eb('next_at', '+', by) }))
        .where('state', 'in', ['waiting', 'sending'])
        .execute()
      await db
        .updateTable('destination')
        .set((eb) => ({
          failing_since: eb('failing_since', '+', by),
          probe_at: eb('probe_at', '+', by),
        }))
        .where('failing_since', 'is not', null)
        .execute()
      await this.moveCalls(by, now)
    },

    /** Of calls, those that were rung before, or have fallen due: all others are for an hour of the day. */
    async moveCalls(by: number, now: Instant) {
      await db
        .updateTable('wakeup')
        .set((eb) => ({ due_at: eb('due_at', '+', by), next_at: eb('next_at', '+', by) }))
        .where('list', '=', 'pending')
        .where('state', '=', 'pending')
        .where((eb) => eb.or([eb('dials', '>', 0), eb('next_at', '<=', now)]))
        .execute()
      await db
        .updateTable('wakeup')
        .set((eb) => ({ lease_until: eb('lease_until', '+', by) }))
        .where('lease_until', 'is not', null)
        .execute()
    },
  }
}
