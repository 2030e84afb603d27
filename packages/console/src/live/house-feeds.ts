import type { AlarmRecord, BoardRecord, StatusTypeRecord } from '@reveille/contract'
import type { Client } from '../api/client.ts'
import { alarmChange, type HouseEvent, statusTypeChange } from '../hotel/house-event.ts'
import { type ConditionOf, reduceRooms, roomChange } from '../hotel/reduce-room.ts'
import { keyOfRoom } from '../hotel/room-status.ts'
import type { Clock } from '../kernel/clock.ts'

interface FeedNeeds {
  readonly client: Client
  readonly clock: Clock
}

/** Those that nobody knows of yet. */
export const alarmFeed = ({ client, clock }: FeedNeeds) => ({
  clock,
  keyOf: ({ id }: AlarmRecord) => id,
  change: alarmChange,
  readAll: async () => {
    const { answer, seal } = await client.list('alarm.list', { query: { state: 'open' } })
    return { records: answer.alarms, seal }
  },
  readSome: async (ids: readonly string[]) => {
    const found = await Promise.allSettled(ids.map((id) => client.call('alarm.get', { params: { id } })))
    return found.flatMap((one) =>
      one.status === 'fulfilled' && one.value.state === 'open' ? [one.value] : [],
    )
  },
})

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
    readSome: async (numbers: readonly string[]) => {
      const one = (number: string) => client.call('board.get', { params: { number } })
      if (numbers.length > ROOMS_ONE_BY_ONE) return all()
      return Promise.all(numbers.map(one)).catch(all)
    },
  }
}
