import { type Mailbox, theOne, unknownRoom } from '../hotel/room.ts'
import { moveGuests } from '../hotel/stay.ts'
import { toldAs, type Wakeup } from '../hotel/wakeup.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../store/stores.ts'
import { record } from './activity.ts'
import { type Actor, transact } from './actor.ts'
import { removeCall, type Ringer } from './wakeups.ts'

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
    checkIn(actor: Actor, number: string, guest: Arrival): Promise<void> {
      const now = clock.now()
      return transact(database, actor, now, async (stores) => {
        const { tenant, number: room } = await mailbox(stores, actor, number)
        const { name = '', language = null, vip = false } = guest
        await stores.guests.insert({ id: ids.uuid(), tenant, room, name, language, vip, arrivedAt: now })
        await record(stores, actor, now, {
          kind: 'guest.checked-in',
          tenant,
          room,
          text: 'Guest checked in',
          detail: { name, language, vip },
        })
      })
    },

    /** Everybody leaves: the room is vacant, and its pending calls are cancelled. */
    async checkOut(actor: Actor, number: string): Promise<void> {
      const now = clock.now()
      const cancelled = await transact(database, actor, now, async (stores) => {
        const { tenant, number: room } = await mailbox(stores, actor, number)
        const guests = await stores.guests.ofRoom(tenant, room)
        if (guests.length === 0) throw new Failure('state.conflict', `Nobody is checked in to room ${room}`)
        for (const guest of guests) await stores.guests.remove(guest.id)
        const calls = await stores.wakeups.pendingOfRoom(tenant, room)
        const why = { kind: 'wakeup.cancelled', text: 'Wakeup call cancelled: the last guest checked out' }
        for (const call of calls) await removeCall(stores, actor, call, now, why)
        await record(stores, actor, now, {
          kind: 'guest.checked-out',
          tenant,
          room,
          text: `Checked out; ${calls.length} pending wakeup calls cancelled`,
          detail: { guests: guests.length, wakeups: calls.length },
        })
        return calls.map(({ id }) => id)
      })
      ringer.changed(cancelled)
    },

    async move(actor: Actor, number: string, to: string): Promise<void> {
      const now = clock.now()
      const moved = await transact(database, actor, now, async (stores) => {
        const from = await mailbox(stores, actor, number)
        const target = await mailbox(stores, { ...actor, scope: from.tenant }, to)
        return moveAll(stores, actor, from, target, now)
      })
      ringer.changed(moved)
    },
  }
}

const mailbox = async (stores: Stores, actor: Actor, number: string): Promise<Mailbox> =>
  theOne(await stores.mailboxes.find(number, actor.scope), `Room ${number}`, () => unknownRoom(number))

/** A call that rings in the old room at this moment rings in the new one next, and the ringing there did not count. */
const takenAlong = (call: Wakeup, room: string, now: Instant): Wakeup =>
  call.state === 'calling'
    ? { ...call, room, state: 'pending', nextAt: now, attempts: call.attempts - 1, tries: call.tries - 1 }
    : { ...call, room }

/** Who has picked up is being woken where he is, and never rung again for it. */
async function isBeingWoken(stores: Stores, call: Wakeup): Promise<boolean> {
  if (call.state !== 'calling') return false
  const attempts = await stores.attempts.ofWakeup(toldAs(call))
  return attempts.some(({ answeredAt, endedAt }) => answeredAt !== null && endedAt === null)
}

/** Says which calls have moved. */
async function moveAll(stores: Stores, actor: Actor, from: Mailbox, target: Mailbox, now: Instant) {
  const { tenant } = from
  const there = await stores.guests.ofRoom(tenant, target.number)
  const moved = moveGuests(await stores.guests.ofRoom(tenant, from.number), {
    number: target.number,
    guests: there,
  })
  for (const guest of moved) await stores.guests.update(guest)
  const calls: Wakeup[] = []
  for (const call of await stores.wakeups.pendingOfRoom(tenant, from.number))
    if (!(await isBeingWoken(stores, call))) calls.push(call)
  for (const call of calls) {
    await stores.wakeups.update(takenAlong(call, target.number, now))
    await record(stores, actor, now, {
      kind: 'wakeup.moved',
      tenant,
      room: target.number,
      wakeup: call.id,
      text: `Wakeup call moved from room ${from.number} with its guest`,
      detail: { from: from.number },
    })
  }
  await record(stores, actor, now, {
    kind: 'guest.moved',
    tenant,
    room: target.number,
    text: `Moved from room ${from.number}; ${calls.length} pending wakeup calls taken along`,
    detail: { from: from.number, wakeups: calls.length },
  })
  return calls.map(({ id }) => id)
}
