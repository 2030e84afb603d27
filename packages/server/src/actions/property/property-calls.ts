import { policyOf } from '../../hotel/wakeups/wakeup-policy.ts'
import {
  type CallKey,
  type CallNews,
  type PropertyCall,
  type PropertySystem,
  type RequestedWall,
  systemKey,
} from '../../hotel/property/property.ts'
import { isCleared, isClearedToo, planCall } from '../../hotel/property/property-call.ts'
import type { Mailbox } from '../../hotel/rooms/room.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { WakeupPlan } from '../../hotel/wakeups/wakeup-plan.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { raiseAlarm } from '../../logbook/raise-alarm.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact } from '../actor.ts'
import { pendingCalls } from '../wakeups/room-calls.ts'
import type { Rush } from '../wakeups/rush.ts'
import type { Settings } from '../settings.ts'
import { placeCall } from '../wakeups/place-call.ts'
import { removeCall } from '../wakeups/remove-call.ts'
import type { Ringer } from '../wakeups/wakeups.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly ids: Ids
  readonly ringer: Ringer
  readonly rush: Pick<Rush, 'after'>
}

type RequestNews = Extract<CallNews, { kind: 'request' }>
type ClearNews = Extract<CallNews, { kind: 'clear' }>

/** A property system reaches the rooms of its tenant; of no tenant, those of all. */
export const propertyActor = ({ name, tenant }: PropertySystem): Actor => ({
  name,
  scope: tenant === '' ? null : tenant,
  permissions: [],
  source: 'property',
  address: '',
})

/** The wake-up calls that a property system asks for and takes back. The runners send the final answers. */
export function propertyCallActions(parts: Parts) {
  const { database, clock, ringer } = parts

  const request = async (system: PropertySystem, { room, date, time, wall }: RequestNews) => {
    const now = clock.now()
    const key = { room, date, time }
    const dueAt = await transact(database, propertyActor(system), now, (stores) =>
      ask({ ...parts, stores, system, key, wall, now }),
    )
    if (dueAt !== null) ringer.asked(dueAt)
  }

  const clear = async (system: PropertySystem, cleared: ClearNews) => {
    const now = clock.now()
    const gone = await transact(database, propertyActor(system), now, (stores) =>
      takeBack(stores, system, cleared, now),
    )
    ringer.changed(gone)
  }

  return {
    heard: (system: PropertySystem, news: CallNews): Promise<void> =>
      news.kind === 'request' ? request(system, news) : clear(system, news),
  }
}

/** A request, in the transaction that carries it out. */
interface Request extends Parts {
  readonly stores: Stores
  readonly system: PropertySystem
  readonly key: CallKey
  readonly wall: RequestedWall
  readonly now: Instant
}

/** Returns when the call is due; null when there is none to ring. */
async function ask(request: Request): Promise<Instant | null> {
  const { stores, system, key, wall, now } = request
  const rooms = await stores.mailboxes.hold(key.room, propertyActor(system).scope)
  // A repeated request: there is one call, and one answer is due.
  if (await isAwaited(request)) return null
  const [mailbox, ...others] = rooms
  if (!mailbox) return refuse(request, 'there is no such room')
  if (others.length > 0) return refuse(request, 'several tenants have a room of this number')
  const planned = planCall(wall, circumstancesOf(request, mailbox.tenant))
  const isToCome = planned.kind === 'call' && planned.plan.scheduledAt > now
  if (!isToCome && (await answerAgain(request))) return null
  return planned.kind === 'call' ? place(request, mailbox, planned.plan) : refuse(request, planned.why)
}

/** A request does not count if its call was taken back here and the system does not know yet. */
async function isAwaited({ stores, system, key }: Request): Promise<boolean> {
  const untold = await stores.property.untoldOfRoom(systemKey(system), key.room)
  let isOne = false
  for (const one of untold.filter((other) => isCleared(other, key)))
    if (await isTakenBack(stores, one)) await stores.property.remove(one)
    else isOne = true
  return isOne
}

const isTakenBack = async (stores: Stores, { wakeup, state, word }: PropertyCall): Promise<boolean> =>
  word === 'taken back' || (state === 'open' && wakeup !== null && !(await stores.wakeups.get(wakeup)))

const circumstancesOf = ({ settings, now }: Request, tenant: TenantId) => {
  const { wakeup, tenants } = settings.current()
  const { graceMs } = policyOf(wakeup, tenants.get(tenant)?.wakeup)
  return { now, zone: settings.zoneOf(tenant), graceMs }
}

