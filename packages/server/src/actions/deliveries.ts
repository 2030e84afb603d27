import { type Delivery, type DeliveryAttempt, replayDelivery } from '../hotel/delivery.ts'
import { inScope } from '../hotel/tenancy.ts'
import type { Clock } from '../kernel/clock.ts'
import type { DeliveryFilter } from '../store/outbox-store.ts'
import type { HotelDatabase } from '../store/stores.ts'
import { record } from './activity.ts'
import { type Actor, transact, unknown } from './actor.ts'
import { type Page, pages } from './pages.ts'

export type DeliveryListQuery = Omit<DeliveryFilter, 'scope' | 'limit'> & Page

export interface DeliveryStory {
  readonly delivery: Delivery
  readonly attempts: readonly DeliveryAttempt[]
}

export type DeliveryActions = ReturnType<typeof deliveryActions>

export function deliveryActions({ database, clock }: { database: HotelDatabase; clock: Clock }) {
  const told = async (delivery: Delivery): Promise<DeliveryStory> => ({
    delivery,
    attempts: delivery.attempts === 0 ? [] : await database.read.outbox.attempts(delivery.id),
  })
  const visible = (delivery: Delivery | undefined, actor: Actor, id: string) => {
    if (!delivery || !inScope(delivery.tenant, actor.scope)) throw unknown('Delivery', id)
    return delivery
  }

  return {
    async *pages(actor: Actor, query: DeliveryListQuery): AsyncGenerator<DeliveryStory[]> {
      const read = (limit: number, last: Delivery | undefined) =>
        database.read.outbox.page({
          ...query,
          scope: actor.scope,
          limit,
          after: last ? { at: last.createdAt, id: last.id } : query.after,
        })
      for await (const page of pages(query, read)) yield Promise.all(page.map(told))
    },

    async get(actor: Actor, id: string): Promise<DeliveryStory> {
      return told(visible(await database.read.outbox.get(id), actor, id))
    },

    /** An operator has it sent again. */
    replay(actor: Actor, id: string, how: { force: boolean; reason: string }): Promise<void> {
      const now = clock.now()
      return transact(database, actor, now, async (stores) => {
        const before = visible(await stores.outbox.get(id), actor, id)
        await stores.outbox.update(replayDelivery(before, how, now))
        await record(stores, actor, now, {
          kind: 'delivery.replayed',
          tenant: before.tenant,
          room: before.room,
          text: `Delivery to ${before.destination} is sent again by hand`,
          detail: { delivery: id, destination: before.destination, was: before.state, ...how },
        })
      })
    },
  }
}
