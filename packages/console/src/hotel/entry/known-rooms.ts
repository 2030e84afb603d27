import type { BoardRecord } from '@reveille/contract'
import { RoomBook } from './entry-rooms.ts'
import { plain } from './entry-words.ts'
import type { Party } from './entry.ts'
import type { EntryHouse } from './reading.ts'

/** The rooms as the board has them. Who stays in one is looked up when it is asked. */
interface RoomSource {
  readonly keys: readonly string[]
  readonly get: (key: string) => BoardRecord | undefined
  /** By which name the server knows the house itself. */
  readonly site: string
  /** The one tenant that is looked at. */
  readonly only: string | null
}

export interface KnownRooms extends Pick<EntryHouse, 'parties' | 'namesIn'> {
  readonly readBook: () => RoomBook
  /** The room as the board has it; none as long as it is open which of two is meant. */
  room(number: string): BoardRecord | undefined
  /** Who has a room of this number, as the server knows them: the house itself goes by the name of the site. */
  tenantsOf(number: string): readonly string[]
}

/**
 * What is known of the rooms when a line is read. Of those that share a number, only the one of the house that is `meant`
 * counts, once that was said: a guest of the other one stays elsewhere.
 */
export function knownRooms({ keys, get, site, only }: RoomSource, meant: string | null): KnownRooms {
  const all = () => keys.flatMap((key) => get(key) ?? [])
  let book: RoomBook | null = null
  let keysOf: ReadonlyMap<string, readonly string[]> | null = null
  const named = (number: string) => {
    keysOf ??= keysByNumber(keys, get)
    return (keysOf.get(number) ?? []).flatMap((key) => get(key) ?? [])
  }
  const houseOf = ({ tenant }: BoardRecord) => (tenant === '' ? site : tenant)
  const isMeant = (room: BoardRecord) =>
    meant === null || houseOf(room) === meant || named(room.number).length < 2
  return {
    readBook: () => (book ??= new RoomBook(all().filter(({ tenant }) => only === null || tenant === only))),
    parties: (name) => partiesIn(all().filter(isMeant), name),
    namesIn: (number) =>
      named(number)
        .filter(isMeant)
        .flatMap(({ guests = [] }) => guests.map(({ name }) => name)),
    room(number) {
      const [one, ...others] = named(number).filter(isMeant)
      return others.length === 0 ? one : undefined
    },
    tenantsOf: (number) => named(number).map(houseOf),
  }
}

function keysByNumber(
  keys: readonly string[],
  get: RoomSource['get'],
): ReadonlyMap<string, readonly string[]> {
  const keysOf = new Map<string, string[]>()
  for (const key of keys) {
    const number = get(key)?.number
    if (number === undefined) continue
    const same = keysOf.get(number)
    if (same === undefined) keysOf.set(number, [key])
    else same.push(key)
  }
  return keysOf
}

/** Guests of whose name a word begins so, each with their room. */
function partiesIn(rooms: readonly BoardRecord[], name: string): Party[] {
  const asked = plain(name)
  const found = new Map<string, Party>()
  for (const { number, guests = [] } of rooms)
    for (const guest of guests)
      if (asked !== '' && ` ${plain(guest.name)}`.includes(` ${asked}`))
        found.set(`${guest.name} ${number}`, { name: guest.name, rooms: [number] })
  return [...found.values()]
}
