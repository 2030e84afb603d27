import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { mayBeEntry, RoomIndex } from '../hotel/room-index.ts'
import { mayChange, useDesk, useSession } from '../live/desk.ts'
import { useKeys } from '../live/use.ts'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import type { Command } from './commands.ts'
import type { PageRoute } from './route.ts'

const MOST_SHOWN = 8

/** Rooms by number, guests by name, and lines of the entry: what is found only once something was typed. */
export function useFoundRooms(
  routes: readonly PageRoute[],
  isOpen: boolean,
): (typed: string) => readonly Command[] {
  const said = useTexts(shellTexts)
  const session = useSession()
  const { store } = useDesk().house.rooms
  const keys = useKeys(store)
  const [, go] = useLocation()
  // Made when the search opens: who stays where changes all day.
  const index = useMemo(
    () => new RoomIndex(isOpen ? keys.flatMap((key) => store.get(key) ?? []) : []),
    [store, keys, isOpen],
  )
  const leads = (path: string) => routes.some((route) => route.path === path)
  const isEntry = (typed: string) => leads('/today') && mayChange(session) && mayBeEntry(typed, index)
  return (typed) => [
    ...(isEntry(typed)
      ? [
          {
            id: 'entry',
            icon: 'entry' as const,
            words: said.wakeLine(typed.trim()),
            act: () => go(`/today?entry=${encodeURIComponent(typed.trim())}`),
          },
        ]
      : []),
    ...(leads('/room') ? index.find(typed, MOST_SHOWN) : []).map(({ number, tenant, names }) => ({
      id: `room ${tenant} ${number}`,
      icon: 'bed' as const,
      // "Room 118" says nothing that the number does not.
      words: [said.room(number), ...names.filter((name) => !name.endsWith(` ${number}`))].join(', '),
      act: () => go(`/room/${encodeURIComponent(number)}${tenant === '' ? '' : `?tenant=${tenant}`}`),
    })),
  ]
}
