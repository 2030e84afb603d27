import { NO_RESULT, RESULT, SOURCE, STATUS, type WakeupRecord, type WholeWakeup } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import type { WholeCall } from '../../actions/wakeups/whole-calls.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { isDaily, isRepeating, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'

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
    result: resultOf(call.outcome),
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

export const resultOf = (outcome: Outcome | null) => (outcome === null ? NO_RESULT : RESULT[outcome])

/** The record with all that is known of the call. */
export function wholeWakeup(whole: WholeCall, settings: Settings): WholeWakeup {
  const { call, alarm, again } = whole
  const moment = (at: Instant | null) => (at === null ? null : formatInstant(at, call.zone))
  return {
    ...wakeupRecord(call, settings),
    askedBy: call.askedBy,
    ...(call.occurrence === null ? {} : { occurrence: call.occurrence }),
    next: call.state === 'pending' ? moment(call.nextAt) : null,
    dialled: moment(call.dialledAt),
    settled: moment(call.settledAt),
    machineResult: resultOf(call.machineOutcome),
    lastResult: resultOf(call.lastOutcome),
    ...(call.follows === null ? {} : { follows: call.follows }),
    ...(alarm === null ? {} : { alarm }),
    ...againOf(again),
    ...byHand(whole),
  }
}

const againOf = (again: Wakeup | null): Pick<WholeWakeup, 'again' | 'againAt' | 'againResult'> =>
  again === null
    ? {}
    : {
        again: again.id,
        againAt: formatInstant(again.scheduledAt, again.zone),
        againResult: resultOf(again.outcome),
      }

/** Of what the system rings by itself, and of what is over, there is nothing to say. */
function byHand({ call, method, backupAt }: WholeCall): Pick<WholeWakeup, 'method' | 'backup'> {
  if (call.state === 'done' || method === 'automatic') return {}
  return { method, ...(backupAt === null ? {} : { backup: formatInstant(backupAt, call.zone) }) }
}
