import type { QueueKey } from '../../hotel/deliveries/delivery.ts'
import type { Room } from '../../hotel/rooms/room.ts'
import { hasStatus, NO_STATUS, type RoomStatus, type StatusType } from '../../hotel/rooms/room-status.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { writeRows } from '../../logbook/notes.ts'
import { rowBy } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { addManyDeliveries } from '../deliveries/new-deliveries.ts'
import type { Settings } from '../settings.ts'

/** What is reported of a room, after what, and when. */
export interface StatusReport {
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

/**
 * Of rooms that are held: kept, written down and told to every status server; never passed to the property system. Many
 * at once in a handful of statements: who reports a house holds up nobody else. A status that was taken back is the
 * caller's to remove.
 */
export async function reportStatuses(
  scene: Scene,
  reports: readonly StatusReport[],
): Promise<readonly QueueKey[]> {
  const { stores, ids, actor, now } = scene
  const after = lastOfEach(reports.map((report) => statusAfter(report, actor)))
  await stores.roomStatus.save(after.filter(hasStatus))
  const messages = reports.map((report) => ({
    purpose: 'room-status' as const,
    ...ofRoom(report),
    data: toldOf(report, actor),
  }))
  const queues = await addManyDeliveries(stores, ids, messages, now)
  const rows = reports.map((report, at) => {
    const { type } = report
    const text = type === NO_STATUS ? 'Room status taken back' : `Room status set to ${type.description}`
    const servers = queues[at]?.length ?? 0
    const detail = { ...toldOf(report, actor), ...reportedBefore(report, scene), servers }
    return rowBy(actor, now, { ...ofRoom(report), text, detail })
  })
  await writeRows(stores, rows)
  return queues.flat()
}

export const statusAfter = ({ room, type, at }: StatusReport, actor: Actor): RoomStatus => ({
  tenant: room.tenant,
  room: room.number,
  status: type.id,
  description: type.description,
  changedAt: at,
  actor: actor.name,
})

/** In the order of rooms, in which all lock them. */
const lastOfEach = (statuses: readonly RoomStatus[]): readonly RoomStatus[] => {
  const byRoom = new Map(statuses.map((one) => [placeKey(one), one]))
  return [...byRoom].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, status]) => status)
}

export const placeOfRoom = ({ tenant, number }: Room) => ({ tenant, room: number })

export const placeKey = ({ tenant, room }: Pick<RoomStatus, 'tenant' | 'room'>) => `${tenant}\0${room}`

const ofRoom = ({ room }: StatusReport) => ({
  kind: 'room.status.changed' as const,
  tenant: room.tenant,
  room: room.number,
})

const toldOf = ({ room, type, before }: StatusReport, actor: Actor) => ({
  room: room.number,
  status: { id: type.id, description: type.description },
  previous: before && hasStatus(before) ? { id: before.status, description: before.description } : null,
  user: actor.name,
  tenant: room.tenant,
})

const reportedBefore = ({ at, room }: StatusReport, { now, settings }: Scene) =>
  at === now ? {} : { reported: formatInstant(at, settings.zoneOf(room.tenant)) }