/** A new call, or the existing single call of this room and moment. */
async function place(request: Request, mailbox: Mailbox, plan: WakeupPlan): Promise<Instant> {
  const { stores, system, now, rush } = request
  const planned = { mailbox, plan, request: {} }
  const { id, scheduled } = await placeCall(request, stores, propertyActor(system), planned, now, [])
  await rush.after(stores, [{ tenant: mailbox.tenant, scheduledAt: plan.scheduledAt }])
  await note(request, { wakeup: id, tenant: mailbox.tenant, state: 'open', word: null })
  await tell(request, 'property.asked', mailbox.tenant, `${system.name} asks for a call at ${scheduled}`, id)
  return Math.max(plan.scheduledAt, now)
}

/** The system forgot the result of a finished call: it is told again, and the guest is not rung twice. */
async function answerAgain(request: Request): Promise<boolean> {
  const { stores, system, key } = request
  const told = await stores.property.toldByKey(systemKey(system), key)
  const call = told?.wakeup ? await stores.wakeups.get(told.wakeup) : undefined
  if (!told || !call) return false
  await note(request, { wakeup: call.id, tenant: told.tenant, state: 'open', word: null })
  await tell(
    request,
    'property.asked',
    told.tenant,
    `${system.name} asks once more for a call that is over`,
    call.id,
  )
  return true
}

/** A guest may be waiting for it: the property system is told, and so is the desk. */
async function refuse(request: Request, why: string): Promise<null> {
  const { stores, ids, system, key, wall: scheduled, now } = request
  const { room, date, time } = key
  const { name, tenant } = system
  const text = `${name} asked for a wake-up call of room ${room} at ${scheduled ?? `${date} ${time}`}, which cannot be made: ${why}`
  await note(request, { wakeup: null, tenant, state: 'due', word: 'impossible' })
  await tell(request, 'property.refused', tenant, text)
  const subject = [systemKey(system), room, date, time].join('/')
  if (await stores.alarms.openAbout('property.refused', subject)) return null
  const detail = { system: name, why, ...(scheduled === null ? {} : { scheduled }) }
  const news = { kind: 'property.refused', tenant, subject, room, text, detail } as const
  await raiseAlarm(stores, ids, news, now, { by: propertyActor(system), detail: key })
  return null
}

/** What is remembered of the request until the property system has been told. */
const note = (
  { stores, ids, system, key, now }: Request,
  of: Pick<PropertyCall, 'wakeup' | 'tenant' | 'state' | 'word'>,
): Promise<void> =>
  stores.property.insert({
    id: ids.uuid(),
    system: systemKey(system),
    ...key,
    ...of,
    askedAt: now,
    toldAt: null,
    announcedFor: null,
  })

const tell = (
  { stores, system, key, now }: Request,
  kind: 'property.asked' | 'property.refused',
  tenant: TenantId,
  text: string,
  wakeup: string | null = null,
): Promise<void> =>
  record(stores, propertyActor(system), now, {
    kind,
    tenant,
    room: key.room,
    wakeup,
    text,
    detail: key,
  })

/** Removes calls it asked for, and others' calls of that moment. No answer is sent. Returns the ids of the calls that are gone or changed. */
async function takeBack(
  stores: Stores,
  system: PropertySystem,
  cleared: ClearNews,
  now: Instant,
): Promise<string[]> {
  const actor = propertyActor(system)
  const rooms = await stores.mailboxes.hold(cleared.room, actor.scope)
  const untold = await stores.property.untoldOfRoom(systemKey(system), cleared.room)
  const own = untold.filter((one) => isCleared(one, cleared))
  for (const one of own) await stores.property.remove(one)
  const ofRoom = []
  for (const room of rooms) ofRoom.push(...(await pendingCalls(stores, room)))
  const calls = new Map(ofRoom.filter((call) => isClearedToo(call, cleared)).map((call) => [call.id, call]))
  // A call may have moved with its guest to a room that the property system has not heard of.
  for (const call of await stores.wakeups.lock(own.flatMap(({ wakeup }) => wakeup ?? [])))
    calls.set(call.id, call)
  const why = { kind: 'wakeup.cancelled' as const, text: `Wake-up call cancelled by ${system.name}` }
  const changed: string[] = []
  for (const call of calls.values()) changed.push(...(await removeCall(stores, actor, call, now, why)))
  return changed
}
