import { type Mailbox, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import { moveGuests } from '../../hotel/rooms/stay.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact } from '../actor.ts'
import { cancelCalls, LAST_GUEST_LEFT, prepareAnew, takeCallsAlong } from '../wakeups/room-calls.ts'
import type { Ringer } from '../wakeups/wakeups.ts'

export interface Arrival {
  readonly name?: string | undefined
  readonly language?: string | undefined
  readonly vip?: boolean | undefined
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly ringer: Ringer
}

export type StayActions = ReturnType<typeof stayActions>

export function stayActions({ database, clock, ids, ringer }: Parts) {
  return {
    /** A second check-in to an occupied room is a sharer. */
    async checkIn(actor: Actor, number: string, guest: Arrival): Promise<void> {
      const now = clock.now()
      const concerned = await transact(database, actor, now, async (stores) => {
        const { tenant, number: room } = await mailbox(stores, actor, number)
        const { name = '', language = null, vip = false } = guest
        const stay = {
          id: ids.uuid(),
          tenant,
          room,
          arrivedAt: now,
          system: '',
          reservation: '',
          cameFrom: '',
        }
        await stores.guests.insert({ ...stay, name, language, vip })
        await record(stores, actor, now, {
          kind: 'guest.checked-in',
          tenant,
          room,
          text: 'Guest checked in',
          detail: { name, language, vip },
        })
        return idsOf(await prepareAnew(stores, { tenant, number: room }))
      })
      ringer.changed(concerned)
    },

    /** All guests leave: the room is vacant, and its pending calls are cancelled. */
    async checkOut(actor: Actor, number: string): Promise<void> {
      const now = clock.now()
      const cancelled = await transact(database, actor, now, async (stores) => {
        const { tenant, number: room } = await mailbox(stores, actor, number)
        const guests = await stores.guests.ofRoom(tenant, room)
        if (guests.length === 0) throw new Failure('state.conflict', `Nobody is checked in to room ${room}`)
        for (const guest of guests) await stores.guests.remove(guest)
        const calls = await cancelCalls(stores, actor, { tenant, number: room }, LAST_GUEST_LEFT, now)
        await record(stores, actor, now, {
          kind: 'guest.checked-out',
          tenant,
          room,
          text: `Checked out; ${calls.length} pending wakeup calls cancelled`,
          detail: { guests: guests.length, wakeups: calls.length },
        })
        return idsOf(calls)
      })
      ringer.changed(cancelled)
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
    text: `Moved from room ${from.number}; ${calls.length} pending wakeup calls taken along`,
    detail: { from: from.number, wakeups: calls.length },
  })
  return idsOf(calls)
}

const idsOf = (calls: readonly Wakeup[]) => calls.map(({ id }) => id)
