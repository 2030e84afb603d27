const HOUR = 3_600_000
const DAY = 24 * HOUR
/** No zone changes its clocks less often than once a year, except those that never do. */
const DAYS_AHEAD = 400

/** When the clocks of a zone are set to another time next; null: not within a year. */
export function nextClockChange(now: number, zone: string): number | null {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const offsetAt = (at: number) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const here = offsetAt(now)
  for (let day = 1; day <= DAYS_AHEAD; day++)
    if (offsetAt(now + day * DAY) !== here)
      return turnBetween(now + (day - 1) * DAY, now + day * DAY, (at) => offsetAt(at) !== here)
  return null
}

/** The first full minute at which it is otherwise. */
function turnBetween(before: number, after: number, isOther: (at: number) => boolean): number {
  let [low, high] = [before, after]
  while (high - low > 60_000) {
    const middle = Math.floor((low + high) / 2)
    if (isOther(middle)) high = middle
    else low = middle
  }
  return Math.floor(high / 60_000) * 60_000
}
