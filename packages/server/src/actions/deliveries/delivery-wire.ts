import { maySeeGuests } from '../../hotel/accounts/account.ts'
import { meantBy } from '../../hotel/accounts/tenancy.ts'
import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import { type Destination, type DestinationKey, isFias } from '../../hotel/deliveries/destination.ts'
import type { TraceLine, Unwritable, Wire } from '../../hotel/deliveries/wire.ts'
import { theOne } from '../../hotel/rooms/room.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { type Actor, unknown } from '../actor.ts'
import type { DeliveryActions, DeliveryStory } from './deliveries.ts'

export interface WireParts {
  readonly database: HotelDatabase
  readonly deliveries: Pick<DeliveryActions, 'get'>
  /** A message as it is written for its destination, at this moment. */
  wireOf(destination: Destination, delivery: Delivery, at: Instant): Wire | Unwritable
  /** What went over the link of a destination lately. */
  traceOf(destination: DestinationKey): Promise<readonly TraceLine[]>
}

export interface WireStory extends DeliveryStory {
  readonly wire: Wire | Unwritable
  /** Guests are named in it whom this account may not see: they were left out. */
  readonly isPartial: boolean
}

export type WireActions = ReturnType<typeof wireActions>

/** What goes over the wire, for those who look for a mistake. */
export function wireActions({ database, deliveries, wireOf, traceOf }: WireParts) {
  return {
    /** Written anew from what is stored, as it was at its last attempt; or as it would be at its first. */
    async wire(actor: Actor, id: string): Promise<WireStory> {
      const story = await deliveries.get(actor, id)
      const { delivery, attempts } = story
      const { purpose, owner, destination: name } = delivery
      const found = await database.read.destinations.find(purpose, name, owner)
      const destination = found.find(({ tenant }) => tenant === owner)
      const sent = { ...delivery, attempts: Math.max(0, delivery.attempts - 1) }
      const wire = destination
        ? wireOf(destination, sent, attempts.at(-1)?.at ?? delivery.nextAt)
        : { why: `${name} was deleted: nobody knows any more how it was written to` }
      const whole = await database.read.deliveries.get(id)
      return { ...story, wire, isPartial: whole?.payload['guests'] !== undefined && !maySeeGuests(actor) }
    },

    /** The last records of a link, those after one that is known. */
    async trace(actor: Actor, name: string, after = 0): Promise<readonly TraceLine[]> {
      const found = await database.read.destinations.find('charge', name, actor.scope)
      const connector = theOne(meantBy(found, actor.scope), `Connector ${name}`, () =>
        unknown('Connector', name),
      )
      if (!isFias(connector.config)) throw new Failure('not.property-system', `${name} is no property system`)
      return (await traceOf(connector)).filter(({ number }) => number > after)
    },
  }
}
