import { seconds } from '../../kernel/clock.ts'
import type { CallResult } from './call-result.ts'

/** How long a line was taken by one call, and what came of it. */
export interface MeasuredCall {
  readonly ms: number
  readonly kind: CallResult['kind']
}

/** From the first ring to the last word, as hotels find it; in force until enough calls were measured. */
export const USUAL_LENGTH = seconds(40)

/** Fewer calls than this say little about those to come. */
const ENOUGH = 20
/** The latest calls count: of earlier ones the announcement or the guests were others. */
export const MEASURED_CALLS = 200

/** How long a call takes its line on average. One that the line could not carry has taken it for nothing. */
export function callLength(measured: readonly MeasuredCall[]): number {
  const carried = measured.filter(({ kind }) => kind !== 'line-trouble')
  if (carried.length < ENOUGH) return USUAL_LENGTH
  return Math.round(carried.reduce((sum, { ms }) => sum + ms, 0) / carried.length)
}
