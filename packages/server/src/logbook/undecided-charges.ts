import type { Delivery } from '../hotel/deliveries/delivery.ts'
import { type InDoubt, inDoubtOfRoom, type Leave, sumOfCharges } from '../hotel/deliveries/undecided.ts'
import { type Alarm, alarmOf } from '../hotel/desk/alarm.ts'
import type { Room } from '../hotel/rooms/room.ts'
import type { Guest } from '../hotel/rooms/stay.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Stores } from '../store/stores/stores.ts'
import { mendAlarms } from './end-alarm.ts'
import { raiseOrRepeat } from './raise-alarm.ts'

const KIND = 'delivery.check-out'
const isOfCheckOut = alarmOf(KIND)

const subjectOf = ({ tenant, number }: Room) => `${tenant}/${number}`

/** Who leaves, from where, and when. */
interface CheckOut {
  readonly room: Room
  readonly guests: readonly Pick<Guest, 'cameFrom' | 'arrivedAt'>[]
  readonly leave: Leave
  /** What the desk was told since then, it is not told again. */
  readonly toldSince: Instant
}

/** Guests leave: the desk is told of their room's charges in doubt, and of the room they came from. */
export async function tellOfUndecided(
  stores: Stores,
  ids: Ids,
  { room, guests, leave, toldSince }: CheckOut,
  now: Instant,
): Promise<void> {
  const { tenant, number } = room
  const tell = async (place: Room, doubt: InDoubt) => {
    const charges = [...doubt.undecided, ...doubt.doubled]
    const about = { kind: KIND, subject: subjectOf(place) } as const
    const told = await stores.alarms.toldAbout(about.kind, about.subject)
    if (charges.every((one) => told.some((alarm) => tells(alarm, one, toldSince)))) return
    const detail = {
      deliveries: charges.length,
      total: sumOfCharges(charges),
      doubled: doubt.doubled.length,
      charges: charges.map(({ id, doubts }) => ({ delivery: id, doubts })),
    }
    const text = inDoubtOfRoom(number, leave, doubt)
    await raiseOrRepeat(stores, ids, { ...about, tenant, room: number, text, detail }, now)
  }
  const arrivedAt = Math.min(...guests.map((guest) => guest.arrivedAt))
  await tell(room, await inDoubtAt(stores, room, 0, arrivedAt))
  for (const { cameFrom, arrivedAt: since } of guests)
    if (cameFrom !== '' && cameFrom !== number) {
      const before = { tenant, number: cameFrom }
      await tell(before, await inDoubtAt(stores, before, since, since))
    }
}

/** What may be there twice is never decided about, and so concerns only those who were here by then. */
async function inDoubtAt(
  { deliveries }: Stores,
  room: Room,
  since: Instant,
  arrivedAt: Instant,
): Promise<InDoubt> {
  const undecided = (await deliveries.undecided(room)).filter(({ createdAt }) => createdAt >= since)
  return { undecided, doubled: arrivedAt === Infinity ? [] : await deliveries.doubled(arrivedAt, room) }
}

/** An open alarm is told until somebody acknowledges it. A charge that was sent since is in doubt anew. */
const tells = (alarm: Alarm, { id, doubts }: Delivery, since: Instant) =>
  isOfCheckOut(alarm) &&
  (alarm.state === 'open' || alarm.raisedAt >= since) &&
  alarm.detail.charges.some((told) => told.delivery === id && told.doubts === doubts)

/** One was decided about, or answered after all: with the last of the room, there is nothing left to look at. */
export async function mendUndecided(stores: Stores, room: Room, now: Instant): Promise<void> {
  if ((await stores.deliveries.undecided(room)).length > 0) return
  const open = await stores.alarms.openAbout(KIND, subjectOf(room))
  // Of what may be there twice only a person can say that they know.
  if (!open || (isOfCheckOut(open) && open.detail.doubled > 0)) return
  await mendAlarms(stores, [KIND], open.subject, `Nothing of room ${room.number} is undecided any more`, now)
}
