import { dayOf, addDays, formatInstant, startOfDay } from '../../hotel/time/local-time.ts'
import { type Mailbox, parseRoomList, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import { inScope } from '../../hotel/accounts/tenancy.ts'
import {
  isRepeating,
  occurrenceOf,
  checkWish,
  planWakeup,
  settleWakeup,
  toldAs,
  unrung,
  type Wakeup,
  type WakeupPlan,
  type WakeupWish,
} from '../../hotel/wakeups/wakeup.ts'
import type { Outcome, WakeupList } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { WakeupCursor } from '../../store/stores/wakeup-store.ts'
import { acknowledgeAll } from '../../logbook/end-alarm.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { type Page, pages } from '../pages.ts'
import type { Rush } from './rush.ts'
import type { Settings } from '../settings.ts'

export interface WakeupRequest extends WakeupWish {
  /** A room number, or several parted by commas. */
  readonly room: string
  readonly prompt?: number | undefined
  readonly confirm?: boolean | undefined
}

/** The answer to a request: one call for each room named. */
export interface WakeupPromise {
  readonly calls: readonly { readonly room: string; readonly id: string; readonly scheduled: string }[]
  /** How many of them are for tomorrow, because their time has passed today. */
  readonly tomorrow: number
  /** When more calls fall into the minute than lines can place at once. */
  readonly forecast?: { readonly due: number; readonly lines: number; readonly last: string } | undefined
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
}

export type WakeupActions = ReturnType<typeof wakeupActions>

export function wakeupActions(parts: Parts) {
  const { database, settings, clock, ringer, rush } = parts

  /** The latest of all, written in the time of its room. */
  const forecastFor = async (stores: Stores, planned: readonly PlannedCall[]) => {
    let latest: WakeupPromise['forecast']
    for (const { mailbox, plan } of planned) {
      const found = await rush.after(stores, mailbox.tenant, plan.scheduledAt)
      if (found) latest = { ...found, last: formatInstant(found.last, settings.zoneOf(mailbox.tenant)) }
    }
    return latest
  }

  return {
    /** All or nothing: every room is checked before the first call is stored. */
    async create(actor: Actor, request: WakeupRequest): Promise<WakeupPromise> {
      const now = clock.now()
      let planned: PlannedCall[] = []
      const stricter: string[] = []
      const promise = await transact(database, actor, now, async (stores) => {
        planned = await planCalls(parts, stores, actor, request, now)
        const calls = []
        stricter.length = 0
        for (const call of planned) calls.push(await placeCall(parts, stores, actor, call, now, stricter))
        const tomorrow = planned.filter((call) => call.plan.tomorrow).length
        const forecast = await forecastFor(stores, planned)
        return { calls, tomorrow, ...(forecast ? { forecast } : {}) }
      })
      ringer.changed(stricter)
      ringer.asked(Math.min(...planned.map(({ plan }) => plan.scheduledAt)))
      return promise
    },

    async get(actor: Actor, id: string): Promise<Wakeup> {
      return visible(await database.read.wakeups.get(id), actor, id)
    },

    pages(actor: Actor, query: WakeupListQuery): AsyncGenerator<Wakeup[]> {
      const filter = { ...query, ...span(query, settings, actor, clock.now()), scope: actor.scope }
      const list = query.list === 'today' || query.list === 'all' ? undefined : query.list
      return pages(query, (limit, last: Wakeup | undefined) =>
        database.read.wakeups.page({ ...filter, list, limit, after: last ?? query.after }),
      )
    },

    /** An operator says how a call ended. */
    async overwrite(actor: Actor, ids: readonly string[], outcome: Outcome, reason: string): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        for (const id of ids) await overwriteOne(parts, stores, actor, { id, outcome, reason }, now)
      })
      ringer.changed(ids)
    },

    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        for (const id of ids) {
          const call = visible(await stores.wakeups.get(id), actor, id)
          await removeCall(stores, actor, call, now, { kind: 'wakeup.deleted', text: 'Wakeup call deleted' })
        }
      })
      ringer.changed(ids)
    },
  }
}

interface PlannedCall {
  readonly mailbox: Mailbox
  readonly plan: WakeupPlan
  readonly request: Pick<WakeupRequest, 'prompt' | 'confirm'>
}

async function planCalls(
  { settings }: Parts,
  stores: Stores,
  actor: Actor,
  request: WakeupRequest,
  now: Instant,
): Promise<PlannedCall[]> {
  // Malformed input is reported first, then what does not exist, then what the clock forbids.
  checkWish(request)
  const rooms = parseRoomList(request.room)
  const mailboxes = await holdMailboxes(stores, actor, rooms)
  await mustHavePrompt(stores, mailboxes, request.prompt ?? 0)
  return mailboxes.map((mailbox) => ({
    mailbox,
    request,
    plan: planWakeup(request, now, settings.zoneOf(mailbox.tenant)),
  }))
}

/**
 * The rooms asked for, held until the transaction ends, so that the same request made twice at once finds its twin.
 * They are taken in the order of their numbers: two lists that name the same rooms cannot wait for each other.
 */
async function holdMailboxes(stores: Stores, actor: Actor, rooms: readonly string[]): Promise<Mailbox[]> {
  const held = new Map<string, Mailbox[]>()
  for (const room of new Set(rooms.toSorted())) held.set(room, await stores.mailboxes.hold(room, actor.scope))
  return rooms.map((room) => theOne(held.get(room) ?? [], `Room ${room}`, () => unknownRoom(room)))
}

/** A call says a prompt of its room's tenant, or one that all share. */
async function mustHavePrompt(stores: Stores, mailboxes: readonly Mailbox[], id: number) {
  if (id === 0) return
  for (const tenant of new Set(mailboxes.map((mailbox) => mailbox.tenant)))
    if (!(await stores.prompts.of(tenant, id))) throw unknown('Prompt', id)
}

