import type { Scope, TenantId } from '../../hotel/accounts/tenancy.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { replanWakeup, toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { withOneLog } from '../../logbook/one-log.ts'
import { type Doer, record } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { pages } from '../pages.ts'

/** Locked in one go: one that rings or is changed meanwhile is read as it is then. */
const AT_ONCE = 500

/** Other zones than before: whose calls they are for, who set them, and when. */
export interface ZoneChange {
  readonly scope: Scope
  readonly by: Doer
  readonly now: Instant
  zoneOf(tenant: TenantId): string
}

/**
 * After a zone or its rules have changed: every pending call that was asked for in wall time keeps that wall time. Each
 * that moves to another instant leaves a row in the log. Says how many have changed.
 */
export async function replanPending(stores: Stores, change: ZoneChange): Promise<number> {
  // Collected first: a call that moves while the list is being read could be met twice.
  const moving: string[] = []
  const move = (call: Wakeup) => replanWakeup(call, change.zoneOf(call.tenant))
  const read = (limit: number, last: Wakeup | undefined) =>
    stores.wakeups.page({ scope: change.scope, list: 'pending', limit, after: last })
  for await (const page of pages({}, read))
    moving.push(...page.filter((call) => isChanged(call, move(call))).map(({ id }) => id))
  let moved = 0
  for (let from = 0; from < moving.length; from += AT_ONCE)
    await withOneLog(stores, async (gathering) => {
      for (const call of await stores.wakeups.lock(moving.slice(from, from + AT_ONCE))) {
        await replan(gathering, call, move(call), change)
        moved += 1
      }
    })
  return moved
}

const isChanged = (before: Wakeup, after: Wakeup) =>
  after.scheduledAt !== before.scheduledAt || after.zone !== before.zone

async function replan(stores: Stores, before: Wakeup, after: Wakeup, { by, now }: ZoneChange) {
  await stores.wakeups.update(after)
  if (after.scheduledAt === before.scheduledAt) return
  // What the desk was told to ring is to ring at another hour: it is told then.
  if (before.nextAt > before.dueAt)
    await mendAlarms(stores, ['wakeup.by-hand'], toldAs(before), 'The call rings at another time', now)
  const [from, scheduled] = [timeOf(before), timeOf(after)]
  await record(stores, by, now, {
    kind: 'wakeup.replanned',
    tenant: after.tenant,
    room: after.room,
    wakeup: after.id,
    text: `Rings at ${scheduled} instead of ${from}: the clocks of the hotel are those of ${after.zone}`,
    detail: { from, scheduled, zone: after.zone },
  })
}

const timeOf = ({ scheduledAt, zone }: Wakeup) => formatInstant(scheduledAt, zone)
