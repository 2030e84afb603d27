import type { Permission } from '../accounts/account.ts'
import { inScope, NO_TENANT, type Scope, type TenantId } from '../accounts/tenancy.ts'
import type { LogNoun } from './details.ts'
import type { LogRow } from './seal.ts'

/** How kinds begin. */
type Start = `${LogNoun}.` | 'room.status.' | 'room.mark.'

/** What every account may follow: calls, alarms, status and marks of rooms, and whether anything can be written. */
const OPEN: readonly Start[] = ['wakeup.', 'alarm.', 'room.status.', 'room.mark.', 'outage.']

/** What needs a permission of its own. */
const GUARDED: readonly (readonly [start: Start, permission: Permission])[] = [
  ['inventory.', 'inventory'],
  ['guest.', 'frontdesk'],
]

/** What tells everybody that something they show is another now, without what it is. */
const BARE: readonly Start[] = ['item.', 'category.', 'status.', 'mailbox.', 'prompt.', 'site.', 'guest.']
/** Whoever charges is told that a connector has answered, and asks for the charge to see what. */
const BARE_TO_STAFF: readonly Start[] = ['delivery.']
/** Of these, what belongs to no tenant is used by all. */
const SHARED: readonly Start[] = ['item.', 'category.', 'status.', 'prompt.', 'site.']

/** What names guests. */
const NAMING: Start = 'guest.'

/** Who follows. */
export interface Follows {
  readonly scope: Scope
  readonly permissions: readonly Permission[]
}

/** How much of a row somebody is told: all of it, only that it happened, or nothing. */
export function sightOf(
  { tenant, kind }: { readonly tenant: TenantId; readonly kind: string },
  { scope, permissions }: Follows,
): 'whole' | 'bare' | 'none' {
  const isIn = (starts: readonly Start[]) => starts.some((start) => kind.startsWith(start))
  if (inScope(tenant, scope)) {
    if (mayFollow(kind, permissions)) return 'whole'
    if (permissions.includes('inventory') && isIn(BARE_TO_STAFF)) return 'bare'
    return isIn(BARE) ? 'bare' : 'none'
  }
  return tenant === NO_TENANT && isIn(SHARED) ? 'bare' : 'none'
}

/** That something happened, to which thing and in which room: no name, no word. */
export const bareRow = <R extends LogRow>(row: R): R => ({
  ...row,
  actor: '',
  text: '',
  detail: Object.fromEntries(
    Object.entries(row.detail).filter(([name]) => name === 'key' || name === 'from'),
  ),
})

/** Whether a kind is one of those wanted, or of a noun that is; no wish means all. */
export const isWanted = (kind: string, wanted: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((one) => kind === one || kind.startsWith(`${one}.`))

/**
 * Whether an account may follow events of a kind, and read its rows whole. Administrators follow all; whoever reviews,
 * all but what names guests.
 */
export function mayFollow(kind: string, permissions: readonly Permission[]): boolean {
  if (permissions.includes('administrator') || OPEN.some((start) => kind.startsWith(start))) return true
  if (permissions.includes('review') && !kind.startsWith(NAMING)) return true
  return GUARDED.some(([start, permission]) => kind.startsWith(start) && permissions.includes(permission))
}
