import type { BoardRecord } from '@reveille/contract'
import { useMemo, useState } from 'react'
import {
  type BoardFilter,
  byNumber,
  type Counts,
  roomCounts,
  type Grouping,
  groupsOf,
  isSought,
  KeptGroups,
  type Limits,
  type RoomGroup,
  type ShownRoom,
  shownRoom,
} from '../../hotel/board.ts'
import { useDesk } from '../../live/desk.ts'
import type { RoomReport } from '../../live/room-reports.ts'
import { useAll, useKeys, useSums } from '../../live/use.ts'
import { useNow } from '../../parts/now.ts'

const MINUTE = 60_000

export interface Board {
  /** Every room, by number. */
  readonly all: readonly ShownRoom[]
  readonly found: readonly ShownRoom[]
  readonly groups: readonly RoomGroup[]
  readonly counts: Counts
  readonly now: number
}

/** Every room as it is shown, by number. */
export function useShownRooms(): readonly ShownRoom[] {
  const { house, reports } = useDesk()
  const keys = useKeys(house.rooms.store)
  // Each tile follows its own room; the sums need not change with every one of a rush.
  const records = useSums(house.rooms.store)
  const held = useAll(reports.held)
  const ordered = useMemo(
    () =>
      keys
        .flatMap((key) => house.rooms.store.get(key) ?? [])
        .toSorted(byNumber)
        .map((one) => `${one.tenant} ${one.number}`),
    [keys, house],
  )
  return useMemo(
    () =>
      ordered.flatMap((key) => {
        const record = house.rooms.store.get(key)
        return record === undefined ? [] : [shownOnce(record, held.get(key))]
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- what was held here is stored now: its record is newer than the sums
    [ordered, records, held, house],
  )
}

/** A room of which nothing has changed is the same object: what is made of it need not be made again. */
const known = new WeakMap<BoardRecord, { readonly held: RoomReport | undefined; readonly shown: ShownRoom }>()

function shownOnce(record: BoardRecord, held: RoomReport | undefined): ShownRoom {
  const before = known.get(record)
  if (before !== undefined && before.held === held) return before.shown
  const shown = shownRoom(record, held)
  known.set(record, { held, shown })
  return shown
}

/** A floor of which no room has changed is the same: what is said of it need not be drawn anew. */
function useKept(groups: readonly RoomGroup[]): readonly RoomGroup[] {
  const [kept] = useState(() => new KeptGroups())
  return useMemo(() => kept.of(groups), [kept, groups])
}

/** What is looked at of them. */
export function useBoard(
  all: readonly ShownRoom[],
  filter: BoardFilter,
  grouping: Grouping,
  limits: Limits,
): Board {
  const now = useNow(MINUTE)
  const found = useMemo(
    () => all.filter((one) => isSought(one, filter, limits, now)),
    [all, filter, limits, now],
  )
  const groups = useKept(useMemo(() => groupsOf(found, grouping), [found, grouping]))
  const counts = useMemo(() => roomCounts(all), [all])
  return { all, found, groups, counts, now }
}