/** Stores one call, or finds its pending twin, which may have to become stricter. */
export async function placeCall(
  parts: Pick<Parts, 'settings' | 'ids'>,
  stores: Stores,
  actor: Actor,
  planned: PlannedCall,
  now: Instant,
  stricter: string[],
) {
  const call = newWakeup(parts, actor, planned, now)
  const twin = await stores.wakeups.twin(call)
  if (!twin) {
    await stores.wakeups.insert(call)
    await record(stores, actor, now, {
      kind: 'wakeup.created',
      tenant: call.tenant,
      room: call.room,
      wakeup: call.id,
      text: `Wakeup call asked for ${formatInstant(call.scheduledAt, call.zone)}`,
      detail: {
        scheduled: formatInstant(call.scheduledAt, call.zone),
        days: call.days.join(','),
        prompt: call.prompt,
      },
    })
  }
  if (twin && call.confirm && (await demandKey(stores, actor, twin.id, now))) stricter.push(twin.id)
  const { room, id, scheduledAt } = twin ?? call
  return { room, id, scheduled: formatInstant(scheduledAt, call.zone) }
}

/** Asked for again, this time with a key: the stricter request counts, unless the phone rings already. */
async function demandKey(stores: Stores, actor: Actor, id: string, now: Instant): Promise<boolean> {
  const [call] = await stores.wakeups.lock([id])
  if (call?.state !== 'pending' || call.confirm) return false
  await stores.wakeups.update({ ...call, confirm: true })
  await record(stores, actor, now, {
    kind: 'wakeup.changed',
    tenant: call.tenant,
    room: call.room,
    wakeup: call.id,
    text: 'Asked for again: a key must be pressed',
    detail: { confirm: true },
  })
  return true
}

function newWakeup(
  { settings, ids }: Pick<Parts, 'settings' | 'ids'>,
  actor: Actor,
  { mailbox, plan, request }: PlannedCall,
  now: Instant,
): Wakeup {
  const call: Wakeup = {
    id: ids.uuid(),
    tenant: mailbox.tenant,
    room: mailbox.number,
    list: 'pending',
    state: 'pending',
    outcome: null,
    machineOutcome: null,
    scheduledAt: plan.scheduledAt,
    wall: plan.wall,
    zone: settings.zoneOf(mailbox.tenant),
    days: plan.days,
    until: plan.until,
    series: null,
    confirm: request.confirm ?? false,
    prompt: request.prompt ?? 0,
    attempts: 0,
    snoozes: 0,
    actor: actor.name,
    source: actor.source,
    createdAt: now,
    settledAt: null,
    // A property system may ask for a call whose time has just come: its grace time counts from then on.
    ...unrung(Math.max(plan.scheduledAt, now)),
    occurrence: null,
  }
  return { ...call, occurrence: occurrenceOf(call, ids.uuid()) }
}

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

async function overwriteOne(
  parts: Parts,
  stores: Stores,
  actor: Actor,
  { id, outcome, reason }: Overwrite,
  now: Instant,
) {
  // It may be ringing: the lock keeps the runner from writing its result meanwhile.
  await stores.wakeups.lock([id])
  const named = visible(await stores.wakeups.get(id), actor, id)
  const call = (await settledToday(stores, named, now)) ?? named
  const by = { outcome, actor: actor.name, byOperator: true }
  const { record: settled, series } = settleWakeup(call, by, now, parts.ids.uuid())
  if (series) {
    await stores.wakeups.update(series)
    await stores.wakeups.insert(settled)
  } else await stores.wakeups.update(settled)
  await record(stores, actor, now, {
    kind: 'wakeup.overwritten',
    tenant: call.tenant,
    room: call.room,
    wakeup: settled.id,
    text: `Result set to ${outcome} by hand`,
    detail: { outcome, before: call.outcome, series: settled.series, ...(reason === '' ? {} : { reason }) },
  })
  await acknowledgeAll(stores, actor, CALL_ALARMS, settled.id, now)
  for (const follower of await stores.wakeups.followersOf(call.id)) {
    await stores.wakeups.update({ ...follower, follows: null })
    await overwriteOne(parts, stores, actor, { id: follower.id, outcome, reason }, now)
  }
}

/** Deciding about a call acknowledges these. */
const CALL_ALARMS = ['wakeup.failed', 'wakeup.no-line', 'wakeup.left-behind'] as const

/**
 * A repeating id that was already settled for today (or, ahead of time, for a day to come) means that occurrence
 * again: marking a call twice must not skip tomorrow's.
 */
function settledToday(stores: Stores, named: Wakeup, now: Instant): Promise<Wakeup | undefined> {
  if (!isRepeating(named) || named.state === 'done') return Promise.resolve(undefined)
  return stores.wakeups.latestOccurrence(named.id, startOfDay(dayOf(now, named.zone), named.zone))
}

/** Takes a call out of every list; the log keeps it whole. */
export async function removeCall(
  stores: Stores,
  actor: Actor,
  call: Wakeup,
  now: Instant,
  why: { kind: 'wakeup.deleted' | 'wakeup.cancelled'; text: string },
) {
  await stores.wakeups.remove(call)
  // Calls that rang together with it now ring by themselves.
  for (const follower of await stores.wakeups.followersOf(call.id))
    await stores.wakeups.update({ ...follower, follows: null })
  await acknowledgeAll(stores, actor, CALL_ALARMS, toldAs(call), now)
  await record(stores, actor, now, {
    ...why,
    tenant: call.tenant,
    room: call.room,
    wakeup: call.id,
    detail: { call },
  })
}
