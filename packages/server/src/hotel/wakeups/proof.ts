import { answeredBy } from './answered-by.ts'
import { isAnsweredForGood } from './answered-for-good.ts'
import type { Answered, CallResult, Unanswered } from './call-result.ts'
import type { MachineRule } from './wakeup-policy.ts'
import type { Outcome } from './wakeup-outcome.ts'

/** What the last call to a room has shown, where the outcome alone does not say it. */
export type Proof =
  /** A key was pressed: somebody was there. */
  | 'key'
  /** Picked up, and listened to for long enough. */
  | 'heard'
  /** The same, where a key was wanted. */
  | 'no-key'
  /** Picked up, and put down before that. */
  | 'hung-up'
  /** It rang, and then the exchange or the line gave up. */
  | 'broken-off'
  /** Another phone, or a mailbox, has answered, and that counts. */
  | 'elsewhere'
  /** The desk was to ring the room by hand, and nobody has said that it was done. */
  | 'not-marked'

export const PROOFS: readonly Proof[] = [
  'key',
  'heard',
  'no-key',
  'hung-up',
  'broken-off',
  'elsewhere',
  'not-marked',
]

/** What a call came to, and what shows it. */
export interface Verdict {
  readonly outcome: Outcome
  readonly proof: Proof | null
}

const OUTCOME_OF: Readonly<Record<Proof, Outcome>> = {
  key: 'complete',
  heard: 'complete',
  'no-key': 'diverted',
  'hung-up': 'no-answer',
  'broken-off': 'no-answer',
  elsewhere: 'diverted',
  'not-marked': 'missed',
}

export const provenBy = (proof: Proof): Verdict => ({ outcome: OUTCOME_OF[proof], proof })

/** Nothing more is known than that. */
export const unproven = (outcome: Outcome): Verdict => ({ outcome, proof: null })

/** What one attempt amounts to. Only a key proves that a person was there. */
export const verdictOf = (result: CallResult, confirm: boolean, machines: MachineRule): Verdict =>
  result.kind === 'answered' ? provenBy(proofOf(result, confirm, machines)) : unansweredVerdict(result)

function proofOf(result: Answered, confirm: boolean, machines: MachineRule): Proof {
  if (result.keys !== '') return 'key'
  if (machines === 'count' && answeredBy(result) === 'machine') return 'elsewhere'
  if (!isAnsweredForGood(result)) return 'hung-up'
  return confirm ? 'no-key' : 'heard'
}

function unansweredVerdict({ kind, forwarded }: Unanswered): Verdict {
  if (kind === 'line-trouble') return provenBy('broken-off')
  return unproven(forwarded ? 'diverted' : UNANSWERED[kind])
}

const UNANSWERED: Readonly<Record<Exclude<Unanswered['kind'], 'line-trouble'>, Outcome>> = {
  'no-answer': 'no-answer',
  busy: 'busy',
  rejected: 'unreachable',
  unreachable: 'unreachable',
}
