import { type Forecast, forecastOf, minuteOf } from '../hotel/rush.ts'
import type { TenantId } from '../hotel/tenancy.ts'
import { type Clock, type Instant, minutes } from '../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../store/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  /** How many calls can be up at once. */
  capacity(tenant: TenantId): number
}

/** Before more are remembered, those that are over are forgotten. */
const MOST_MINUTES = 10_000

export type Rush = Awaited<ReturnType<typeof watchRush>>

/**
 * Knows how many calls fall into each minute, so that asking for one costs no counting. It may know too many, because
 * nobody tells it of calls that went away: only when a minute seems full is the database asked.
 */
export async function watchRush({ database, clock, capacity }: Parts) {
  let seen = new Map<Instant, number>()

  const load = async () => {
    seen = new Map(await database.read.wakeups.countByMinute(minuteOf(clock.now())))
  }
  const note = (minute: Instant) => {
    if (seen.size > MOST_MINUTES) forget(clock.now())
    const count = (seen.get(minute) ?? 0) + 1
    seen.set(minute, count)
    return count
  }
  const forget = (now: Instant) => {
    for (const minute of seen.keys()) if (minute < now - minutes(1)) seen.delete(minute)
  }
  await load()

  return {
    /** Read anew: many calls may have moved. What cannot be read stays as it was. */
    reload: () => load().catch(() => {}),

    /** After a call was stored: what is to be expected of its minute, when that is not simply "at once". */
    async after(stores: Stores, tenant: TenantId, scheduledAt: Instant): Promise<Forecast | null> {
      const minute = minuteOf(scheduledAt)
      const lines = capacity(tenant)
      const most = note(minute)
      if (lines === 0 || most <= lines) return null
      const due = await stores.wakeups.countDue(null, minute, minute + minutes(1))
      seen.set(minute, due)
      const forecast = forecastOf(minute, due, lines)
      return forecast && { ...forecast, last: Math.max(forecast.last, scheduledAt) }
    },
  }
}
