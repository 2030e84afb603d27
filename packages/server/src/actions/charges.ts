import { type Charge, isOverMax, newCharge, overMax } from '../hotel/charge.ts'
import { formatMoney } from '../hotel/money.ts'
import { theOne, unknownRoom } from '../hotel/room.ts'
import { pickShared } from '../hotel/tenancy.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Failure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../store/stores.ts'
import { record } from './activity.ts'
import { type Actor, transact, unknown } from './actor.ts'
import { post, type Postman } from './outbox.ts'

export interface ChargeRequest {
  readonly id: string
  readonly quantity: number
  readonly room: string
}

/** A refusal is an answer like another: it is logged, and repeated when the same request comes again. */
export type ChargeAnswer = { readonly accepted: true } | { readonly accepted: false; readonly reason: string }

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly postman: Postman
}

export type ChargeActions = ReturnType<typeof chargeActions>

export function chargeActions({ database, clock, ids, postman }: Parts) {
  return {
    /** Accepted means: stored for every connector. A refusal is logged, and nothing is forwarded. */
    async charge(actor: Actor, request: ChargeRequest): Promise<ChargeAnswer> {
      const now = clock.now()
      const answer = await transact<ChargeAnswer>(database, actor, now, async (stores) => {
        const { room, item, category } = await namedThings(stores, actor, request)
        const { quantity } = request
        if (isOverMax(item, quantity)) return refuse(stores, actor, room, overMax(item, quantity), now)
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
        await accept(stores, actor, ids, charge)
        return { accepted: true }
      })
      if (answer.accepted) postman.posted()
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

async function refuse(
  stores: Stores,
  actor: Actor,
  room: { tenant: string; number: string },
  failure: Failure,
  now: Instant,
) {
  await record(stores, actor, now, {
    kind: 'inventory.refused',
    tenant: room.tenant,
    room: room.number,
    text: `Charge refused: ${failure.message}`,
    detail: { ...failure.detail },
  })
  return { accepted: false, reason: failure.message } as const
}

async function accept(stores: Stores, actor: Actor, ids: Ids, charge: Charge) {
  const data = chargeData(charge)
  const { tenant, room, at } = charge
  const message = { purpose: 'charge', kind: 'inventory.charged', tenant, room, data } as const
  const connectors = await post(stores, ids, message, at)
  await record(stores, actor, at, {
    kind: 'inventory.charged',
    tenant,
    room,
    text: `${charge.quantity} x ${charge.item.description} charged`,
    detail: { ...data, color: charge.category.color, connectors },
  })
}

const chargeData = ({ id, room, item, category, quantity, total, user, tenant }: Charge) => ({
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
