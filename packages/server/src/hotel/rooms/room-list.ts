import { Failure } from '../../kernel/failure.ts'
import { numbersOf, parseRange } from './mailbox-range.ts'

/** The ids of so many calls still fit into the address of a PUT or DELETE. */
const MOST_ROOMS = 200

/** Rooms in the words of the one who asks: `room` takes numbers, `rooms` also ranges, since `-` is legal in a number. */
export interface RoomWish {
  readonly room?: string | undefined
  readonly rooms?: string | undefined
}

/** A room that is named must exist; of a range, those that exist are meant. */
export type NamedRooms =
  | { readonly kind: 'room'; readonly number: string }
  | { readonly kind: 'range'; readonly text: string; readonly numbers: readonly string[] }

export interface ChosenRooms {
  /** Each once, in the order in which they were named. */
  readonly numbers: readonly string[]
  /** Those that were named more than once. */
  readonly repeated: readonly string[]
  /** Numbers of a range that are no rooms. */
  readonly missing: readonly string[]
}

const invalid = (field: string, message: string) => new Failure('parameter.invalid', message, { field })

/** `101, 102` and `201-210`, in the order given. */
export function parseRooms({ room, rooms }: RoomWish): NamedRooms[] {
  if (room === undefined && rooms === undefined)
    throw invalid('room', 'The field room is missing; for a range such as 101-110 there is the field rooms')
  return [...partsOf(room, 'room').map(oneRoom), ...partsOf(rooms, 'rooms').map(roomOrRange)]
}

function partsOf(text: string | undefined, field: string): string[] {
  const parts = text === undefined ? [] : text.split(',').map((part) => part.trim())
  if (parts.length > MOST_ROOMS) throw invalid(field, `At most ${MOST_ROOMS} rooms can be named at once`)
  return parts
}

function oneRoom(number: string): NamedRooms {
  if (number === '' || number.length > 20)
    throw invalid('room', 'room must be a room number, or room numbers parted by commas')
  return { kind: 'room', number }
}

function roomOrRange(text: string): NamedRooms {
  if (text !== '' && text.length <= 20 && !text.includes('-')) return { kind: 'room', number: text }
  const range = parseRange(text)
  if ('wrong' in range)
    throw invalid('rooms', `rooms ${range.wrong}; a number with a - in it is named in the field room`)
  return { kind: 'range', text, numbers: numbersOf(range) }
}

export function chooseRooms(named: readonly NamedRooms[], exists: (number: string) => boolean): ChosenRooms {
  const missing: string[] = []
  const numbers = named.flatMap((one) => {
    if (one.kind === 'room') return [one.number]
    const found = one.numbers.filter(exists)
    if (found.length === 0) throw new Failure('room.unknown', `There is no room from ${one.text}`)
    missing.push(...one.numbers.filter((number) => !exists(number)))
    return found
  })
  const once = [...new Set(numbers)]
  if (once.length > MOST_ROOMS)
    throw invalid('rooms', `These are ${once.length} rooms; at most ${MOST_ROOMS} can be named at once`)
  const repeated = once.filter((number) => numbers.indexOf(number) !== numbers.lastIndexOf(number))
  return { numbers: once, repeated, missing }
}
