import { minutes, seconds } from '../../kernel/clock.ts'
import type { Wakeup } from './wakeup.ts'

/** A call that begins this long after its time is still in time. */
export const IN_TIME = seconds(5)

/** What counts as in time, from strict to lenient. */
const LIMITS = { within5s: IN_TIME, within60s: seconds(60), within5m: minutes(5) }

/** How many settled calls were dialled within each limit of the time asked for. */
export type InTime = Record<keyof typeof LIMITS, number>

export const NONE_IN_TIME: Readonly<InTime> = { within5s: 0, within60s: 0, within5m: 0 }

const NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[]

/** A call that was never dialled is never in time. */
export function countInTime(sum: InTime, call: Pick<Wakeup, 'list' | 'dialledAt' | 'scheduledAt'>) {
  if (call.list === 'pending' || call.dialledAt === null) return
  const late = call.dialledAt - call.scheduledAt
  for (const name of NAMES) if (late <= LIMITS[name]) sum[name]++
}

/** In percent, rounded down, so that 100 means every one of them; null where there are none. */
export const shareOf = (some: number, all: number): number | null =>
  all === 0 ? null : Math.floor((some * 10_000) / all) / 100

/** Of those that are settled. */
export function sharesInTime(sum: InTime, settled: number): Record<keyof InTime, number | null> {
  const share = (name: keyof InTime) => shareOf(sum[name], settled)
  return { within5s: share('within5s'), within60s: share('within60s'), within5m: share('within5m') }
}
