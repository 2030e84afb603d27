import type { Instant } from '../../kernel/clock.ts'
import { SIGN_OF_LIFE } from '../../store/stores/site-store.ts'
import { HORIZON } from './calls-ahead.ts'

/** Under which name a process says that it is alive. */
export const signKey = (journal: { readonly id: string }): string => `${SIGN_OF_LIFE}${journal.id}`

export const isSignOf = (key: string): boolean => key.startsWith(SIGN_OF_LIFE)

/**
 * A process that has lost its database rings what it read before, which is due within the horizon of its last sign. Until
 * that has passed, those calls are its own; a sign from a clock that is ahead of ours counts as one of this moment.
 */
export function heldBackUntil(signs: readonly Instant[], now: Instant): Instant | null {
  const until = Math.max(...signs.map((at) => Math.min(at, now) + HORIZON))
  return until > now ? until : null
}
