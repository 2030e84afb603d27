import type { QueueKey } from '../../hotel/deliveries/delivery.ts'
import { pickShared } from '../../hotel/accounts/tenancy.ts'
import { type Room, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import { isOlder, reportedAt, type RoomStatus, type StatusType } from '../../hotel/rooms/room-status.ts'
import { parseMoment } from '../../hotel/time/moment.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, unknown } from '../actor.ts'
import { reportStatus } from './report-status.ts'

export interface StatusRequest {
  readonly room: string
  readonly id: string
  /** When it was reported, in ISO 8601; left out: now. */
  readonly at?: string | undefined
}

/** What became of one report. */
export interface StatusChange {
  readonly room: Room
  readonly id: string
  readonly result: 'changed' | 'older'
  /** What was reported before, or later. */
  readonly previous: RoomStatus | null
}

type Scene = Parameters<typeof reportStatus>[0]

interface Done {
  readonly change: StatusChange
  readonly queues: readonly QueueKey[]
}

/** Of those that a device kept while it had no connection, one that is older than its room's last changes nothing. */
export async function reportAll(scene: Scene, requests: readonly StatusRequest[]): Promise<readonly Done[]> {
  const known = await knownFor(scene.stores, scene.actor, requests)
  const done: Done[] = []
  for (const request of requests) done.push(await reportOne(scene, request, known))
  return done
}

async function reportOne(scene: Scene, request: StatusRequest, known: Known): Promise<Done> {
  const { room, type } = meant(request, known)
  const at = momentOf(request, room, scene)
  const before = await scene.stores.roomStatus.ofRoom(room.tenant, room.number)
  const change = { room, id: type.id, previous: before ?? null }
  if (isOlder(at, before)) return { change: { ...change, result: 'older' }, queues: [] }
  const queues = await reportStatus(scene, { room, type, before, at })
  return { change: { ...change, result: 'changed' }, queues }
}

interface Known {
  readonly rooms: readonly Room[]
  readonly types: readonly StatusType[]
}

/** Looked up once for all reports: a floor is no reason to ask a hundred times. */
const knownFor = async (
  stores: Stores,
  { scope }: Actor,
  requests: readonly StatusRequest[],
): Promise<Known> => ({
  rooms: await stores.rooms.findEitherOf([...new Set(requests.map(({ room }) => room))], scope),
  types: await stores.roomStatus.types.list(scope),
})

function meant({ room: number, id }: StatusRequest, { rooms, types }: Known) {
  const found = rooms.filter((one) => one.number === number)
  const room = theOne(found, `Room ${number}`, () => unknownRoom(number))
  const ofId = types.filter((type) => type.id === id)
  const type = pickShared(ofId, room.tenant)
  if (!type) throw unknown('Status', id)
  return { room, type }
}

function momentOf({ at }: StatusRequest, { tenant }: Room, { settings, now }: Scene): Instant {
  const moment = at === undefined ? undefined : parseMoment(at, settings.zoneOf(tenant))
  if (moment === null)
    throw new Failure('parameter.invalid', 'at must be a date and time in ISO 8601', { field: 'at' })
  return reportedAt(moment?.instant, now)
}
