import type { Scope, TenantId } from '../../hotel/accounts/tenancy.ts'
import { replanWakeup, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { pages } from '../pages.ts'

/** Locked in one go: one that rings or is changed meanwhile is read as it is then. */
const AT_ONCE = 500

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
  const moving: string[] = []
  const move = (call: Wakeup) => replanWakeup(call, zoneOf(call.tenant))
  const read = (limit: number, last: Wakeup | undefined) =>
    stores.wakeups.page({ scope, list: 'pending', limit, after: last })
  for await (const page of pages({}, read))
    moving.push(...page.filter((call) => isMoved(call, move(call))).map(({ id }) => id))
  let moved = 0
  for (let from = 0; from < moving.length; from += AT_ONCE)
    for (const call of await stores.wakeups.lock(moving.slice(from, from + AT_ONCE))) {
      await stores.wakeups.update(move(call))
      moved += 1
    }
  return moved
}

const isMoved = (before: Wakeup, after: Wakeup) =>
  after.scheduledAt !== before.scheduledAt || after.zone !== before.zone
