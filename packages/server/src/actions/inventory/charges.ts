import {
  type Category,
  type Charge,
  isOverMax,
  type Item,
  newCharge,
  overMax,
  quantityOf,
  toVacantRoom,
} from '../../hotel/inventory/charge.ts'
import { chargeFacts } from '../../hotel/inventory/charge-facts.ts'
import { type Room, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import { pickShared, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Failure, FailureCode } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { addDelivery, type Deliverer } from '../deliveries/new-deliveries.ts'
import { type QueueKey, queueOf } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import { type CanWrite, whyNotPostable } from '../../hotel/deliveries/postable.ts'
import type { Settings } from '../settings.ts'

/** What is charged to a room, all of it or nothing. */
export interface Basket {
  readonly room: string
  readonly items: readonly { readonly id: string; readonly quantity: number }[]
  readonly reference?: string | undefined
}

/** A refusal is an answer like another: it is logged, and repeated when the same request comes again. */
export type ChargeAnswer =
  | { readonly accepted: true; readonly charges: readonly string[] }
  | { readonly accepted: false; readonly code: FailureCode; readonly reason: string }

export interface ChargeParts {
  readonly database: HotelDatabase
  readonly settings: Pick<Settings, 'current'>
  readonly clock: Clock
  readonly ids: Ids
  readonly deliverer: Deliverer
  readonly canWrite: CanWrite
}

export type ChargeActions = ReturnType<typeof chargeActions>

export function chargeActions({ database, settings, clock, ids, deliverer, canWrite }: ChargeParts) {
  const refusalOf = async (
    stores: Stores,
    room: Room,
    charges: readonly Charge[],
    connectors: readonly Destination[],
  ) => {
    for (const { item } of charges) {
      const asked = quantityOf(item, charges)
      if (isOverMax(item, asked)) return overMax(item, asked)
    }
    for (const charge of charges) {
      const unpostable = whyNotPostable(chargeFacts(charge), connectors, canWrite)
      if (unpostable) return unpostable
    }
    if (!settings.current().inventory.refuseVacant) return null
    return (await isVacant(stores, room)) ? toVacantRoom(room.number) : null
  }

  const chargesIn = async (stores: Stores, actor: Actor, room: Room, basket: Basket, at: Instant) => {
    const charges: Charge[] = []
    for (const { id, quantity } of basket.items) {
      const sold = await soldThing(stores, id, room.tenant)
      const what = { ...sold, ...moneyOf(sold.item, settings.current().inventory), quantity }
      const where = { room: room.number, tenant: room.tenant, reference: basket.reference ?? '' }
      charges.push(newCharge({ ...what, ...where, user: actor.name, id: ids.uuid(), at }))
    }
    return charges
  }

  return {
    /** Accepted means: stored for every connector. A refusal is logged, and nothing is forwarded. */
    async charge(actor: Actor, basket: Basket): Promise<ChargeAnswer> {
      const now = clock.now()
      let queues: readonly QueueKey[] = []
      const answer = await transact<ChargeAnswer>(database, actor, now, async (stores) => {
        const room = await namedRoom(stores, actor, basket.room)
        const charges = await chargesIn(stores, actor, room, basket, now)
        const connectors = await stores.destinations.reachedFrom('charge', room.tenant)
        const refusal = await refusalOf(stores, room, charges, connectors)
        if (refusal) return refuse(stores, actor, room, refusal, now)
        for (const charge of charges) await accept(stores, actor, ids, charge, connectors)
        queues = connectors.map(queueOf)
        return { accepted: true, charges: charges.map(({ id }) => id) }
      })
      deliverer.added(queues)
      return answer
    },
  }
}

async function namedRoom(stores: Stores, actor: Actor, number: string): Promise<Room> {
  const found = await stores.rooms.findInForce(number, actor.scope)
  return theOne(found, `Room ${number}`, () => unknownRoom(number))
}

/** An item that a room of this tenant can be charged with, and its category. */
export async function soldThing(
  stores: Stores,
  id: string,
  tenant: TenantId,
): Promise<{ item: Item; category: Category }> {
  const item = pickShared(await stores.inventory.items.find(id, tenant), tenant)
  if (!item) throw unknown('Item', id)
  const category = pickShared(await stores.inventory.categories.find(item.category, item.tenant), item.tenant)
  if (!category) throw unknown('Category', item.category)
  return { item, category }
}

/** An item that says nothing of its own goes by what the site says. */
export const moneyOf = (
  item: Pick<Item, 'currency' | 'taxRate'>,
  site: { readonly currency: string; readonly taxRate: string },
) => ({ currency: item.currency || site.currency, taxRate: item.taxRate || site.taxRate })

/** A place without a telephone, such as the spa, has no check-ins: it is never vacant. */
async function isVacant(stores: Stores, { tenant, number }: Room): Promise<boolean> {
  if ((await stores.guests.ofRoom(tenant, number)).length > 0) return false
  return (await stores.mailboxes.find(number, tenant)).length > 0
}

async function refuse(stores: Stores, actor: Actor, room: Room, failure: Failure, now: Instant) {
  await record(stores, actor, now, {
    kind: 'inventory.refused',
    tenant: room.tenant,
    room: room.number,
    text: `Charge refused: ${failure.message}`,
    detail: { ...failure.detail },
  })
  return { accepted: false, code: failure.code, reason: failure.message } as const
}

async function accept(
  stores: Stores,
  actor: Actor,
  ids: Ids,
  charge: Charge,
  connectors: readonly Destination[],
): Promise<void> {
  const data = chargeFacts(charge)
  const { tenant, room, at } = charge
  const guests = await guestsOf(stores, charge)
  const told = guests.length === 0 ? data : { ...data, guests }
  const message = { purpose: 'charge', kind: 'inventory.charged', tenant, room, data: told } as const
  for (const connector of connectors) await addDelivery(stores, ids, message, connector, at)
  await record(stores, actor, at, {
    kind: 'inventory.charged',
    tenant,
    room,
    text: `${charge.quantity} x ${charge.item.description} charged`,
    detail: { ...data, color: charge.category.color, connectors: connectors.length },
  })
}

/** Receivers are told whose charge it is; the log need not know. */
const guestsOf = async (stores: Stores, { tenant, room }: Charge) =>
  (await stores.guests.ofRoom(tenant, room)).map(({ id, name, reservation, system }) => ({
    id,
    name,
    reservation,
    system,
  }))
