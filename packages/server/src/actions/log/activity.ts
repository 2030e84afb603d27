import { bareRow, mayFollow } from '../../hotel/log/event.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Activity, ActivityFilter } from '../../store/stores/activity-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { type Page, searchedPages } from '../pages.ts'

export type { Activity }
export type LogQuery = Omit<ActivityFilter, 'scope' | 'limit'> & Page

/** A row with the number of its seal; null while it is not sealed yet. */
export type ReadRow = Activity & { readonly seal: number | null }

export type ActivityActions = ReturnType<typeof activityActions>

export function activityActions({ database, clock }: { database: HotelDatabase; clock: Clock }) {
  const withSeals = async (rows: readonly Activity[]): Promise<ReadRow[]> => {
    const seals = await database.read.seals.ofActivities(rows.map(({ id }) => id))
    const numbers = new Map(seals.map(({ activity, number }) => [activity, number]))
    return rows.map((row) => ({ ...row, seal: numbers.get(row.id) ?? null }))
  }

  return {
    async *pages(actor: Actor, query: LogQuery): AsyncGenerator<ReadRow[]> {
      const read = (limit: number, last: Activity | undefined, span: object) =>
        database.read.activity.page({
          ...query,
          ...span,
          scope: actor.scope,
          limit,
          after: last ? { at: last.at, id: last.id } : query.after,
        })
      for await (const rows of searchedPages(query, clock.now(), read))
        yield withSeals(rows.map((row) => readBy(actor, row)))
    },
  }
}

/** Whoever may not see the names of guests reads that somebody came, and not who. */
const readBy = ({ permissions }: Actor, row: Activity): Activity =>
  mayFollow(row.kind, permissions) ? row : bareRow(row)
