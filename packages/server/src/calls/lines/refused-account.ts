import { minutes } from '../../kernel/clock.ts'

/** What the exchange thinks of the registration of a line; `none` where it wants none, or has had no answer yet. */
export type AccountStanding = 'registered' | 'refused' | 'none'

interface Refused {
  /** The final answer to a call, RFC 3261 21.4. */
  readonly status: number | null
  readonly hasPassword: boolean
  readonly standing: AccountStanding
}

/** The exchange knows us and does not want us (RFC 3261 21.4.2, 21.4.4, 21.4.5, 21.4.8). */
const UNWANTED = /^(?:401|403|404|407)\b/

export const isUnwanted = (why: string): boolean => UNWANTED.test(why)

/**
 * Whether a call was refused for who we are. A registered line has the right password: what it is asked for on the way is
 * of the number that was dialled. Without a password nothing was tried that could lock an account. A 403 may be meant for
 * the room, unless the registration was refused too.
 */
export function isAccountRefused({ status, hasPassword, standing }: Refused): boolean {
  if (standing === 'registered' || !hasPassword) return false
  return status === 401 || status === 407 || (status === 403 && standing === 'refused')
}

const FIRST_WAIT = minutes(2.5)
export const LONGEST_WAIT = minutes(5)

/**
 * How long a line is left alone after so many refused calls in a row. Exchanges lock an account after a few wrong passwords
 * within ten minutes or so, and lock out its right owner as well; registrations are as far apart.
 */
export const waitAfterRefusals = (refusals: number): number =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (refusals - 1))
