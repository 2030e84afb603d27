import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import { ofThose } from './whose.ts'
import { FREE, toWakeup } from './wakeup-row.ts'

type Place = Pick<Wakeup, 'tenant' | 'room'>

const placeOf = ({ tenant, room }: Place) => `${tenant}/${room}`
const oneOfEach = (those: readonly Place[], column: keyof Place) =>
  JSON.stringify([...new Set(those.map((one) => one[column]))])

/** Calls of one room and minute, of which one rings for all. */
export function wakeupCompanions(db: Kysely<Schema>, dialect: Dialect) {
  return {
    /**
     * Pending calls of those among these rooms that have several from one instant on and before another, by time,
     * then id. Most rooms have one, and the rooms of all tenants are looked at together: a minute is short, and a
     * hundred houses would be a hundred looks at it.
     */
    async crowded(rooms: readonly Place[], from: Instant, before: Instant) {
      const pending = (those: readonly Place[]) =>
        db
          .selectFrom('wakeup')
          .where('scheduled_at', '>=', from)
          .where('scheduled_at', '<', before)
          .where('list', '=', 'pending')
          .where(dialect.oneOf('tenant', oneOfEach(those, 'tenant')))
          .where(dialect.oneOf('room', oneOfEach(those, 'room')))
      const wanted = new Set(rooms.map(placeOf))
      const several = await pending(rooms)
        .select(['tenant', 'room'])
        .groupBy(['tenant', 'room'])
        .having((eb) => eb.fn.countAll(), '>', 1)
        .execute()
      const crowds = several.filter((one) => wanted.has(placeOf(one)))
      if (crowds.length === 0) return []
      const meant = new Set(crowds.map(placeOf))
      const rows = await pending(crowds).selectAll().orderBy('scheduled_at').orderBy('id').execute()
      return rows.filter((row) => meant.has(placeOf(row))).map(toWakeup)
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
