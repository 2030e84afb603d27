import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { dayOf, addDays, formatInstant, startOfDay, type Zone } from '../../hotel/time/local-time.ts'
import { inScope } from '../../hotel/accounts/tenancy.ts'
import type { AnotherTime } from '../../hotel/wakeups/another-time.ts'
import { isRepeating, settleWakeup, toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome, WakeupList } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { WakeupCursor } from '../../store/stores/wakeup-store.ts'
import { acknowledgeAll } from '../../logbook/end-alarm.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, SYSTEM, transact, unknown } from '../actor.ts'
import { type Page, pages } from '../pages.ts'
import { namedCalls } from './named.ts'
import { leaveLeader } from './parting.ts'
import {
  placeCall,
  type PlacedWakeup,
  planCalls,
  type PlannedCall,
  type WakeupRequest,
} from './place-call.ts'
import { CALL_ALARMS, removeCall } from './remove-call.ts'
import { planAnew, replaceCall } from './reschedule.ts'
import { removedCalls, restoreCall } from './restore.ts'
import type { Forecast, Rush } from './rush.ts'
import { skipOne, type SkippedCall } from './skip.ts'
import type { Settings } from '../settings.ts'
import { type WholeCall, wholeCalls } from './whole-calls.ts'

/** The answer to a request: one call for each room named. */
export interface WakeupPromise {
  readonly calls: readonly PlacedWakeup[]
  /** Rooms that were named more than once, and numbers of a range that are no rooms. */
  readonly repeated?: readonly string[]
  readonly missing?: readonly string[]
  /** How many of them are for tomorrow, because their time has passed today. */
  readonly tomorrow: number
  /** When calls of the minute cannot ring in time; then also for minutes after it. */
  readonly forecast?: ForecastWords | undefined
  /** No line is configured that could ring one of the rooms. */
  readonly isWithoutLine: boolean
}

/** A forecast in the time of the room. */
export interface ForecastWords {
  readonly due: number
  readonly lines: number
  readonly last: string
  readonly following: readonly { readonly minute: string; readonly due: number; readonly last: string }[]
}

export interface WakeupListQuery extends Page {
  readonly list: WakeupList | 'today' | 'all'
  readonly room?: string | undefined
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly after?: WakeupCursor | undefined
}

/** The runner that rings, told of every change to what it rings. */
export interface Ringer {
  /** A call was asked for, due at this moment. */
  asked(dueAt: Instant): void
  /** These calls were settled, removed, changed or moved to another room. */
  changed(ids: readonly string[]): void
}

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly ids: Ids
  readonly ringer: Ringer
  readonly rush: Pick<Rush, 'after'>
  /** Whether a line is configured for the rooms of a tenant, whether it works or not. */
  hasLine(tenant: TenantId): boolean
}

export type WakeupActions = ReturnType<typeof wakeupActions>

