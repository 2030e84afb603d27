import { useEffect, useState } from 'react'
import { ownZone } from '../kernel/clock.ts'
import { useClock, useNow } from '../parts/now.ts'
import { shellTexts } from '../texts/shell.ts'
import { type Format, formatFor } from '../texts/format.ts'
import { useFormat, useTexts } from '../texts/speech.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** `New York` of `America/New_York`. */
const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** Whether a clock on the wall beside this device shows another time. */
const isElsewhere = (hotel: Format, here: Format, at: number): boolean =>
  hotel.date(at) !== here.date(at) || hotel.minute(at) !== here.minute(at)

/** Found out once the page stands: to name its own zone takes a browser longer than to draw the clock. */
function useIsElsewhere(format: Format, now: number): boolean {
  const [isElse, setElse] = useState(false)
  const minute = Math.floor(now / MINUTE) * MINUTE
  const clock = useClock()
  useEffect(
    () =>
      clock.after(0, () => {
        const here = formatFor('en', { zone: ownZone(), clock: '24h' })
        setElse(isElsewhere(format, here, minute))
      }),
    [clock, format, minute],
  )
  return isElse
}

/** Seconds are only for the eye, and stand before what a clock of twelve hours says last. */
function Dial({ format, now }: { readonly format: Format; readonly now: number }) {
  const [whole, seconds] = [format.fullTime(now), `:${format.seconds(now)}`]
  const at = whole.lastIndexOf(seconds)
  return (
    <time>
      {whole.slice(0, at)}
      <span aria-hidden="true">{seconds}</span>
      {whole.slice(at + seconds.length)}
    </time>
  )
}

/** The hotel's own time, by the server's clock. */
export function HotelClock() {
  const said = useTexts(shellTexts)
  const format = useFormat()
  const now = useNow(SECOND)
  const isElse = useIsElsewhere(format, now)
  return (
    <div className="clock" role="timer" aria-label={said.hotelTime} aria-live="off">
      <Dial format={format} now={now} />
      <span className="second day">{format.day(now)}</span>
      {isElse ? <span className="second zone">{cityOf(format.zone)}</span> : null}
    </div>
  )
}
