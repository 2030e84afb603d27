import { inScope, type Scope } from '../../hotel/accounts/tenancy.ts'
import { rowIn } from '../../hotel/log/row.ts'
import { NIGHT_ROWS } from '../../hotel/log/site-rows.ts'
import { minuteOf } from '../../hotel/time/calendar.ts'
import {
  type CapacityOf,
  countsBySharers,
  foretell,
  ringsLate,
  lineSharers,
  type MinuteCount,
} from '../../hotel/wakeups/rush.ts'
import { laterDays } from '../../hotel/wakeups/wakeup.ts'
import { type Clock, days, type Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { CountedSeries } from '../../store/stores/wakeup-counts.ts'
import type { Actor } from '../actor.ts'
import { type Rush, SPILL } from './rush.ts'

/** Calls that lines carry at once: those that work now, and all of them. */
export interface LinesAtWork {
  readonly working: number
  readonly total: number
}

/** How the calls of a minute will go; `last` is null where there is no line. */
export interface MinuteAhead {
  readonly minute: Instant
  readonly due: number
  readonly last: Instant | null
  readonly late: boolean
}

/** What else the morning rests on: the night's check, and what did not get through to other systems. */
export interface HouseAhead {
  readonly nightCheck: { readonly at: Instant; readonly ok: boolean } | null
  readonly waiting: number
  readonly uncertain: number
}

export interface SpanAhead {
  readonly from: Instant
  readonly before: Instant
  readonly lines: LinesAtWork
  readonly callMs: number
  readonly minutes: readonly MinuteAhead[]
  readonly house: HouseAhead
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly capacity: CapacityOf
  readonly rush: Pick<Rush, 'callMs'>
  /** What a tenant rings with, or the whole house. */
  linesOf(scope: Scope): Promise<LinesAtWork>
}

interface AskedSpan {
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
}

const USUAL_SPAN = days(1)
const LONGEST_SPAN = days(8)

export type ForecastActions = ReturnType<typeof forecastActions>

export function forecastActions({ database: { read }, clock, capacity, rush, linesOf }: Parts) {
  return {
    /** The calls that an account may see, and how they will go among all that ring over the same lines. */
    async get({ scope }: Actor, asked: AskedSpan): Promise<SpanAhead> {
      const now = clock.now()
      const { from, before } = spanOf(asked, now)
      const callMs = await rush.callMs(read)
      // A full hour before the span makes its first minutes late.
      const counted = await callsByMinute(read, from - SPILL, before)
      const lastOf = lastRings(counted, capacity, { now, callMs }, scope)
      const minutes = dueIn(counted, scope)
        .filter(({ minute }) => minute >= minuteOf(from))
        .map(({ minute, calls }) => minuteAhead(minute, calls, lastOf.get(minute) ?? null, now))
      return {
        from,
        before,
        lines: await linesOf(scope),
        callMs,
        minutes,
        house: await houseAhead(read, scope, now),
      }
    },
  }
}

/** An older check says nothing of this morning. */
const CHECK_COUNTS = days(2)

async function houseAhead({ activity, deliveries }: Stores, scope: Scope, now: Instant): Promise<HouseAhead> {
  const made = { scope: null, kinds: ['night.checked'], from: now - CHECK_COUNTS } as const
  const rows = await activity.page({ ...made, order: 'desc', limit: 1 })
  const check = rows.find(rowIn(NIGHT_ROWS))
  const own = (await deliveries.backlogs()).filter(({ owner }) => inScope(owner, scope))
  const sum = (of: 'depth' | 'uncertain') => own.reduce((all, one) => all + one[of], 0)
  const nightCheck =
    check?.kind === 'night.checked' ? { at: check.at, ok: check.detail.findings.every(({ ok }) => ok) } : null
  return { nightCheck, waiting: sum('depth'), uncertain: sum('uncertain') }
}

function spanOf({ from: start, before: end }: AskedSpan, now: Instant) {
  const from = start ?? (end === undefined || end > now ? now : end)
  const before = Math.max(from, end ?? from + USUAL_SPAN)
  if (before - from > LONGEST_SPAN)
    throw new Failure('parameter.invalid', 'A forecast is of 8 days at most', { field: 'end' })
  return { from, before }
}

export const minuteAhead = (
  minute: Instant,
  due: number,
  last: Instant | null,
  now: Instant,
): MinuteAhead => ({ minute, due, last, late: last !== null && ringsLate({ minute, last }, now) })

/** From an instant on and before another, how many calls of each tenant fall into each minute. Series count on each day. */
export async function callsByMinute(
  { wakeups }: Stores,
  from: Instant,
  before: Instant,
): Promise<MinuteCount[]> {
  const next = await wakeups.countByMinute(from, before)
  const series = await wakeups.repeating(before)
  return [...next, ...series.flatMap((one) => laterCalls(one, from, before))]
}

function laterCalls(series: CountedSeries, from: Instant, before: Instant): MinuteCount[] {
  const found: MinuteCount[] = []
  for (const at of laterDays(series)) {
    if (at >= before) return found
    if (at >= from) found.push({ tenant: series.tenant, minute: minuteOf(at), calls: series.calls })
  }
  return found
}

/** By time. */
function dueIn(counted: readonly MinuteCount[], scope: Scope): Pick<MinuteCount, 'minute' | 'calls'>[] {
  const found = new Map<Instant, number>()
  for (const { tenant, minute, calls } of counted)
    if (inScope(tenant, scope)) found.set(minute, (found.get(minute) ?? 0) + calls)
  return Array.from(found, ([minute, calls]) => ({ minute, calls })).toSorted((a, b) => a.minute - b.minute)
}

interface Moment {
  readonly now: Instant
  readonly callMs: number
}

/** When the last call of each minute is expected to ring, over whichever lines the calls in scope have. */
export function lastRings(
  counted: readonly MinuteCount[],
  capacity: CapacityOf,
  at: Moment,
  scope: Scope,
): Map<Instant, Instant> {
  const sharers = scope === null ? null : lineSharers(scope, capacity)
  const found = new Map<Instant, Instant>()
  for (const [tenant, own] of countsBySharers(counted, capacity)) {
    if (sharers !== null && tenant !== sharers) continue
    for (const { minute, last } of foretell(own, { ...capacity(tenant), ...at }))
      found.set(minute, Math.max(last, found.get(minute) ?? 0))
  }
  return found
}
