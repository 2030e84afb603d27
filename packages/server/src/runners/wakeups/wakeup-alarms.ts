import type { AlarmNews } from '../../hotel/desk/alarm.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import { type Instant, minutes } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseAlarm } from '../../logbook/raise-alarm.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { OUTCOME_WORDS } from './wakeup-notes.ts'

const placeOf = (call: Wakeup) => ({ tenant: call.tenant, room: call.room, subject: toldAs(call) })

/** No line has been free for so long that the desk must know; it is told once. */
export async function raiseNoLine(stores: Stores, ids: Ids, call: Wakeup, now: Instant) {
  if (await stores.alarms.isToldAbout('wakeup.no-line', toldAs(call))) return
  const text = `The wakeup call of room ${call.room} waits: no telephone line is free and working`
  await raiseAlarm(stores, ids, { ...placeOf(call), kind: 'wakeup.no-line', text, detail: {} }, now)
}

export const raiseFailed = (stores: Stores, ids: Ids, call: Wakeup, outcome: Outcome, now: Instant) =>
  raiseAlarm(stores, ids, failedNews(call, outcome), now)

/** What the desk is told of a guest who was not woken. */
export function failedNews(call: Wakeup, outcome: Outcome): AlarmNews<'wakeup.failed'> {
  const scheduled = formatInstant(call.scheduledAt, call.zone)
  const text = `The wakeup call of room ${call.room} for ${scheduled.slice(11, 16)} failed: ${OUTCOME_WORDS[outcome]}`
  return { ...placeOf(call), kind: 'wakeup.failed', text, detail: { outcome, scheduled } }
}

/** The desk hears of no call before it has waited for so long: most calls need not be looked up. */
const NEVER_TOLD_BEFORE = minutes(1)

/** The call is no longer waiting for a line: what the desk was told of that is over. */
export async function mendNoLine(
  stores: Stores,
  call: Wakeup,
  now: Instant,
  text = 'A line was found after all',
) {
  if (call.lineTroubles === 0 && now - call.dueAt < NEVER_TOLD_BEFORE) return
  await mendAlarms(stores, ['wakeup.no-line'], toldAs(call), text, now)
}
