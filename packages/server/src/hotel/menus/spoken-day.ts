import { addDays, type Day, type Weekday, weekdayOf } from '../time/calendar.ts'
import type { PhraseName } from '../wakeups/announcement.ts'

/** A day as it is said to a guest. */
export type SpokenDay = Extract<PhraseName, 'today' | 'tomorrow' | `on-${string}`>

const NAMED: Readonly<Record<Weekday, SpokenDay>> = {
  mon: 'on-monday',
  tue: 'on-tuesday',
  wed: 'on-wednesday',
  thu: 'on-thursday',
  fri: 'on-friday',
  sat: 'on-saturday',
  sun: 'on-sunday',
}

const DAYS_WITH_NAMES = 6

/** A weekday names one of the next six days; farther ahead it would name two. */
export function spokenDay(day: Day, today: Day): SpokenDay {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  const isNear = day > today && day <= addDays(today, DAYS_WITH_NAMES)
  return isNear ? NAMED[weekdayOf(day)] : 'on-a-later-day'
}
