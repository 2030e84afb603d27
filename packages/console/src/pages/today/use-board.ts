import type { BoardRecord } from '@reveille/contract'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { CallLines, type CallRow, type IsKept, seenAs } from '../../hotel/calls/call-rows.ts'
import type { CallState } from '../../hotel/calls/call-state.ts'
import { type CallWindow, isWithin, pickedDay, skyMinute, windowFor } from '../../hotel/calls/call-window.ts'
import { LaterDays } from '../../hotel/calls/later-days.ts'
import { isSeries, type LiveCall, roomOf } from '../../hotel/calls/live-call.ts'
import { plain } from '../../hotel/entry/entry-words.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { useGlance, useSums, useWatched } from '../../live/use.ts'
import { useNow } from '../../parts/now.ts'
import type { Format } from '../../texts/format.ts'
import { useFormat } from '../../texts/speech.ts'

const MINUTE = 60_000

/** Which states a fact of the verdict stands for, and the address may name. */
export const KINDS = {
  woken: ['answered'],
  later: ['later'],
  byhand: ['marked'],
  missed: ['failed', 'known'],
  underway: ['ringing', 'again', 'snoozed', 'by-hand'],
  tocome: ['waits'],
} as const satisfies Readonly<Record<string, readonly CallState[]>>
export type Kind = keyof typeof KINDS

export interface Wish {
  readonly day: string | null
  readonly room: string
  readonly kind: Kind | null
  /** HHMM */
  readonly minute: string
}

const isKind = (text: string): text is Kind => Object.hasOwn(KINDS, text)

const kindOf = (text: string | undefined): Kind | null => (text !== undefined && isKind(text) ? text : null)

/** What the address asks for. */
export function useWish(): Wish {
  const [query] = useSearchParams()
  const [day, kind, room = '', at = ''] = ['day', 'state', 'room', 'at'].map(
    (name) => query.get(name) ?? undefined,
  )
  return useMemo(
    () => ({
      day: pickedDay(day ?? null),
      room,
      kind: kindOf(kind),
      minute: /^\d{4}$/.test(at) ? at : '',
    }),
    [day, kind, room, at],
  )
}

/** The stretch of time that is shown; it moves on with the hours. */
export function useWindow(day: string | null): CallWindow {
  const format = useFormat()
  const now = useNow(MINUTE)
  const { house } = useDesk()
  const { start, end, morning, noon } = windowFor(format, day, now)
  const span = useMemo(() => ({ start, end, morning, noon }), [start, end, morning, noon])
  // What repeats is kept at its next day, which may come before the stretch.
  const present = windowFor(format, null, now).start
  const from = start < present ? start : present
  useEffect(() => house.lookAtCalls({ start: from, end }), [house, from, end])
  return span
}

type Wall = (at: number) => { readonly date: string; readonly minute: number }

/** When a call is due by the hotel's clock: reckoned once for each minute that there is. */
function wallOf(format: Format): Wall {
  const known = new Map<number, { readonly date: string; readonly minute: number }>()
  return (at: number) => {
    const before = known.get(at)
    if (before !== undefined) return before
    const wall = { date: format.date(at), minute: format.minute(at) }
    known.set(at, wall)
    return wall
  }
}

/** Whether a minute is shown, reckoned once for each. */
function withinOf(start: string, end: string, wall: Wall) {
  const known = new Map<number, boolean>()
  return (call: LiveCall): boolean => {
    const { at } = seenAs(call)
    const before = known.get(at)
    if (before !== undefined) return before
    const { date, minute } = wall(at)
    const isIt = isWithin({ start, end }, date, minute)
    known.set(at, isIt)
    return isIt
  }
}

/** What the sums of the page are made of: a few times a second at most. */
export interface Board {
  /** Every call of the stretch that the server has. */
  readonly calls: readonly LiveCall[]
  /** Those of the morning, which the verdict is about: what rings after noon says nothing about it. */
  readonly morning: readonly LiveCall[]
  /** Whether they are all in: sums come a little after what they are made of. */
  readonly isAddedUp: boolean
  /** Whether a call lies in the stretch that is shown. */
  readonly isHere: (call: LiveCall) => boolean
  readonly isOfMorning: (call: LiveCall) => boolean
  readonly isVip: (call: LiveCall) => boolean
  /** Who sleeps in its room, for those who may know. */
  readonly namesOf: (call: LiveCall) => readonly string[]
  readonly wall: Wall
  readonly later: LaterDays
  /** Minutes after ten in the evening, by which the sky counts. */
  readonly skyOf: (at: number) => number
}

type Rooms = ReadonlyMap<string, BoardRecord>

function isVipIn(rooms: Rooms, site: string) {
  const known = new WeakMap<LiveCall, boolean>()
  return (call: LiveCall): boolean => {
    const before = known.get(call)
    if (before !== undefined) return before
    const isVip = rooms.get(roomOf(call, site))?.vip ?? false
    known.set(call, isVip)
    return isVip
  }
}