export function wakeupActions(parts: Parts) {
  const { database, settings, clock, ringer, rush } = parts

  /** The latest of all, written in the time of its room. */
  const forecastFor = async (stores: Stores, planned: readonly PlannedCall[]) => {
    const asked = planned.map(({ mailbox, plan }) => ({
      tenant: mailbox.tenant,
      scheduledAt: plan.scheduledAt,
    }))
    const found = await rush.after(stores, asked)
    return found && forecastWords(found, settings.zoneOf(found.tenant))
  }

  const isWithoutLine = (rooms: readonly { readonly tenant: TenantId }[]) =>
    rooms.some(({ tenant }) => !parts.hasLine(tenant))
  const areWithoutLine = (planned: readonly PlannedCall[]) =>
    isWithoutLine(planned.map(({ mailbox }) => mailbox))

  return {
    /** All or nothing: every room is checked before the first call is stored. */
    async create(actor: Actor, request: WakeupRequest): Promise<WakeupPromise> {
      const now = clock.now()
      let planned: PlannedCall[] = []
      const stricter: string[] = []
      const promise = await transact(database, actor, now, async (stores) => {
        const { calls: wanted, rooms } = await planCalls(parts, stores, actor, request, now)
        planned = wanted
        const calls = []
        stricter.length = 0
        for (const call of planned) calls.push(await placeCall(parts, stores, actor, call, now, stricter))
        const tomorrow = planned.filter((call) => call.plan.tomorrow).length
        const forecast = await forecastFor(stores, planned)
        const { repeated, missing } = rooms
        const without = areWithoutLine(planned)
        return {
          calls,
          repeated,
          missing,
          tomorrow,
          isWithoutLine: without,
          ...(forecast ? { forecast } : {}),
        }
      })
      ringer.changed(stricter)
      ringer.asked(Math.min(...planned.map(({ plan }) => plan.scheduledAt)))
      return promise
    },

    async get(actor: Actor, id: string): Promise<WholeCall> {
      const call = visible(await callNamed(database.read, id), actor, id)
      const [whole] = await wholeCalls(database.read, settings, [call])
      return whole ?? { call, alarm: null, again: null, method: 'automatic', backupAt: null }
    },

    pages(actor: Actor, query: WakeupListQuery): AsyncGenerator<Wakeup[]> {
      const filter = { ...query, ...span(query, settings, actor, clock.now()), scope: actor.scope }
      const list = query.list === 'today' || query.list === 'all' ? undefined : query.list
      return pages(query, (limit, last: Wakeup | undefined) =>
        database.read.wakeups.page({ ...filter, list, limit, after: last ?? query.after }),
      )
    },

    /** The same with all that is known of them; with ids, only these. */
    async *whole(actor: Actor, query: WakeupListQuery, ids?: readonly string[]): AsyncGenerator<WholeCall[]> {
      const found =
        ids === undefined ? this.pages(actor, query) : [await namedCalls(database.read, actor, query, ids)]
      for await (const page of found) yield await wholeCalls(database.read, settings, page)
    },

    /** An operator says how a call ended. */
    async overwrite(actor: Actor, ids: readonly string[], outcome: Outcome, reason: string): Promise<void> {
      const now = clock.now()
      const changed: string[] = []
      await transact(database, actor, now, async (stores) => {
        changed.length = 0
        for (const id of ids)
          changed.push(...(await overwriteOne(parts, stores, actor, { id, outcome, reason }, now)))
      })
      ringer.changed(changed)
    },

    /** All or nothing: new calls at another time, and the old ones go. */
    async reschedule(actor: Actor, ids: readonly string[], to: AnotherTime): Promise<WakeupPromise> {
      const now = clock.now()
      let planned: PlannedCall[] = []
      const changed: string[] = []
      const promise = await transact(database, actor, now, async (stores) => {
        planned = await planAnew(parts, stores, await holdCalls(stores, actor, ids), to, now)
        const calls = []
        changed.length = 0
        for (const one of planned) {
          const { placed, changed: touched } = await replaceCall(parts, stores, actor, one, now)
          calls.push(placed)
          changed.push(...touched)
        }
        const forecast = await forecastFor(stores, planned)
        return {
          calls,
          tomorrow: 0,
          isWithoutLine: areWithoutLine(planned),
          ...(forecast ? { forecast } : {}),
        }
      })
      ringer.changed(changed)
      ringer.asked(Math.min(...planned.map(({ plan }) => plan.scheduledAt)))
      return promise
    },

    /** All or nothing: calls that were deleted or cancelled are there again. */
    async restore(actor: Actor, ids: readonly string[]): Promise<WakeupPromise> {
      const now = clock.now()
      let restored: Wakeup[] = []
      const promise = await transact(database, actor, now, async (stores) => {
        restored = []
        for (const removed of await removedCalls(stores, actor, ids))
          restored.push(await restoreCall(parts, stores, actor, removed, now))
        const found = await rush.after(stores, restored)
        const forecast = found && forecastWords(found, settings.zoneOf(found.tenant))
        const calls = restored.map(placedAgain)
        return {
          calls,
          tomorrow: 0,
          isWithoutLine: isWithoutLine(restored),
          ...(forecast ? { forecast } : {}),
        }
      })
      ringer.asked(Math.min(...restored.map(({ scheduledAt }) => scheduledAt)))
      return promise
    },

    /** One day of each of these series is left out. */
    async skip(actor: Actor, ids: readonly string[], date: string | undefined): Promise<SkippedCall[]> {
      const now = clock.now()
      const changed: string[] = []
      const skipped = await transact(database, actor, now, async (stores) => {
        const calls = []
        changed.length = 0
        for (const series of await holdCalls(stores, actor, ids)) {
          const one = await skipOne(parts, stores, actor, { series, date }, now)
          calls.push(one.call)
          changed.push(...one.changed)
        }
        return calls
      })
      ringer.changed(changed)
      return skipped
    },

    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      const now = clock.now()
      const why = { kind: 'wakeup.deleted', text: 'Wake-up call deleted' } as const
      const changed = await transact(database, actor, now, async (stores) => {
        const removed: string[] = []
        for (const id of ids) {
          const call = visible(await stores.wakeups.get(id), actor, id)
          removed.push(...(await removeCall(stores, actor, call, now, why)))
        }
        return removed
      })
      ringer.changed(changed)
    },
  }
}

const placedAgain = ({ room, id, scheduledAt, zone }: Wakeup): PlacedWakeup => ({
  room,
  id,
  scheduled: formatInstant(scheduledAt, zone),
  existing: false,
  clock: null,
})

function forecastWords({ due, lines, last, following }: Forecast, zone: Zone): ForecastWords {
  const moment = (at: Instant) => formatInstant(at, zone)
  return {
    due,
    lines,
    last: moment(last),
    following: following.map((one) => ({ ...one, minute: moment(one.minute), last: moment(one.last) })),
  }
}

