import type { Room } from '../../hotel/rooms/room.ts'
import type { Guest } from '../../hotel/rooms/stay.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { days, type Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { record } from '../../logbook/record.ts'
import { tellOfUndecided } from '../../logbook/undecided-charges.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { cancelCalls, LAST_GUEST_LEFT } from '../wakeups/room-calls.ts'
import { clearMarksIfLeft } from './room-marks.ts'

export interface Leaving {
  readonly stores: Stores
  readonly ids: Ids
  readonly actor: Actor
  readonly now: Instant
}

/** All guests leave: the room is vacant, its marks are over, and its pending calls, which are returned, are cancelled. */
export async function leaveRoom(scene: Leaving, room: Room, guests: readonly Guest[]): Promise<Wakeup[]> {
  const { stores, actor, now } = scene
  for (const guest of guests) await stores.guests.remove(guest)
  const calls = await cancelCalls(stores, actor, room, LAST_GUEST_LEFT, now)
  await record(stores, actor, now, {
    kind: 'guest.checked-out',
    tenant: room.tenant,
    room: room.number,
    text: `Checked out; ${calls.length} pending wake-up calls cancelled`,
    detail: { guests: guests.length, wakeups: calls.length },
  })
  await clearMarksIfLeft(stores, actor, room, now)
  await tellDeskOf(scene, room, guests)
  return calls
}

/** One of several leaves: the room, its marks and its calls are those of the others. */
export async function leaveOthers(scene: Leaving, room: Room, guest: Guest): Promise<void> {
  const { stores, actor, now } = scene
  await stores.guests.remove(guest)
  const { name, language, vip } = guest
  await record(stores, actor, now, {
    kind: 'guest.checked-out',
    tenant: room.tenant,
    room: room.number,
    text: 'One guest checked out; others stay in the room',
    detail: { name, language, vip },
  })
  await tellDeskOf(scene, room, [guest])
}

const tellDeskOf = ({ stores, ids, now }: Leaving, room: Room, guests: readonly Guest[]) =>
  tellOfUndecided(stores, ids, { room, guests, leave: 'now', toldSince: now - days(1) }, now)
