import { minuteOf } from '../../hotel/time/calendar.ts'
import { callLength, MEASURED_CALLS, USUAL_LENGTH } from '../../hotel/wakeups/call-length.ts'
import { type CapacityOf, type ForetoldMinute, lateMinutes, lineSharers } from '../../hotel/wakeups/rush.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, hours, type Instant, minutes } from '../../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly capacity: CapacityOf
  /** Told of calls that were stored here: other nodes count them as well. */
  counted?(stored: StoredCalls): void
}

/** So many calls of a tenant, in a minute. */
export interface StoredCalls {
  readonly tenant: TenantId
  readonly minute: Instant
  readonly calls: number
}

/** A call that was stored. */
export interface AskedCall {
  readonly tenant: TenantId
  readonly scheduledAt: Instant
}

/** More calls than can be rung in time: of a call's own minute, and of those after it that are late because of it. */
export interface Forecast {
  readonly due: number
  readonly lines: number
  readonly last: Instant
  readonly following: readonly ForetoldMinute[]
}

/** Nearly all calls are asked for within this time; those of later minutes are counted in the database. */
const AHEAD = hours(48)
/** What is known of the next days is read again so often. */
const RELOAD_AFTER = hours(12)
/** A full minute makes others late for no longer than this: by then calls are given up. */
export const SPILL = minutes(60)
const MEASURE_AFTER = minutes(1)

export type Rush = Awaited<ReturnType<typeof watchRush>>

/**
 * Knows how many calls ring over the same lines in each minute of the next days, so that a new call costs no count.
 * It may know too many, as removed calls are not reported: only when a minute seems late is it counted in the database.
 */
export async function watchRush({ database, clock, capacity, counted = () => {} }: Parts) {
  /** By the tenants that share lines, and by minute. */
  let counts = new Map<string, number>()
  /** Within this span, a minute without a count has no calls. */
  let span = { from: 0, before: 0 }
  let callMs = USUAL_LENGTH
  let measuredAt = -Infinity

  const keyOf = (sharers: TenantId, minute: Instant) => `${minute} ${sharers}`
  const isInSpan = (minute: Instant) => minute >= span.from && minute + SPILL < span.before
  const remember = (sharers: TenantId, minute: Instant, calls: number) => {
    if (isInSpan(minute)) counts.set(keyOf(sharers, minute), calls)
  }
  const measure = async ({ attempts }: Stores): Promise<number> => {
    if (Math.abs(clock.now() - measuredAt) < MEASURE_AFTER) return callMs
    measuredAt = clock.now()
    return (callMs = callLength(await attempts.latestLengths(MEASURED_CALLS)))
  }
  const load = async () => {
    const from = minuteOf(clock.now())
    const before = from + AHEAD
    const found = new Map<string, number>()
    for (const { tenant, minute, calls } of await database.read.wakeups.countByMinute(from, before)) {
      const key = keyOf(lineSharers(tenant, capacity), minute)
      found.set(key, (found.get(key) ?? 0) + calls)
    }
    await measure(database.read)
    counts = found
    span = { from, before }
  }
  /** Many calls may have moved. If the read fails, the old counts stay. */
  const reload = () => load().catch(() => {})

  /** As far as is known without counting; null for minutes that nothing is known of. */
  const known = (sharers: TenantId, minute: Instant) =>
    isInSpan(minute)
      ? minutesAround(minute).map((at) => ({ minute: at, calls: counts.get(keyOf(sharers, at)) ?? 0 }))
      : null

  /** For all tenants that share the lines. */
  const count = async ({ wakeups }: Stores, sharers: TenantId, minute: Instant) => {
    const found = await wakeups.countByMinute(minute - SPILL, minute + SPILL)
    const theirs = found.filter((one) => lineSharers(one.tenant, capacity) === sharers)
    const callsOf = (at: Instant) => theirs.reduce((sum, one) => sum + (one.minute === at ? one.calls : 0), 0)
    remember(sharers, minute, callsOf(minute))
    return minutesAround(minute).map((at) => ({ minute: at, calls: callsOf(at) }))
  }

  const forecast = async (stores: Stores, tenant: TenantId, minute: Instant): Promise<Forecast | null> => {
    const sharers = lineSharers(tenant, capacity)
    const means = capacity(tenant)
    const late = (around: Parameters<typeof lateMinutes>[0]) =>
      lateMinutes(around, { ...means, callMs, now: clock.now() }).filter((one) => one.minute >= minute)
    const seen = known(sharers, minute)
    if (means.lines === 0 || (seen && late(seen)[0]?.minute !== minute)) return null
    await measure(stores)
    const [own, ...following] = late(await count(stores, sharers, minute))
    return own?.minute === minute ? { ...own, lines: means.lines, following } : null
  }
  const add = ({ tenant, minute, calls }: StoredCalls) => {
    const sharers = lineSharers(tenant, capacity)
    remember(sharers, minute, (counts.get(keyOf(sharers, minute)) ?? 0) + calls)
  }
  await load()

  return {
    reload,

    /** Calls were stored at another node. */
    heard: add,

    /** How long a call takes its line, as of the last calls. */
    callMs: measure,

    /** After calls were stored: the forecast for the latest of them; null when every one can ring in time. */
    async after(stores: Stores, calls: readonly AskedCall[]): Promise<(Forecast & AskedCall) | null> {
      if (Math.abs(clock.now() - span.from) > RELOAD_AFTER) void reload()
      const asked = new Map<string, AskedCall>()
      for (const call of calls)
        asked.set(keyOf(lineSharers(call.tenant, capacity), minuteOf(call.scheduledAt)), call)
      for (const stored of byMinute(calls)) {
        add(stored)
        counted(stored)
      }
      let latest: (Forecast & AskedCall) | null = null
      for (const call of asked.values()) {
        const found = await forecast(stores, call.tenant, minuteOf(call.scheduledAt))
        const last = Math.max(found?.last ?? 0, call.scheduledAt)
        if (found && last >= (latest?.last ?? 0)) latest = { ...call, ...found, last }
      }
      return latest
    },
  }
}

function byMinute(calls: readonly AskedCall[]): StoredCalls[] {
  const found = new Map<string, StoredCalls>()
  for (const { tenant, scheduledAt } of calls) {
    const minute = minuteOf(scheduledAt)
    const key = `${minute} ${tenant}`
    found.set(key, { tenant, minute, calls: (found.get(key)?.calls ?? 0) + 1 })
  }
  return [...found.values()]
}

const minutesAround = (minute: Instant): Instant[] =>
  Array.from({ length: (2 * SPILL) / minutes(1) }, (_, n) => minute - SPILL + minutes(n))
