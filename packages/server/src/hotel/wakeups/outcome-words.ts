import type { CallResult } from './call-result.ts'
import type { Proof, Verdict } from './proof.ts'
import type { Outcome } from './wakeup-outcome.ts'

/** Of what nothing more is known than the outcome: it was set by hand, or the room was not reached at all. */
const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  complete: 'the guest was woken',
  'no-answer': 'nobody answered',
  busy: 'the phone was busy',
  diverted: 'the call went to another phone',
  'no-line': 'no telephone line could carry it',
  unreachable: 'the phone could not be reached',
  missed: 'it was not rung in time',
  'no-database': 'it was not rung in time, because the database could not be used',
}

/** Only a key shows that a guest was woken; without one, all that is known is that the phone was answered. */
const PROOF_WORDS: Readonly<Record<Proof, string>> = {
  key: 'the guest was woken and pressed a key',
  heard: 'the phone was answered, no key was pressed',
  'no-key': 'the phone was answered, but the key to confirm it was not pressed',
  'hung-up': 'the phone was answered and hung up',
  'broken-off': 'the phone rang, and the call was broken off',
  elsewhere: 'somebody else, or a mailbox, answered',
  'not-marked': 'nobody has said that it was made by hand',
}

/** What became of a call, in words for the log, the desk and the dossier. */
export const outcomeWords = ({ outcome, proof }: Verdict): string =>
  proof === null ? OUTCOME_WORDS[outcome] : PROOF_WORDS[proof]

/** The same as a sentence begins. */
export function outcomeSentence(verdict: Verdict): string {
  const words = outcomeWords(verdict)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Why a line could not carry a call: what the exchange said, or what we found wrong with its answer. */
export const troubleWords = ({ status, reason }: Pick<CallResult, 'status' | 'reason'>): string =>
  status === null || status < 300 ? reason : `${status} ${reason}`.trim()
