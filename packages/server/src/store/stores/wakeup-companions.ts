import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import { ofThose } from './whose.ts'
import { FREE, toWakeup } from './wakeup-row.ts'

/** Calls of one room and minute, of which one rings for all. */
export function wakeupCompanions(db: Kysely<Schema>, dialect: Dialect) {
  return {
    /**
     * Pending calls of those among these rooms that have several from one instant on and before another, by time,
     * then id. Most rooms have one.
     */
    async crowded(tenant: string, rooms: readonly string[], from: Instant, before: Instant) {
      const pending = () =>
        db
          .selectFrom('wakeup')
          .where('tenant', '=', tenant)
          .where('scheduled_at', '>=', from)
          .where('scheduled_at', '<', before)
          .where('list', '=', 'pending')
      const several = await pending()
        .select('room')
        .where(dialect.oneOf('room', JSON.stringify(rooms)))
        .groupBy('room')
        .having((eb) => eb.fn.countAll(), '>', 1)
        .execute()
      if (several.length === 0) return []
      const crowd = pending()
        .selectAll()
        .where(dialect.oneOf('room', JSON.stringify(several.map(({ room }) => room))))
      return (await crowd.orderBy('scheduled_at').orderBy('id').execute()).map(toWakeup)
    },

    /** These calls ring with another one from now on. */
    async follow(ids: readonly string[], leader: string) {
      if (ids.length === 0) return
      await db
        .updateTable('wakeup')
        .set({ follows: leader, ...FREE })
        .where('id', 'in', ids)
        .where('list', '=', 'pending')
        .where('state', '=', 'pending')
        .execute()
    },

    /** It rings at another moment for the sake of a companion; who has claimed it goes on with it. */
    async bringForward({ tenant, id, dueAt, nextAt }: Wakeup) {
      await db
        .updateTable('wakeup')
        .set({ due_at: dueAt, next_at: nextAt })
        .where('tenant', '=', tenant)
        .where('id', '=', id)
        .execute()
    },

    /** Those that wait for its end; calls that a series led on another day are over and left out. */
    async followersOf(id: string): Promise<Wakeup[]> {
      const query = db
        .selectFrom('wakeup')
        .selectAll()
        .where('follows', '=', id)
        .where('list', '=', 'pending')
      return (await query.orderBy('id').execute()).map(toWakeup)
    },

    /** Calls that follow one which does not ring for them any more, however that came about. */
    async orphans(whose: Whose = null): Promise<string[]> {
      const query = db
        .selectFrom('wakeup as led')
        .leftJoin('wakeup as leader', (join) =>
          join
            .onRef('leader.tenant', '=', 'led.tenant')
            .onRef('leader.id', '=', 'led.follows')
            .on('leader.list', '=', 'pending')
            // A series may have moved on to another day.
            .on(sql<SqlBool>`leader.scheduled_at / 60000 = led.scheduled_at / 60000`),
        )
        .select('led.id')
        .where('led.list', '=', 'pending')
        .where('led.follows', '>', '')
        .where(ofThose(dialect, 'led.tenant', whose))
        .where('leader.id', 'is', null)
      return (await query.execute()).map(({ id }) => id)
    },

    /** They ring by themselves from now on. */
    async lead(ids: readonly string[]) {
      if (ids.length > 0)
        await db.updateTable('wakeup').set({ follows: null }).where('id', 'in', ids).execute()
    },
  }
}
