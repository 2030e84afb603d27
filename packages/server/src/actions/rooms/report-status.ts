import type { QueueKey } from '../../hotel/deliveries/delivery.ts'
import type { Room } from '../../hotel/rooms/room.ts'
import type { RoomStatus, StatusType } from '../../hotel/rooms/room-status.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { record } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { addDeliveries } from '../deliveries/new-deliveries.ts'
import type { Settings } from '../settings.ts'

/** What is reported of a room, after what, and when. */
interface Report {
  readonly room: Room
  readonly type: StatusType
  readonly before: RoomStatus | undefined
  readonly at: Instant
}

interface Scene {
  readonly stores: Stores
  readonly ids: Ids
  readonly actor: Actor
  readonly settings: Pick<Settings, 'zoneOf'>
  readonly now: Instant
}

/** Kept, written down and told to every status server; never passed to the property system. */
export async function reportStatus(scene: Scene, report: Report): Promise<readonly QueueKey[]> {
  const { stores, ids, actor, now } = scene
  const { room, type, at } = report
  const data = toldOf(report, actor)
  await stores.roomStatus.save({
    tenant: room.tenant,
    room: room.number,
    status: type.id,
    description: type.description,
    changedAt: at,
    actor: actor.name,
  })
  const kind = 'room.status.changed' as const
  const of = { kind, tenant: room.tenant, room: room.number }
  const queues = await addDeliveries(stores, ids, { purpose: 'room-status', ...of, data }, now)
  const text = `Room status set to ${type.description}`
  const detail = { ...data, ...reportedBefore(report, scene), servers: queues.length }
  await record(stores, actor, now, { ...of, text, detail })
  return queues
}

const toldOf = ({ room, type, before }: Report, actor: Actor) => ({
  room: room.number,
  status: { id: type.id, description: type.description },
  previous: before ? { id: before.status, description: before.description } : null,
  user: actor.name,
  tenant: room.tenant,
})

const reportedBefore = ({ at, room }: Report, { now, settings }: Scene) =>
  at === now ? {} : { reported: formatInstant(at, settings.zoneOf(room.tenant)) }
