import { type Day, localParts, type Weekday, type Zone } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')
const WEEKDAYS_IN_GERMAN: Readonly<Record<Weekday, string>> = {
  mon: 'Montag',
  tue: 'Dienstag',
  wed: 'Mittwoch',
  thu: 'Donnerstag',
  fri: 'Freitag',
  sat: 'Samstag',
  sun: 'Sonntag',
}

const dateInGerman = (day: number, month: number, year: number) => `${day}. ${MONTHS[month - 1]} ${year}`
const two = (n: number) => String(n).padStart(2, '0')

/** Sonntag, 15. November 2026 */
export function dayInGerman(at: Instant, zone: Zone): string {
  const { weekday, day, month, year } = localParts(at, zone)
  return `${WEEKDAYS_IN_GERMAN[weekday]}, ${dateInGerman(day, month, year)}`
}

/** 15. November 2026, 07:00:05 */
export function momentInGerman(at: Instant, zone: Zone): string {
  const { day, month, year, hour, minute, second } = localParts(at, zone)
  return `${dateInGerman(day, month, year)}, ${two(hour)}:${two(minute)}:${two(second)}`
}

/** jeden Montag, Freitag, bis 31. Dezember 2026 */
export function repeatInGerman(days: readonly Weekday[], until: Day | null): string {
  const named = days.map((day) => WEEKDAYS_IN_GERMAN[day]).join(', ')
  const when = days.length === 7 ? 'täglich' : `jeden ${named}`
  if (until === null) return when
  const [year, month, day] = [until.slice(0, 4), until.slice(4, 6), until.slice(6)].map(Number)
  return `${when}, bis ${dateInGerman(day ?? 0, month ?? 0, year ?? 0)}`
}
