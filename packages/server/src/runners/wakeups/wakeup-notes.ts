import type { NewRow, Note } from '../../hotel/log/row.ts'
import type { WAKEUP_ROWS } from '../../hotel/log/wakeup-rows.ts'
import type { Decision } from '../../hotel/wakeups/after-call.ts'
import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { Stores } from '../../store/stores/stores.ts'

/** What happened to a call, for the log. */
export type WakeupNote = Note<keyof typeof WAKEUP_ROWS>

/** A call that is being dialled, on this line. */
export interface Dialling {
  readonly call: Wakeup
  readonly line: string
  readonly extension: string
}

/** The row of the log. */
const rowOf = (call: Wakeup, note: WakeupNote): NewRow =>
  noteRow({ tenant: call.tenant, room: call.room, wakeup: toldAs(call) }, note)

/** Calls, and what happened to each. */
export interface Noted {
  readonly call: Wakeup
  readonly notes: readonly WakeupNote[]
}

export const writeNotes = (stores: Stores, calls: readonly Noted[]): Promise<void> =>
  writeRows(
    stores,
    calls.flatMap(({ call, notes }) => notes.map((note) => rowOf(call, note))),
  )

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  complete: 'complete',
  'no-answer': 'nobody answered',
  busy: 'the phone was busy',
  diverted: 'somebody else, or a mailbox, answered',
  'no-line': 'no telephone line could carry it',
  unreachable: 'the phone could not be reached',
  missed: 'it was not rung in time',
}

export const claimedNote = (call: Wakeup, now: Instant): WakeupNote => ({
  kind: 'wakeup.claimed',
  at: now,
  text: 'Taken up, to be rung at its time',
  detail: { due: formatInstant(call.dueAt, call.zone) },
})

export const dialledNote = (call: Wakeup, { line, extension }: Dialling, now: Instant): WakeupNote => ({
  kind: 'wakeup.dialled',
  at: now,
  text: `Room ${call.room} is dialled on line ${line}`,
  detail: { number: call.dials, line, extension, lateMs: Math.max(0, now - call.dueAt) },
})

/** A moment of a call that rings: which dial it is, and how long ago it began. */
export interface RingMoment {
  readonly at: Instant
  readonly number: number
  readonly ms: number
}

export const progressNote = ({ at, ...when }: RingMoment, status: number, reason: string): WakeupNote => ({
  kind: 'wakeup.progress',
  at,
  text: `${status} ${reason}`,
  detail: { ...when, status, reason },
})

export const answeredNote = ({ at, ...when }: RingMoment): WakeupNote => ({
  kind: 'wakeup.answered',
  at,
  text: 'The phone was picked up',
  detail: when,
})

export const keyNote = ({ at, ...when }: RingMoment, key: string): WakeupNote => ({
  kind: 'wakeup.key',
  at,
  text: `Key ${key} was pressed`,
  detail: { ...when, key },
})

/** Why we stopped ringing: the call was settled or changed elsewhere, or the next process goes on with it. */
export type Stopped = 'recalled' | 'handed on'

export const endedNote = (
  { at, ...when }: RingMoment,
  result: CallResult,
  stopped: Stopped | null,
): WakeupNote => ({
  kind: 'wakeup.ended',
  at,
  text: stopped !== null && result.kind !== 'answered' ? STOPPED[stopped] : ENDED[result.kind],
  detail: { ...when, ...result },
})

const STOPPED: Readonly<Record<Stopped, string>> = {
  recalled: 'Stopped ringing: somebody has decided about the call',
  'handed on': 'Stopped ringing: the system is being stopped',
}

const ENDED: Readonly<Record<CallResult['kind'], string>> = {
  answered: 'The call is over',
  'no-answer': 'Nobody answered',
  busy: 'The phone was busy',
  rejected: 'The call was rejected',
  unreachable: 'The phone could not be reached',
  'line-trouble': 'The line could not carry the call',
}

export const interruptedNote = (attempt: Attempt, isDialled: boolean, now: Instant): WakeupNote => ({
  kind: 'wakeup.interrupted',
  at: now,
  text: `The system was interrupted ${interruptedWhen(attempt, isDialled)}`,
  detail: { number: attempt.number, answered: attempt.answeredAt !== null, line: attempt.line },
})

/** That it was dialled is written just after it has left. */
function interruptedWhen({ answeredAt, handle }: Attempt, isDialled: boolean): string {
  if (answeredAt !== null) return 'after the guest had answered'
  if (!isDialled) return 'in the moment at which it dialled: it is not known whether the phone rang'
  return handle === null ? 'before the phone rang' : 'while the phone rang'
}

export const settledNote = (outcome: Outcome, now: Instant): WakeupNote => ({
  kind: 'wakeup.settled',
  at: now,
  text: outcome === 'complete' ? 'The guest was woken' : `The guest was not woken: ${OUTCOME_WORDS[outcome]}`,
  detail: { outcome },
})

export const joinedNote = (leader: Wakeup, now: Instant): WakeupNote => ({
  kind: 'wakeup.followed',
  at: now,
  text: 'Rings together with another call of this room and minute',
  detail: { with: toldAs(leader) },
})

export const followedNote = (leader: Wakeup, now: Instant): WakeupNote => ({
  kind: 'wakeup.followed',
  at: now,
  text: 'The call that it rang together with has ended',
  detail: { with: toldAs(leader) },
})

export function decisionNote(
  call: Wakeup,
  decision: Exclude<Decision, { do: 'settle' }>,
  now: Instant,
  reason: string,
): WakeupNote {
  const at = formatInstant(decision.at, call.zone)
  switch (decision.do) {
    case 'retry':
      return {
        kind: 'wakeup.retry',
        at: now,
        text: `${OUTCOME_WORDS[decision.after]}: rung again at ${at.slice(11, 19)}`,
        detail: { at, after: decision.after },
      }
    case 'snooze':
      return {
        kind: 'wakeup.snoozed',
        at: now,
        text: `The guest snoozes until ${at.slice(11, 19)}`,
        detail: { until: at },
      }
    case 'wait-for-line':
      return {
        kind: 'wakeup.waiting',
        at: now,
        text: `Not counted as an attempt: ${reason}`,
        detail: { until: at, reason },
      }
  }
}
