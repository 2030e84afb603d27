import { minuteOf } from '../../hotel/time/calendar.ts'
import { type Forecast, forecastOf } from '../../hotel/wakeups/rush.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, hours, type Instant, minutes } from '../../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  /** How many calls can be up at once. */
  capacity(tenant: TenantId): number
}

/** Nearly every call is asked for no longer ahead; of a minute beyond that, the database is asked. */
const AHEAD = hours(48)
/** Before more are remembered, those that are over or can be asked for are forgotten. */
const MOST_MINUTES = 10_000

export type Rush = Awaited<ReturnType<typeof watchRush>>

/**
 * Knows how many calls fall into each minute of the next days, so that asking for one costs no counting. It may know too
 * many, because nobody tells it of calls that went away: only when a minute seems full is the database asked.
 */
export async function watchRush({ database, clock, capacity }: Parts) {
  let counts = new Map<Instant, number>()
  /** Within it a minute that is not in the counts has no calls. */
  let span = { from: 0, before: 0 }

  const load = async () => {
    const from = minuteOf(clock.now())
    const before = from + AHEAD
    counts = new Map(await database.read.wakeups.countByMinute(from, before))
    span = { from, before }
  }
  const isInSpan = (minute: Instant) => minute >= span.from && minute < span.before
  /** One more; null for a minute that nobody has counted. */
  const note = (minute: Instant): number | null => {
    const known = counts.get(minute) ?? (isInSpan(minute) ? 0 : null)
    if (known === null) return null
    remember(minute, known + 1)
    return known + 1
  }
  const remember = (minute: Instant, count: number) => {
    if (counts.size > MOST_MINUTES) forget(clock.now())
    counts.set(minute, count)
  }
  const forget = (now: Instant) => {
    for (const minute of counts.keys())
      if (minute < now - minutes(1) || !isInSpan(minute)) counts.delete(minute)
  }
  await load()

  return {
    /** Read anew: many calls may have moved. What cannot be read stays as it was. */
    reload: () => load().catch(() => {}),

    /** After a call was stored: what is to be expected of its minute, when that is not simply "at once". */
    async after(stores: Stores, tenant: TenantId, scheduledAt: Instant): Promise<Forecast | null> {
      const minute = minuteOf(scheduledAt)
      const lines = capacity(tenant)
      const noted = note(minute)
      if (lines === 0 || (noted !== null && noted <= lines)) return null
      const due = await stores.wakeups.countDue(null, minute, minute + minutes(1))
      // Whoever has counted the minute meanwhile does not know of this call.
      remember(minute, noted === null ? Math.max(due, (counts.get(minute) ?? 0) + 1) : due)
      const forecast = forecastOf(minute, due, lines)
      return forecast && { ...forecast, last: Math.max(forecast.last, scheduledAt) }
    },
  }
}
