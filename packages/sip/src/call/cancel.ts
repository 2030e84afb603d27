import { cancelOf, type CallHandle } from './call-handle.ts'
import type { Timer } from '../transactions/clock.ts'
import type { Way } from '../dialog/within-dialog.ts'

export interface SentInvite {
  readonly handle: CallHandle
  /** Which try is under way. */
  readonly time: number
  /** Where it went to, when that is not where the call began. */
  readonly uri: string | undefined
}

const IGNORE = { onResponse: () => {}, onTimeout: () => {}, onTransportFailure: () => {} }

/** RFC 3261 9.1: a transaction of its own; the INVITE is given 64 T1 to end after it. */
export function sendCancel(
  { stack, flow }: Way,
  { handle, time, uri }: SentInvite,
  onGuard: () => void,
): Timer {
  stack.transactions.cancel({ ...cancelOf(handle, time), uri: uri ?? handle.uri }, flow, IGNORE)
  return stack.clock.after(64 * stack.timings.T1, onGuard)
}
