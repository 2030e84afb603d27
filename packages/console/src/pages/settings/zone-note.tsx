import { nextClockChange } from '../../hotel/settings/clock-change.ts'
import { useNow } from '../../parts/now.ts'
import { formatFor } from '../../texts/format.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import type { Draft } from '../../hotel/settings/fields.ts'
import { settingsTexts } from './texts.ts'

const SECOND = 1_000

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What time it is by the zone in the form, and when its clocks change next. */
export function ZoneNote({ zone }: { readonly zone: Draft | undefined }) {
  const texts = useTexts(settingsTexts)
  const { language } = useFormat()
  const now = useNow(SECOND)
  if (typeof zone !== 'string' || zone === '' || !isZone(zone)) return null
  const format = formatFor(language, { zone, clock: '24h' })
  const change = nextClockChange(now, zone)
  return (
    <p className="zone-note">
      <strong>{texts.hotelNow(`${format.time(now)}:${format.seconds(now)}`)}</strong>
      <span className="second">
        {change === null ? texts.noChange : texts.nextChange(`${format.day(change)} ${format.time(change)}`)}
      </span>
    </p>
  )
}
