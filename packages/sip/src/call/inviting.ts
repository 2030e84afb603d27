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
  /** Whether another try is still wished for. */
  isWanted(): boolean
  readonly listener: InvitingListener
}

/** How a CANCEL came to nothing. */
export interface CancelListener {
  /** RFC 3261 9.1: 64 T1 have passed without a final answer to the INVITE. */
  onGuard(): void
  /** RFC 3261 9.2: there was no INVITE to cancel (481), and no final answer of it was still on its way. */
  onNothingThere(): void
}

const nothing = () => {}

/** An INVITE, and again: with credentials, to another address, with a longer timer (RFC 3261 8.1.3). */
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

  /**
   * RFC 3261 9.1: a transaction of its own; the INVITE is given 64 T1 to end after it. What the CANCEL is answered
   * matters only where it is 481: the INVITE has an answer of its own.
   */
  cancel({ onGuard, onNothingThere }: CancelListener): Timer {
    const { transactions, clock, timings } = this.#parts.way.stack
    let guard = clock.after(64 * timings.T1, onGuard)
    const onResponse = ({ status }: SipResponse) => {
      if (status !== 481) return
      guard.cancel()
      guard = this.#whenNothingCrosses(onNothingThere)
    }
    if (this.#transaction) {
      const cancel = cancelOf(this.#transaction.request)
      transactions.cancel(cancel, this.#parts.way.flow, {
        onResponse,
        onTimeout: nothing,
        onTransportFailure: nothing,
      })
    }
    return { cancel: () => guard.cancel() }
  }

  /** A final answer that left before the 481 is here within a round trip, which T1 stands for (RFC 3261 17.1.1.1). */
  #whenNothingCrosses(onNothingThere: () => void): Timer {
    const { clock, timings } = this.#parts.way.stack
    return clock.after(timings.T1, () => {
      clock.after(64 * timings.T1, () => this.forget())
      onNothingThere()
    })
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
    return longer ?? this.#redirection.next(response, sent)
  }
}
