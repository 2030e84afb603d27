import { plainName } from '../../hotel/accounts/tenancy.ts'
import {
  byRoomAndArrival,
  type Guest,
  isSoughtBy,
  languageOfRoom,
  spokenLanguage,
} from '../../hotel/rooms/stay.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { record } from '../../logbook/record.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import type { Settings } from '../settings.ts'
import { prepareAnew } from '../wakeups/room-calls.ts'
import type { Ringer } from '../wakeups/wakeups.ts'
import { leaveOthers, leaveRoom } from './leaving.ts'
import type { Arrival, Welcome } from './stays.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly ringer: Ringer
  readonly settings: Settings
  /** The languages that announcements are in. */
  spoken(): readonly string[]
}

interface Sought {
  readonly q?: string | undefined
  readonly room?: string | undefined
}

/** The property system that has told of the guest, which is not told of what is done here; empty without one. */
interface OfSystem {
  readonly system: string
}

export type GuestActions = ReturnType<typeof guestActions>

/** Those who stay, one by one. */
export function guestActions({ database, clock, ids, ringer, settings, spoken }: Parts) {
  const languageIn = async (stores: Stores, { tenant, room }: Guest) => {
    const guests = await stores.guests.ofRoom(tenant, room)
    const [mailbox] = await stores.mailboxes.find(room, tenant)
    return languageOfRoom(guests, mailbox, { ...settings.current().site, spoken: spoken() })
  }

  return {
    async list({ scope }: Actor, { q, room }: Sought): Promise<Guest[]> {
      const sought = (guest: Guest) =>
        (room === undefined || guest.room === room) && (q === undefined || isSoughtBy(q.trim(), guest))
      return (await database.read.guests.list(scope)).filter(sought).toSorted(byRoomAndArrival)
    },

    /** What is left out stays; an empty language is none of their own. */
    async change(actor: Actor, id: string, { name, language, vip }: Arrival): Promise<Welcome & OfSystem> {
      const now = clock.now()
      let concerned: readonly Wakeup[] = []
      const changed = await transact(database, actor, now, async (stores) => {
        const before = await held(stores, actor, id)
        const own = language === undefined ? before.language : spokenLanguage(language, spoken())
        const guest = { ...before, name: name ?? before.name, language: own, vip: vip ?? before.vip }
        await stores.guests.update(guest)
        await recordChange(stores, actor, guest, now)
        concerned = await prepareAnew(stores, { tenant: guest.tenant, number: guest.room })
        const unspoken = own === null && language ? language : null
        return { language: await languageIn(stores, guest), unspoken, system: systemOf(guest) }
      })
      ringer.changed(idsOf(concerned))
      return changed
    },

    /** The last one who leaves leaves the room: its calls are cancelled. */
    async leave(actor: Actor, id: string): Promise<OfSystem & { readonly cancelled: readonly Wakeup[] }> {
      const now = clock.now()
      let concerned: readonly Wakeup[] = []
      const left = await transact(database, actor, now, async (stores) => {
        const guest = await held(stores, actor, id)
        const room = { tenant: guest.tenant, number: guest.room }
        const scene = { stores, ids, actor, now }
        const system = systemOf(guest)
        if ((await stores.guests.ofRoom(room.tenant, room.number)).length === 1) {
          const cancelled = await leaveRoom(scene, room, [guest])
          concerned = cancelled
          return { system, cancelled }
        }
        await leaveOthers(scene, room, guest)
        concerned = await prepareAnew(stores, room)
        return { system, cancelled: [] }
      })
      ringer.changed(idsOf(concerned))
      return left
    },
  }
}

/** The room is locked as for a check-in or a move; whoever has moved or left meanwhile is looked for again. */
async function held(stores: Stores, { scope }: Actor, id: string): Promise<Guest> {
  const seen = await stores.guests.find(id, scope)
  if (!seen) throw unknown('Guest', id)
  await stores.mailboxes.hold(seen.room, seen.tenant)
  const guest = await stores.guests.find(id, seen.tenant)
  if (!guest) throw unknown('Guest', id)
  return guest
}

const systemOf = ({ tenant, system }: Guest) => plainName({ tenant, name: system })

function recordChange(stores: Stores, actor: Actor, guest: Guest, now: Instant): Promise<void> {
  const { tenant, room, name, language, vip } = guest
  const detail = { name, language, vip }
  return record(stores, actor, now, { kind: 'guest.changed', tenant, room, text: 'Guest changed', detail })
}

const idsOf = (calls: readonly Wakeup[]) => calls.map(({ id }) => id)