const withLaterDays = (calls: readonly LiveCall[], later: LaterDays): readonly LiveCall[] => [
  ...calls,
  ...calls.filter(isSeries).flatMap((call) => later.of(call)),
]

export function useBoard(span: CallWindow): Board {
  const format = useFormat()
  const all = useSums(useDesk().house.calls.store)
  const rooms = useSums(useDesk().house.rooms.store)
  const isAddedUp = useIsAddedUp(span, all)
  const isVip = useVips(rooms)
  const namesOf = useNames(rooms)
  const wall = useMemo(() => wallOf(format), [format])
  const { start, end, noon } = span
  const isHere = useMemo(() => withinOf(start, end, wall), [start, end, wall])
  const isOfMorning = useMemo(() => withinOf(start, noon, wall), [start, noon, wall])
  const later = useMemo(() => new LaterDays({ ...format, end }), [format, end])
  const calls = useMemo(() => withLaterDays([...all.values()], later).filter(isHere), [all, later, isHere])
  const morning = useMemo(() => calls.filter(isOfMorning), [calls, isOfMorning])
  const skyOf = useMemo(
    () => (at: number) => skyMinute(span.morning, wall(at).date, wall(at).minute),
    [span, wall],
  )
  return useMemo(
    () => ({ calls, morning, isAddedUp, isHere, isOfMorning, isVip, namesOf, wall, later, skyOf }),
    [calls, morning, isAddedUp, isHere, isOfMorning, isVip, namesOf, wall, later, skyOf],
  )
}

/** Once all of a stretch was counted, its sums are known; that more has come since is told a moment later. */
function useIsAddedUp(span: CallWindow, sums: ReadonlyMap<string, LiveCall>): boolean {
  const { house } = useDesk()
  const isRead = useWatched(house.calls.are) === 'read' && house.isLookedAt(span)
  const [counted, setCounted] = useState<CallWindow | null>(null)
  const isCounted = counted === span || (isRead && sums === house.calls.store.all())
  if (isCounted && counted !== span) setCounted(span)
  return isCounted
}

/** The same function as long as the same rooms are VIP: what does not change is not reckoned anew. */
function useVips(rooms: Rooms) {
  const vips = useMemo(() => [...rooms].flatMap(([key, { vip }]) => (vip ? [key] : [])).join('\n'), [rooms])
  const { site } = useSession()
  // oxlint-disable-next-line react/exhaustive-deps -- by who is a VIP, not by every change of a room
  return useMemo(() => isVipIn(rooms, site.id), [vips, site.id])
}

function useNames(rooms: Rooms) {
  const { site } = useSession()
  return useMemo(
    () => (call: LiveCall) => (rooms.get(roomOf(call, site.id))?.guests ?? []).map(({ name }) => name),
    [rooms, site.id],
  )
}

const isAnything = ({ room, kind, minute }: Wish) => room === '' && kind === null && minute === ''

/** The beginning of a room, or of a word of a name. */
function isLike(text: string, room: string, names: readonly string[]): boolean {
  if (room.startsWith(text)) return true
  return names.some((name) => ` ${plain(name)}`.includes(` ${plain(text)}`))
}

type Sieve = Pick<Board, 'wall' | 'isOfMorning' | 'namesOf'>

/** A fact of the verdict stands for calls of the morning only. */
const wantedBy =
  ({ room, kind, minute }: Wish, { wall, isOfMorning, namesOf }: Sieve) =>
  (call: LiveCall): boolean => {
    const { at, state } = seenAs(call)
    const states: readonly CallState[] | null = kind === null ? null : KINDS[kind]
    const is = (date: number) => `${Math.floor(date / 60)}`.padStart(2, '0') + `${date % 60}`.padStart(2, '0')
    return (
      isLike(room, call.room, room === '' ? [] : namesOf(call)) &&
      (states === null || (states.includes(state) && isOfMorning(call))) &&
      (minute === '' || is(wall(at).minute) === minute)
    )
  }

const nobodyIn = (): readonly string[] => []

/** The lines that the address asks for, with those that were just cancelled; as soon as anything changes. */
export function useRows(board: Board, wish: Wish, isKept: IsKept): readonly CallRow[] {
  const { isHere, isOfMorning, isVip, wall, later } = board
  // Who came or went matters only to who looks for a name.
  const namesOf = wish.room === '' ? nobodyIn : board.namesOf
  const { house } = useDesk()
  const calls = useGlance(house.calls.store)
  const gone = useGlance(house.goneCalls)
  const lines = useMemo(() => {
    const wanted = isAnything(wish) ? () => true : wantedBy(wish, { wall, isOfMorning, namesOf })
    return new CallLines({ isVip, isWanted: (call) => isHere(call) && wanted(call) })
  }, [wish, wall, isVip, isHere, isOfMorning, namesOf])
  return useMemo(
    () => lines.of([calls, gone, later.beside(calls)], isKept),
    [lines, calls, gone, later, isKept],
  )
}
