import { type BoardFacts, boardOf, type RoomOnBoard, type WaitingCalls } from '../../hotel/rooms/board.ts'
import { type Room, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import { stands } from '../../hotel/rooms/room-mark.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import type { Settings } from '../settings.ts'

interface Parts {
  readonly clock: Clock
  readonly database: HotelDatabase
  readonly settings: Settings
  /** The languages that announcements are in. */
  spoken(): readonly string[]
}

const OF_ROOM = ['room.status.changed', 'room.mark.set', 'room.mark.cleared'] as const
const TOLD = 50

export type BoardActions = ReturnType<typeof boardActions>

/** Every room at a glance. */
export function boardActions({ database, clock, settings, spoken }: Parts) {
  const shown = (facts: BoardFacts) => {
    const now = clock.now()
    const marks = facts.marks.filter((mark) => stands(mark, now))
    return boardOf({ ...facts, marks }, { language: settings.current().site.language, spoken: spoken() })
  }
  const named = async ({ scope }: Actor, number: string): Promise<Room> =>
    theOne(await database.read.rooms.findEither(number, scope), `Room ${number}`, () => unknownRoom(number))

  return {
    list: async ({ scope }: Actor): Promise<RoomOnBoard[]> => shown(await allFacts(database.read, scope)),

    async get(actor: Actor, number: string): Promise<RoomOnBoard> {
      const facts = await factsOf(database.read, await named(actor, number))
      return theOne(shown(facts), `Room ${number}`, () => unknownRoom(number))
    },

    /** What was reported of it and marked at its door, the newest first: nothing in it names a guest. */
    async history(actor: Actor, number: string): Promise<readonly Activity[]> {
      const { tenant } = await named(actor, number)
      const about = { scope: tenant, room: number, kinds: OF_ROOM, order: 'desc', limit: TOLD } as const
      return database.read.activity.page(about)
    },
  }
}

/** One question for each kind of thing, however many rooms there are. */
const allFacts = async (stores: Stores, scope: Actor['scope']): Promise<BoardFacts> => ({
  mailboxes: await stores.mailboxes.list(scope),
  customRooms: await stores.rooms.listCustom(scope),
  guests: await stores.guests.list(scope),
  statuses: await stores.roomStatus.list(scope),
  types: await stores.roomStatus.types.list(scope),
  marks: await stores.roomMarks.list(scope),
  calls: await stores.wakeups.waitingByRoom(scope),
})

async function factsOf(stores: Stores, { tenant, number }: Room): Promise<BoardFacts> {
  const status = await stores.roomStatus.ofRoom(tenant, number)
  return {
    mailboxes: await stores.mailboxes.find(number, tenant),
    customRooms: await stores.rooms.findCustom(number, tenant),
    guests: await stores.guests.ofRoom(tenant, number),
    statuses: status ? [status] : [],
    types: status ? await stores.roomStatus.types.find(status.status, tenant) : [],
    marks: await stores.roomMarks.ofRoom(tenant, number),
    calls: waiting({ tenant, number }, await stores.wakeups.pendingOfRoom(tenant, number)),
  }
}

const waiting = ({ tenant, number }: Room, calls: readonly Wakeup[]): WaitingCalls[] =>
  calls.length === 0
    ? []
    : [
        {
          tenant,
          room: number,
          calls: calls.length,
          next: Math.min(...calls.map(({ dueAt }) => dueAt)),
        },
      ]
