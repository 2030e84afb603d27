import type { Instant } from '../../kernel/clock.ts'
import type { Activity, ActivityFilter } from '../../store/stores/activity-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { type Page, pages } from '../pages.ts'

/** What is written into the log beside a fact. */
export interface Happening {
  readonly kind: string
  readonly tenant: string
  readonly room?: string
  readonly wakeup?: string
  readonly text: string
  readonly detail?: Record<string, unknown>
}

export function record(stores: Stores, actor: Actor, now: Instant, happening: Happening): Promise<void> {
  const { kind, tenant, room = '', wakeup = null, text, detail = {} } = happening
  const origin = actor.address === '' ? detail : { ...detail, address: actor.address }
  return stores.activity.add({
    at: now,
    tenant,
    kind,
    room,
    actor: actor.name,
    source: actor.source,
    wakeup,
    text,
    detail: origin,
  })
}

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
