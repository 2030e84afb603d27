import { formatInstant } from '../../hotel/time/local-time.ts'
import { skipDay } from '../../hotel/wakeups/skip-day.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { acknowledgeAll } from '../../logbook/end-alarm.ts'
import { record } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { freeFollowers, leaveLeader } from './parting.ts'
import { CALL_ALARMS } from './remove-call.ts'

/** A series, the day that is left out, and when it rings next. */
export interface SkippedCall {
  readonly room: string
  readonly id: string
  readonly skipped: string
  readonly scheduled: string
}

export interface Skipping {
  readonly call: SkippedCall
  /** The ids of calls that ring at another moment for it. */
  readonly changed: readonly string[]
}

export async function skipOne(
  { ids }: { readonly ids: Ids },
  stores: Stores,
  actor: Actor,
  { series: before, date }: { readonly series: Wakeup; readonly date: string | undefined },
  now: Instant,
): Promise<Skipping> {
  const { occurrence } = before
  const isTold = occurrence !== null && (await stores.activity.ofWakeups([occurrence])).length > 0
  const { series, day } = skipDay(before, { date, now, nextId: ids.uuid(), isTold })
  const next = formatInstant(series.scheduledAt, series.zone)
  const call = { room: series.room, id: series.id, skipped: day, scheduled: next }
  if (series === before) return { call, changed: [] }
  const changed = series.scheduledAt === before.scheduledAt ? [] : await leaveDay(stores, actor, before, now)
  await stores.wakeups.update(series)
  await record(stores, actor, now, {
    kind: 'wakeup.skipped',
    tenant: series.tenant,
    room: series.room,
    wakeup: series.id,
    text: `${day} is left out; the next call is at ${next}`,
    detail: { day, next },
  })
  return { call, changed: [series.id, ...changed] }
}

/** The series goes on without its present day: nobody waits for that any more. */
async function leaveDay(stores: Stores, actor: Actor, before: Wakeup, now: Instant): Promise<string[]> {
  await freeFollowers(stores, before)
  await acknowledgeAll(stores, actor, CALL_ALARMS, toldAs(before), now)
  return leaveLeader(stores, before)
}
