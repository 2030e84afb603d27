import type { DossierAttempt, DossierEntry } from '@reveille/contract'

interface Logged {
  readonly log: readonly DossierEntry[]
}

/** What the system itself found of a call and when, as the log has it: a mark by hand settles it anew, at another time. */
export const foundIn = ({ log }: Logged): DossierEntry | undefined =>
  log.findLast(({ kind }) => kind === 'wakeup.settled')

interface Rung {
  readonly attempts: readonly Pick<DossierAttempt, 'presses'>[]
}

/** What shows it; of a call that ended with another one, the keys of their attempts. */
export function proofIn({ log, attempts }: Logged & Rung): unknown {
  const proof = foundIn({ log })?.detail['proof']
  if (proof !== undefined) return proof
  return attempts.some(({ presses }) => presses.length > 0) ? 'key' : null
}
