import type { SipRequest, SipResponse } from '../messages/message.ts'
import { acknowledge, type Way } from '../dialog/within-dialog.ts'
import { cancelOf } from './call-handle.ts'
import { dialogOfCaller } from '../dialog/dialog.ts'
import { dismiss } from './forks.ts'

/** One try of an INVITE at one place. */
export interface InviteTry {
  /** Another place was tried instead: what is still heard of this one is ended. */
  isLeft: boolean
  /** Something was heard of it, and that from behind the exchange: a phone may have rung. */
  isAnswered?: boolean
  isBehind?: boolean
  isCancelled?: boolean
  isHungUp?: boolean
}

const nothing = () => {}

/** The guest must not be rung twice: what was given up for another place is cancelled, or hung up, once it answers. */
export function hearLate(way: Way, attempt: InviteTry, response: SipResponse, sent: SipRequest) {
  if (response.status < 200) return cancelLate(way, attempt, sent)
  const dialog = response.status < 300 ? dialogOfCaller(sent, response) : null
  if (!dialog) return
  // RFC 3261 13.2.2.4: what is repeated is acknowledged again.
  if (attempt.isHungUp) return void acknowledge(way, dialog, sent)
  attempt.isHungUp = true
  void dismiss(way, dialog, { sent, lastSeq: 0 })
}

function cancelLate({ stack, flow }: Way, attempt: InviteTry, sent: SipRequest) {
  if (attempt.isCancelled) return
  attempt.isCancelled = true
  const listener = { onResponse: nothing, onTimeout: nothing, onTransportFailure: nothing }
  stack.transactions.cancel(cancelOf(sent), flow, listener)
}
