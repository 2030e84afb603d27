import { type Instant, seconds } from '../../kernel/clock.ts'

/** More calls than lines in one minute: how many, over how many lines, and when the last is expected to ring. */
export interface Forecast {
  readonly due: number
  readonly lines: number
  readonly last: Instant
}

/** How long a line is taken by one guest, from the first ring to the last word, as hotels find it. */
const ONE_CALL = seconds(40)

/** Null while every call of the minute finds a line at once; and without any line, when nothing can be foretold. */
export function forecastOf(minute: Instant, due: number, lines: number): Forecast | null {
  if (lines === 0 || due <= lines) return null
  return { due, lines, last: minute + (Math.ceil(due / lines) - 1) * ONE_CALL }
}
