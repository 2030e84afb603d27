import { inScope } from '../../hotel/accounts/tenancy.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { WakeupCursor } from '../../store/stores/wakeup-store.ts'
import type { Actor } from '../actor.ts'

/** Which of the calls that are named are meant. */
interface Among {
  readonly room?: string | undefined
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly after?: WakeupCursor | undefined
  readonly limit?: number | undefined
}

/** Few enough to be looked through here. */
export async function namedCalls(
  { wakeups }: Stores,
  { scope }: Actor,
  query: Among,
  ids: readonly string[],
): Promise<Wakeup[]> {
  const { room, from = 0, before = Infinity, after, limit } = query
  const found = (await wakeups.named(ids)).filter(
    (call) =>
      inScope(call.tenant, scope) &&
      (room === undefined || call.room === room) &&
      call.scheduledAt >= from &&
      call.scheduledAt < before &&
      (after === undefined || isBehind(call, after)),
  )
  return found.toSorted(byDueTime).slice(0, limit)
}

export const byDueTime = (a: Wakeup, b: Wakeup) => a.scheduledAt - b.scheduledAt || (a.id < b.id ? -1 : 1)

const isBehind = ({ scheduledAt, id }: Wakeup, after: WakeupCursor) =>
  scheduledAt > after.scheduledAt || (scheduledAt === after.scheduledAt && id > after.id)
