import type { AlarmNews } from '../../hotel/desk/alarm.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { outcomeWords } from '../../hotel/wakeups/outcome-words.ts'
import type { Verdict } from '../../hotel/wakeups/proof.ts'
import { type Instant, minutes } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseAlarm } from '../../logbook/raise-alarm.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { shown } from './wakeup-notes.ts'

const placeOf = (call: Wakeup) => ({ tenant: call.tenant, room: call.room, subject: toldAs(call) })

const NO_LINE = 'no telephone line is free and working'

const inBrackets = (why: string) => (why === '' ? '' : ` (${why})`)

/** No line has been free for so long that the desk must know; it is told once. */
export async function raiseNoLine(stores: Stores, ids: Ids, call: Wakeup, now: Instant, why = '') {
  if (await stores.alarms.isToldAbout('wakeup.no-line', toldAs(call))) return
  await raiseAlarm(stores, ids, noLineNews(call, why), now)
}

/** What the desk is told of a call that waits for a line. */
export function noLineNews(call: Wakeup, why = ''): AlarmNews<'wakeup.no-line'> {
  const isTried = call.lineTroubles > 0 || why !== ''
  const reason = isTried ? `no line could carry it so far${inBrackets(why)}` : NO_LINE
  const text = `The wake-up call of room ${call.room} waits: ${reason}`
  return { ...placeOf(call), kind: 'wakeup.no-line', text, detail: {} }
}

/** The hour of a call that the desk makes has come; it is told until the call is marked. */
export async function raiseByHand(
  stores: Stores,
  ids: Ids,
  call: Wakeup,
  rings: Instant | null,
  now: Instant,
) {
  if (await stores.alarms.isToldAbout('wakeup.by-hand', toldAs(call))) return
  await raiseAlarm(stores, ids, byHandNews(call, rings), now)
}

/** `rings`: when the system rings, if the desk has not. */
export function byHandNews(call: Wakeup, rings: Instant | null): AlarmNews<'wakeup.by-hand'> {
  const scheduled = formatInstant(call.scheduledAt, call.zone)
  const itself = rings === null ? {} : { rings: formatInstant(rings, call.zone) }
  const otherwise = itself.rings === undefined ? '' : `; the system does at ${itself.rings.slice(11, 16)}`
  const text = `Ring room ${call.room} now, by hand: wake-up call for ${scheduled.slice(11, 16)}${otherwise}`
  const detail = { call: call.id, scheduled, ...itself }
  return { ...placeOf(call), kind: 'wakeup.by-hand', text, detail }
}

/** The desk need not ring it any more. */
export const mendByHand = (stores: Stores, call: Wakeup, text: string, now: Instant): Promise<void> =>
  mendAlarms(stores, ['wakeup.by-hand'], toldAs(call), text, now)

export const raiseFailed = (
  stores: Stores,
  ids: Ids,
  call: Wakeup,
  verdict: Verdict & { readonly why?: string },
  now: Instant,
) => raiseAlarm(stores, ids, failedNews(call, verdict), now)

/** What the desk is told of a guest who was not woken. */
export function failedNews(
  call: Wakeup,
  verdict: Verdict & { readonly why?: string },
): AlarmNews<'wakeup.failed'> {
  const scheduled = formatInstant(call.scheduledAt, call.zone)
  const text = `The wake-up call of room ${call.room} for ${scheduled.slice(11, 16)} failed: ${outcomeWords(verdict)}${inBrackets(verdict.why ?? '')}`
  const detail = { outcome: verdict.outcome, ...shown(verdict), scheduled }
  return { ...placeOf(call), kind: 'wakeup.failed', text, detail }
}

/** The desk hears of no call before it has waited for so long: most calls need not be looked up. */
const NEVER_TOLD_BEFORE = minutes(1)

export const LINE_FOUND = 'A line was found after all'

/** The call is no longer waiting for a line: what the desk was told of that is over. */
export async function mendNoLine(stores: Stores, call: Wakeup, now: Instant, text = LINE_FOUND) {
  if (call.lineTroubles === 0 && now - call.dueAt < NEVER_TOLD_BEFORE) return
  await mendAlarms(stores, ['wakeup.no-line'], toldAs(call), text, now)
}
