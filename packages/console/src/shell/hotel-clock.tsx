import { useNow } from '../parts/now.ts'
import { shellTexts } from '../texts/shell.ts'
import { useFormat, useTexts } from '../texts/speech.ts'

const SECOND = 1_000

/** `New York` of `America/New_York`. */
const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** Whether a clock on the wall beside this device shows another time. */
function isElsewhere(zone: string, at: number): boolean {
  const shown = (timeZone?: string) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return shown(zone) !== shown()
}

/** The hotel's own time, by the server's clock. */
export function HotelClock() {
  const said = useTexts(shellTexts)
  const format = useFormat()
  const now = useNow(SECOND)
  return (
    <div className="clock" role="timer" aria-label={said.hotelTime} aria-live="off">
      <time>
        {format.time(now)}
        <span aria-hidden="true">{`:${format.seconds(now)}`}</span>
      </time>
      <span className="second day">{format.day(now)}</span>
      {isElsewhere(format.zone, now) ? <span className="second zone">{cityOf(format.zone)}</span> : null}
    </div>
  )
}
