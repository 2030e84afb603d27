import { type LogEntry, SOURCE } from '@reveille/contract'
import type { Activity } from '../../actions/log/activity.ts'
import type { Settings } from '../../actions/settings.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'

export function logEntry(one: Activity, settings: Settings): LogEntry {
  return {
    id: one.id,
    at: formatInstant(one.at, settings.zoneOf(one.tenant)),
    kind: one.kind,
    room: one.room,
    tenant: one.tenant,
    actor: one.actor,
    source: SOURCE[one.source],
    ...(one.wakeup === null ? {} : { wakeup: one.wakeup }),
    text: one.text,
    detail: { ...one.detail },
  }
}
