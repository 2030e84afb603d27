import type { GUEST_ROWS } from '../../hotel/log/guest-rows.ts'
import type { Step } from '../../hotel/property/guest-news.ts'
import type { PropertyCall } from '../../hotel/property/property.ts'
import { isCleared } from '../../hotel/property/property-call.ts'
import type { Room } from '../../hotel/rooms/room.ts'
import type { Guest } from '../../hotel/rooms/stay.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Happening, record } from '../../logbook/record.ts'
import type { Actor } from '../actor.ts'
import { clearMarksIfLeft } from '../rooms/room-marks.ts'
import {
  cancelCalls,
  LAST_GUEST_LEFT,
  mendLeftBehind,
  pendingCalls,
  prepareAnew,
  takeCallsAlong,
  tellDesk,
} from '../wakeups/room-calls.ts'

/** Who tells of guests, and where it is written down. */
export interface Scene {
  readonly stores: Stores
  readonly ids: Ids
  readonly actor: Actor
  /** The key of the property system that tells. */
  readonly system: string
  readonly now: Instant
}

/** Says which calls the step was about. */
export function carryOut(scene: Scene, step: Step): Promise<readonly Wakeup[]> {
  switch (step.do) {
    case 'arrive':
      return arrive(scene, step.guest)
    case 'change':
      return change(scene, step.guest)
    case 'move':
      return move(scene, step.guest, step.from)
    case 'leave':
      return leave(scene, step.guest)
    case 'cancel calls':
      return cancel(scene, step.room)
    case 'take calls along':
      return takeAlong(scene, step.from, step.to)
    case 'leave calls behind':
      return leaveBehind(scene, step)
    case 'give calls up':
      return giveUp(scene, step)
    case 'rename calls':
      return rename(scene, step.from, step.to)
  }
}

async function arrive(scene: Scene, guest: Guest) {
  await scene.stores.guests.insert(guest)
  return told(scene, guest, { kind: 'guest.checked-in', text: 'Guest checked in' })
}

async function change(scene: Scene, guest: Guest) {
  await scene.stores.guests.update(guest)
  return told(scene, guest, { kind: 'guest.changed', text: 'Guest changed' })
}

async function leave(scene: Scene, guest: Guest) {
  await scene.stores.guests.remove(guest)
  await clearMarksIfLeft(scene.stores, scene.actor, roomOf(guest), scene.now)
  return told(scene, guest, { kind: 'guest.checked-out', text: 'Guest checked out' })
}

type Plain = 'guest.checked-in' | 'guest.changed' | 'guest.checked-out'

/** Written down; the calls of the room are prepared anew, as what is said to the guest may be another thing. */
async function told({ stores, actor, now }: Scene, guest: Guest, what: { kind: Plain; text: string }) {
  await recordGuest({ stores, actor, now }, guest, { ...what, detail: factsOf(guest) })
  return prepareAnew(stores, roomOf(guest))
}

async function move({ stores, actor, now }: Scene, guest: Guest, from: Room) {
  await stores.guests.update(guest)
  const detail = { ...factsOf(guest), from: from.number }
  const text = `Moved from room ${from.number}`
  await recordGuest({ stores, actor, now }, guest, { kind: 'guest.moved', text, detail })
  await clearMarksIfLeft(stores, actor, from, now)
  return [...(await prepareAnew(stores, from)), ...(await prepareAnew(stores, roomOf(guest)))]
}

/** The property system has cleared its own calls by then: it gets no answer about them. */
async function cancel({ stores, actor, system, now }: Scene, room: Room) {
  const calls = await cancelCalls(stores, actor, room, LAST_GUEST_LEFT, now)
  for (const { call } of await stores.property.ended(calls.map(({ id }) => id)))
    if (call.system === system) await stores.property.remove(call)
  return calls
}

async function takeAlong({ stores, actor, system, now }: Scene, from: Room, to: Room) {
  const calls = await takeCallsAlong(stores, actor, from, to, now)
  for (const call of calls) await mendLeftBehind(stores, call, now)
  const known = await stores.property.untoldOfRoom(system, from.number)
  await knowUnder(stores, known, to)
  return calls
}

async function rename({ stores, system }: Scene, from: string, to: Room) {
  const calls = await pendingCalls(stores, to)
  const here = new Set(calls.map(({ id }) => id))
  const known = await stores.property.untoldOfRoom(system, from)
  await knowUnder(
    stores,
    known.filter(({ wakeup }) => wakeup !== null && here.has(wakeup)),
    to,
  )
  return []
}

/** The system may have asked again under the new room before it told of the move: one answer is due. */
async function knowUnder({ property }: Stores, calls: readonly PropertyCall[], { number }: Room) {
  for (const call of calls) {
    const there = await property.untoldOfRoom(call.system, number)
    for (const twin of there.filter((other) => isCleared(other, call))) await property.remove(twin)
    await property.update({ ...call, room: number })
  }
}

type MovedOff = Extract<Step, { do: 'leave calls behind' | 'give calls up' }>

const movedOff = ({ from, to, name }: MovedOff) =>
  `${name === '' ? 'A guest' : name} moved from room ${from.number} to ${to}`

async function leaveBehind({ stores, ids, now }: Scene, step: MovedOff) {
  const text = (time: string) =>
    `${movedOff(step)}. The wake-up call of ${time} stays with room ${step.from.number}, where others still are: ask the guest`
  await tellDesk(stores, ids, await pendingCalls(stores, step.from), text, now)
  return []
}

/** The property system is told about the calls it asked for: it does not know that they cannot go along. */
async function giveUp({ stores, ids, actor, now }: Scene, step: MovedOff) {
  const because = `its guest moved to ${step.to}, where it cannot ring for them alone`
  const calls = await cancelCalls(stores, actor, step.from, because, now)
  const text = (time: string) =>
    `${movedOff(step)}, where others are. The wake-up call of ${time} is cancelled, since nobody is left in room ${step.from.number}: ask the guest`
  await tellDesk(stores, ids, calls, text, now)
  return calls
}

function recordGuest<K extends keyof typeof GUEST_ROWS>(
  { stores, actor, now }: Pick<Scene, 'stores' | 'actor' | 'now'>,
  guest: Guest,
  { kind, text, detail }: Pick<Happening<K>, 'kind' | 'text' | 'detail'>,
) {
  const { tenant, room } = guest
  return record(stores, actor, now, { kind, tenant, room, text, detail })
}

const factsOf = ({ name, language, vip, reservation, departs }: Guest) => ({
  name,
  language,
  vip,
  reservation,
  departs,
})

const roomOf = ({ tenant, room }: Pick<Guest, 'tenant' | 'room'>): Room => ({ tenant, number: room })
