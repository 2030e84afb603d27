import type { NewRow, Note } from '../../hotel/log/row.ts'
import type { WAKEUP_ROWS } from '../../hotel/log/wakeup-rows.ts'
import type { Decision } from '../../hotel/wakeups/after-call.ts'
import { answeredBy } from '../../hotel/wakeups/answered-by.ts'
import { isAnsweredForGood } from '../../hotel/wakeups/answered-for-good.ts'
import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import { signWords } from '../../hotel/wakeups/machine-signs.ts'
import { outcomeSentence, outcomeWords, troubleWords } from '../../hotel/wakeups/outcome-words.ts'
import { provenBy, type Verdict } from '../../hotel/wakeups/proof.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Method } from '../../hotel/wakeups/wakeup-policy.ts'
import type { Instant } from '../../kernel/clock.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { cutOffOf } from './cut-off.ts'

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

const CLAIMED: Readonly<Record<Method, string>> = {
  automatic: 'Taken up, to be rung at its time',
  manual: 'Taken up: the desk rings it, by hand',
  backup: 'Taken up: the desk rings it, by hand, and the system if the desk has not',
}

export const claimedNote = (call: Wakeup, method: Method, now: Instant): WakeupNote => ({
  kind: 'wakeup.claimed',
  at: now,
  text: CLAIMED[method],
  detail: { due: formatInstant(call.dueAt, call.zone), method },
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
): WakeupNote => {
  const isStopped = stopped !== null && result.kind !== 'answered'
  return {
    kind: 'wakeup.ended',
    at,
    text: isStopped ? STOPPED[stopped] : endedWords(result),
    detail: {
      ...when,
      ...result,
      ...(result.kind === 'answered' ? { answeredBy: answeredBy(result) } : {}),
      ...(isStopped ? { stopped } : {}),
    },
  }
}

const STOPPED: Readonly<Record<Stopped, string>> = {
  recalled: 'Stopped ringing: somebody has decided about the call',
  'handed on': 'Stopped ringing: the system is being stopped',
}

function endedWords(result: CallResult): string {
  if (result.kind === 'answered' && answeredBy(result) === 'machine')
    return `A machine answered: ${signWords(result.machineSigns)}`
  if (result.kind !== 'line-trouble') return ENDED[result.kind]
  const words = result.rang ? outcomeSentence(provenBy('broken-off')) : ENDED[result.kind]
  return `${words}: ${troubleWords(result)}`
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
  detail: { number: attempt.number, ...answerOf(attempt), line: attempt.line },
})

/** Of a phone that was picked up while its node stood still. */
export const lateNote = (call: Wakeup, heardMs: number, now: Instant): WakeupNote => ({
  kind: 'wakeup.answered-late',
  at: now,
  text: 'The phone was answered at a node that had lost the house meanwhile',
  detail: { number: call.dials, heardMs },
})

const answerOf = (attempt: Attempt) => ({
  answered: attempt.answeredAt !== null,
  forGood: isAnsweredForGood(cutOffOf(attempt)),
})

/** That it was dialled is written just after it has left. */
function interruptedWhen(attempt: Attempt, isDialled: boolean): string {
  const { answeredAt, handle } = attempt
  if (isAnsweredForGood(cutOffOf(attempt))) return 'after the phone was answered'
  if (answeredAt !== null) return 'just after the phone was picked up'
  if (!isDialled) return 'in the moment at which it dialled: it is not known whether the phone rang'
  return handle === null ? 'before the phone rang' : 'while the phone rang'
}

export const settledNote = (verdict: Verdict, now: Instant): WakeupNote => ({
  kind: 'wakeup.settled',
  at: now,
  text:
    verdict.outcome === 'complete'
      ? outcomeSentence(verdict)
      : `The guest was not woken: ${outcomeWords(verdict)}`,
  detail: { outcome: verdict.outcome, ...shown(verdict) },
})

/** As a detail. */
export const shown = ({ proof }: Pick<Verdict, 'proof'>) => (proof === null ? {} : { proof })

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
        text: `${outcomeWords({ outcome: decision.after, proof: decision.proof })}: rung again at ${at.slice(11, 19)}`,
        detail: { at, after: decision.after, ...shown(decision) },
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
