import type { BoardRecord } from '@reveille/contract'
import { instantOf } from '../kernel/clock.ts'
import { NO_STATUS } from './room-status.ts'
import { type Change, type HouseEvent, textOf } from './house-event.ts'

type Marks = BoardRecord['marks']

/** What a status means in common words, by its id and the room's tenant. */
export type ConditionOf = (status: string, tenant: string) => string | undefined

/** Of rooms: what is reported, who stays and when it is rung next all stand on the board. */
export function roomChange({ kind, room, detail }: HouseEvent): Change | null {
  if (room === '') return null
  if (kind === 'guest.moved') return { deed: 'read', id: room, also: [textOf(detail['from'])] }
  if (kind.startsWith('room.') || kind.startsWith('guest.') || kind.startsWith('mailbox.'))
    return { deed: 'read', id: room }
  // A rush tells of every ring; when a room is rung next can wait until it is over.
  return kind.startsWith('wakeup.') ? { deed: 'read', id: room, isLater: true } : null
}

/**
 * What an event alone makes of the rooms of its number; null: they must be read. Two tenants may have a room of one
 * number: a report says whose it is, a mark does not.
 */
export function reduceRooms(
  event: HouseEvent,
  rooms: readonly BoardRecord[],
  conditionOf: ConditionOf,
): readonly BoardRecord[] | null {
  if (event.kind === 'room.status.changed') return reported(event, rooms, conditionOf)
  const [room, other] = rooms
  if (room === undefined || other !== undefined) return null
  if (event.kind === 'room.mark.set') return marked(event, room)
  if (event.kind === 'room.mark.cleared')
    return [{ ...room, marks: without(room.marks, textOf(event.detail['mark'])) }]
  return null
}

const fieldOf = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null
    ? textOf(new Map<string, unknown>(Object.entries(value)).get(name))
    : ''

function reported(
  { at, detail }: HouseEvent,
  rooms: readonly BoardRecord[],
  conditionOf: ConditionOf,
): readonly BoardRecord[] | null {
  const tenant = textOf(detail['tenant'])
  const room = rooms.find((one) => one.tenant === tenant)
  const id = fieldOf(detail['status'], 'id')
  if (room === undefined) return null
  const changed = textOf(detail['reported']) || at
  // What was read may be newer than an event that came while it was being read.
  if (room.status !== null && instantOf(changed) < instantOf(room.status.changed)) return []
  // The first report of the room was taken back.
  if (id === NO_STATUS.id) return [{ ...room, status: null }]
  const condition = conditionOf(id, tenant)
  const status = {
    id,
    description: fieldOf(detail['status'], 'description'),
    ...(condition === undefined ? {} : { condition }),
    changed,
    user: textOf(detail['user']),
  }
  return [{ ...room, status }]
}

const without = (marks: Marks, mark: string): Marks => marks.filter((one) => one.mark !== mark)

const MARKS = ['dnd', 'refused', 'priority'] as const

function marked({ at, actor, detail }: HouseEvent, room: BoardRecord): readonly BoardRecord[] | null {
  const mark = MARKS.find((one) => one === detail['mark'])
  if (mark === undefined) return null
  const set = {
    mark,
    since: at,
    user: actor,
    until: typeof detail['until'] === 'string' ? detail['until'] : null,
    note: textOf(detail['note']),
  }
  return [{ ...room, marks: [...without(room.marks, mark), set] }]
}
