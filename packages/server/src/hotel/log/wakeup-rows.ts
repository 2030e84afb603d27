import { Type } from 'typebox'
import { maybe, number, numberOrNull, text, textOrNull, texts, yesNo } from '../../kernel/schema.ts'
import { WEEKDAYS } from '../time/local-time.ts'
import { PROOFS } from '../wakeups/proof.ts'
import { OUTCOMES } from '../wakeups/wakeup-outcome.ts'
import { ANSWERERS, MACHINE_SIGNS } from '../wakeups/machine-signs.ts'
import { detail } from './detail.ts'

const outcome = Type.Enum(OUTCOMES)
const outcomeOrNull = Type.Union([outcome, Type.Null()])
const proof = Type.Enum(PROOFS)

/** A call as it was when it was removed: nothing else remembers it. */
const removedCall = Type.Object({
  id: text,
  tenant: text,
  room: text,
  list: Type.Enum(['pending', 'answered', 'failed']),
  state: Type.Enum(['pending', 'calling', 'done']),
  outcome: outcomeOrNull,
  machineOutcome: outcomeOrNull,
  proof: Type.Union([proof, Type.Null()]),
  scheduledAt: number,
  wall: textOrNull,
  zone: text,
  days: Type.Immutable(Type.Array(Type.Enum(WEEKDAYS))),
  until: textOrNull,
  skipped: texts,
  series: textOrNull,
  confirm: yesNo,
  prompt: number,
  attempts: number,
  snoozes: number,
  askedBy: text,
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
  lastOutcome: outcomeOrNull,
  occurrence: textOrNull,
  follows: textOrNull,
})

/** What people, and guests who come and go, do with a call. */
const BY_HAND_ROWS = {
  'wakeup.created': detail({
    scheduled: text,
    days: text,
    prompt: number,
    wall: maybe(textOrNull),
    confirm: maybe(yesNo),
    clockChange: maybe(Type.Enum(['skipped', 'first', 'second'])),
    /** The id of the call that it takes the place of. */
    replaces: maybe(text),
    /** When that was to ring. */
    instead: maybe(text),
  }),
  /** One day of a series is left out. */
  'wakeup.skipped': detail({ day: text, next: text }),
  /** The zone, or its rules, are others: the call keeps its wall time and rings at another moment. */
  'wakeup.replanned': detail({ from: text, scheduled: text, zone: text }),
  /** It was deleted or cancelled, and is there again. */
  'wakeup.restored': detail({ scheduled: text }),
  'wakeup.changed': detail({ confirm: yesNo }),
  'wakeup.moved': detail({ from: text }),
}

/** A call is taken out of every list: the log keeps it whole. */
export const REMOVAL_ROWS = {
  'wakeup.deleted': detail({ call: removedCall }),
  'wakeup.cancelled': detail({ call: removedCall }),
  /** Another call rings instead, at another time: its id, and when it rings. */
  'wakeup.rescheduled': detail({ call: removedCall, to: text, scheduled: text }),
}

/** After these a call is over, in one way or another. */
export const CALL_END_ROWS = {
  ...REMOVAL_ROWS,
  /** `proof`: what shows it, where the outcome alone does not say it. */
  'wakeup.settled': detail({ outcome, proof: maybe(proof) }),
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
    rang: maybe(yesNo),
    heardMs: maybe(number),
    keys: maybe(text),
    hungUpBy: maybe(Type.Enum(['us', 'them', 'lost'])),
    answeredBy: maybe(Type.Enum(ANSWERERS)),
    machineSigns: maybe(Type.Immutable(Type.Array(Type.Enum(MACHINE_SIGNS)))),
    /** We stopped ringing: nobody had the time to answer. */
    stopped: maybe(Type.Enum(['recalled', 'handed on'])),
  }),
  'wakeup.answered-late': detail({ number, heardMs: number }),
  'wakeup.interrupted': detail({ number, answered: yesNo, forGood: yesNo, line: text }),
}

export const WAKEUP_ROWS = {
  ...BY_HAND_ROWS,
  ...ATTEMPT_ROWS,
  ...CALL_END_ROWS,
  /** `method`: who is to ring it. */
  'wakeup.claimed': detail({ due: text, method: maybe(Type.Enum(['automatic', 'manual', 'backup'])) }),
  /** It rings together with another call, or has ended with it. */
  'wakeup.followed': detail({ with: text }),
  'wakeup.retry': detail({ at: text, after: outcome, proof: maybe(proof) }),
  'wakeup.snoozed': detail({ until: text }),
  'wakeup.waiting': detail({ until: text, reason: text }),
}
