import { raise } from '../../hotel/desk/alarm.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { rowOf, WORDS } from './wakeup-notes.ts'

/** No line has been free for so long that the desk must know; it is told once. */
export async function raiseNoLine(stores: Stores, ids: Ids, call: Wakeup, now: Instant) {
  if (await stores.alarms.isToldAbout('wakeup.no-line', toldAs(call))) return
  const text = `The wakeup call of room ${call.room} waits: no telephone line is free and working`
  await alarm(stores, ids, call, 'wakeup.no-line', text, {}, now)
}

export async function raiseFailed(stores: Stores, ids: Ids, call: Wakeup, outcome: Outcome, now: Instant) {
  const asked = formatInstant(call.scheduledAt, call.zone)
  const text = `The wakeup call of room ${call.room} for ${asked.slice(11, 16)} failed: ${WORDS[outcome]}`
  await alarm(stores, ids, call, 'wakeup.failed', text, { outcome, scheduled: asked }, now)
}

async function alarm(
  stores: Stores,
  ids: Ids,
  call: Wakeup,
  kind: 'wakeup.failed' | 'wakeup.no-line',
  text: string,
  detail: Record<string, unknown>,
  now: Instant,
) {
  const { tenant, room } = call
  const raised = raise({ id: ids.uuid(), tenant, kind, subject: toldAs(call), room, text, detail }, now)
  await stores.alarms.insert(raised)
  const note = { kind: 'alarm.raised', at: now, text, detail: { alarm: raised.id, kind } }
  await stores.activity.add(rowOf(call, note))
}

/** The call is no longer waiting for a line: what the desk was told of that is over. */
export async function mendNoLine(
  stores: Stores,
  call: Wakeup,
  now: Instant,
  text = 'A line was found after all',
) {
  if (call.lineTroubles === 0 && now - call.dueAt < 60_000) return
  const open = await stores.alarms.openAbout('wakeup.no-line', toldAs(call))
  if (!open) return
  if (!(await stores.alarms.update(open, { state: 'over', endedBy: 'system', endedAt: now }))) return
  const detail = { alarm: open.id }
  await stores.activity.add(rowOf(call, { kind: 'alarm.over', at: now, text, detail }))
}
