import type { CallingRoom } from '../../hotel/menus/calling-room.ts'
import type { GuestDeed, GuestResult, SetCall } from '../../hotel/menus/guest-menu.ts'
import { spokenDay } from '../../hotel/menus/spoken-day.ts'
import type { Mailbox } from '../../hotel/rooms/room.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { dayOf, formatInstant, localParts } from '../../hotel/time/local-time.ts'
import type { ClockFace } from '../../hotel/wakeups/announcement.ts'
import { isRepeating, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { planWakeup } from '../../hotel/wakeups/wakeup-plan.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Actor, transact } from '../actor.ts'
import type { Settings } from '../settings.ts'
import { placeCall } from './place-call.ts'
import { removeCall } from './remove-call.ts'
import { replaceCall } from './reschedule.ts'
import { pendingCalls } from './room-calls.ts'
import { skipOne } from './skip.ts'
import type { Ringer } from './wakeups.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly ids: Ids
  readonly ringer: Ringer
}

type PhoneWish = Pick<Extract<GuestDeed, { kind: 'set' }>, 'time' | 'replaces'>

/** What a transaction leaves to be told to whoever rings. */
interface Deed {
  readonly result: GuestResult
  readonly changed: readonly string[]
  readonly dueAt: Instant | null
}

export type PhoneActions = ReturnType<typeof phoneActions>

/** What guests do by the telephone of their room. Each deed is one transaction, with the room held. */
export function phoneActions({ database, settings, clock, ids, ringer }: Parts) {
  const parts = { settings, ids }

  const act = async (actor: Actor, mailbox: Mailbox, work: (held: Held) => Promise<Deed>) => {
    const now = clock.now()
    const { result, changed, dueAt } = await transact(database, actor, now, async (stores) => {
      await stores.mailboxes.hold(mailbox.number, mailbox.tenant)
      return work({ stores, now, calls: await waiting(stores, mailbox) })
    })
    ringer.changed(changed)
    if (dueAt !== null) ringer.asked(dueAt)
    return result
  }

  const store = async ({ stores, now, calls }: Held, actor: Actor, mailbox: Mailbox, wish: PhoneWish) => {
    const replaces = calls.find(({ id }) => id === wish.replaces)
    const plan = planWakeup({ time: dialled(wish.time) }, now, settings.zoneOf(mailbox.tenant))
    const planned = { mailbox, plan, request: {} }
    const single = replaces && !isRepeating(replaces)
    const { placed, changed } = single
      ? await replaceCall(parts, stores, actor, { ...planned, replaces }, now)
      : await oneMore(parts, stores, actor, planned, now)
    // Of a series only the next day is another; the others stay.
    const skipped =
      replaces && !single
        ? await skipOne(parts, stores, actor, { series: replaces, date: undefined }, now)
        : null
    const stored = await stores.wakeups.get(placed.id)
    const result: GuestResult = stored
      ? { kind: 'set', call: setCall(stored, now) }
      : { kind: 'changed', calls: [] }
    return { result, changed: [...changed, ...(skipped?.changed ?? [])], dueAt: plan.scheduledAt }
  }

  return {
    /** By the extension that calls; null where that is no room's, or the phone of several. */
    async room(tenant: TenantId, extension: string): Promise<CallingRoom | null> {
      const { read } = database
      const [mailbox, ...others] = await read.mailboxes.ofExtension(extension, tenant === '' ? null : tenant)
      if (!mailbox || others.length > 0) return null
      const guests = await read.guests.ofRoom(mailbox.tenant, mailbox.number)
      const pending = await read.wakeups.pendingOfRoom(mailbox.tenant, mailbox.number)
      return { mailbox, guests, calls: readOut(pending, clock.now()) }
    },

    set(actor: Actor, mailbox: Mailbox, wish: PhoneWish, most: number): Promise<GuestResult> {
      return act(actor, mailbox, async (held) => {
        const isThere = held.calls.some(({ id }) => id === wish.replaces)
        if (wish.replaces !== null && !isThere) return changedMeanwhile(held)
        if (wish.replaces === null && held.calls.length >= most) return nothingDone({ kind: 'too many' })
        return store(held, actor, mailbox, wish)
      })
    },

    cancel(actor: Actor, mailbox: Mailbox, id: string): Promise<GuestResult> {
      return act(actor, mailbox, async (held) => {
        const call = held.calls.find((one) => one.id === id)
        if (!call) return changedMeanwhile(held)
        const { stores, now } = held
        const changed = isRepeating(call)
          ? (await skipOne(parts, stores, actor, { series: call, date: undefined }, now)).changed
          : await removeCall(stores, actor, call, now, CANCELLED)
        return { result: { kind: 'cancelled' }, changed, dueAt: null }
      })
    },

    /** The guest could not say what they want: a person rings them. */
    async needsHelp(actor: Actor, { tenant, number }: Mailbox): Promise<GuestResult> {
      const now = clock.now()
      await transact(database, actor, now, (stores) =>
        raiseOrRepeat(
          stores,
          ids,
          {
            kind: 'guest.needs-help',
            tenant,
            room: number,
            subject: number,
            text: `The guest of room ${number} did not get along with the wake-up service by phone: call them`,
            detail: { called: formatInstant(now, settings.zoneOf(tenant)) },
          },
          now,
        ),
      )
      return { kind: 'desk told' }
    },
  }
}

interface Held {
  readonly stores: Stores
  readonly now: Instant
  readonly calls: readonly Wakeup[]
}

/** Those that ring are not changed by phone: the guest is being called. */
const waiting = async (stores: Stores, mailbox: Mailbox): Promise<Wakeup[]> =>
  (await pendingCalls(stores, mailbox)).filter(({ state }) => state === 'pending')

async function oneMore(
  parts: Parameters<typeof placeCall>[0],
  stores: Stores,
  actor: Actor,
  planned: Parameters<typeof placeCall>[3],
  now: Instant,
) {
  const changed: string[] = []
  return { placed: await placeCall(parts, stores, actor, planned, now, changed), changed }
}

const CANCELLED = { kind: 'wakeup.deleted', text: 'Wake-up call cancelled by the phone of the room' } as const

const nothingDone = (result: GuestResult): Deed => ({ result, changed: [], dueAt: null })

const changedMeanwhile = ({ calls, now }: Held): Deed =>
  nothingDone({ kind: 'changed', calls: readOut(calls, now) })

const readOut = (calls: readonly Wakeup[], now: Instant): SetCall[] =>
  calls
    .filter(({ state }) => state === 'pending')
    .toSorted((a, b) => a.scheduledAt - b.scheduledAt)
    .map((call) => setCall(call, now))

/** As it will ring: where the clocks change, that may be another time than the one that was dialled. */
function setCall(call: Wakeup, now: Instant): SetCall {
  const { id, scheduledAt, zone } = call
  const { hour, minute } = localParts(scheduledAt, zone)
  const day = spokenDay(dayOf(scheduledAt, zone), dayOf(now, zone))
  return { id, time: { hour, minute }, day, repeats: isRepeating(call) }
}

const dialled = ({ hour, minute }: ClockFace) =>
  `${String(hour).padStart(2, '0')}${String(minute).padStart(2, '0')}`
