import { hours, type Instant } from '../../kernel/clock.ts'
import type { Wakeup } from './wakeup.ts'

/** After this long another call is about another waking. */
export const AGAIN_WITHIN = hours(8)
/** What is asked for later than this ahead is a wish of its own. */
const SOON = hours(1)

/** The guest was not woken by this call, as the system itself found; since when that is known. */
export const failedAt = ({ machineOutcome, settledAt }: Wakeup): Instant | null =>
  machineOutcome === null || machineOutcome === 'complete' ? null : settledAt

/** The last call that somebody asked for, soon to be rung, after this one had not woken the guest. */
export function rungAgain(call: Wakeup, ofRoom: readonly Wakeup[]): Wakeup | undefined {
  const failed = failedAt(call)
  if (failed === null) return undefined
  return ofRoom.findLast(
    ({ id, days, createdAt, scheduledAt }) =>
      id !== call.id &&
      days.length === 0 &&
      createdAt >= failed &&
      scheduledAt < failed + AGAIN_WITHIN &&
      scheduledAt - createdAt <= SOON,
  )
}
