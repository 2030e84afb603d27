import { addDays, isDate } from '../../kernel/calendar.ts'

/** The stretch of time that Today shows, in hotel time as the interface reads it: YYYYMMDDHHMM. */
export interface CallWindow {
  readonly start: string
  readonly end: string
  /** The day whose morning it is, YYYY-MM-DD. */
  readonly morning: string
  /** Noon of it: what the verdict counts rings before. Of a day that was picked, its end. */
  readonly noon: string
}

/** From then on the next morning counts. */
const TEN = 10 * 60
const TWELVE_HOURS = 720
const DAY = 1_440

const two = (value: number) => String(value).padStart(2, '0')
const spoken = (date: string, minute: number) =>
  `${date.replaceAll('-', '')}${two(Math.floor(minute / 60))}${two(minute % 60)}`

/** Twelve hours back, and on to noon of the next day: what is set before breakfast for the afternoon stands in the list. */
export function windowAt(date: string, minute: number): CallWindow {
  const morning = minute < TEN ? date : addDays(date, 1)
  const start =
    minute < TWELVE_HOURS
      ? spoken(addDays(date, -1), minute - TWELVE_HOURS + DAY)
      : spoken(date, minute - TWELVE_HOURS)
  const end = spoken(addDays(date, 1), TWELVE_HOURS)
  return { start, end, morning, noon: spoken(morning, TWELVE_HOURS) }
}

/** A day that was picked: all of it, and the evening before, where its night begins. */
export function windowOf(date: string): CallWindow {
  const end = spoken(addDays(date, 1), 0)
  return { start: spoken(addDays(date, -1), 22 * 60), end, morning: date, noon: end }
}

interface Calendar {
  /** The hotel's day, 2026-11-15. */
  date(at: number): string
  /** Minutes since the hotel's midnight. */
  minute(at: number): number
}

/** The one that is looked at; it moves on with the hours. */
export const windowFor = (calendar: Calendar, day: string | null, now: number): CallWindow =>
  day === null ? windowAt(calendar.date(now), Math.floor(calendar.minute(now) / 60) * 60) : windowOf(day)

/** `20261115` as a day of the calendar; null where it is none. */
export function pickedDay(text: string | null): string | null {
  const date = /^\d{8}$/.test(text ?? '') ? (text ?? '').replace(/^(....)(..)(..)$/, '$1-$2-$3') : ''
  return isDate(date) ? date : null
}

/** Whether a moment of hotel time, YYYY-MM-DD and minutes, lies in it. */
export function isWithin(
  { start, end }: Pick<CallWindow, 'start' | 'end'>,
  date: string,
  minute: number,
): boolean {
  const at = spoken(date, minute)
  return at >= start && at < end
}

/** Minutes after ten in the evening before this morning, by which the sky counts. */
export function skyMinute(morning: string, date: string, minute: number): number {
  return date < morning ? minute - 22 * 60 : minute + 120
}
