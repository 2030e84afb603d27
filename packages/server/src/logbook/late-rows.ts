import type { Instant } from '../kernel/clock.ts'
import { formatInstant } from '../hotel/time/local-time.ts'
import type { Stores } from '../store/stores/stores.ts'

/** Rows of things that happened while nothing could be written: they carry both times, when it happened and this one. */
export function withLateRows<T>(
  stores: Stores,
  now: Instant,
  work: (late: Stores) => Promise<T>,
): Promise<T> {
  const written = formatInstant(now, 'UTC')
  const late = <R extends { readonly detail: object }>(row: R): R => ({
    ...row,
    detail: { ...row.detail, written },
  })
  const { activity } = stores
  return work({
    ...stores,
    activity: {
      ...activity,
      add: (row) => activity.add(late(row)),
      addAll: (rows) => activity.addAll(rows.map(late)),
    },
  })
}
