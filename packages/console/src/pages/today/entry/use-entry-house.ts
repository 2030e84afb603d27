import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { type KnownRooms, knownRooms } from '../../../hotel/entry/known-rooms.ts'
import type { EntryHouse } from '../../../hotel/entry/reading.ts'
import { mayAsk, useDesk, useHouses, useSession } from '../../../live/desk.ts'
import { useKeys } from '../../../live/use.ts'
import { useNow } from '../../../parts/now.ts'
import { useFormat } from '../../../texts/speech.ts'

const MINUTE = 60_000

export interface KnownHouse extends EntryHouse, Pick<KnownRooms, 'room' | 'tenantsOf'> {
  /** Whose room was chosen, by name, of those that share this number; empty where it says all or nothing was. */
  whose(number: string): string
}

/** What the line has to know of the hotel, as it is now; `chosen`: whose rooms are meant, where a number is there twice. */
export function useEntryHouse(chosen: string | null): KnownHouse {
  const session = useSession()
  const { site } = session
  const seesNames = mayAsk(session, ['frontdesk', 'administrator'])
  const format = useFormat()
  const now = useNow(MINUTE)
  const prompts = usePrompts()
  const rooms = useRooms(chosen)
  const [house] = useHouses()([chosen ?? ''])
  const name = chosen === null ? '' : (house?.name ?? '')
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
      whose: (number: string) => (rooms.tenantsOf(number).length < 2 ? '' : name),
      get book() {
        return readBook()
      },
    }
  }, [rooms, prompts, today, minute, clock, seesNames, name])
}

/** Numbers are read once for each list of rooms, when somebody types; who stays in one when it is asked. */
function useRooms(chosen: string | null): KnownRooms {
  const { store } = useDesk().house.rooms
  const { site } = useSession()
  const keys = useKeys(store)
  const [query] = useSearchParams()
  const only = query.get('tenant')
  const meant = chosen ?? only
  return useMemo(
    () => knownRooms({ keys, get: (key) => store.get(key), site: site.id, only }, meant),
    [store, keys, site.id, only, meant],
  )
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
