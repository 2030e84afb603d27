import { type ClockChange, dayOfWallTime, formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import { type Mailbox, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import { chooseRooms, type ChosenRooms, parseRooms, type RoomWish } from '../../hotel/rooms/room-list.ts'
import { occurrenceOf, unrung, type Wakeup, wallTimeOf } from '../../hotel/wakeups/wakeup.ts'
import {
  checkLastDay,
  checkWish,
  planWakeup,
  type WakeupPlan,
  type WakeupWish,
} from '../../hotel/wakeups/wakeup-plan.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, unknown } from '../actor.ts'
import type { Settings } from '../settings.ts'

interface Parts {
  readonly settings: Settings
  readonly ids: Ids
}

export interface WakeupRequest extends WakeupWish, RoomWish {
  readonly prompt?: number | undefined
  readonly confirm?: boolean | undefined
}

export interface PlannedCall {
  readonly mailbox: Mailbox
  readonly plan: WakeupPlan
  readonly request: Pick<WakeupRequest, 'prompt' | 'confirm'>
  /** The call that it takes the place of. */
  readonly replaces?: Wakeup
}

/** A call that was stored, or the same call that was there already. */
export interface PlacedWakeup {
  readonly room: string
  readonly id: string
  readonly scheduled: string
  readonly existing: boolean
  /** Where the clocks change: how, and the wall time asked for. */
  readonly clock: { readonly change: ClockChange; readonly wall: string } | null
}

/** The calls that a request asks for, with their rooms held, or only read by who writes nothing. */
export async function planCalls(
  { settings }: Pick<Parts, 'settings'>,
  stores: Stores,
  actor: Actor,
  request: WakeupRequest,
  now: Instant,
  mailboxesOf = holdMailboxes,
): Promise<{ calls: PlannedCall[]; rooms: ChosenRooms }> {
  // Malformed input is reported first, then what does not exist, then what the clock forbids.
  checkWish(request)
  const rooms = await chosenRooms(stores, actor, request)
  const mailboxes = await mailboxesOf(stores, actor, rooms.numbers)
  await mustHavePrompt(stores, mailboxes, request.prompt ?? 0)
  const planIn = (zone: Zone) => {
    checkLastDay(request, now, zone)
    return planWakeup(request, now, zone)
  }
  const zones = new Set(mailboxes.map(({ tenant }) => settings.zoneOf(tenant)))
  const plans = new Map(Array.from(zones, (zone) => [zone, planIn(zone)]))
  const plan = ({ tenant }: Mailbox) => plans.get(settings.zoneOf(tenant)) ?? planIn(settings.zoneOf(tenant))
  return { calls: mailboxes.map((mailbox) => ({ mailbox, request, plan: plan(mailbox) })), rooms }
}

/** Only a range needs to be held against the rooms that there are. */
async function chosenRooms(stores: Stores, actor: Actor, wish: RoomWish): Promise<ChosenRooms> {
  const named = parseRooms(wish)
  const isRange = named.some(({ kind }) => kind === 'range')
  const known = isRange ? await stores.mailboxes.list(actor.scope) : []
  const numbers = new Set(known.map(({ number }) => number))
  return chooseRooms(named, (number) => numbers.has(number))
}

/**
 * The rooms asked for, held until the transaction ends, so that the same request made twice at once finds its twin.
 * They are taken in the order of their numbers: two lists that name the same rooms cannot wait for each other.
 */
async function holdMailboxes(stores: Stores, actor: Actor, rooms: readonly string[]): Promise<Mailbox[]> {
  const held = new Map<string, Mailbox[]>()
  for (const room of new Set(rooms.toSorted())) held.set(room, await stores.mailboxes.hold(room, actor.scope))
  return oneForEach(rooms, (room) => held.get(room) ?? [])
}

/** The rooms asked for, as they are at the moment. */
export async function readMailboxes(
  stores: Stores,
  actor: Actor,
  rooms: readonly string[],
): Promise<Mailbox[]> {
  const found = await stores.mailboxes.named(rooms, actor.scope)
  return oneForEach(rooms, (room) => found.filter(({ number }) => number === room))
}

const oneForEach = (rooms: readonly string[], found: (room: string) => readonly Mailbox[]): Mailbox[] =>
  rooms.map((room) => theOne(found(room), `Room ${room}`, () => unknownRoom(room)))

/** A call says a prompt of its room's tenant, or one that all share. */
async function mustHavePrompt(stores: Stores, mailboxes: readonly Mailbox[], id: number) {
  if (id === 0) return
  for (const tenant of new Set(mailboxes.map((mailbox) => mailbox.tenant)))
    if (!(await stores.prompts.of(tenant, id))) throw unknown('Prompt', id)
}

/** Stores one call, or finds its pending twin, which may have to become stricter. */
export async function placeCall(
  parts: Parts,
  stores: Stores,
  actor: Actor,
  planned: PlannedCall,
  now: Instant,
  stricter: string[],
): Promise<PlacedWakeup> {
  const call = newWakeup(parts, actor, planned, now)
  const twin = await stores.wakeups.twin(call)
  if (!twin) {
    await stores.wakeups.insert(call)
    await record(stores, actor, now, {
      kind: 'wakeup.created',
      tenant: call.tenant,
      room: call.room,
      wakeup: call.id,
      text: `Wake-up call asked for ${formatInstant(call.scheduledAt, call.zone)}`,
      detail: askedDetail(call, planned),
    })
  }
  if (twin && call.confirm && (await demandKey(stores, actor, twin.id, now))) stricter.push(twin.id)
  const { room, id, scheduledAt } = twin ?? call
  const scheduled = formatInstant(scheduledAt, call.zone)
  return { room, id, scheduled, existing: twin !== undefined, clock: clockOf(planned.plan, call) }
}

const askedDetail = (call: Wakeup, { plan: { clockChange }, replaces }: PlannedCall) => ({
  scheduled: formatInstant(call.scheduledAt, call.zone),
  days: call.days.join(','),
  prompt: call.prompt,
  wall: call.wall,
  confirm: call.confirm,
  ...(clockChange === null ? {} : { clockChange }),
  ...(replaces ? { replaces: replaces.id, instead: formatInstant(replaces.scheduledAt, replaces.zone) } : {}),
})

const clockOf = ({ clockChange }: WakeupPlan, call: Wakeup): PlacedWakeup['clock'] =>
  clockChange === null ? null : { change: clockChange, wall: wallTimeOf(call) }

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

const firstDay = ({ wall }: WakeupPlan) => (wall === null ? '' : dayOfWallTime(wall))

function newWakeup(
  { settings, ids }: Parts,
  actor: Actor,
  { mailbox, plan, request, replaces }: PlannedCall,
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
    proof: null,
    scheduledAt: plan.scheduledAt,
    wall: plan.wall,
    zone: settings.zoneOf(mailbox.tenant),
    days: plan.days,
    until: plan.until,
    skipped: (replaces?.skipped ?? []).filter((day) => day > firstDay(plan)),
    series: null,
    confirm: request.confirm ?? false,
    prompt: request.prompt ?? 0,
    attempts: 0,
    snoozes: 0,
    askedBy: actor.name,
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
