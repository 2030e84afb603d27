import { type Mailbox, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import { type Guest, languageOfRoom, moveGuests, spokenLanguage } from '../../hotel/rooms/stay.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact } from '../actor.ts'
import type { Settings } from '../settings.ts'
import { prepareAnew, takeCallsAlong } from '../wakeups/room-calls.ts'
import { leaveRoom } from './leaving.ts'
import { clearMarksIfLeft } from './room-marks.ts'
import type { Ringer } from '../wakeups/wakeups.ts'

export interface Arrival {
  readonly name?: string | undefined
  readonly language?: string | undefined
  readonly vip?: boolean | undefined
}

/** The language that the room is woken in, and the guest's own where no announcements are in it. */
export interface Welcome {
  readonly language: string
  readonly unspoken: string | null
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly ringer: Ringer
  readonly settings: Settings
  /** The languages that announcements are in. */
  spoken(): readonly string[]
}

export type StayActions = ReturnType<typeof stayActions>

export function stayActions({ database, clock, ids, ringer, settings, spoken }: Parts) {
  return {
    /** A second check-in to an occupied room is a sharer. */
    async checkIn(actor: Actor, number: string, arrival: Arrival): Promise<Welcome> {
      const now = clock.now()
      let concerned: string[] = []
      const welcome = await transact(database, actor, now, async (stores) => {
        const room = await mailbox(stores, actor, number)
        // A language that no announcements are in is not kept: the room's is spoken, or the hotel's.
        const own = spokenLanguage(arrival.language ?? '', spoken())
        const guest = { ...guestOf(arrival, room, ids.uuid(), now), language: own }
        await stores.guests.insert(guest)
        const guests = await stores.guests.ofRoom(room.tenant, room.number)
        const language = languageOfRoom(guests, room, { ...settings.current().site, spoken: spoken() })
        const unspoken = own === null && arrival.language ? arrival.language : null
        await recordArrival(stores, actor, guest, { language, unspoken }, now)
        concerned = idsOf(await prepareAnew(stores, room))
        return { language, unspoken }
      })
      ringer.changed(concerned)
      return welcome
    },

    /** All guests leave: the room is vacant, and its pending calls are cancelled. */
    async checkOut(actor: Actor, number: string): Promise<readonly Wakeup[]> {
      const now = clock.now()
      const cancelled = await transact(database, actor, now, async (stores) => {
        const { tenant, number: room } = await mailbox(stores, actor, number)
        const guests = await stores.guests.ofRoom(tenant, room)
        if (guests.length === 0) throw new Failure('guest.none', `Nobody is checked in to room ${room}`)
        return leaveRoom({ stores, ids, actor, now }, { tenant, number: room }, guests)
      })
      ringer.changed(idsOf(cancelled))
      return cancelled
    },

    async move(actor: Actor, number: string, to: string): Promise<void> {
      const now = clock.now()
      const moved = await transact(database, actor, now, async (stores) => {
        const { from, target } = await bothMailboxes(stores, actor, number, to)
        return moveAll(stores, actor, from, target, now)
      })
      ringer.changed(moved)
    },
  }
}

const guestOf = (
  { name = '', vip = false }: Arrival,
  { tenant, number }: Mailbox,
  id: string,
  arrivedAt: Instant,
): Omit<Guest, 'language'> => ({
  id,
  tenant,
  room: number,
  name,
  vip,
  arrivedAt,
  system: '',
  reservation: '',
  departs: null,
  cameFrom: '',
})

function recordArrival(
  stores: Stores,
  actor: Actor,
  { tenant, room, name, language, vip }: Guest,
  welcome: Welcome,
  now: Instant,
): Promise<void> {
  const { unspoken } = welcome
  const instead =
    unspoken === null ? '' : `; no announcements are in ${unspoken}: ${welcome.language} is spoken`
  return record(stores, actor, now, {
    kind: 'guest.checked-in',
    tenant,
    room,
    text: `Guest checked in${instead}`,
    detail: { name, language, vip, ...(unspoken === null ? {} : { asked: unspoken }) },
  })
}

const mailbox = async (stores: Stores, actor: Actor, number: string): Promise<Mailbox> =>
  theOne(await stores.mailboxes.hold(number, actor.scope), `Room ${number}`, () => unknownRoom(number))

/** Held in the order of their numbers: two moves between the same rooms cannot wait for each other. */
async function bothMailboxes(stores: Stores, actor: Actor, number: string, to: string) {
  for (const each of [number, to].toSorted()) await stores.mailboxes.hold(each, actor.scope)
  const from = await mailbox(stores, actor, number)
  return { from, target: await mailbox(stores, { ...actor, scope: from.tenant }, to) }
}

/** Returns the calls that have moved. */
async function moveAll(stores: Stores, actor: Actor, from: Mailbox, target: Mailbox, now: Instant) {
  const { tenant } = from
  const there = await stores.guests.ofRoom(tenant, target.number)
  const moved = moveGuests(await stores.guests.ofRoom(tenant, from.number), {
    number: target.number,
    guests: there,
  })
  for (const guest of moved) await stores.guests.update(guest)
  const calls = await takeCallsAlong(stores, actor, from, target, now)
  await record(stores, actor, now, {
    kind: 'guest.moved',
    tenant,
    room: target.number,
    text: `Moved from room ${from.number}; ${calls.length} pending wake-up calls taken along`,
    detail: { from: from.number, wakeups: calls.length },
  })
  await clearMarksIfLeft(stores, actor, from, now)
  return idsOf(calls)
}

const idsOf = (calls: readonly Wakeup[]) => calls.map(({ id }) => id)
