import { prepareAuthorized, type Unsent } from '../lines/retry-with-credentials.ts'
import type { CallFailure } from './call-end.ts'
import { branchOfTime, type CallHandle, cancelOf, MOST_TIMES } from './call-handle.ts'
import type { ClientTransaction } from '../transactions/client-transaction.ts'
import type { Timer } from '../transactions/clock.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { Redirection } from './redirection.ts'
import { withLongerTimer } from '../dialog/session-timer.ts'
import type { Way } from '../dialog/within-dialog.ts'

/** Hears of all tries as one INVITE. */
export interface InvitingListener {
  /** Each time, the first included. */
  onSent(): void
  /** The socket has taken it, the first time. */
  onTaken(): void
  /** Every answer as it comes, challenges included. */
  onHeard(response: SipResponse): void
  onProvisional(response: SipResponse, sent: SipRequest): void
  onAccepted(response: SipResponse, sent: SipRequest): void
  /** With no other try left. */
  onRefused(response: SipResponse): void
  onFailed(failure: CallFailure): void
}

export interface InvitingParts {
  readonly way: Way
  readonly seed: CallHandle['seed']
  readonly redirects: number
  /** The same call with another description of the audio, if this refusal is about that. */
  otherOffer(response: SipResponse, sent: SipRequest): SipRequest | null
  /** Whether another try is still wished for. */
  isWanted(): boolean
  readonly listener: InvitingListener
}

/** What a CANCEL is answered does not matter: the INVITE has an answer of its own. */
const IGNORE = { onResponse: () => {}, onTimeout: () => {}, onTransportFailure: () => {} }

/** An INVITE, and again: with credentials, to another address, a longer timer, other audio (RFC 3261 8.1.3). */
export class Inviting {
  readonly #parts: InvitingParts
  readonly #redirection: Redirection
  #unsent: Unsent | undefined
  #transaction: ClientTransaction | undefined
  #isTaken = false
  #times = 0

  constructor(parts: InvitingParts) {
    this.#parts = parts
    this.#redirection = new Redirection({ line: parts.way.line.options, most: parts.redirects })
  }

  /** Writes it, and signs it where we know what will be asked: from here on only `send` is missing. */
  prepare(invite: SipRequest) {
    const { way, listener } = this.#parts
    const { transactions } = way.stack
    const branch = () => branchOfTime(this.#parts, ++this.#times)
    const challenged = way.line.authorization.beginInvite()
    this.#unsent = prepareAuthorized(
      challenged.sign(invite),
      { transactions, flow: way.flow, challenged, branch, wanted: () => this.#mayTryAgain() },
      {
        onSent: (transaction) => this.#onSent(transaction),
        onHeard: (response) => listener.onHeard(response),
        onResponse: (response, sent) => this.#onResponse(response, sent),
        onTimeout: () => listener.onFailed({ kind: 'timeout' }),
        onTransportFailure: (error) => listener.onFailed({ kind: 'transport failed', reason: String(error) }),
        onTaken: () => this.#onTaken(),
      },
    )
    this.#transaction = this.#unsent.transaction
  }

  send() {
    this.#unsent?.send()
  }

  /** The exchange was away, and may not know of it any more. */
  askAgain() {
    this.#transaction?.askAgain()
    this.#parts.listener.onSent()
  }

  /** RFC 3261 9.1: a transaction of its own; the INVITE is given 64 T1 to end after it. */
  cancel(handle: CallHandle, onGuard: () => void): Timer {
    const { stack, flow } = this.#parts.way
    // It may have been sent on to another address than the one that was dialled.
    const uri = this.#transaction?.request.uri ?? handle.uri
    stack.transactions.cancel({ ...cancelOf(handle, this.#times), uri }, flow, IGNORE)
    return stack.clock.after(64 * stack.timings.T1, onGuard)
  }

  /** Its answer no longer matters. */
  forget() {
    this.#transaction?.terminate()
  }

  #mayTryAgain(): boolean {
    return this.#parts.isWanted() && this.#times < MOST_TIMES
  }

  #onSent(transaction: ClientTransaction) {
    this.#transaction = transaction
    this.#parts.listener.onSent()
  }

  #onTaken() {
    if (!this.#isTaken) this.#parts.listener.onTaken()
    this.#isTaken = true
  }

  #onResponse(response: SipResponse, sent: SipRequest) {
    const { listener } = this.#parts
    if (response.status < 200) return listener.onProvisional(response, sent)
    if (response.status < 300) return listener.onAccepted(response, sent)
    const another = this.#mayTryAgain() ? this.#anotherTry(response, sent) : null
    if (!another) return listener.onRefused(response)
    this.prepare(another)
    this.send()
  }

  #anotherTry(response: SipResponse, sent: SipRequest): SipRequest | null {
    const longer = response.status === 422 ? withLongerTimer(response, sent) : null
    return longer ?? this.#parts.otherOffer(response, sent) ?? this.#redirection.next(response, sent)
  }
}
