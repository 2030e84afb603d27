// Days of the calendar, written YYYY-MM-DD. No zone and no moment: those are the server's to say.

const MS_OF_DAY = 86_400_000

const msOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

export const addDays = (date: string, days: number): string =>
  new Date(msOf(date) + days * MS_OF_DAY).toISOString().slice(0, 10)

/** 0 is Monday. */
export const weekdayOf = (date: string): number => (new Date(msOf(date)).getUTCDay() + 6) % 7

/** The calendar has such a day. */
export function isDate(date: string): boolean {
  const ms = msOf(date)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)
}
