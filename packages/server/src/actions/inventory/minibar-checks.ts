import { theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { CHARGED, CHECKED } from '../../hotel/log/retention.ts'
import { type Clock, hours, type Instant } from '../../kernel/clock.ts'
import { record } from '../../logbook/record.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { type Actor, transact } from '../actor.ts'
import { pages } from '../pages.ts'

/** A trolley goes round once a day. */
const ROUND = hours(24)
/** Whoever stands before one room hears of the round before as well. */
const WEEK = hours(7 * 24)

export interface MinibarCheck {
  readonly tenant: TenantId
  readonly room: string
  readonly at: Instant
  readonly user: string
  readonly isUsed: boolean
}

export type MinibarCheckActions = ReturnType<typeof minibarCheckActions>

/** Where the trolley has been: also a mini-bar that nobody touched was looked after. */
export function minibarCheckActions({ database, clock }: { database: HotelDatabase; clock: Clock }) {
  return {
    async untouched(actor: Actor, number: string): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const found = await stores.rooms.findInForce(number, actor.scope)
        const { tenant } = theOne(found, `Room ${number}`, () => unknownRoom(number))
        const text = 'Mini-bar checked, nothing used'
        await record(stores, actor, now, { kind: CHECKED, tenant, room: number, text, detail: {} })
      })
    },

    /** Of each room the last one, by room; `room`: of that one alone, and also before this round. */
    async list({ scope }: Actor, room?: string): Promise<MinibarCheck[]> {
      const from = clock.now() - (room === undefined ? ROUND : WEEK)
      const filter = { scope, room, kinds: [CHARGED, CHECKED], from } as const
      const read = (limit: number, last: Activity | undefined) =>
        database.read.activity.page({ ...filter, limit, after: last })
      const latest = new Map<string, MinibarCheck>()
      for await (const page of pages({}, read))
        for (const row of page) latest.set(`${row.room} ${row.tenant}`, checkIn(row))
      return [...latest.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, check]) => check)
    },
  }
}

const checkIn = ({ tenant, room, at, actor, kind }: Activity): MinibarCheck => ({
  tenant,
  room,
  at,
  user: actor,
  isUsed: kind === CHARGED,
})
