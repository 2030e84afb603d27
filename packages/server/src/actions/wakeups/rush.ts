import { minuteOf } from '../../hotel/time/calendar.ts'
import { type Capacity, type Forecast, forecastOf, lineSharers } from '../../hotel/wakeups/rush.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, hours, type Instant, minutes } from '../../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly capacity: Capacity
}

/** Nearly all calls are asked for within this time; later minutes are counted in the database. */
const AHEAD = hours(48)
/** Beyond so many more minutes, those that are past or outside the span are forgotten. */
const MOST_MINUTES = 10_000

export type Rush = Awaited<ReturnType<typeof watchRush>>

/**
 * Knows how many calls ring over the same lines in each minute of the next days, so that a new call costs no count.
 * It may know too many, as removed calls are not reported: only a minute that seems full is counted in the database.
 */
export async function watchRush({ database, clock, capacity }: Parts) {
  /** By minute, and by the tenants that share lines. */
  let counts = new Map<string, number>()
  let most = MOST_MINUTES
  /** Within this span, a minute without a count has no calls. */
  let span = { from: 0, before: 0 }

  const keyOf = (tenant: TenantId, minute: Instant) => `${minute} ${lineSharers(tenant, capacity)}`
  const load = async () => {
    const from = minuteOf(clock.now())
    const before = from + AHEAD
    const found = new Map<string, number>()
    for (const { tenant, minute, calls } of await database.read.wakeups.countByMinute(from, before))
      found.set(keyOf(tenant, minute), (found.get(keyOf(tenant, minute)) ?? 0) + calls)
    counts = found
    most = found.size + MOST_MINUTES
    span = { from, before }
  }
  const isInSpan = (minute: Instant) => minute >= span.from && minute < span.before
  /** Adds one; null for a minute without a known count. */
  const note = (tenant: TenantId, minute: Instant): number | null => {
    const known = counts.get(keyOf(tenant, minute)) ?? (isInSpan(minute) ? 0 : null)
    if (known === null) return null
    remember(keyOf(tenant, minute), known + 1)
    return known + 1
  }
  const remember = (key: string, count: number) => {
    if (counts.size > most) forget(clock.now())
    counts.set(key, count)
  }
  const forget = (now: Instant) => {
    for (const key of counts.keys()) {
      const minute = Number.parseInt(key, 10)
      if (minute < now - minutes(1) || !isInSpan(minute)) counts.delete(key)
    }
  }
  /** For all tenants that share the lines. */
  const countDue = async ({ wakeups }: Stores, tenant: TenantId, minute: Instant): Promise<number> => {
    const sharers = lineSharers(tenant, capacity)
    const found = await wakeups.countByMinute(minute, minute + minutes(1))
    const theirs = found.filter((one) => lineSharers(one.tenant, capacity) === sharers)
    return theirs.reduce((sum, { calls }) => sum + calls, 0)
  }
  await load()

  return {
    /** Many calls may have moved. If the read fails, the old counts stay. */
    reload: () => load().catch(() => {}),

    /** After a call was stored: the forecast for its minute; null when every call can ring at once. */
    async after(stores: Stores, tenant: TenantId, scheduledAt: Instant): Promise<Forecast | null> {
      const minute = minuteOf(scheduledAt)
      const lines = capacity(tenant)
      const noted = note(tenant, minute)
      if (lines === 0 || (noted !== null && noted <= lines)) return null
      const due = await countDue(stores, tenant, minute)
      const key = keyOf(tenant, minute)
      // A request that counted the minute meanwhile has not seen this call.
      remember(key, noted === null ? Math.max(due, (counts.get(key) ?? 0) + 1) : due)
      const forecast = forecastOf(minute, due, lines)
      return forecast && { ...forecast, last: Math.max(forecast.last, scheduledAt) }
    },
  }
}
