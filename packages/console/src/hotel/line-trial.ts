import type { LineTestRecord, LineTrialReply } from '@reveille/contract'

/** Why an exchange does not take us, as far as it can be told apart. */
export type TrialTrouble =
  'silence' | 'no-way' | 'password' | 'forbidden' | 'unknown' | 'late' | 'away' | 'overloaded' | 'refused'

const BY_STATUS: Readonly<Record<number, TrialTrouble>> = {
  401: 'password',
  403: 'forbidden',
  404: 'unknown',
  407: 'password',
  408: 'late',
  480: 'away',
  503: 'overloaded',
}

const troubleOfStatus = (status: number | null): TrialTrouble =>
  status === null ? 'silence' : (BY_STATUS[status] ?? 'refused')

/** Null when everything went well. */
export function troubleIn({ steps }: LineTrialReply): TrialTrouble | null {
  const failed = steps.find(({ ok }) => !ok)
  if (failed === undefined) return null
  if (failed.status === null) return failed.reason === 'silence' ? 'silence' : 'no-way'
  return troubleOfStatus(failed.status)
}

/** Why a test call has not proved its line; null when it has. */
export type TestTrouble = 'deaf' | 'no-key' | 'no-answer' | 'busy' | 'no-line' | TrialTrouble

export function troubleInTest({ end }: LineTestRecord): TestTrouble | null {
  if (end === null || end.verdict === 'well') return null
  if (end.verdict === 'unanswered') return end.outcome === 'busy' ? 'busy' : 'no-answer'
  if (end.verdict === 'refused') return troubleOfStatus(end.status)
  return end.verdict
}
