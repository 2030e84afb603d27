import type { BoardRecord } from '@reveille/contract'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { alone, type CallRow, rowsOf, seenAs } from '../../hotel/calls/call-rows.ts'
import type { CallState } from '../../hotel/calls/call-state.ts'
import {
  type CallWindow,
  isWithin,
  pickedDay,
  skyMinute,
  windowAt,
  windowOf,
} from '../../hotel/calls/call-window.ts'
import { type LiveCall, roomOf } from '../../hotel/calls/live-call.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { useAll } from '../../live/use.ts'
import { useNow } from '../../parts/now.ts'
import type { Format } from '../../texts/format.ts'
import { useFormat } from '../../texts/speech.ts'

const MINUTE = 60_000

/** Which states a fact of the verdict stands for, and the address may name. */
export const KINDS = {
  woken: ['answered', 'marked'],
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

const kindOf = (text: string | undefined): Kind | null =>
  text === 'woken' || text === 'missed' || text === 'underway' || text === 'tocome' ? text : null

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
  const today = format.date(now)
  const span = useMemo(
    () => (day === null ? windowAt(today, Math.floor(format.minute(now) / 60) * 60) : windowOf(day)),
    [day, today, format, now],
  )
  useEffect(() => house.lookAtCalls(span), [house, span])
  return span
}

/** When a call is due by the hotel's clock: reckoned once for each minute that there is. */
function wallOf(format: Format) {
  const known = new Map<number, { readonly date: string; readonly minute: number }>()
  return (at: number) => {
    const wall = known.get(at) ?? { date: format.date(at), minute: format.minute(at) }
    known.set(at, wall)
    return wall
  }
}

export interface Board {
  /** Every call of the stretch. */
  readonly calls: readonly LiveCall[]
  /** The lines that the address asks for. */
  readonly rows: readonly CallRow[]
  readonly isVip: (call: LiveCall) => boolean
  /** Minutes after ten in the evening, by which the sky counts. */
  readonly skyOf: (at: number) => number
}

const isVipIn =
  (rooms: ReadonlyMap<string, BoardRecord>, site: string) =>
  (call: LiveCall): boolean =>
    rooms.get(roomOf(call, site))?.vip ?? false

export function useBoard(span: CallWindow, wish: Wish, isHeld: boolean): Board {
  const { house } = useDesk()
  const format = useFormat()
  const all = useAll(house.calls.store)
  const isVip = useVips()
  const wall = useMemo(() => wallOf(format), [format])
  const calls = useMemo(
    () =>
      [...all.values()].filter((call) => {
        const { date, minute } = wall(seenAs(call).at)
        return isWithin(span, date, minute)
      }),
    [all, span, wall],
  )
  const wanted = useMemo(() => calls.filter(wantedBy(wish, wall)), [calls, wish, wall])
  const rows = useRows(wanted, isVip, isHeld)
  const skyOf = useMemo(
    () => (at: number) => skyMinute(span.morning, wall(at).date, wall(at).minute),
    [span, wall],
  )
  return { calls, rows, isVip, skyOf }
}

/** The same function as long as the same rooms are VIP: what does not change is not reckoned anew. */
function useVips() {
  const rooms = useAll(useDesk().house.rooms.store)
  const vips = [...rooms].flatMap(([key, { vip }]) => (vip ? [key] : [])).join('\n')
  const { site } = useSession()
  // oxlint-disable-next-line react/exhaustive-deps -- by who is a VIP, not by every change of a room
  return useMemo(() => isVipIn(rooms, site.id), [vips, site.id])
}

const wantedBy =
  ({ room, kind, minute }: Wish, wall: ReturnType<typeof wallOf>) =>
  (call: LiveCall): boolean => {
    const { at, state } = seenAs(call)
    const states: readonly CallState[] | null = kind === null ? null : KINDS[kind]
    const is = (date: number) => `${Math.floor(date / 60)}`.padStart(2, '0') + `${date % 60}`.padStart(2, '0')
    return (
      call.room.startsWith(room) &&
      (states === null || states.includes(state)) &&
      (minute === '' || is(wall(at).minute) === minute)
    )
  }

/** Lines that have not changed are the same ones as before; while somebody points at the list, none goes away. */
function useRows(calls: readonly LiveCall[], isVip: Board['isVip'], isHeld: boolean): readonly CallRow[] {
  const [before, setBefore] = useState<readonly CallRow[]>([])
  const rows = useMemo(
    () =>
      rowsOf(calls, {
        isVip,
        held: isHeld ? alone(before) : new Set(),
        before: new Map(before.map((row) => [row.key, row])),
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- what was before does not change what is
    [calls, isVip, isHeld],
  )
  if (rows !== before) setBefore(rows)
  return rows
}
