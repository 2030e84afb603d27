import { hours, minutes, seconds, type Instant } from '../../kernel/clock.ts'
import {
  addDays,
  type Day,
  dayOfNumber,
  numberOfDay,
  parseDay,
  readingOfWallTime,
  wallTime,
  type WallTime,
  wallTimeOfReading,
  WEEKDAYS,
  weekdayOf,
} from './calendar.ts'
import { toInstant } from './local-time.ts'
import type { Zone } from './zone.ts'

export interface Moment {
  /** The wall time asked for; null when an offset made it an exact moment. */
  wall: WallTime | null
  instant: Instant
}

// A calendar day, a day of the year, or a day of a week (ISO 8601-1 5.2.2, 5.2.3, 5.2.4).
const datePattern = (dash: string) =>
  `(?<year>\\d{4})${dash}(?:(?<month>\\d\\d)${dash}(?<day>\\d\\d)|(?<ordinal>\\d{3})|W(?<week>\\d\\d)${dash}(?<weekday>[1-7]))`
const clockPattern = (colon: string) =>
  `(?<hour>[01]\\d|2[0-4])(?:${colon}(?<minute>[0-5]\\d)(?:${colon}(?<second>[0-5]\\d|60)(?:[.,](?<fraction>\\d+))?)?)?`
// A form that was not percent-encoded turns the plus of an offset into a space.
const OFFSET = '(?<offset>[Zz]|(?<sign>[-+ ])(?<offsetHour>[01]\\d|2[0-3])(?::?(?<offsetMinute>[0-5]\\d))?)?'
// RFC 3339 5.6: small letters, and a blank in the place of the T.
const EXTENDED = new RegExp(`^${datePattern('-')}[Tt ]${clockPattern(':')}${OFFSET}$`)
const BASIC = new RegExp(`^${datePattern('')}[Tt ]${clockPattern('')}${OFFSET}$`)

type Groups = Readonly<Record<string, string | undefined>>

/** An ISO 8601 date and time; without an offset it is the hotel's wall time. Fractions of a second are cut. */
export function parseMoment(text: string, zone: Zone): Moment | null {
  const found: Groups | undefined = (EXTENDED.exec(text) ?? BASIC.exec(text))?.groups
  const wall = found && wallTimeIn(found)
  if (!wall) return null
  if (found['second'] === '60') return afterLeapSecond(wall, found, zone)
  return momentAt(wall, found, zone)
}

function momentAt(wall: WallTime, found: Groups, zone: Zone): Moment {
  if (found['offset'] === undefined) return { wall, instant: toInstant(wall, zone) }
  const offset = hours(Number(found['offsetHour'] ?? 0)) + minutes(Number(found['offsetMinute'] ?? 0))
  return { wall: null, instant: toInstant(wall, 'UTC') - (found['sign'] === '-' ? -offset : offset) }
}

/** As the clock shows it; a leap second as the second before it. */
function wallTimeIn(found: Groups): WallTime | null {
  const day = dayIn(found)
  const { hour, minute = '00', second = '00', fraction = '' } = found
  if (day === null) return null
  if (hour !== '24') return wallTime(day, `${hour}:${minute}:${second === '60' ? '59' : second}`)
  // The end of a day is the beginning of the next (ISO 8601-1 5.3.1.4).
  return /^0+$/.test(minute + second + fraction) ? wallTime(addDays(day, 1), '00:00:00') : null
}

/** A clock has no 60th second: what is due in it is due right after. UTC adds one at the end of an hour only. */
function afterLeapSecond(before: WallTime, found: Groups, zone: Zone): Moment | null {
  const reading = readingOfWallTime(before)
  const last = momentAt(before, found, zone).instant
  if (reading === null || (last + seconds(1)) % hours(1) !== 0) return null
  return momentAt(wallTimeOfReading(reading + seconds(1)), found, zone)
}

function dayIn({ year = '', month, day, ordinal, week, weekday }: Groups): Day | null {
  if (month !== undefined) return parseDay(`${year}${month}${day}`)
  return ordinal === undefined
    ? dayOfWeek(year, Number(week), Number(weekday))
    : dayOfYear(year, Number(ordinal))
}

function dayOfYear(year: string, ordinal: number): Day | null {
  const day = addDays(`${year}0101`, ordinal - 1)
  return ordinal > 0 && day.startsWith(year) && day.length === 8 ? day : null
}

/** The first week of a year is the one that 4 January is in; a week belongs to the year of its Thursday. */
function dayOfWeek(year: string, week: number, weekday: number): Day | null {
  const fourth = `${year}0104`
  const monday = numberOfDay(fourth) - WEEKDAYS.indexOf(weekdayOf(fourth)) + 7 * (week - 1)
  const isOfYear = week > 0 && dayOfNumber(monday + 3).startsWith(year)
  return isOfYear ? dayOfNumber(monday + weekday - 1) : null
}
