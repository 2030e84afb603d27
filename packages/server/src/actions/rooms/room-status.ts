import { type Room, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import type { RoomStatus, StatusType } from '../../hotel/rooms/room-status.ts'
import { pickShared } from '../../hotel/accounts/tenancy.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { numbered } from '../numbered.ts'
import type { Deliverer } from '../deliveries/new-deliveries.ts'
import type { QueueKey } from '../../hotel/deliveries/delivery.ts'
import type { Settings } from '../settings.ts'
import { reportAll, type StatusChange, type StatusRequest } from './report-all.ts'
import { placeOfRoom, reportStatuses } from './report-status.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly ids: Ids
  readonly deliverer: Deliverer
}

export type RoomStatusActions = ReturnType<typeof roomStatusActions>

export function roomStatusActions(parts: Parts) {
  const { database, clock, deliverer } = parts
  return {
    types: numbered<Omit<StatusType, 'id' | 'tenant'>>(parts, {
      noun: 'status',
      of: (stores) => stores.roomStatus.types,
    }),

    async change(actor: Actor, request: { id: string; room: string }): Promise<void> {
      const now = clock.now()
      let queues: readonly QueueKey[] = []
      await transact(database, actor, now, async (stores) => {
        const room = await namedRoom(stores, actor, request.room)
        const type = pickShared(await stores.roomStatus.types.find(request.id, room.tenant), room.tenant)
        if (!type) throw unknown('Status', request.id)
        const [before] = await stores.roomStatus.hold([placeOfRoom(room)])
        queues = await reportStatuses({ ...parts, stores, actor, now }, [{ room, type, before, at: now }])
      })
      deliverer.added(queues)
    },

    /** Several reports in their order, all or none. */
    async changeAll(actor: Actor, requests: readonly StatusRequest[]): Promise<readonly StatusChange[]> {
      const now = clock.now()
      let queues: readonly QueueKey[] = []
      const changes = await transact(database, actor, now, async (stores) => {
        const scene = { ...parts, stores, actor, now }
        const done = await reportAll(scene, requests)
        queues = done.queues
        return done.changes
      })
      deliverer.added(queues)
      return changes
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
