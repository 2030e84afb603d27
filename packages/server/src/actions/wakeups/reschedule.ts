import { formatInstant } from '../../hotel/time/local-time.ts'
import { type AnotherTime, mustBeWaiting, wishAt } from '../../hotel/wakeups/another-time.ts'
import { unknownRoom } from '../../hotel/rooms/room.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { checkWish, planWakeup } from '../../hotel/wakeups/wakeup-plan.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import type { Settings } from '../settings.ts'
import { placeCall, type PlacedWakeup, type PlannedCall } from './place-call.ts'
import { removeCall } from './remove-call.ts'

interface Parts {
  readonly settings: Settings
  readonly ids: Ids
}

/** Calls that take the place of others, planned before the first of them is stored. */
export async function planAnew(
  { settings }: Parts,
  stores: Stores,
  calls: readonly Wakeup[],
  to: AnotherTime,
  now: Instant,
): Promise<PlannedCall[]> {
  for (const call of calls) checkWish(wishAt(call, to))
  const planned: PlannedCall[] = []
  for (const call of calls) {
    mustBeWaiting(call)
    const { tenant, room, prompt, confirm } = call
    const [mailbox] = await stores.mailboxes.ofNumbers(tenant, [room])
    const plan = planWakeup(wishAt(call, to), now, settings.zoneOf(tenant))
    if (!mailbox) throw unknownRoom(room)
    planned.push({ mailbox, plan, request: { prompt, confirm }, replaces: call })
  }
  return planned
}

/** The new call, and the ids of those that are gone or changed for it. */
export interface Replaced {
  readonly placed: PlacedWakeup
  readonly changed: readonly string[]
}

/** One that is to ring when it rings already stays as it is. */
export async function replaceCall(
  parts: Parts,
  stores: Stores,
  actor: Actor,
  planned: PlannedCall,
  now: Instant,
): Promise<Replaced> {
  const stricter: string[] = []
  const placed = await placeCall(parts, stores, actor, planned, now, stricter)
  const { replaces } = planned
  if (!replaces || placed.id === replaces.id) return { placed, changed: stricter }
  // What a property system asked for stays its call, under the date and time that it knows.
  await stores.property.passOn(replaces, placed.id)
  const text = `Wake-up call moved from ${formatInstant(replaces.scheduledAt, replaces.zone)} to ${placed.scheduled}`
  const gone = await removeCall(stores, actor, replaces, now, {
    kind: 'wakeup.rescheduled',
    text,
    to: placed.id,
    scheduled: placed.scheduled,
  })
  return { placed, changed: [...stricter, ...gone] }
}
