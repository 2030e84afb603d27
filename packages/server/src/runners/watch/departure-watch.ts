import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { livesAmong, type Whose } from '../../hotel/nodes/houses.ts'
import { departureLook } from '../../hotel/rooms/departure.ts'
import type { Guest } from '../../hotel/rooms/stay.ts'
import { addDays, dayOf, type Zone } from '../../hotel/time/local-time.ts'
import { type Instant, minutes } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Ticking } from '../../kernel/service.ts'
import { tellOfUndecided } from '../../logbook/undecided-charges.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
  /** The clock time from which on guests who leave that day are looked at, `05:00`. */
  at(): string
  zoneOf(tenant: TenantId): Zone
  /** Whose guests are ours to look at. */
  whose(): Whose
}

/** A charge may come into doubt at any time of the morning. */
const LOOK_AGAIN = minutes(1)

/**
 * On the day of departure, before the guest stands at the desk, tells of charges in doubt. What was told is known by the
 * alarms themselves: so nothing is told twice after a restart, and nothing is missed that was due while we were away.
 */
export class DepartureWatch implements Ticking {
  readonly name = 'departures'
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async tick(now: Instant): Promise<Instant> {
    const { database, at, zoneOf, whose } = this.#parts
    // No zone is ahead of the site's by more than a day.
    const guests = await database.read.guests.leaving(addDays(dayOf(now, zoneOf('')), 1))
    const ours = whose()
    const here = guests.filter(({ tenant }) => livesAmong(tenant, ours))
    const leaving = here.flatMap((guest) => {
      const since =
        guest.departs === null ? Infinity : departureLook(guest.departs, at(), zoneOf(guest.tenant))
      return since <= now ? [{ guest, since }] : []
    })
    const isInDoubt = await this.#roomsInDoubt(leaving.map(({ guest }) => guest))
    for (const { guest, since } of leaving) if (isInDoubt(guest)) await this.#tell(guest, since, now)
    return now + LOOK_AGAIN
  }

  /** Usually there are none, and one look is enough for all guests. */
  async #roomsInDoubt(guests: readonly Guest[]): Promise<(guest: Guest) => boolean> {
    if (guests.length === 0) return () => false
    const { deliveries } = this.#parts.database.read
    const arrived = Math.min(...guests.map(({ arrivedAt }) => arrivedAt))
    const charges = [...(await deliveries.undecided()), ...(await deliveries.doubled(arrived))]
    const rooms = new Set(charges.map(({ tenant, room }) => `${tenant}/${room}`))
    return ({ tenant, room, cameFrom }) =>
      rooms.has(`${tenant}/${room}`) || rooms.has(`${tenant}/${cameFrom}`)
  }

  #tell({ tenant, room: number, id }: Guest, toldSince: Instant, now: Instant) {
    const { database, ids } = this.#parts
    return database.transaction(async (stores) => {
      // A check-out at this moment tells by itself.
      await stores.mailboxes.hold(number, tenant)
      const guests = (await stores.guests.ofRoom(tenant, number)).filter((guest) => guest.id === id)
      if (guests.length === 0) return
      const room = { tenant, number }
      await tellOfUndecided(stores, ids, { room, guests, leave: 'today', toldSince }, now)
    })
  }
}
