// Days of the calendar, written YYYY-MM-DD. No zone and no moment: those are the server's to say.

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysBefore = (year: number) =>
  365 * (year - 1) + Math.floor((year - 1) / 4) - Math.floor((year - 1) / 100) + Math.floor((year - 1) / 400)

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function parsed(date: string): Day {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

const written = ({ year, month, day }: Day) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

/** Counted from the first of January of the year 1, a Monday, which is 0. */
function numberOf(date: string): number {
  const { year, month, day } = parsed(date)
  let number = daysBefore(year) + day - 1
  for (let before = 1; before < month; before++) number += daysIn(year, before)
  return number
}

function dateOf(number: number): string {
  let year = Math.max(1, Math.floor(number / 366))
  while (daysBefore(year + 1) <= number) year++
  let [month, left] = [1, number - daysBefore(year)]
  while (left >= daysIn(year, month)) left -= daysIn(year, month++)
  return written({ year, month, day: left + 1 })
}

export const addDays = (date: string, days: number): string => dateOf(numberOf(date) + days)

/** 0 is Monday. */
export const weekdayOf = (date: string): number => numberOf(date) % 7

/** The calendar has such a day. */
export function isDate(date: string): boolean {
  const { year, month, day } = parsed(date)
  const isMonth = year >= 1 && month >= 1 && month <= 12
  return isMonth && day >= 1 && day <= daysIn(year, month) && written({ year, month, day }) === date
}
