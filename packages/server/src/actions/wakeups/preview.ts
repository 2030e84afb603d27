import { maySeeGuests } from '../../hotel/accounts/account.ts'
import { inScope, type Scope, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { minuteOf } from '../../hotel/time/calendar.ts'
import type { Mailbox } from '../../hotel/rooms/room.ts'
import { type Guest, isVipRoom } from '../../hotel/rooms/stay.ts'
import { methodOf } from '../../hotel/wakeups/before-call.ts'
import { ringsAround } from '../../hotel/wakeups/around.ts'
import { type CapacityOf, lineSharers, type MinuteCount } from '../../hotel/wakeups/rush.ts'
import { isRepeating, laterDays, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { WakeupPlan } from '../../hotel/wakeups/wakeup-plan.ts'
import { type Method, policyOf, type WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { pace } from '../pace.ts'
import type { Settings } from '../settings.ts'
import { callsByMinute, type LinesAtWork, lastRings, type MinuteAhead, minuteAhead } from './forecast.ts'
import { planCalls, type PlannedCall, readMailboxes, type WakeupRequest } from './place-call.ts'
import { type Rush, SPILL } from './rush.ts'

/** A call as it would be stored, and what there is about its room. */
export interface PreviewedCall {
  readonly mailbox: Mailbox
  readonly plan: WakeupPlan
  /** The same call, which is there already. */
  readonly twin: Wakeup | null
  readonly others: readonly { readonly call: Wakeup; readonly at: Instant }[]
  readonly occupied: boolean
  /** Null for those who may not see who stays in the house. */
  readonly guests: readonly string[] | null
  readonly vip: boolean
  readonly method: Method
  /** The first days of a repeat. */
  readonly next: readonly Instant[]
}

/** A minute, as it would go without the calls and with them. */
export interface MinuteBothWays {
  readonly tenant: TenantId
  readonly without: MinuteAhead
  readonly with: MinuteAhead
}

export interface Preview {
  readonly calls: readonly PreviewedCall[]
  readonly repeated: readonly string[]
  readonly missing: readonly string[]
  readonly lines: LinesAtWork
  readonly forecast: readonly MinuteBothWays[]
}

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly capacity: CapacityOf
  readonly rush: Pick<Rush, 'callMs'>
  linesOf(scope: Scope): Promise<LinesAtWork>
}

/** So often may an account type a letter. */
const PER_SECOND = 20
const FIRST_DAYS = 5

export type PreviewActions = ReturnType<typeof previewActions>

export function previewActions(parts: Parts) {
  const { database, settings, clock, linesOf } = parts
  const mayAsk = pace(clock, PER_SECOND)

  return {
    async get(actor: Actor, request: WakeupRequest): Promise<Preview> {
      mayAsk(actor.name)
      const { read } = database
      const now = clock.now()
      const { calls: planned, rooms } = await planCalls(parts, read, actor, request, now, readMailboxes)
      const found = new Map<Mailbox, PreviewedCall>()
      for (const [tenant, own] of byTenant(planned))
        for (const call of await previewed({ stores: read, settings, actor }, tenant, own))
          found.set(call.mailbox, call)
      // In the order in which they were named.
      const calls = planned.flatMap(({ mailbox }) => found.get(mailbox) ?? [])
      const { repeated, missing } = rooms
      const forecast = await bothWays(parts, actor.scope, calls, now)
      return { calls, repeated, missing, lines: await linesOf(actor.scope), forecast }
    },
  }
}

function byTenant(planned: readonly PlannedCall[]): Map<TenantId, PlannedCall[]> {
  const found = new Map<TenantId, PlannedCall[]>()
  for (const call of planned) {
    const own = found.get(call.mailbox.tenant) ?? []
    own.push(call)
    found.set(call.mailbox.tenant, own)
  }
  return found
}

interface Looking {
  readonly stores: Stores
  readonly settings: Settings
  readonly actor: Actor
}

async function previewed(
  { stores, settings, actor }: Looking,
  tenant: TenantId,
  planned: readonly PlannedCall[],
): Promise<PreviewedCall[]> {
  const rooms = planned.map(({ mailbox }) => mailbox.number)
  const pending = byRoom(await stores.wakeups.pendingOfRooms(tenant, rooms))
  const guests = byRoom(await stores.guests.ofRooms(tenant, rooms))
  const { wakeup, tenants } = settings.current()
  const policy = policyOf(wakeup, tenants.get(tenant)?.wakeup)
  const mayName = maySeeGuests(actor)
  const zone = settings.zoneOf(tenant)
  // All rooms of a tenant have the same clocks, and so the same plan.
  const next = planned.slice(0, 1).flatMap(({ plan }) => firstDays({ ...plan, zone, skipped: [] }))
  return planned.map(({ mailbox, plan }) => {
    const staying = guests.get(mailbox.number) ?? []
    return {
      mailbox,
      plan,
      ...besides(plan, pending.get(mailbox.number) ?? []),
      ...whoRings(mailbox, staying, policy),
      occupied: staying.length > 0,
      guests: mayName ? staying.map(({ name }) => name) : null,
      next,
    }
  })
}

function byRoom<T extends { readonly room: string }>(things: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const one of things) {
    const own = found.get(one.room) ?? []
    own.push(one)
    found.set(one.room, own)
  }
  return found
}

/** What is there already of a room: the same call, and others around that time. */
function besides(plan: WakeupPlan, pending: readonly Wakeup[]): Pick<PreviewedCall, 'twin' | 'others'> {
  const days = plan.days.join(',')
  const twin = pending.find((call) => call.scheduledAt === plan.scheduledAt && call.days.join(',') === days)
  const others = pending.flatMap((call) => {
    const at = call === twin ? null : ringsAround(call, plan.scheduledAt)
    return at === null ? [] : [{ call, at }]
  })
  return { twin: twin ?? null, others }
}

function whoRings(mailbox: Mailbox, staying: readonly Guest[], policy: WakeupPolicy) {
  const vip = isVipRoom(mailbox, staying)
  return { vip, method: methodOf({ vip }, policy) }
}

function firstDays(series: Parameters<typeof laterDays>[0]): Instant[] {
  if (!isRepeating(series)) return []
  const found = [series.scheduledAt]
  for (const at of laterDays(series)) {
    if (found.length === FIRST_DAYS) break
    found.push(at)
  }
  return found
}

/** The minutes of the new calls. What is there already fills no minute further. */
async function bothWays(
  { database: { read }, capacity, rush }: Parts,
  scope: Scope,
  calls: readonly PreviewedCall[],
  now: Instant,
): Promise<MinuteBothWays[]> {
  const callMs = await rush.callMs(read)
  const found: MinuteBothWays[] = []
  for (const { tenant, minute, calls: added } of newByMinute(calls)) {
    const counted = await callsByMinute(read, minute - SPILL, minute + SPILL)
    const sharers = lineSharers(tenant, capacity)
    const isShown = (one: MinuteCount) =>
      one.minute === minute && inScope(one.tenant, scope) && lineSharers(one.tenant, capacity) === sharers
    const foretold = (more: readonly MinuteCount[]) => {
      const all = [...counted, ...more]
      const due = all.reduce((sum, one) => sum + (isShown(one) ? one.calls : 0), 0)
      const last = lastRings(all, capacity, { now, callMs }, tenant).get(minute) ?? null
      return minuteAhead(minute, due, last, now)
    }
    found.push({ tenant, without: foretold([]), with: foretold([{ tenant, minute, calls: added }]) })
  }
  return found
}

/** By time. */
function newByMinute(calls: readonly PreviewedCall[]): MinuteCount[] {
  const found = new Map<string, MinuteCount>()
  for (const { mailbox, plan, twin } of calls) {
    const { tenant } = mailbox
    const minute = minuteOf(plan.scheduledAt)
    const key = `${tenant} ${minute}`
    const before = found.get(key)?.calls ?? 0
    found.set(key, { tenant, minute, calls: before + (twin ? 0 : 1) })
  }
  return [...found.values()].toSorted((a, b) => a.minute - b.minute)
}
