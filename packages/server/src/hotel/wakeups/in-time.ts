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

/** How many settled calls were dialled how late: each in one of these. */
export type DialLateness = Record<'upTo5s' | 'upTo60s' | 'upTo5m' | 'later' | 'never', number>

export const NO_LATENESS: Readonly<DialLateness> = { upTo5s: 0, upTo60s: 0, upTo5m: 0, later: 0, never: 0 }

export function countLateness(sum: DialLateness, call: Pick<Wakeup, 'list' | 'dialledAt' | 'scheduledAt'>) {
  if (call.list !== 'pending') sum[latenessOf(call)]++
}

function latenessOf({
  dialledAt,
  scheduledAt,
}: Pick<Wakeup, 'dialledAt' | 'scheduledAt'>): keyof DialLateness {
  if (dialledAt === null) return 'never'
  const late = dialledAt - scheduledAt
  if (late <= LIMITS.within5s) return 'upTo5s'
  if (late <= LIMITS.within60s) return 'upTo60s'
  return late <= LIMITS.within5m ? 'upTo5m' : 'later'
}

/** In percent, rounded down, so that 100 means every one of them; null where there are none. */
export const shareOf = (some: number, all: number): number | null =>
  all === 0 ? null : Math.floor((some * 10_000) / all) / 100

/** Of those that are settled. */
export function sharesInTime(sum: InTime, settled: number): Record<keyof InTime, number | null> {
  const share = (name: keyof InTime) => shareOf(sum[name], settled)
  return { within5s: share('within5s'), within60s: share('within60s'), within5m: share('within5m') }
}
