import type { Permission } from '../accounts/account.ts'
import type { LogNoun } from './details.ts'

/** How kinds begin. */
type Start = `${LogNoun}.` | 'room.status.' | 'room.mark.'

/** What every account may follow: calls, alarms, status and marks of rooms, and whether anything can be written. */
const OPEN: readonly Start[] = ['wakeup.', 'alarm.', 'room.status.', 'room.mark.', 'outage.']

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
