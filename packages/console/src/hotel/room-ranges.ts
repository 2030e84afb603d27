/** Rooms as people write them down: one number or range on each line, or parted by commas. */
export interface RoomLines {
  /** What can be sent, line by line. */
  readonly parts: readonly WrittenRooms[]
  /** The rooms by themselves, as they will stand. */
  readonly rooms: readonly string[]
  readonly wrong: readonly string[]
}

export type WrittenRooms = { readonly number: string } | { readonly range: string }

const MOST_IN_RANGE = 1_000

export function roomsIn(text: string): RoomLines {
  const parts: WrittenRooms[] = []
  const rooms: string[] = []
  const wrong: string[] = []
  for (const line of text.split(/[\n,;]/).map((one) => one.trim())) {
    if (line === '') continue
    const range = rangeIn(line)
    if (range !== null) {
      parts.push({ range: line.replaceAll(/\s*[-–:]\s*/g, '-') })
      rooms.push(...range)
    } else if (/^[^\s\-–:/]{1,20}$/.test(line)) {
      parts.push({ number: line })
      rooms.push(line)
    } else wrong.push(line)
  }
  return { parts, rooms, wrong }
}

function rangeIn(line: string): string[] | null {
  const [, from = '', to = ''] = /^(\d{1,6})\s*[-–:]\s*(\d{1,6})$/.exec(line) ?? []
  const [first, last] = [Number(from), Number(to)]
  if (from.length === 0 || from.length !== to.length || last < first || last - first > MOST_IN_RANGE)
    return null
  return Array.from({ length: last - first + 1 }, (_, at) => String(first + at).padStart(from.length, '0'))
}

/** All but the last two digits, as the board does; empty where the number does not tell it. */
export const floorOf = (room: string): string =>
  /^\d{3,}$/.test(room) ? String(Number(room.slice(0, -2))) : ''

export function floorsOf(rooms: readonly string[]): readonly (readonly [floor: string, rooms: string[]])[] {
  const floors = new Map<string, string[]>()
  for (const room of rooms) {
    const floor = floorOf(room)
    floors.set(floor, [...(floors.get(floor) ?? []), room])
  }
  return [...floors]
}
