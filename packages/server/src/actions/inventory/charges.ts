import {
  type Charge,
  isOverMax,
  type Item,
  newCharge,
  overMax,
  toVacantRoom,
} from '../../hotel/inventory/charge.ts'
import type { ChargeFacts } from '../../hotel/inventory/charge-facts.ts'
import { formatMoney } from '../../hotel/inventory/money.ts'
import { type Room, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import { pickShared } from '../../hotel/accounts/tenancy.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Failure, FailureCode } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { addDeliveries, type Deliverer } from '../deliveries/new-deliveries.ts'
import type { QueueKey } from '../../hotel/deliveries/delivery.ts'
import type { Settings } from '../settings.ts'

export interface ChargeRequest {
  readonly id: string
  readonly quantity: number
  readonly room: string
}

/** A refusal is an answer like another: it is logged, and repeated when the same request comes again. */
export type ChargeAnswer =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly code: FailureCode; readonly reason: string }

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Pick<Settings, 'current'>
  readonly clock: Clock
  readonly ids: Ids
  readonly deliverer: Deliverer
}

export type ChargeActions = ReturnType<typeof chargeActions>

export function chargeActions({ database, settings, clock, ids, deliverer }: Parts) {
  const refusalOf = async (stores: Stores, room: Room, item: Item, quantity: number) => {
    if (isOverMax(item, quantity)) return overMax(item, quantity)
    if (!settings.current().inventory.refuseVacant) return null
    return (await isVacant(stores, room)) ? toVacantRoom(room.number) : null
  }

  return {
    /** Accepted means: stored for every connector. A refusal is logged, and nothing is forwarded. */
    async charge(actor: Actor, request: ChargeRequest): Promise<ChargeAnswer> {
      const now = clock.now()
      let queues: readonly QueueKey[] = []
      const answer = await transact<ChargeAnswer>(database, actor, now, async (stores) => {
        const { room, item, category } = await namedThings(stores, actor, request)
        const { quantity } = request
        const refusal = await refusalOf(stores, room, item, quantity)
        if (refusal) return refuse(stores, actor, room, refusal, now)
        const charge = newCharge({
          ...room,
          room: room.number,
          item,
          category,
          quantity,
          user: actor.name,
          id: ids.uuid(),
          at: now,
        })
        queues = await accept(stores, actor, ids, charge)
        return { accepted: true }
      })
      deliverer.added(queues)
      return answer
    },
  }
}

async function namedThings(stores: Stores, actor: Actor, request: ChargeRequest) {
  const found = await stores.rooms.findInForce(request.room, actor.scope)
  const room = theOne(found, `Room ${request.room}`, () => unknownRoom(request.room))
  const item = pickShared(await stores.inventory.items.find(request.id, room.tenant), room.tenant)
  if (!item) throw unknown('Item', request.id)
  const category = pickShared(await stores.inventory.categories.find(item.category, item.tenant), item.tenant)
  if (!category) throw unknown('Category', item.category)
  return { room, item, category }
}

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

async function accept(stores: Stores, actor: Actor, ids: Ids, charge: Charge): Promise<QueueKey[]> {
  const data = chargeData(charge)
  const { tenant, room, at } = charge
  const guests = await guestsOf(stores, charge)
  const told = guests.length === 0 ? data : { ...data, guests }
  const message = { purpose: 'charge', kind: 'inventory.charged', tenant, room, data: told } as const
  const queues = await addDeliveries(stores, ids, message, at)
  await record(stores, actor, at, {
    kind: 'inventory.charged',
    tenant,
    room,
    text: `${charge.quantity} x ${charge.item.description} charged`,
    detail: { ...data, color: charge.category.color, connectors: queues.length },
  })
  return queues
}

/** Receivers are told whose charge it is; the log need not know. */
const guestsOf = async (stores: Stores, { tenant, room }: Charge) =>
  (await stores.guests.ofRoom(tenant, room)).map(({ name, reservation, system }) => ({
    name,
    reservation,
    system,
  }))

const chargeData = ({ id, room, item, category, quantity, total, user, tenant }: Charge): ChargeFacts => ({
  charge: id,
  room,
  item: {
    id: item.id,
    description: item.description,
    category: { id: category.id, description: category.description },
  },
  quantity,
  price: formatMoney(item.price),
  total: formatMoney(total),
  user,
  tenant,
})
