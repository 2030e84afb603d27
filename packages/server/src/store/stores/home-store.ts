import type { Kysely, Selectable } from 'kysely'
import type { House } from '../../hotel/nodes/houses.ts'
import type { Home } from '../../hotel/nodes/node.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'

interface Taking {
  readonly lease: string
  readonly name: string
  /** How many at most. */
  readonly limit: number
  readonly now: Instant
}

/** On which node each house lives. */
export function homeStore(db: Kysely<Schema>, dialect: Dialect) {
  return {
    async list(): Promise<Home[]> {
      return (await db.selectFrom('home').selectAll().orderBy('house').execute()).map(toHome)
    },

    /** Every house has its row, and one that there is no more has none once its owner has let it go. */
    async furnish(houses: readonly House[], now: Instant) {
      if (houses.length > 0)
        await db
          .insertInto('home')
          .values(houses.map((house) => ({ house, lease: null, since: now })))
          .onConflict((conflict) => conflict.column('house').doNothing())
          .execute()
      await db
        .deleteFrom('home')
        .where('lease', 'is', null)
        .where((row) => row.not(dialect.oneOf('house', JSON.stringify(houses))))
        .execute()
    },

    /** Takes houses that nobody has, those that are meant for this node first; says which. */
    async take({ lease, name, limit, now }: Taking): Promise<House[]> {
      const free = await db
        .selectFrom('home')
        .select('house')
        .where('lease', 'is', null)
        .orderBy((row) => row.case().when('wanted', '=', name).then(0).else(1).end())
        .orderBy('house')
        .limit(limit)
        .$call((query) => dialect.skipClaimed(query))
        .execute()
      const houses = free.map(({ house }) => house)
      if (houses.length > 0)
        await db
          .updateTable('home')
          .set({ lease, since: now })
          .where(dialect.oneOf('house', JSON.stringify(houses)))
          .execute()
      return houses
    },

    /** Its owner lets it go, for a node if one is named. */
    async letGo(house: House, lease: string, wanted: string, now: Instant) {
      await db
        .updateTable('home')
        .set({ lease: null, wanted, since: now })
        .where('house', '=', house)
        .where('lease', '=', lease)
        .execute()
    },

    /** Those that live on this node. */
    async of(lease: string): Promise<House[]> {
      const own = await db.selectFrom('home').select('house').where('lease', '=', lease).execute()
      return own.map(({ house }) => house)
    },

    /** Nobody has what a node had whose row is gone. */
    async freeStrays(now: Instant) {
      await db
        .updateTable('home')
        .set({ lease: null, since: now })
        .where('lease', 'is not', null)
        .where((row) =>
          row.not(
            row.exists(row.selectFrom('node').select('lease').whereRef('node.lease', '=', 'home.lease')),
          ),
        )
        .execute()
    },

    /** Nobody has what this node had. */
    async freeAllOf(lease: string, now: Instant) {
      await db.updateTable('home').set({ lease: null, since: now }).where('lease', '=', lease).execute()
    },
  }
}

const toHome = ({ house, lease, wanted, since }: Selectable<Schema['home']>): Home => ({
  house,
  lease,
  wanted,
  since,
})
