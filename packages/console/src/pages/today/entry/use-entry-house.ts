import { useQuery } from '@tanstack/react-query'
import type { BoardRecord } from '@reveille/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { RoomBook } from '../../../hotel/entry/entry-rooms.ts'
import { plain } from '../../../hotel/entry/entry-words.ts'
import type { Party } from '../../../hotel/entry/entry.ts'
import type { EntryHouse } from '../../../hotel/entry/reading.ts'
import { keyOfRoom } from '../../../hotel/room-status.ts'
import { mayAsk, useDesk, useSession } from '../../../live/desk.ts'
import type { KeyedStore } from '../../../live/keyed-store.ts'
import { useKeys } from '../../../live/use.ts'
import { useNow } from '../../../parts/now.ts'
import { useFormat } from '../../../texts/speech.ts'

const MINUTE = 60_000

export interface KnownHouse extends EntryHouse {
  /** The room as the board has it; of two with one number, whichever. */
  room(number: string): BoardRecord | undefined
  /** The tenants that have a room of this number. */
  tenantsOf(number: string): readonly string[]
}

/** What the line has to know of the hotel, as it is now. */
export function useEntryHouse(): KnownHouse {
  const session = useSession()
  const { site } = session
  const seesNames = mayAsk(session, ['frontdesk', 'administrator'])
  const format = useFormat()
  const now = useNow(MINUTE)
  const prompts = usePrompts()
  const rooms = useRooms()
  const [today, minute] = [format.date(now), format.minute(now)]
  const clock = site.clock === '12h' ? 12 : 24
  return useMemo(() => {
    const { readBook, ...asked } = rooms
    return {
      ...asked,
      today,
      minute,
      clock,
      prompts,
      seesNames,
      get book() {
        return readBook()
      },
    }
  }, [rooms, prompts, today, minute, clock, seesNames])
}

interface KnownRooms extends Pick<KnownHouse, 'parties' | 'namesIn' | 'room' | 'tenantsOf'> {
  readonly readBook: () => RoomBook
}

/** Numbers are read once for each list of rooms, when somebody types; who stays in one when it is asked. */
function useRooms(): KnownRooms {
  const { store } = useDesk().house.rooms
  const keys = useKeys(store)
  const [query] = useSearchParams()
  const only = query.get('tenant')
  return useMemo(() => knownRooms(store, keys, only), [store, keys, only])
}

function knownRooms(
  store: KeyedStore<BoardRecord>,
  keys: readonly string[],
  only: string | null,
): KnownRooms {
  const all = () => keys.flatMap((key) => store.get(key) ?? [])
  let known: RoomBook | null = null
  let keysOf: ReadonlyMap<string, readonly string[]> | null = null
  const named = (number: string) => {
    keysOf ??= keysByNumber(all())
    return (keysOf.get(number) ?? []).flatMap((key) => store.get(key) ?? [])
  }
  return {
    readBook: () => (known ??= new RoomBook(all().filter(({ tenant }) => only === null || tenant === only))),
    parties: (name: string) => partiesIn(all(), name),
    namesIn: (number: string) => named(number).flatMap(({ guests = [] }) => guests.map(({ name }) => name)),
    room: (number: string) => named(number)[0],
    tenantsOf: (number: string) => named(number).map(({ tenant }) => tenant),
  }
}

function keysByNumber(rooms: readonly BoardRecord[]): ReadonlyMap<string, readonly string[]> {
  const keysOf = new Map<string, string[]>()
  for (const room of rooms) {
    const same = keysOf.get(room.number)
    if (same === undefined) keysOf.set(room.number, [keyOfRoom(room)])
    else same.push(keyOfRoom(room))
  }
  return keysOf
}

/** Everybody may choose among them; on a screen that is locked or only shows they go by number. */
function usePrompts(): EntryHouse['prompts'] {
  const { client } = useDesk()
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['prompts'],
    queryFn: ({ signal }) => client.call('prompt.choices', { query: {} }, { signal }),
    enabled: mayAsk(session, []),
  })
  return useMemo(
    () => data?.prompts.map(({ id, description }) => ({ id, name: description })) ?? null,
    [data],
  )
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
