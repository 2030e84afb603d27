import { days, type Instant, minutes } from '../../kernel/clock.ts'

/** A day on the calendar, `20261115`. */
export type Day = string
/** What the clock on the wall shows, `2026-11-15T07:00:00`; only a zone makes a moment of it. */
export type WallTime = string
/** A time of day, `07:00:00`. */
export type ClockTime = string

/** The beginning of the minute that a moment is in; zones differ by whole minutes. */
export const minuteOf = (at: Instant): Instant => at - (at % minutes(1))

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]
export const isWeekday = (text: string): text is Weekday => WEEKDAYS.some((day) => day === text)

export interface CivilDate {
  year: number
  month: number
  day: number
}

const DAY_MS = days(1)
const DAYS_IN_ERA = 146_097 // 400 years, after which the calendar repeats itself
const DAYS_TO_1970 = 719_468 // from 1 March of the year 0

/** Days since 1 January 1970. A year counted from March has its leap day at the end: no special case. */
export function dayNumber({ year, month, day }: CivilDate): number {
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_IN_ERA + dayOfEra - DAYS_TO_1970
}

export function dateOfNumber(number: number): CivilDate {
  const shifted = number + DAYS_TO_1970
  const era = Math.floor(shifted / DAYS_IN_ERA)
  const dayOfEra = shifted - era * DAYS_IN_ERA
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month > 2 ? 0 : 1), month, day }
}

const two = (n: number) => (n < 10 ? `0${n}` : `${n}`)

function yearText(year: number): string {
  if (year >= 1000 && year <= 9999) return `${year}`
  if (year >= 0 && year <= 9999) return `${year}`.padStart(4, '0')
  return (year < 0 ? '-' : '+') + `${Math.abs(year)}`.padStart(6, '0') // ISO 8601's expanded years
}

export function dayOfNumber(number: number): Day {
  const { year, month, day } = dateOfNumber(number)
  return yearText(year) + two(month) + two(day)
}

export const numberOfDay = (day: Day): number =>
  dayNumber({ year: Number(day.slice(0, -4)), month: Number(day.slice(-4, -2)), day: Number(day.slice(-2)) })

export const addDays = (day: Day, n: number): Day => dayOfNumber(numberOfDay(day) + n)

export function weekdayOfNumber(number: number): Weekday {
  const fromMonday = (((number + 3) % 7) + 7) % 7 // 1 January 1970 was a Thursday
  const weekday = WEEKDAYS[fromMonday]
  if (!weekday) throw new RangeError(`${number} is not the number of a day`)
  return weekday
}

export const weekdayOf = (day: Day): Weekday => weekdayOfNumber(numberOfDay(day))

/** `YYYYMMDD`, and only if the calendar has that day. */
export function parseDay(text: string): Day | null {
  if (!/^\d{8}$/.test(text)) return null
  return dayOfNumber(numberOfDay(text)) === text ? text : null
}

/** `HHMM`. */
export function parseClockTime(text: string): ClockTime | null {
  if (!/^([01]\d|2[0-3])[0-5]\d$/.test(text)) return null
  return `${text.slice(0, 2)}:${text.slice(2)}:00`
}

/** The day that a wall time is on. */
export const dayOfWallTime = (wall: WallTime): Day => wall.slice(0, -9).replaceAll('-', '')

export const wallTime = (day: Day, time: ClockTime): WallTime =>
  `${day.slice(0, -4)}-${day.slice(-4, -2)}-${day.slice(-2)}T${time}`

/** A clock's reading, counted in milliseconds as if it stood in Greenwich. */
export type Reading = number

export const dayNumberOfReading = (reading: Reading): number => Math.floor(reading / DAY_MS)

export interface ClockReading extends CivilDate {
  hour: number
  minute: number
  second: number
}

export function readingParts(reading: Reading): ClockReading {
  const number = dayNumberOfReading(reading)
  const { year, month, day } = dateOfNumber(number)
  const time = Math.floor((reading - number * DAY_MS) / 1000)
  return {
    year,
    month,
    day,
    hour: Math.floor(time / 3600),
    minute: Math.floor(time / 60) % 60,
    second: time % 60,
  }
}

/** Null for years that are not written with four digits. */
export function readingOfWallTime(wall: WallTime): Reading | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/.exec(wall)
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number)
  return dayNumber({ year, month, day }) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000
}

export function wallTimeOfReading(reading: Reading): WallTime {
  const number = dayNumberOfReading(reading)
  const time = Math.floor((reading - number * DAY_MS) / 1000)
  return `${dateText(number)}${MINUTES[Math.floor(time / 60)]}${two(time % 60)}`
}

// A list writes two moments of each row, mostly of a few days. Made anew, each time of day would be put together of
// parts, which takes more time and memory than everything else about the row.
const MINUTES = Array.from({ length: 1440 }, (_, at) => `T${two(Math.floor(at / 60))}:${two(at % 60)}:`)
const MOST_DATES = 1_000
const dates = new Map<number, string>()

function dateText(number: number): string {
  const known = dates.get(number)
  if (known !== undefined) return known
  const { year, month, day } = dateOfNumber(number)
  const text = `${yearText(year)}-${two(month)}-${two(day)}`
  if (dates.size >= MOST_DATES) dates.clear()
  dates.set(number, text)
  return text
}
