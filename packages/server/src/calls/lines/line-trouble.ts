import { type CallEnd, NEVER_RANG } from '@reveille/sip'
import type { Line } from '../../hotel/settings/line.ts'
import type { LineTrouble } from './line-pool.ts'
import { type AccountStanding, isAccountRefused } from './refused-account.ts'

/** The exchange refuses the line itself, not the room. */
const LINES_OWN: readonly (number | null)[] = [401, 402, 403, 407]

/**
 * Blames the line if the exchange is silent or speaks of itself. Any other error may come from the room: a 503
 * without Retry-After counts as a 500 (RFC 3261 21.5.4), and so does a call of which it says only that it tries.
 */
export function troubleOf(
  { status, reason, retryAfterMs }: CallEnd,
  extension: string,
  { settings }: Line,
  standing: AccountStanding,
): LineTrouble {
  const isSilent = status === null && reason !== NEVER_RANG
  const isLines = isSilent || retryAfterMs !== null || LINES_OWN.includes(status)
  const hasPassword = settings.password !== undefined
  return {
    why: reason,
    restMs: retryAfterMs ?? 0,
    number: isLines ? null : extension,
    isAccountRefused: isAccountRefused({ status, hasPassword, standing }),
  }
}
