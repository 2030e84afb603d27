import type { AlarmRecord, BoardRecord, StatusTypeRecord } from '@reveille/contract'
import type { Client } from '../api/client.ts'
import { isUnsettled } from '../hotel/alarm.ts'
import {
  alarmChange,
  type HouseEvent,
  knownChange,
  statusTypeChange,
  unwokenChange,
} from '../hotel/house-event.ts'
import { type ConditionOf, reduceRooms, roomChange } from '../hotel/reduce-room.ts'
import { keyOfRoom } from '../hotel/room-status.ts'
import { type Clock, instantOf } from '../kernel/clock.ts'

interface FeedNeeds {
  readonly client: Client
  readonly clock: Clock
}

/** The ids of alarms of a room, among those that are shown. */
type AlarmsIn = (room: string) => readonly string[]

const alarmsById =
  (client: Client, isWanted: (alarm: AlarmRecord) => boolean) => async (ids: readonly string[]) => {
    const found = await Promise.allSettled(ids.map((id) => client.call('alarm.get', { params: { id } })))
    return found.flatMap((one) => (one.status === 'fulfilled' && isWanted(one.value) ? [one.value] : []))
  }

/** Those that nobody knows of yet. */
export const alarmFeed = ({ client, clock }: FeedNeeds, shownIn: AlarmsIn) => ({
  clock,
  keyOf: ({ id }: AlarmRecord) => id,
  change: (event: HouseEvent) => alarmChange(event) ?? unwokenChange(event, shownIn),
  readAll: async () => {
    const { answer, seal } = await client.list('alarm.list', { query: { state: 'open' } })
    return { records: answer.alarms, seal }
  },
  readSome: alarmsById(client, ({ state }) => state === 'open'),
})

/** As many as are looked through for those that are left, and from how long ago they matter to who is at the desk now. */
const [MOST_KNOWN, MATTERS_MS] = [200, 12 * 3_600_000]

/** Guests who were not woken, of whom somebody knows, and whom nobody has reached. */
export const unsettledFeed = ({ client, clock }: FeedNeeds, shownIn: AlarmsIn) => {
  const isLeft = (alarm: AlarmRecord) =>
    isUnsettled(alarm) && instantOf(alarm.raised) > clock.now() - MATTERS_MS
  const query = { state: 'acknowledged', kind: 'wakeup.failed', order: 'desc', limit: MOST_KNOWN } as const
  return {
    clock,
    keyOf: ({ id }: AlarmRecord) => id,
    change: (event: HouseEvent) => knownChange(event) ?? unwokenChange(event, shownIn),
    readAll: async () => {
      const { answer, seal } = await client.list('alarm.list', { query })
      return { records: answer.alarms.filter(isLeft), seal }
    },
    readSome: alarmsById(client, isLeft),
  }
}

const statusKey = ({ tenant, id }: StatusTypeRecord) => `${tenant} ${id}`

/** There are a handful: whatever is told of one, all are read. */
export const statusFeed = ({ client, clock }: FeedNeeds) => {
  const readAll = async () => {
    const { answer, seal } = await client.list('statusType.list', {})
    return { records: answer.items, seal }
  }
  const readSome = async () => (await readAll()).records
  return { clock, keyOf: statusKey, idOf: () => 'all', change: statusTypeChange, readAll, readSome }
}

/** Rooms change one by one all day; where many change at once, reading all of them costs less. */
const ROOMS_ONE_BY_ONE = 4

const hasTwins = (rooms: readonly BoardRecord[]): boolean =>
  new Set(rooms.map(({ number }) => number)).size < rooms.length

export const roomFeed = ({ client, clock }: FeedNeeds, conditionOf: ConditionOf) => {
  const readAll = async () => {
    const { answer, seal } = await client.list('board.list', {})
    return { records: answer.rooms, seal }
  }
  const all = async () => (await readAll()).records
  return {
    clock,
    keyOf: keyOfRoom,
    idOf: ({ number }: BoardRecord) => number,
    change: roomChange,
    reduce: (event: HouseEvent, rooms: readonly BoardRecord[]) => reduceRooms(event, rooms, conditionOf),
    readAll,
    readSome: async (numbers: readonly string[], known: readonly BoardRecord[]) => {
      const one = (number: string) => client.call('board.get', { params: { number } })
      // A number that several houses have names no room: the server would refuse it.
      if (numbers.length > ROOMS_ONE_BY_ONE || hasTwins(known)) return all()
      return Promise.all(numbers.map(one)).catch(all)
    },
  }
}
