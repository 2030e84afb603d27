/** Rooms as people write them down: one number or range on each line, or parted by commas. */
export interface RoomLines {
  /** What can be sent, line by line. */
  readonly parts: readonly WrittenRooms[]
  /** The rooms by themselves, as they will stand, each once. */
  readonly rooms: readonly string[]
  /** Written twice, or there already. */
  readonly twice: readonly string[]
  readonly wrong: readonly string[]
}

export type WrittenRooms = { readonly number: string } | { readonly range: string }

const MOST_IN_RANGE = 1_000

/** `there`: rooms that exist; these, and what is written twice, are left out of what is sent. */
export function roomsIn(text: string, there: readonly string[] = []): RoomLines {
  const known = new Set(there)
  const [parts, rooms, twice, wrong]: [WrittenRooms[], string[], string[], string[]] = [[], [], [], []]
  for (const line of text.split(/[\n,;]/).map((one) => one.trim())) {
    if (line === '') continue
    const written = rangeIn(line) ?? (/^[^\s\-–:/]{1,20}$/.test(line) ? [line] : null)
    if (written === null) {
      wrong.push(line)
      continue
    }
    const fresh = written.filter((room) => !known.has(room))
    for (const room of fresh) known.add(room)
    rooms.push(...fresh)
    twice.push(...written.filter((room) => !fresh.includes(room)))
    parts.push(...runsOf(fresh))
  }
  return { parts, rooms, twice, wrong }
}

/** Numbers that follow each other as ranges. */
function runsOf(rooms: readonly string[]): WrittenRooms[] {
  const runs: string[][] = []
  for (const room of rooms) {
    const last = runs.at(-1)
    if (last !== undefined && Number(room) === Number(last.at(-1)) + 1) last.push(room)
    else runs.push([room])
  }
  return runs.map(([first = '', ...others]) =>
    others.length === 0 ? { number: first } : { range: `${first}-${others.at(-1)}` },
  )
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
