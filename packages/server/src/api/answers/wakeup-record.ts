import { NO_RESULT, RESULT, SOURCE, STATUS, type WakeupRecord } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { isDaily, isRepeating, type Wakeup } from '../../hotel/wakeups/wakeup.ts'

export function wakeupRecord(call: Wakeup, settings: Settings): WakeupRecord {
  const record: WakeupRecord = {
    id: call.id,
    room: call.room,
    scheduled: formatInstant(call.scheduledAt, call.zone),
    created: formatInstant(call.createdAt, call.zone),
    daily: isDaily(call),
    actor: call.actor,
    attempts: call.attempts,
    snoozes: call.snoozes,
    prompt: call.prompt,
    result: call.outcome === null ? NO_RESULT : RESULT[call.outcome],
    source: SOURCE[call.source],
    status: STATUS[call.state],
    tenant: settings.publicTenant(call.tenant),
  }
  if (isRepeating(call) && !record.daily) record.days = call.days.join(',')
  if (call.until !== null) record.until = call.until
  if (call.skipped.length > 0) record.skipped = call.skipped.join(',')
  if (call.confirm) record.confirm = true
  if (call.series !== null) record.series = call.series
  return record
}
