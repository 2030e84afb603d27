import { type DeliveryState, isFor, queueOf } from '../../hotel/deliveries/delivery.ts'
import type { DestinationKey } from '../../hotel/deliveries/destination.ts'
import { type Clock, hours, type Instant, minutes } from '../../kernel/clock.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'

const PART = minutes(30)
const SPAN = hours(24)

/** What went to one destination. */
export interface Traffic extends DestinationKey {
  /** Of what arrived, what was accepted within the span; of all else, everything. */
  readonly counts: Readonly<Record<DeliveryState, number>>
  /** Of those that are not sent any more, how many tell of a charge that was taken back. */
  readonly takenBack: number
  readonly lastDelivered: Instant | null
  /** The beginning of the span, and how long each of its parts is. */
  readonly begin: Instant
  readonly partMinutes: number
  readonly accepted: readonly number[]
  readonly delivered: readonly number[]
}

const NONE = { waiting: 0, sending: 0, delivered: 0, refused: 0, uncertain: 0, dead: 0 }

export type TrafficActions = ReturnType<typeof trafficActions>

/** How much went to each destination within a day, and how much is left. */
export function trafficActions({ database, clock }: { database: HotelDatabase; clock: Clock }) {
  return {
    async traffic(actor: Actor): Promise<Traffic[]> {
      const { destinations, deliveries } = database.read
      const begin = clock.now() - SPAN
      const parts = await deliveries.accepted(begin, PART)
      const all = [
        ...(await destinations.list('charge', actor.scope)),
        ...(await destinations.list('room-status', actor.scope)),
      ]
      return Promise.all(
        all.map(async (one) => {
          const own = parts.filter((part) => isFor(part, one))
          const inPart = (of: 'accepted' | 'delivered') =>
            Array.from({ length: SPAN / PART }, (_, n) =>
              sumOf(
                own.filter(({ part }) => part === n),
                of,
              ),
            )
          const delivered = sumOf(own, 'delivered')
          const rest = await deliveries.counts(queueOf(one))
          return {
            purpose: one.purpose,
            tenant: one.tenant,
            name: one.name,
            counts: {
              ...NONE,
              ...Object.fromEntries(rest.map(({ state, count }) => [state, count])),
              delivered,
            },
            takenBack: one.purpose === 'charge' ? await deliveries.takenBack(queueOf(one)) : 0,
            lastDelivered: await deliveries.lastDelivered(queueOf(one)),
            begin,
            partMinutes: PART / minutes(1),
            accepted: inPart('accepted'),
            delivered: inPart('delivered'),
          }
        }),
      )
    },
  }
}

const sumOf = <K extends string>(parts: readonly Readonly<Record<K, number>>[], of: K) =>
  parts.reduce((sum, part) => sum + part[of], 0)
