import { type Static, Type } from 'typebox'
import { number, numberOrNull, text, yesNo } from '../../kernel/schema.ts'
import { MACHINE_SIGNS } from './machine-signs.ts'

/** What the exchange said, kept as it was: one status can mean several things. */
const EVIDENCE = {
  status: numberOrNull,
  reason: text,
  /** The Q.850 cause, where the exchange gave one. */
  cause: numberOrNull,
  /** The exchange said, or showed, that the call went on to another phone. */
  forwarded: yesNo,
}

const ANSWERED = Type.Object({
  ...EVIDENCE,
  kind: Type.Literal('answered'),
  /** How much of the announcement was heard: up to the last sign of life of the phone. */
  heardMs: number,
  keys: text,
  hungUpBy: Type.Enum(['us', 'them', 'lost']),
  /** What speaks for a machine; nothing where it was not looked for. */
  machineSigns: Type.Immutable(Type.Array(Type.Enum(MACHINE_SIGNS))),
})

const UNANSWERED = Type.Object({
  ...EVIDENCE,
  kind: Type.Enum(['no-answer', 'busy', 'rejected', 'unreachable', 'line-trouble']),
  /** The phone rang, or was even picked up: the guest was disturbed. */
  rang: yesNo,
})

export type Answered = Readonly<Static<typeof ANSWERED>>
export type Unanswered = Readonly<Static<typeof UNANSWERED>>

/** What came of ringing a phone once. */
export const CALL_RESULT = Type.Union([ANSWERED, UNANSWERED])
export type CallResult = Answered | Unanswered
