import { AGAIN_WITHIN, failedAt, rungAgain } from '../../hotel/wakeups/rung-again.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Stores } from '../../store/stores/stores.ts'

/** So often a room is not rung in so many hours. */
const MOST = 100

/** How each of these was rung again, by the id of the one that had failed. Few have: each is looked for by itself. */
export async function rungAgainOf(
  { wakeups }: Pick<Stores, 'wakeups'>,
  calls: readonly Wakeup[],
): Promise<ReadonlyMap<string, Wakeup>> {
  const found = new Map<string, Wakeup>()
  for (const call of calls) {
    const from = failedAt(call)
    if (from === null) continue
    const { tenant, room } = call
    // Seconds that were cut off: what is asked for "now" may be due a moment before it was asked for.
    const span = { from: call.scheduledAt, before: from + AGAIN_WITHIN }
    const again = rungAgain(call, await wakeups.page({ scope: tenant, room, ...span, limit: MOST }))
    if (again !== undefined) found.set(call.id, again)
  }
  return found
}
