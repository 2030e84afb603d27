import type { Evidence } from '../../hotel/log/proof.ts'
import { CHARGE_KINDS, PURGED } from '../../hotel/log/retention.ts'
import { followsFrom, type Head, type Seal } from '../../hotel/log/seal.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { days, type Instant } from '../../kernel/clock.ts'
import type { Stores } from '../../store/stores/stores.ts'

/** What the log tells of a call under its own id, and not of its series or of the call that it rang with. */
export const ownOf = (call: Wakeup, { rows, since }: Evidence): Evidence => ({
  rows: rows.filter(({ wakeup }) => wakeup === toldAs(call)),
  since,
})

/** One call is told of by rows of several moments, of which the purge may have taken the first. */
const MARGIN = days(1)

/**
 * From when on a tenant's log is whole. Retention may have been shorter once: then the purge has told so, and the log
 * begins with the first row that is left.
 */
export async function keptSince({ activity }: Stores, tenant: TenantId, end: Instant): Promise<Instant> {
  const [purged] = await activity.page({ scope: tenant, kinds: [PURGED], limit: 1 })
  const [first] = purged ? await activity.page({ scope: tenant, limit: 1 }) : []
  return Math.max(end, first?.at ?? 0) + MARGIN
}

/** Whether a seal stands in its chain as it was made: it follows from the one before, and the next from it. */
export async function isInChain({ seals }: Stores, seal: Seal): Promise<boolean> {
  const { before, after } = await seals.around(seal)
  return followsFrom(seal, before.hash) && (after === null || followsFrom(after, seal.hash))
}

/** Between the first and the last of these rows: how many rows of the tenant are gone before their time. */
export async function removedRows(
  { seals }: Stores,
  tenant: TenantId,
  rows: readonly { readonly sealed: Head | null }[],
  since: Instant,
): Promise<number> {
  const numbers = rows.flatMap(({ sealed }) => (sealed ? [sealed.number] : []))
  if (numbers.length === 0) return 0
  const gone = await seals.withoutRow(tenant, Math.min(...numbers), Math.max(...numbers))
  return gone.filter(({ at, kind }) => at >= since && !CHARGE_KINDS.includes(kind)).length
}
