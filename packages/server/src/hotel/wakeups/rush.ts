import { type Instant, seconds } from '../../kernel/clock.ts'
import { NO_TENANT, type TenantId } from '../accounts/tenancy.ts'
import { IN_TIME } from './in-time.ts'

/** Calls of a tenant that fall into a minute. */
export interface MinuteCount {
  readonly tenant: TenantId
  readonly minute: Instant
  readonly calls: number
}

/** What a tenant has to ring with: its own lines, and those that all share. */
export interface Capacity {
  /** Calls that can be up at once. */
  readonly lines: number
  /** Calls that may begin in a second. */
  readonly perSecond: number
}

export type CapacityOf = (tenant: TenantId) => Capacity

/** Who rings over the same lines: a tenant with lines of its own by itself, all the others together. */
export const lineSharers = (tenant: TenantId, capacity: CapacityOf): TenantId =>
  capacity(tenant).lines > capacity(NO_TENANT).lines ? tenant : NO_TENANT

/** The calls of each minute, in the name of those who ring over the same lines, by time. */
export function countsBySharers(
  counted: readonly MinuteCount[],
  capacity: CapacityOf,
): Map<TenantId, MinuteCount[]> {
  const found = new Map<TenantId, MinuteCount[]>()
  for (const { minute, calls, ...of } of counted.toSorted((a, b) => a.minute - b.minute)) {
    const tenant = lineSharers(of.tenant, capacity)
    const own = found.get(tenant) ?? []
    const before = own.at(-1)?.minute === minute ? own.pop() : undefined
    own.push({ tenant, minute, calls: calls + (before?.calls ?? 0) })
    found.set(tenant, own)
  }
  return found
}

/** How the calls of a minute will go: how many they are, and when the last is expected to ring. */
export interface ForetoldMinute {
  readonly minute: Instant
  readonly due: number
  readonly last: Instant
}

/** What a rush meets. */
export interface Circumstances extends Capacity {
  readonly now: Instant
  /** How long a call takes its line. */
  readonly callMs: number
}

type Counted = Pick<MinuteCount, 'minute' | 'calls'>

/** The minutes, given by time, that will not go in time. */
export const lateMinutes = (minutes: readonly Counted[], met: Circumstances): ForetoldMinute[] =>
  foretell(minutes, met).filter((one) => ringsLate(one, met.now))

/** More than so late that it is still in time. */
export const ringsLate = ({ minute, last }: Pick<ForetoldMinute, 'minute' | 'last'>, now: Instant): boolean =>
  last > Math.max(minute, now) + IN_TIME

/**
 * How the minutes, given by time, will go; without lines nothing can be said. A call begins when its minute comes, the
 * exchange takes it, and the call before it on its line is over: so a full minute makes those after it late as well,
 * until all have rung.
 */
export function foretell(
  minutes: readonly Counted[],
  { lines, perSecond, callMs, now }: Circumstances,
): ForetoldMinute[] {
  if (lines === 0) return []
  const begins: Instant[] = []
  const after = (back: number, wait: number) => (begins[begins.length - back] ?? -Infinity) + wait
  const last = ({ minute, calls }: Counted): Instant => {
    for (let n = 0; n < calls; n++)
      begins.push(Math.max(minute, now, after(lines, callMs), after(perSecond, seconds(1))))
    return begins.at(-1) ?? minute
  }
  return minutes
    .map((one) => ({ minute: one.minute, due: one.calls, last: last(one) }))
    .filter((one) => one.due > 0)
}
