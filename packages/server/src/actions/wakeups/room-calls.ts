import { formatInstant } from '../../hotel/time/local-time.ts'
import type { Room } from '../../hotel/rooms/room.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseOrAdd } from '../../logbook/raise-alarm.ts'
import { record } from '../../logbook/record.ts'
import type { Actor } from '../actor.ts'
import { removeCall } from './remove-call.ts'

/** What becomes of the pending calls of a room when guests come, go and move. Each returns those calls. */

/** By time, and locked against other transactions. */
export async function pendingCalls(stores: Stores, { tenant, number }: Room): Promise<Wakeup[]> {
  const pending = await stores.wakeups.pendingOfRoom(tenant, number)
  const locked = await stores.wakeups.lock(pending.map(({ id }) => id))
  return locked.toSorted((a, b) => a.scheduledAt - b.scheduledAt || (a.id < b.id ? -1 : 1))
}

export const LAST_GUEST_LEFT = 'the last guest checked out'

export async function cancelCalls(
  stores: Stores,
  actor: Actor,
  room: Room,
  because: string,
  now: Instant,
): Promise<Wakeup[]> {
  const calls = await pendingCalls(stores, room)
  const why = { kind: 'wakeup.cancelled' as const, text: `Wake-up call cancelled: ${because}` }
  for (const call of calls) await removeCall(stores, actor, call, now, why)
  return calls
}

export async function takeCallsAlong(
  stores: Stores,
  actor: Actor,
  from: Room,
  to: Room,
  now: Instant,
): Promise<Wakeup[]> {
  const calls: Wakeup[] = []
  for (const call of await pendingCalls(stores, from))
    if (!(await isBeingWoken(stores, call))) calls.push(call)
  for (const call of calls) {
    await stores.wakeups.update(takenAlong(await toldAnew(stores, call, now), to.number, now))
    await record(stores, actor, now, {
      kind: 'wakeup.moved',
      tenant: call.tenant,
      room: to.number,
      wakeup: call.id,
      text: `Wake-up call moved from room ${from.number} with its guest`,
      detail: { from: from.number },
    })
  }
  return calls
}

/** The desk need not ask the guest about this call any more. */
export const mendLeftBehind = (stores: Stores, call: Wakeup, now: Instant): Promise<void> =>
  mendAlarms(
    stores,
    ['wakeup.left-behind'],
    toldAs(call),
    'The call has gone along with its guests after all',
    now,
  )

/** A call that the desk was told to make: it is told again at once, with the new room. */
async function toldAnew(stores: Stores, call: Wakeup, now: Instant): Promise<Wakeup> {
  if (!(await stores.alarms.openAbout('wakeup.by-hand', toldAs(call)))) return call
  await mendAlarms(stores, ['wakeup.by-hand'], toldAs(call), 'The guest has moved to another room', now)
  return { ...call, nextAt: call.dueAt }
}

/** A call that is ringing in the old room is rung next in the new one; the old attempt does not count. */
const takenAlong = (call: Wakeup, room: string, now: Instant): Wakeup =>
  call.state === 'calling'
    ? { ...call, room, state: 'pending', nextAt: now, attempts: call.attempts - 1, tries: call.tries - 1 }
    : { ...call, room }

/** A guest who has picked up is being woken there, and not rung again. */
async function isBeingWoken(stores: Stores, call: Wakeup): Promise<boolean> {
  if (call.state !== 'calling') return false
  const attempts = await stores.attempts.ofWakeup(toldAs(call))
  return attempts.some(({ answeredAt, endedAt }) => answeredAt !== null && endedAt === null)
}

/** Other guests mean another language, name or treatment: what was prepared is prepared again. */
export async function prepareAnew(stores: Stores, room: Room): Promise<Wakeup[]> {
  const calls = (await pendingCalls(stores, room)).filter(({ state }) => state === 'pending')
  for (const call of calls) await stores.wakeups.update(call)
  return calls
}

/** The desk must ask the guest what to do with these calls. */
export async function tellDesk(
  stores: Stores,
  ids: Ids,
  calls: readonly Wakeup[],
  textOf: (time: string) => string,
  now: Instant,
): Promise<void> {
  for (const call of calls) {
    const scheduled = formatInstant(call.scheduledAt, call.zone)
    const text = textOf(`${scheduled.slice(0, 10)} at ${scheduled.slice(11, 16)}`)
    const { tenant, room } = call
    const about = { kind: 'wakeup.left-behind', subject: toldAs(call), detail: { scheduled } } as const
    // Two guests may leave the same call behind, one after the other: the desk must hear of both.
    await raiseOrAdd(stores, ids, { ...about, tenant, room, text }, now)
  }
}
