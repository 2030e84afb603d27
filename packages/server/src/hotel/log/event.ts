import type { Permission } from '../accounts/account.ts'
import type { LogNoun } from './details.ts'

/** How kinds begin. */
type Start = `${LogNoun}.` | 'room.status.'

/** What every account may follow: calls, alarms, the status of rooms, and whether anything can be written. */
const OPEN: readonly Start[] = ['wakeup.', 'alarm.', 'room.status.', 'outage.']

/** What needs a permission of its own. */
const GUARDED: readonly (readonly [start: Start, permission: Permission])[] = [
  ['inventory.', 'inventory'],
  ['guest.', 'frontdesk'],
]

/** Whether an account may follow events of a kind. Administrators, who may read the log, follow all. */
export function mayFollow(kind: string, permissions: readonly Permission[]): boolean {
  if (permissions.includes('administrator') || OPEN.some((start) => kind.startsWith(start))) return true
  return GUARDED.some(([start, permission]) => kind.startsWith(start) && permissions.includes(permission))
}
