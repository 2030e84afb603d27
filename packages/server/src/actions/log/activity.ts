import type { Activity, ActivityFilter } from '../../store/stores/activity-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { type Page, pages } from '../pages.ts'

export type { Activity }
export type LogQuery = Omit<ActivityFilter, 'scope' | 'limit'> & Page

export type ActivityActions = ReturnType<typeof activityActions>

export function activityActions({ database }: { database: HotelDatabase }) {
  return {
    pages: (actor: Actor, query: LogQuery): AsyncGenerator<Activity[]> =>
      pages(query, (limit, last: Activity | undefined) =>
        database.read.activity.page({
          ...query,
          scope: actor.scope,
          limit,
          after: last ? { at: last.at, id: last.id } : query.after,
        }),
      ),
  }
}
