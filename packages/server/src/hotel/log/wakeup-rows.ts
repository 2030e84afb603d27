import { Type } from 'typebox'
import { maybe, number, numberOrNull, text, textOrNull, yesNo } from '../../kernel/schema.ts'
import { WEEKDAYS } from '../time/local-time.ts'
import { OUTCOMES } from '../wakeups/wakeup-outcome.ts'
import { detail } from './detail.ts'

const outcome = Type.Enum(OUTCOMES)
const outcomeOrNull = Type.Union([outcome, Type.Null()])

/** A call as it was when it was removed: nothing else remembers it. */
const removedCall = Type.Object({
  id: text,
  tenant: text,
  room: text,
  list: Type.Enum(['pending', 'answered', 'failed']),
  state: Type.Enum(['pending', 'calling', 'done']),
  outcome: outcomeOrNull,
  machineOutcome: outcomeOrNull,
  scheduledAt: number,
  wall: textOrNull,
  zone: text,
  days: Type.Immutable(Type.Array(Type.Enum(WEEKDAYS))),
  until: textOrNull,
  series: textOrNull,
  confirm: yesNo,
  prompt: number,
  attempts: number,
  snoozes: number,
  actor: text,
  source: Type.Enum(['rest', 'console', 'phone', 'property', 'site', 'system']),
  createdAt: number,
  settledAt: numberOrNull,
  dueAt: number,
  nextAt: number,
  dials: number,
  tries: number,
  lineTroubles: number,
  dialledAt: numberOrNull,
  occurrence: textOrNull,
  follows: textOrNull,
})

/** What people, and guests who come and go, do with a call. */
const BY_HAND_ROWS = {
  'wakeup.created': detail({ scheduled: text, days: text, prompt: number }),
  'wakeup.changed': detail({ confirm: yesNo }),
  'wakeup.moved': detail({ from: text }),
}

/** A call is taken out of every list: the log keeps it whole. */
export const REMOVAL_ROWS = {
  'wakeup.deleted': detail({ call: removedCall }),
  'wakeup.cancelled': detail({ call: removedCall }),
}

/** After these a call is over, in one way or another. */
export const CALL_END_ROWS = {
  ...REMOVAL_ROWS,
  'wakeup.settled': detail({ outcome }),
  'wakeup.overwritten': detail({ outcome, before: outcomeOrNull, series: textOrNull, reason: maybe(text) }),
}

/** Of one time that the room was dialled, by its number. `ms`: after dialling. */
export const ATTEMPT_ROWS = {
  'wakeup.dialled': detail({ number, line: text, extension: text, lateMs: number }),
  'wakeup.progress': detail({ number, ms: number, status: number, reason: text }),
  'wakeup.answered': detail({ number, ms: number }),
  'wakeup.key': detail({ number, ms: number, key: text }),
  'wakeup.ended': detail({
    number,
    ms: number,
    kind: Type.Enum(['answered', 'no-answer', 'busy', 'rejected', 'unreachable', 'line-trouble']),
    status: numberOrNull,
    reason: text,
    cause: numberOrNull,
    forwarded: yesNo,
    heardMs: maybe(number),
    keys: maybe(text),
    hungUpBy: maybe(Type.Enum(['us', 'them', 'lost'])),
  }),
  'wakeup.interrupted': detail({ number, answered: yesNo, line: text }),
}

export const WAKEUP_ROWS = {
  ...BY_HAND_ROWS,
  ...ATTEMPT_ROWS,
  ...CALL_END_ROWS,
  'wakeup.claimed': detail({ due: text }),
  /** It rings together with another call, or has ended with it. */
  'wakeup.followed': detail({ with: text }),
  'wakeup.retry': detail({ at: text, after: outcome }),
  'wakeup.snoozed': detail({ until: text }),
  'wakeup.waiting': detail({ until: text, reason: text }),
}
