import { CALL_LOST, type CallEnd, NEVER_RANG } from '@reveille/sip'
import type { Line } from '../../hotel/settings/line.ts'
import type { LineTrouble } from './line-pool.ts'
import { type AccountStanding, isAccountRefused } from './refused-account.ts'

/** The exchange refuses the line itself, not the room. */
const LINES_OWN: readonly (number | null)[] = [401, 402, 403, 407]

/** Audio could not be agreed on: after the pick-up, or because the description was refused (RFC 3261 21.4.26, 21.6.4). */
const isMute = (status: number | null) =>
  status !== null && (status < 300 || status === 488 || status === 606)

/**
 * Blames the line if the exchange is silent or speaks of itself. Any other error may come from the room: a 503
 * without Retry-After counts as a 500 (RFC 3261 21.5.4), and so does a call of which it says only that it tries, or that it
 * has forgotten.
 */
export function troubleOf(
  { status, reason, retryAfterMs }: CallEnd,
  extension: string,
  { settings }: Line,
  standing: AccountStanding,
): LineTrouble {
  const isOfCall = reason === NEVER_RANG || reason.startsWith(CALL_LOST)
  const isSilent = status === null && !isOfCall
  const isLines = isSilent || retryAfterMs !== null || LINES_OWN.includes(status)
  const hasPassword = settings.password !== undefined
  return {
    why: reason,
    restMs: retryAfterMs ?? 0,
    number: isLines ? null : extension,
    isMute: isMute(status),
    isAccountRefused: isAccountRefused({ status, hasPassword, standing }),
  }
}