/** The calls of these ids, in their order. Their rooms are held as a request for them would hold them, then they. */
async function holdCalls(stores: Stores, actor: Actor, ids: readonly string[]): Promise<Wakeup[]> {
  const find = async (id: string) => visible(await stores.wakeups.get(id), actor, id)
  const rooms = new Set<string>()
  for (const id of ids) rooms.add((await find(id)).room)
  for (const room of [...rooms].toSorted()) await stores.mailboxes.hold(room, actor.scope)
  await stores.wakeups.lock(ids)
  const calls: Wakeup[] = []
  for (const id of ids) calls.push(await find(id))
  return calls
}

/** By its id, or by that of the present day of a series, under which the desk and the log are told of it. */
const callNamed = async ({ wakeups }: Stores, id: string): Promise<Wakeup | undefined> =>
  (await wakeups.get(id)) ?? (await wakeups.ofDay(id))

function visible(call: Wakeup | undefined, actor: Actor, id: string): Wakeup {
  if (!call || !inScope(call.tenant, actor.scope)) throw unknown('Wakeup call', id)
  return call
}

/** `today` is the hotel's current day; a narrower span that was asked for stays narrower. */
function span(query: WakeupListQuery, settings: Settings, actor: Actor, now: Instant) {
  if (query.list !== 'today') return { from: query.from, before: query.before }
  const zone = settings.zoneOf(actor.scope)
  const today = dayOf(now, zone)
  return {
    from: Math.max(query.from ?? 0, startOfDay(today, zone)),
    before: Math.min(query.before ?? Number.MAX_SAFE_INTEGER, startOfDay(addDays(today, 1), zone)),
  }
}

interface Overwrite {
  readonly id: string
  readonly outcome: Outcome
  readonly reason: string
}

/** Of a series, `day` is what the day is told under that the guest was reached on. */
interface ReachedCall {
  readonly call: string
  readonly day: string
  readonly where: string
}

/**
 * The guest was reached by hand, as was said at a telephone. A call that is gone by now is left alone, and so is a
 * series that goes on with another day.
 */
export async function markReached(
  parts: Pick<Parts, 'ids'>,
  stores: Stores,
  { call, day, where }: ReachedCall,
  now: Instant,
): Promise<void> {
  const found = (await callNamed(stores, day)) ?? (await stores.wakeups.get(call))
  if (!found || toldAs(found) !== day) return
  const actor: Actor = { ...SYSTEM, name: where, source: 'phone' }
  const id = found.state === 'done' ? found.id : day
  const reached = { id, outcome: 'complete', reason: 'The guest was reached' } as const
  await overwriteOne(parts, stores, actor, reached, now)
}

/** Gives its id, and that of a call that now rings at another moment. */
async function overwriteOne(
  parts: Pick<Parts, 'ids'>,
  stores: Stores,
  actor: Actor,
  { id, outcome, reason }: Overwrite,
  now: Instant,
): Promise<string[]> {
  // It may be ringing: the lock keeps the runner from writing its result meanwhile.
  await stores.wakeups.lock([(await callNamed(stores, id))?.id ?? id])
  const named = visible(await callNamed(stores, id), actor, id)
  // A day that is named itself is meant, whatever else was settled today.
  const settledBefore = id === named.id ? await settledToday(stores, named, now) : undefined
  const call = settledBefore ?? named
  const by = { outcome, proof: null, actor: actor.name, byOperator: true }
  const { record: settled, series } = settleWakeup(call, by, now, parts.ids.uuid())
  if (series) {
    await stores.wakeups.update(series)
    await stores.wakeups.insert(settled)
  } else await stores.wakeups.update(settled)
  await record(stores, actor, now, {
    kind: 'wakeup.overwritten',
    tenant: call.tenant,
    room: call.room,
    wakeup: toldAs(settled),
    text: `Result set to ${outcome} by hand`,
    detail: { outcome, before: call.outcome, series: settled.series, ...(reason === '' ? {} : { reason }) },
  })
  await acknowledgeAll(stores, actor, CALL_ALARMS, toldAs(settled), now)
  const leaders = await leaveLeader(stores, call)
  for (const follower of await stores.wakeups.followersOf(call.id)) {
    await stores.wakeups.update({ ...follower, follows: null })
    await overwriteOne(parts, stores, actor, { id: follower.id, outcome, reason }, now)
  }
  return [named.id, ...leaders]
}

/**
 * A repeating id that was already settled for today (or, ahead of time, for a day to come) means that occurrence
 * again: marking a call twice must not skip tomorrow's.
 */
function settledToday(stores: Stores, named: Wakeup, now: Instant): Promise<Wakeup | undefined> {
  if (!isRepeating(named) || named.state === 'done') return Promise.resolve(undefined)
  return stores.wakeups.latestOccurrence(named.id, startOfDay(dayOf(now, named.zone), named.zone))
}
