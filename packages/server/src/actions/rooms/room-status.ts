import { type Room, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import type { RoomStatus, StatusType } from '../../hotel/rooms/room-status.ts'
import { pickShared } from '../../hotel/accounts/tenancy.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { numbered } from '../numbered.ts'
import { addDeliveries, type Deliverer } from '../deliveries/new-deliveries.ts'
import type { QueueKey } from '../../hotel/deliveries/delivery.ts'
import type { Settings } from '../settings.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly ids: Ids
  readonly deliverer: Deliverer
}

export type RoomStatusActions = ReturnType<typeof roomStatusActions>

export function roomStatusActions(parts: Parts) {
  const { database, clock, ids, deliverer } = parts
  return {
    types: numbered<Omit<StatusType, 'id' | 'tenant'>>(parts, {
      noun: 'status',
      of: (stores) => stores.roomStatus.types,
    }),

    /** Told to every status server; never passed to the property system. */
    async change(actor: Actor, request: { id: string; room: string }): Promise<void> {
      const now = clock.now()
      let queues: readonly QueueKey[] = []
      await transact(database, actor, now, async (stores) => {
        const room = await namedRoom(stores, actor, request.room)
        const type = pickShared(await stores.roomStatus.types.find(request.id, room.tenant), room.tenant)
        if (!type) throw unknown('Status', request.id)
        queues = await report(stores, actor, ids, room, type, now)
      })
      deliverer.added(queues)
    },

    list: (actor: Actor): Promise<RoomStatus[]> => database.read.roomStatus.list(actor.scope),

    async ofRoom(actor: Actor, number: string): Promise<RoomStatus> {
      const room = await namedRoom(database.read, actor, number)
      const status = await database.read.roomStatus.ofRoom(room.tenant, room.number)
      if (!status) throw unknown('A reported status of room', number)
      return status
    },
  }
}

const namedRoom = async (stores: Stores, actor: Actor, number: string): Promise<Room> =>
  theOne(await stores.rooms.findEither(number, actor.scope), `Room ${number}`, () => unknownRoom(number))

async function report(stores: Stores, actor: Actor, ids: Ids, room: Room, type: StatusType, now: number) {
  const before = await stores.roomStatus.ofRoom(room.tenant, room.number)
  const status = { id: type.id, description: type.description }
  const data = {
    room: room.number,
    status,
    previous: before ? { id: before.status, description: before.description } : null,
    user: actor.name,
    tenant: room.tenant,
  }
  await stores.roomStatus.save({
    tenant: room.tenant,
    room: room.number,
    status: type.id,
    description: type.description,
    changedAt: now,
    actor: actor.name,
  })
  const message = {
    purpose: 'room-status',
    kind: 'room.status.changed',
    tenant: room.tenant,
    room: room.number,
    data,
  } as const
  const queues = await addDeliveries(stores, ids, message, now)
  await record(stores, actor, now, {
    kind: 'room.status.changed',
    tenant: room.tenant,
    room: room.number,
    text: `Room status set to ${type.description}`,
    detail: { ...data, servers: queues.length },
  })
  return queues
}
