import { days, hours, minutes, seconds } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'

/** How durations are written: `200ms`, `24s`, `5m`, `2h`, `90d`. */
const WRITTEN = /^(\d{1,8})(ms|s|m|h|d)$/
const UNIT_MS = new Map([
  ['ms', 1],
  ['s', seconds(1)],
  ['m', minutes(1)],
  ['h', hours(1)],
  ['d', days(1)],
])

/** Milliseconds, or null when the text is not a duration. */
export function parseDuration(text: string): number | null {
  const [, digits, unit = ''] = WRITTEN.exec(text) ?? []
  const unitMs = UNIT_MS.get(unit)
  return unitMs === undefined ? null : Number(digits) * unitMs
}

/** Milliseconds of a duration that was checked before it was stored. */
export function durationMs(text: string): number {
  const ms = parseDuration(text)
  if (ms === null) throw new Failure('config.invalid', `${JSON.stringify(text)} is no duration`)
  return ms
}
