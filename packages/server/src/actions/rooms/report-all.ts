import type { QueueKey } from '../../hotel/deliveries/delivery.ts'
import { pickShared } from '../../hotel/accounts/tenancy.ts'
import { type Room, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import {
  hasStatus,
  isOlder,
  NO_STATUS,
  reportedAt,
  type RoomStatus,
  type StatusType,
} from '../../hotel/rooms/room-status.ts'
import { parseMoment } from '../../hotel/time/moment.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, unknown } from '../actor.ts'
import { reportStatuses, placeKey, placeOfRoom, statusAfter } from './report-status.ts'

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

type Scene = Parameters<typeof reportStatuses>[0]

interface Done {
  readonly changes: readonly StatusChange[]
  readonly queues: readonly QueueKey[]
}

/** Of those that a device kept while it had no connection, one that is older than its room's last changes nothing. */
export async function reportAll(scene: Scene, requests: readonly StatusRequest[]): Promise<Done> {
  const known = await knownFor(scene.stores, scene.actor, requests)
  const judged = requests.map((request) => judge(scene, request, known))
  const queues = await reportStatuses(
    scene,
    judged.flatMap(({ report, change }) => (isNews(change) ? [report] : [])),
  )
  await scene.stores.roomStatus.remove([...known.last.values()].filter((one) => !hasStatus(one)))
  return { changes: judged.map(({ change }) => change), queues }
}

/** Where nothing was reported, there is nothing to take back. */
const isNews = ({ result, id, previous }: StatusChange) =>
  result === 'changed' && (id !== NO_STATUS.id || previous !== null)

/** Each comes after those before it, also of the same room. */
function judge(scene: Scene, request: StatusRequest, known: Known) {
  const { room, type } = meant(request, known)
  const at = momentOf(request, room, scene)
  const key = placeKey(placeOfRoom(room))
  const before = known.last.get(key)
  const result = isOlder(at, before) ? ('older' as const) : ('changed' as const)
  const report = { room, type, before, at }
  if (result === 'changed') known.last.set(key, statusAfter(report, scene.actor))
  const previous = before !== undefined && hasStatus(before) ? before : null
  const change: StatusChange = { room, id: type.id, previous, result }
  return { report, change }
}

interface Known {
  /** What was reported last of each room. */
  readonly last: Map<string, RoomStatus>
  readonly rooms: readonly Room[]
  readonly types: readonly StatusType[]
}

/** Looked up once for all reports: a floor is no reason to ask a hundred times. */
async function knownFor(
  stores: Stores,
  { scope }: Actor,
  requests: readonly StatusRequest[],
): Promise<Known> {
  const numbers = [...new Set(requests.map(({ room }) => room))]
  const rooms = await stores.rooms.findEitherOf(numbers, scope)
  const types = await stores.roomStatus.types.list(scope)
  const reported = await stores.roomStatus.hold(rooms.map(placeOfRoom))
  return { rooms, types, last: new Map(reported.map((one) => [placeKey(one), one])) }
}

function meant({ room: number, id }: StatusRequest, { rooms, types }: Known) {
  const found = rooms.filter((one) => one.number === number)
  const room = theOne(found, `Room ${number}`, () => unknownRoom(number))
  if (id === NO_STATUS.id) return { room, type: NO_STATUS }
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
