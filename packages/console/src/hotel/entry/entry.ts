/** What a line of the entry says, in the hotel's terms. Moments and days of ringing are the server's to say. */
export type Entry = SetEntry | CancelEntry

export interface SetEntry {
  readonly kind: 'set'
  readonly rooms: readonly RoomPart[]
  readonly times: readonly CallTime[]
  readonly when: When
  /** The guest must press a key. */
  readonly confirm: boolean
  /** Null: the standard text. */
  readonly prompt: Prompt | null
}

export interface CancelEntry {
  readonly kind: 'cancel'
  readonly rooms: readonly RoomPart[]
  /** Null: every call of these rooms. */
  readonly time: CallTime | null
}

export type RoomPart =
  | { readonly kind: 'room'; readonly room: string }
  /** Those of the range that exist; `missing` are the numbers between that are no rooms. */
  | {
      readonly kind: 'range'
      readonly from: string
      readonly to: string
      readonly rooms: readonly string[]
      readonly missing: readonly string[]
    }
  | { readonly kind: 'floor'; readonly floor: string; readonly rooms: readonly string[] }
  | { readonly kind: 'party'; readonly name: string; readonly rooms: readonly string[] }

/** `time` is HHMM. */
export type CallTime =
  | { readonly kind: 'at'; readonly time: string }
  | { readonly kind: 'in'; readonly minutes: number }

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]

/** Days are written YYYY-MM-DD. `next` is today or tomorrow, as the clock has it. */
export type When =
  | { readonly kind: 'next' }
  | { readonly kind: 'on'; readonly date: string }
  /** `from` null: from the next such day on. */
  | {
      readonly kind: 'repeat'
      readonly days: readonly Day[]
      readonly from: string | null
      readonly end: End | null
    }

export type End =
  | { readonly kind: 'until'; readonly date: string }
  | { readonly kind: 'for'; readonly days: number }

export interface Prompt {
  readonly id: number
  readonly name: string
}

/** Guests or a group, by name. */
export interface Party {
  readonly name: string
  readonly rooms: readonly string[]
}

const ofPart = (part: RoomPart): readonly string[] => (part.kind === 'room' ? [part.room] : part.rooms)

/** Each room once, in the order in which they were said. */
export const roomsOf = (parts: readonly RoomPart[]): string[] => [...new Set(parts.flatMap(ofPart))]

/** Days that come one after the other. */
export const WEEKDAYS: readonly Day[] = DAYS.slice(0, 5)

/** The line in one way of writing it, which is read as the same entry. */
export function printEntry(entry: Entry): string {
  if (entry.kind === 'cancel') return joined(['x', ...printRooms(entry.rooms), printTime(entry.time)])
  const { rooms, times, when, confirm, prompt } = entry
  return joined([
    ...printRooms(rooms),
    ...times.map(printTime),
    printWhen(when),
    confirm ? 'key' : '',
    prompt ? `#${prompt.id}` : '',
  ])
}

const joined = (words: readonly string[]) => words.filter((word) => word !== '').join(' ')

/** Rooms and ranges that follow each other are joined by commas. */
function printRooms(parts: readonly RoomPart[]): string[] {
  const words: string[] = []
  let numbers: string[] = []
  const flush = () => {
    if (numbers.length > 0) words.push(joinedRooms(numbers))
    numbers = []
  }
  for (const part of parts) {
    if (part.kind === 'room' || part.kind === 'range') numbers.push(printNumbers(part))
    else {
      flush()
      words.push(part.kind === 'floor' ? `floor ${part.floor}` : `@${part.name}`)
    }
  }
  flush()
  return words
}

const printNumbers = (part: Extract<RoomPart, { kind: 'room' | 'range' }>) =>
  part.kind === 'room' ? printRoom(part.room) : `${part.from}-${part.to}`

/** What could be taken for anything else stands in quotes. */
export const printRoom = (room: string) => (/^\d+[a-z]?$/i.test(room) ? room : `"${room}"`)

/** A comma makes rooms of what could be times; one that stands alone is put in quotes. */
export function joinedRooms(printed: readonly string[]): string {
  const [only, ...others] = printed
  return only !== undefined && others.length === 0 && /^(\d{4}h?|\d{1,2}[aph])$/i.test(only)
    ? `"${only}"`
    : printed.join(',')
}

function printTime(time: CallTime | null): string {
  if (time === null) return ''
  return time.kind === 'in' ? `+${time.minutes}m` : `${time.time.slice(0, 2)}:${time.time.slice(2)}`
}

function printWhen(when: When): string {
  if (when.kind === 'next') return ''
  if (when.kind === 'on') return when.date
  return joined([printDays(when.days), when.from ?? '', printEnd(when.end)])
}

function printDays(days: readonly Day[]): string {
  if (days.length === DAYS.length) return 'daily'
  return days.join() === WEEKDAYS.join() ? 'weekdays' : `every ${days.join(',')}`
}

function printEnd(end: End | null): string {
  if (end === null) return ''
  return end.kind === 'until' ? `until ${end.date}` : `for ${end.days} days`
}
