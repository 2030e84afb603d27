import type { Instant } from '../../kernel/clock.ts'
import { SIGN_OF_LIFE } from '../../store/stores/site-store.ts'
import { HORIZON } from './calls-ahead.ts'

interface Teller {
  readonly journal: { readonly id: string }
  /** One of several, or a process that is alone. */
  readonly isNode: boolean
}

const OF_NODES = `${SIGN_OF_LIFE}node/`

/** Under which name a process says that it is alive. */
export const signKey = ({ journal, isNode }: Teller): string =>
  `${isNode ? OF_NODES : SIGN_OF_LIFE}${journal.id}`

/** Whether that is a sign of a process with another folder. Nodes know of each other by their beats. */
export const isSignOfOther = (key: string, { journal, isNode }: Teller): boolean =>
  key.startsWith(SIGN_OF_LIFE) && !key.endsWith(journal.id) && !(isNode && key.startsWith(OF_NODES))

/**
 * A process that has lost its database rings what it read before, which is due within the horizon of its last sign. Until
 * that has passed, those calls are its own; a sign from a clock that is ahead of ours counts as one of this moment.
 */
export function heldBackUntil(signs: readonly Instant[], now: Instant): Instant | null {
  const until = Math.max(...signs.map((at) => Math.min(at, now) + HORIZON))
  return until > now ? until : null
}
