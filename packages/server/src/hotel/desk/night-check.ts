import { type Static, Type } from 'typebox'
import type { Instant } from '../../kernel/clock.ts'
import { text, yesNo } from '../../kernel/schema.ts'
import { nextOccurrence, dayOf, WEEKDAYS, type Zone } from '../time/local-time.ts'

const finding = Type.Object({ name: text, ok: yesNo, text })
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
