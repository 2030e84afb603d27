import { pickShared } from '../../hotel/accounts/tenancy.ts'
import { rowOf } from '../../hotel/log/row.ts'
import type { StatusType } from '../../hotel/rooms/room-status.ts'
import { TurnRounds } from '../../hotel/rooms/turn-round.ts'
import { type Instant, minutes } from '../../kernel/clock.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import { entry, type Report, sorted } from './report.ts'

type Figures = {
  readonly rooms: number
  readonly shortest: number | null
  readonly median: number | null
  readonly longest: number | null
}

/** By the day on which rooms became clean: how many, and how many minutes that took. */
export async function turnRoundReport(
  changes: AsyncIterable<readonly Activity[]>,
  types: readonly StatusType[],
  dayIn: (at: Instant, tenant: string) => string,
): Promise<Report<Figures & { readonly day: string }, Figures>> {
  const rounds = new TurnRounds()
  const days = new Map<string, number[]>()
  for await (const page of changes)
    for (const { at, tenant, room, detail } of page.filter(rowOf('room.status.changed'))) {
      const named = types.filter(({ id }) => id === detail.status.id)
      const round = rounds.reported(`${tenant}/${room}`, pickShared(named, tenant)?.condition ?? null, at)
      if (round) entry(days, dayIn(round.cleanAt, tenant), () => []).push(round.cleanAt - round.dirtyAt)
    }
  const rows = new Map(Array.from(days, ([day, took]) => [day, { day, ...figuresOf(took) }]))
  const columns = ['day', 'rooms', 'shortest', 'median', 'longest']
  return { columns, rows: sorted(rows), totals: figuresOf([...days.values()].flat()) }
}

function figuresOf(took: readonly number[]): Figures {
  const inOrder = took.toSorted((a, b) => a - b)
  const inMinutes = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms / minutes(1)))
  return {
    rooms: inOrder.length,
    shortest: inMinutes(inOrder[0]),
    median: inMinutes(inOrder[Math.floor((inOrder.length - 1) / 2)]),
    longest: inMinutes(inOrder.at(-1)),
  }
}
