import { type Static, Type } from 'typebox'
import type { Instant } from '../../kernel/clock.ts'
import { text, yesNo } from '../../kernel/schema.ts'
import { nextOccurrence, dayOf, WEEKDAYS, type Zone } from '../time/local-time.ts'

/** What a look may find, in words that stay: a screen has its own sentence for each of them. */
export const CHECK_CODES = [
  'house.quiet',
  'lines.none',
  'lines.answer',
  'lines.trouble',
  'database.writes',
  'database.stuck',
  'calls.late',
  'calls.none',
  'calls.in-time',
  'clock.untold',
  'clock.in-step',
  'clock.adrift',
  'languages.spoken',
  'languages.trouble',
  'disk.free',
  'disk.full',
  'connectors.none',
  'connectors.reached',
  'connectors.trouble',
  'certificates.last',
  'certificates.end',
  'charges.decided',
  'charges.undecided',
  'items.posted',
  'items.unposted',
] as const
export type CheckCode = (typeof CHECK_CODES)[number]

/** `code` and `count` are for screens that speak another language; what has none is told by its sentence. */
const finding = Type.Object({
  name: text,
  ok: yesNo,
  text,
  code: Type.Optional(text),
  count: Type.Optional(Type.Number()),
})
export const findings = Type.Immutable(Type.Array(finding))

/** What one look into the morning has found. */
export type CheckFinding = Readonly<Static<typeof finding>>

/** When the check is made next: at this clock time of the hotel, after now. Null when it is never made. */
export function nextNightCheck(clock: string | null, now: Instant, zone: Zone): Instant | null {
  if (clock === null) return null
  const daily = { time: `${clock}:00`, days: WEEKDAYS, from: dayOf(now, zone), until: null }
  return nextOccurrence(daily, now, zone)?.instant ?? null
}

/** One sentence for the desk; null when the morning looks well. */
export function warningOf(findings: readonly CheckFinding[]): string | null {
  const wrong = findings.filter(({ ok }) => !ok)
  return wrong.length === 0 ? null : `Before the morning: ${wrong.map(({ text }) => text).join('; ')}`
}
