import type { MinibarDeed, MinibarResult } from '../../hotel/menus/minibar-menu.ts'
import { onlyOne, type Room } from '../../hotel/rooms/room.ts'
import { Failure } from '../../kernel/failure.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { type ChargeActions, soldThing } from './charges.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly charging: Pick<ChargeActions, 'charge'>
}

/** What is charged by telephone: the same as over REST, under the same rules. */
export function chargeByPhone({ database: { read }, charging }: Parts) {
  /** Null where there is none. */
  const sold = (id: string, room: Room) =>
    soldThing(read, id, room.tenant).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'thing.unknown') return null
      throw error
    })

  const charge = async (
    actor: Actor,
    room: Room,
    { item: id, quantity }: Extract<MinibarDeed, { kind: 'charge' }>,
  ): Promise<MinibarResult> => {
    const answer = await charging.charge(actor, { room: room.number, items: [{ id, quantity }] })
    if (answer.accepted) return { kind: 'charged' }
    if (answer.code === 'room.vacant') return { kind: 'vacant' }
    const most = (await sold(id, room))?.item.max ?? 0
    return answer.code === 'quantity.over-max' ? { kind: 'over the most', most } : { kind: 'refused' }
  }

  return async (actor: Actor, deed: MinibarDeed): Promise<MinibarResult> => {
    const room = onlyOne(await read.rooms.findInForce(deed.room, actor.scope))
    if (!room) return { kind: 'no room' }
    if (deed.kind === 'find room') return { kind: 'found room', room: room.number }
    const found = await sold(deed.item, room)
    if (!found) return { kind: 'no item' }
    if (deed.kind === 'find item') return { kind: 'found item', item: found.item.id }
    return charge({ ...actor, scope: room.tenant }, room, deed)
  }
}
