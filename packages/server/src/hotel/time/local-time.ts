import { Temporal } from 'temporal-polyfill'
import { days, type Instant } from '../../kernel/clock.ts'
import {
  dayNumberOfReading,
  dayOfNumber,
  numberOfDay,
  parseClockTime,
  parseDay,
  readingOfWallTime,
  readingParts,
  wallTime,
  wallTimeOfReading,
  weekdayOfNumber,
  type ClockReading,
  type ClockTime,
  type Day,
  type Reading,
  type WallTime,
  type Weekday,
} from './calendar.ts'
import { spanAt, type Zone } from './zone.ts'

export {
  addDays,
  dayOfWallTime,
  isWeekday,
  parseClockTime,
  parseDay,
  wallTime,
  weekdayOf,
  WEEKDAYS,
} from './calendar.ts'
export type { ClockTime, Day, WallTime, Weekday } from './calendar.ts'
export { isZone, type Zone } from './zone.ts'

// A little inside the range of Temporal, so that an extreme moment is shown inexactly instead of failing.
const FARTHEST: Instant = 8.63e15
const withinReach = (instant: Instant) => Math.max(-FARTHEST, Math.min(FARTHEST, Math.floor(instant)))

function readingAt(instant: Instant, zone: Zone): Reading {
  const moment = withinReach(instant)
  return moment + spanAt(moment, zone).offsetMs
}

export const offsetMinutesAt = (instant: Instant, zone: Zone): number =>
  spanAt(withinReach(instant), zone).offsetMinutes

export const wallTimeAt = (instant: Instant, zone: Zone): WallTime =>
  wallTimeOfReading(readingAt(instant, zone))

export const dayOf = (instant: Instant, zone: Zone): Day =>
  dayOfNumber(dayNumberOfReading(readingAt(instant, zone)))

/** As the interface writes moments: `2026-11-15T07:00:00+01:00`, never `Z`. */
export function formatInstant(instant: Instant, zone: Zone): string {
  const moment = withinReach(instant)
  const span = spanAt(moment, zone)
  return wallTimeOfReading(moment + span.offsetMs) + span.offsetText
}

export interface LocalParts extends ClockReading {
  weekday: Weekday
  offsetMinutes: number
}

export function localParts(instant: Instant, zone: Zone): LocalParts {
  const reading = readingAt(instant, zone)
  return {
    ...readingParts(reading),
    weekday: weekdayOfNumber(dayNumberOfReading(reading)),
    offsetMinutes: offsetMinutesAt(instant, zone),
  }
}

/** A wall time that the clocks skip moves forward by the gap; one that they show twice means the first. */
export const toInstant = (wall: WallTime, zone: Zone): Instant =>
  instantFarFromJumps(wall, zone) ??
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds

// More than any zone's clocks ever jumped, so that within it no other moment can show the same wall time.
const FAR = days(2)

/** Nearly every wall time is far from the next jump and has one plain answer, which takes a tenth of the time. */
function instantFarFromJumps(wall: WallTime, zone: Zone): Instant | null {
  const reading = readingOfWallTime(wall)
  if (reading === null) return null
  const span = spanAt(reading, zone)
  const instant = reading - span.offsetMs
  return span.from + FAR < instant && instant < span.until - FAR ? instant : null
}

/** What the clocks of a zone do to a wall time: they skip it, or show it twice and the first or the second is meant. */
export type ClockChange = 'skipped' | 'first' | 'second'

/** Null for a wall time that comes once, as nearly all do. */
export function clockChangeAt(wall: WallTime, zone: Zone): Exclude<ClockChange, 'second'> | null {
  const [early, late] = [oneOfTwo(wall, zone, 'earlier'), oneOfTwo(wall, zone, 'later')]
  if (early === late) return null
  return wallTimeAt(early, zone) === wall ? 'first' : 'skipped'
}

/** The last moment at which the clocks show this: of two, the second. */
export const toLastInstant = (wall: WallTime, zone: Zone): Instant => oneOfTwo(wall, zone, 'later')

const oneOfTwo = (wall: WallTime, zone: Zone, disambiguation: 'earlier' | 'later'): Instant =>
  instantFarFromJumps(wall, zone) ??
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation }).epochMilliseconds

/** The first moment of the day, which is not midnight where the clocks skip midnight. */
export const startOfDay = (day: Day, zone: Zone): Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds

/** The filters' `YYYYMMDDHHMM`, or `YYYYMMDD` for the start of that day. */
export function parseHotelMinute(text: string, zone: Zone): Instant | null {
  const day = parseDay(text.slice(0, 8))
  if (day === null) return null
  if (text.length === 8) return startOfDay(day, zone)
  const time = parseClockTime(text.slice(8))
  return time === null ? null : toInstant(wallTime(day, time), zone)
}

export interface RepeatRule {
  time: ClockTime
  days: readonly Weekday[]
  from: Day
  until: Day | null
  /** Days that are left out. */
  except?: readonly Day[]
}

const LAST_DAY: Day = '99991231'
// A weekly call whose day is over, and whose next day the zone leaves out, is a little more than two weeks off.
const LONGEST_WAIT_DAYS = 21

/**
 * The first call of a repeat strictly after a moment. Each calendar day has one call; its wall time stays as asked
 * for, also where the clocks skip it and the instant lies later.
 */
export function nextOccurrence(
  rule: RepeatRule,
  after: Instant,
  zone: Zone,
): { wall: WallTime; instant: Instant } | null {
  // A skipped 23:30 rings after midnight, so yesterday's call may still be to come.
  const first = Math.max(numberOfDay(rule.from), dayNumberOfReading(readingAt(after, zone)) - 1)
  // Each day that is left out may make a weekly call wait for one more week.
  const wait = LONGEST_WAIT_DAYS + 7 * (rule.except?.length ?? 0)
  const last = Math.min(numberOfDay(rule.until ?? LAST_DAY), first + wait)
  for (let number = first; number <= last; number++) {
    const day = dayOfNumber(number)
    if (!rule.days.includes(weekdayOfNumber(number)) || rule.except?.includes(day)) continue
    const wall = wallTime(day, rule.time)
    const instant = toInstant(wall, zone)
    if (instant > after && dayExists(number, instant, zone)) return { wall, instant }
  }
  return null
}

/** Samoa had no 30 December 2011: that day has no call. */
function dayExists(number: number, callAt: Instant, zone: Zone): boolean {
  const isOn = (instant: Instant) => dayNumberOfReading(readingAt(instant, zone)) === number
  return isOn(callAt) || isOn(startOfDay(dayOfNumber(number), zone))
}
