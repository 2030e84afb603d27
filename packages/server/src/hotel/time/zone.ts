import { Temporal } from 'temporal-polyfill'
import { minutes, type Instant } from '../../kernel/clock.ts'

/** The name of a time zone, `Europe/Zurich`. */
export type Zone = string

/** A stretch of time in which the zone's clocks do not jump. */
export interface Span {
  from: Instant
  until: Instant
  offsetMs: number
  offsetMinutes: number
  offsetText: string
}

// Finding a jump costs about a millisecond, so what was found is kept: 64 spans are 32 years of summer and winter.
const MOST_ZONES = 64
const MOST_SPANS = 64
const spansOfZone = new Map<Zone, Span[]>()

const zoned = (instant: Instant, zone: Zone) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)

/** IANA names only: neither offsets, nor moments, nor the names that only ICU knows (`PST`, `SystemV/PST8`). */
export function isZone(text: string): boolean {
  if (!/^(?!systemv\/)[a-z][a-z0-9_+/-]*$/i.test(text)) return false
  try {
    zoned(0, text)
    return true
  } catch {
    return false
  }
}

function offsetText(offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes)
  const digits = `${Math.floor(size / 60) * 100 + (size % 60)}`.padStart(4, '0')
  return `${offsetMinutes < 0 ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

function findSpan(instant: Instant, zone: Zone): Span {
  const here = zoned(instant, zone)
  const offsetMs = here.offsetNanoseconds / 1_000_000
  // Old local mean times have seconds; ISO 8601 has not, and rounds half a minute away from zero.
  const offsetMinutes = Math.sign(offsetMs) * Math.round(Math.abs(offsetMs) / minutes(1))
  return {
    // "previous" means strictly before, yet a jump at this very moment begins the span.
    from: here.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    until: here.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offsetMs,
    offsetMinutes,
    offsetText: offsetText(offsetMinutes),
  }
}

function remember(span: Span, zone: Zone): void {
  const others = spansOfZone.get(zone)
  if (!others && spansOfZone.size >= MOST_ZONES) spansOfZone.clear()
  spansOfZone.set(zone, [span, ...(others ?? []).slice(0, MOST_SPANS - 1)])
}

/** The span that the moment lies in; throws a RangeError for an unknown zone. */
export function spanAt(instant: Instant, zone: Zone): Span {
  const known = spansOfZone.get(zone)?.find((span) => span.from <= instant && instant < span.until)
  if (known) return known
  const span = findSpan(instant, zone)
  remember(span, zone)
  return span
}
