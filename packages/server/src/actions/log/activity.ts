import { bareRow, mayFollow } from '../../hotel/log/event.ts'
import type { Activity, ActivityFilter } from '../../store/stores/activity-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { type Page, pages } from '../pages.ts'

export type { Activity }
export type LogQuery = Omit<ActivityFilter, 'scope' | 'limit'> & Page

export type ActivityActions = ReturnType<typeof activityActions>

export function activityActions({ database }: { database: HotelDatabase }) {
  return {
    async *pages(actor: Actor, query: LogQuery): AsyncGenerator<Activity[]> {
      const read = pages(query, (limit, last: Activity | undefined) =>
        database.read.activity.page({
          ...query,
          scope: actor.scope,
          limit,
          after: last ? { at: last.at, id: last.id } : query.after,
        }),
      )
      for await (const rows of read) yield rows.map((row) => readBy(actor, row))
    },
  }
}

/** Whoever may not see the names of guests reads that somebody came, and not who. */
const readBy = ({ permissions }: Actor, row: Activity): Activity =>
  mayFollow(row.kind, permissions) ? row : bareRow(row)
