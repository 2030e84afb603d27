import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { callState } from '../hotel/calls/call-state.ts'
import { callsOfRoom } from '../hotel/calls/found-calls.ts'
import type { LiveCall } from '../hotel/calls/live-call.ts'
import { type FoundRoom, mayBeEntry, RoomIndex } from '../hotel/room-index.ts'
import { mayChange, useDesk, useHouses, useSession, useWhoseRooms } from '../live/desk.ts'
import { useKeys } from '../live/use.ts'
import { callTexts } from '../texts/calls.ts'
import { shellTexts } from '../texts/shell.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import type { Command } from './commands.ts'
import type { PageRoute } from './route.ts'

const MOST_SHOWN = 8

/** Rooms by number, guests by name, calls by room, and lines of the entry: what is found only once something was typed. */
export function useFound(
  routes: readonly PageRoute[],
  isOpen: boolean,
): (typed: string) => readonly Command[] {
  const said = useTexts(shellTexts)
  const session = useSession()
  const { rooms, calls } = useDesk().house
  const keys = useKeys(rooms.store)
  const [, go] = useLocation()
  const roomAs = useRoomCommand()
  const callAs = useCallCommand()
  // Made when the search opens: who stays where, and who is to be called, changes all day.
  const index = useMemo(
    () => new RoomIndex(isOpen ? keys.flatMap((key) => rooms.store.get(key) ?? []) : []),
    [rooms, keys, isOpen],
  )
  const toCall = useMemo(() => (isOpen ? [...calls.store.all().values()] : []), [calls, isOpen])
  const leads = (path: string) => routes.some((route) => route.path === path)
  const isEntry = (typed: string) => leads('/today') && mayChange(session) && mayBeEntry(typed, index)
  const entry = (line: string): Command => ({
    id: 'entry',
    icon: 'entry',
    words: said.wakeLine(line),
    act: () => go(`/today?entry=${encodeURIComponent(line)}`),
  })
  return (typed) => [
    ...(isEntry(typed) ? [entry(typed.trim())] : []),
    ...(leads('/room') ? index.find(typed, MOST_SHOWN).map(roomAs) : []),
    ...(leads('/wakeup') ? callsOfRoom(toCall, typed).slice(0, MOST_SHOWN).map(callAs) : []),
  ]
}

function useRoomCommand(): (room: FoundRoom) => Command {
  const said = useTexts(shellTexts)
  const [, go] = useLocation()
  const whoseOf = useWhoseRooms()
  return ({ number, tenant, names }) => {
    const whose = whoseOf({ room: number, tenant })
    const query = tenant === '' && whose === '' ? '' : `?tenant=${tenant}`
    return {
      id: `room ${tenant} ${number}`,
      icon: 'bed',
      // "Room 118" says nothing that the number does not.
      words: [said.room(number), whose, ...names.filter((name) => !name.endsWith(` ${number}`))]
        .filter((word) => word !== '')
        .join(', '),
      act: () => go(`/room/${encodeURIComponent(number)}${query}`),
    }
  }
}

/** `214, 06:30, waits`: and whose, where several houses are looked at. */
function useCallCommand(): (call: LiveCall) => Command {
  const states = useTexts(callTexts)
  const { writtenTime } = useFormat()
  const { site } = useSession()
  const nameOf = useHouses()
  const [, go] = useLocation()
  const houseOf = (tenant: string) =>
    tenant === '' || tenant === site.id ? [] : nameOf([tenant]).map(({ name }) => name)
  return (call) => {
    const state = states[callState(call)]
    const words = [call.room, writtenTime(call.scheduled), state.charAt(0).toLowerCase() + state.slice(1)]
    return {
      id: `call ${call.id}`,
      icon: 'alarm-clock',
      words: [...words, ...houseOf(call.tenant)].join(', '),
      act: () => go(`/wakeup/${encodeURIComponent(call.id)}`),
    }
  }
}
