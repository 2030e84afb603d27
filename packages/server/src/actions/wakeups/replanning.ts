import type { Scope, TenantId } from '../../hotel/accounts/tenancy.ts'
import { replanWakeup, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { pages } from '../pages.ts'

/**
 * After a zone or its rules have changed: every pending call that was asked for in wall time keeps that wall time.
 * Says how many calls have moved to another instant.
 */
export async function replanPending(
  stores: Stores,
  scope: Scope,
  zoneOf: (tenant: TenantId) => string,
): Promise<number> {
  // Collected first: a call that moves while the list is being read could be met twice.
  const moved: Wakeup[] = []
  const read = (limit: number, last: Wakeup | undefined) =>
    stores.wakeups.page({ scope, list: 'pending', limit, after: last })
  for await (const page of pages({}, read))
    for (const call of page) {
      const planned = replanWakeup(call, zoneOf(call.tenant))
      if (planned.scheduledAt !== call.scheduledAt || planned.zone !== call.zone) moved.push(planned)
    }
  for (const call of moved) await stores.wakeups.update(call)
  return moved.length
}
