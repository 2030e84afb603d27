import { roomOf } from '../hotel/deliveries/delivery.ts'
import { sumOfCharges, undecidedOfRoom } from '../hotel/deliveries/undecided.ts'
import type { Room } from '../hotel/rooms/room.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Stores } from '../store/stores/stores.ts'
import { mendAlarms } from './end-alarm.ts'
import { raiseOrRepeat } from './raise-alarm.ts'

const subjectOf = ({ tenant, number }: Room) => roomOf({ tenant, room: number })

/** A guest leaves: the desk is told of the room's charges that nobody has decided about. */
export async function tellOfUndecided(stores: Stores, ids: Ids, room: Room, now: Instant): Promise<void> {
  const charges = await stores.deliveries.undecided(room)
  if (charges.length === 0) return
  const { tenant, number } = room
  const detail = { deliveries: charges.length, total: sumOfCharges(charges) }
  const text = undecidedOfRoom(number, charges)
  const news = { kind: 'delivery.check-out', subject: subjectOf(room), tenant, room: number } as const
  await raiseOrRepeat(stores, ids, { ...news, text, detail }, now)
}

/** One was decided about, or answered after all: with the last of the room, there is nothing left to look at. */
export async function mendUndecided(stores: Stores, room: Room, now: Instant): Promise<void> {
  if ((await stores.deliveries.undecided(room)).length > 0) return
  const text = `Nothing of room ${room.number} is undecided any more`
  await mendAlarms(stores, ['delivery.check-out'], subjectOf(room), text, now)
}
