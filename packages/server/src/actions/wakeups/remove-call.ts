import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import { acknowledgeAll } from '../../logbook/end-alarm.ts'
import { record } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { freeFollowers, leaveLeader } from './parting.ts'

/** Deciding about a call acknowledges these. */
export const CALL_ALARMS = [
  'wakeup.failed',
  'wakeup.by-hand',
  'wakeup.no-line',
  'wakeup.left-behind',
] as const

/** Why a call goes; `to` is the call that rings instead, and `scheduled` when. */
type Removal =
  | { readonly kind: 'wakeup.deleted' | 'wakeup.cancelled'; readonly text: string }
  | {
      readonly kind: 'wakeup.rescheduled'
      readonly text: string
      readonly to: string
      readonly scheduled: string
    }

/** Takes a call out of every list; the log keeps it whole. Gives the ids of all calls that this has changed. */
export async function removeCall(
  stores: Stores,
  actor: Actor,
  call: Wakeup,
  now: Instant,
  why: Removal,
): Promise<string[]> {
  await stores.wakeups.remove(call)
  await freeFollowers(stores, call)
  const others = await leaveLeader(stores, call)
  await acknowledgeAll(stores, actor, CALL_ALARMS, toldAs(call), now)
  const about = { tenant: call.tenant, room: call.room, wakeup: call.id, text: why.text }
  await (why.kind === 'wakeup.rescheduled'
    ? record(stores, actor, now, {
        ...about,
        kind: why.kind,
        detail: { call, to: why.to, scheduled: why.scheduled },
      })
    : record(stores, actor, now, { ...about, kind: why.kind, detail: { call } }))
  return [call.id, ...others]
}
