import { type Instant, seconds } from '../../kernel/clock.ts'
import { NO_TENANT, type TenantId } from '../accounts/tenancy.ts'

/** More calls than lines in one minute: how many, over how many lines, and when the last is expected to ring. */
export interface Forecast {
  readonly due: number
  readonly lines: number
  readonly last: Instant
}

/** Calls of a tenant that fall into a minute. */
export interface MinuteCount {
  readonly tenant: TenantId
  readonly minute: Instant
  readonly calls: number
}

/** How many calls can be up at once for a tenant: over its own lines, and those that all share. */
export type Capacity = (tenant: TenantId) => number

/** Who rings over the same lines: a tenant with lines of its own by itself, all the others together. */
export const lineSharers = (tenant: TenantId, capacity: Capacity): TenantId =>
  capacity(tenant) > capacity(NO_TENANT) ? tenant : NO_TENANT

/** The fullest minute of each of them, in the name of those who ring over the same lines. */
export function fullestMinutes(counted: readonly MinuteCount[], capacity: Capacity): MinuteCount[] {
  const sums = new Map<string, MinuteCount>()
  for (const { minute, calls, ...of } of counted) {
    const tenant = lineSharers(of.tenant, capacity)
    const key = `${minute} ${tenant}`
    sums.set(key, { tenant, minute, calls: calls + (sums.get(key)?.calls ?? 0) })
  }
  const fullest = new Map<TenantId, MinuteCount>()
  for (const one of sums.values())
    if (one.calls > (fullest.get(one.tenant)?.calls ?? 0)) fullest.set(one.tenant, one)
  return [...fullest.values()]
}

/** How long a line is taken by one guest, from the first ring to the last word, as hotels find it. */
const ONE_CALL = seconds(40)

/** Null while every call of the minute finds a line at once; and without any line, when nothing can be foretold. */
export function forecastOf(minute: Instant, due: number, lines: number): Forecast | null {
  if (lines === 0 || due <= lines) return null
  return { due, lines, last: minute + (Math.ceil(due / lines) - 1) * ONE_CALL }
}
