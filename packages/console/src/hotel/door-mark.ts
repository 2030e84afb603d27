import { addDays } from '../kernel/calendar.ts'

interface MarkEnd {
  readonly name: 'untilNoon' | 'untilTomorrow' | 'openEnd'
  /** Hotel time, as `2026-11-15T12:00`; empty: until somebody clears it. */
  readonly until: string
}

const NOON = 12 * 60

/** Until when a mark at a door usually stands: the noon of today as long as it is ahead. */
export function endsAhead(today: string, minute: number): readonly MarkEnd[] {
  const noon: MarkEnd[] = minute < NOON ? [{ name: 'untilNoon', until: `${today}T12:00` }] : []
  return [
    ...noon,
    { name: 'untilTomorrow', until: `${addDays(today, 1)}T12:00` },
    { name: 'openEnd', until: '' },
  ]
}
