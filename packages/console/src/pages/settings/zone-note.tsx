import { nextClockChange } from '../../hotel/settings/clock-change.ts'
import { useSession } from '../../live/desk.ts'
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

interface ZoneNoteProps {
  readonly zone: Draft | undefined
  /** Of a part of the house, which may lie elsewhere. */
  readonly isTenants?: boolean
}

/** What time it is by the zone in the form, and when its clocks change next. */
export function ZoneNote({ zone, isTenants = false }: ZoneNoteProps) {
  const texts = useTexts(settingsTexts)
  const { language } = useFormat()
  const { site } = useSession()
  const now = useNow(SECOND)
  if (typeof zone !== 'string' || zone === '' || !isZone(zone)) return null
  const format = formatFor(language, { zone, clock: site.clock })
  const time = format.fullTime(now)
  const change = nextClockChange(now, zone)
  return (
    <p className="zone-note">
      <strong>{isTenants ? texts.thereNow(time) : texts.hotelNow(time)}</strong>
      <span className="second">
        {change === null ? texts.noChange : texts.nextChange(`${format.day(change)} ${format.time(change)}`)}
      </span>
    </p>
  )
}
