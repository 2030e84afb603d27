import type { Decision } from '../../hotel/wakeups/after-call.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'

/** What happened to a call, for the log. */
export interface Note {
  readonly kind: string
  readonly at: Instant
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** A call that is being dialled, on this line. */
export interface Dialling {
  readonly call: Wakeup
  readonly line: string
  readonly extension: string
}

/** The row of the log. */
export const rowOf = (call: Wakeup, { kind, at, text, detail }: Note): Omit<Activity, 'id'> => ({
  at,
  tenant: call.tenant,
  kind,
  room: call.room,
  actor: 'system',
  source: 'system',
  wakeup: toldAs(call),
  text,
  detail,
})

export const WORDS: Readonly<Record<Outcome, string>> = {
  complete: 'complete',
  'no-answer': 'nobody answered',
  busy: 'the phone was busy',
  diverted: 'somebody else, or a mailbox, answered',
  'no-line': 'no telephone line could carry it',
  unreachable: 'the phone could not be reached',
  missed: 'it was not rung in time',
}

export const claimedNote = (call: Wakeup, now: Instant): Note => ({
  kind: 'wakeup.claimed',
  at: now,
  text: 'Taken up, to be rung at its time',
  detail: { due: formatInstant(call.dueAt, call.zone) },
})

export const dialledNote = (call: Wakeup, { line, extension }: Dialling, now: Instant): Note => ({
  kind: 'wakeup.dialled',
  at: now,
  text: `Room ${call.room} is dialled on line ${line}`,
  detail: { number: call.dials, line, extension, lateMs: Math.max(0, now - call.dueAt) },
})

export const interruptedNote = (attempt: Attempt, now: Instant): Note => ({
  kind: 'wakeup.interrupted',
  at: now,
  text: `The system was interrupted ${interruptedWhen(attempt)}`,
  detail: { number: attempt.number, answered: attempt.answeredAt !== null, line: attempt.line },
})

/** The handle is stored before the phone hears of the call. */
function interruptedWhen({ answeredAt, handle }: Attempt): string {
  if (answeredAt !== null) return 'after the guest had answered'
  return handle === null ? 'before the phone rang' : 'while the phone rang'
}

export const settledNote = (outcome: Outcome, now: Instant): Note => ({
  kind: 'wakeup.settled',
  at: now,
  text: outcome === 'complete' ? 'The guest was woken' : `The guest was not woken: ${WORDS[outcome]}`,
  detail: { outcome },
})

export const joinedNote = (leader: Wakeup, now: Instant): Note => ({
  kind: 'wakeup.followed',
  at: now,
  text: 'Rings together with another call of this room and minute',
  detail: { with: toldAs(leader) },
})

export const followedNote = (leader: Wakeup, now: Instant): Note => ({
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
): Note {
  const at = formatInstant(decision.at, call.zone)
  switch (decision.do) {
    case 'retry':
      return {
        kind: 'wakeup.retry',
        at: now,
        text: `${WORDS[decision.after]}: rung again at ${at.slice(11, 19)}`,
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
