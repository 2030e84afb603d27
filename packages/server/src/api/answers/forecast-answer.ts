import type { WakeupForecast } from '@reveille/contract'
import type { MinuteAhead, SpanAhead } from '../../actions/wakeups/forecast.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'

export function forecastReply(ahead: SpanAhead, zone: Zone): WakeupForecast {
  const { from, before, lines, callMs, minutes, house } = ahead
  const last = minutes.reduce<Instant | null>((latest, one) => later(latest, one.last), null)
  return {
    start: formatInstant(from, zone),
    end: formatInstant(before, zone),
    lines: { ...lines },
    callSeconds: Math.round(callMs / 100) / 10,
    due: minutes.reduce((sum, { due }) => sum + due, 0),
    last: momentOrNull(last, zone),
    minutes: minutes.map((one) => shownMinute(one, zone)),
    house: {
      ...house,
      nightCheck: house.nightCheck && { ...house.nightCheck, at: formatInstant(house.nightCheck.at, zone) },
    },
  }
}

const later = (a: Instant | null, b: Instant | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))

const momentOrNull = (at: Instant | null, zone: Zone) => (at === null ? null : formatInstant(at, zone))

export const shownMinute = ({ minute, due, last, late }: MinuteAhead, zone: Zone) => ({
  minute: formatInstant(minute, zone),
  due,
  last: momentOrNull(last, zone),
  late,
})
