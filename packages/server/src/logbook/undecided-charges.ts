import { sumOfCharges, undecidedOfRoom } from '../hotel/deliveries/undecided.ts'
import type { Room } from '../hotel/rooms/room.ts'
import type { Guest } from '../hotel/rooms/stay.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Stores } from '../store/stores/stores.ts'
import { mendAlarms } from './end-alarm.ts'
import { raiseOrRepeat } from './raise-alarm.ts'

const subjectOf = ({ tenant, number }: Room) => `${tenant}/${number}`

/** Who leaves, and from where. */
interface CheckOut {
  readonly room: Room
  readonly guests: readonly Pick<Guest, 'cameFrom' | 'arrivedAt'>[]
}

/** Guests leave: the desk is told of their room's charges that nobody has decided about, and of the room they came from. */
export async function tellOfUndecided(
  stores: Stores,
  ids: Ids,
  { room, guests }: CheckOut,
  now: Instant,
): Promise<void> {
  const { tenant, number } = room
  const tell = async (place: Room, since: Instant) => {
    const charges = (await stores.deliveries.undecided(place)).filter(({ createdAt }) => createdAt >= since)
    if (charges.length === 0) return
    const detail = { deliveries: charges.length, total: sumOfCharges(charges) }
    const text = undecidedOfRoom(number, charges)
    const news = { kind: 'delivery.check-out', subject: subjectOf(place), tenant, room: number } as const
    await raiseOrRepeat(stores, ids, { ...news, text, detail }, now)
  }
  await tell(room, 0)
  for (const { cameFrom, arrivedAt } of guests)
    if (cameFrom !== '' && cameFrom !== number) await tell({ tenant, number: cameFrom }, arrivedAt)
}

/** One was decided about, or answered after all: with the last of the room, there is nothing left to look at. */
export async function mendUndecided(stores: Stores, room: Room, now: Instant): Promise<void> {
  if ((await stores.deliveries.undecided(room)).length > 0) return
  const text = `Nothing of room ${room.number} is undecided any more`
  await mendAlarms(stores, ['delivery.check-out'], subjectOf(room), text, now)
}
