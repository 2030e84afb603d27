import {
  type AuthorizedListener,
  prepareAuthorized,
  renumbered,
  type Unsent,
  withoutCredentials,
} from '../lines/retry-with-credentials.ts'
import type { CallFailure } from './call-end.ts'
import { branchOfTime, type CallHandle, MOST_TIMES } from './call-handle.ts'
import { type CancelListener, Cancelling } from './cancelling.ts'
import type { ClientTransaction } from '../transactions/client-transaction.ts'
import type { Timer } from '../transactions/clock.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import type { Flow } from '../transport/flow.ts'
import { type InviteTry, hearLate } from './late-answers.ts'
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
  /** It goes to another place behind the same name from now on (RFC 3263 4.3). */
  onWay(flow: Flow): void
}

export interface InvitingParts {
  readonly way: Way
  readonly seed: CallHandle['seed']
  readonly redirects: number
  /** The same call with another description of the audio, if this refusal is about that. */
  otherOffer(response: SipResponse, sent: SipRequest): SipRequest | null
  /** Whether another try is still wished for. */
  isWanted(): boolean
  /** Asked as the last thing before it is sent, each time. */
  mayLeave(): boolean
  readonly listener: InvitingListener
}

/** So long a silent place is waited for, where there is another: an INVITE has been sent four times by then. */
const SILENT_T1S = 8

/** An INVITE, and again: with credentials, to another address, a longer timer, other audio (RFC 3261 8.1.3). */
export class Inviting {
  readonly #parts: InvitingParts
  readonly #redirection: Redirection
  #flow: Flow
  #unsent: Unsent | undefined
  /** The try that is under way. */
  #attempt: InviteTry = { isLeft: false }
  #patience: Timer | undefined
  readonly #tried = new Set<string>()
  #transaction: ClientTransaction | undefined
  #cancelling: Cancelling | undefined
  #isTaken = false
  #times = 0

  constructor(parts: InvitingParts) {
    this.#parts = parts
    this.#flow = parts.way.flow
    this.#redirection = new Redirection({ line: parts.way.line.options, most: parts.redirects })
  }

  /** Writes it, and signs it where we know what will be asked: from here on only `send` is missing. */
  prepare(invite: SipRequest) {
    const { way } = this.#parts
    const { transactions } = way.stack
    const [flow, attempt] = [this.#flow, { isLeft: false }]
    this.#attempt = attempt
    const branch = () => branchOfTime(this.#parts, ++this.#times)
    const challenged = way.line.authorization.beginInvite()
    this.#unsent = prepareAuthorized(
      challenged.sign(invite),
      { transactions, flow, challenged, branch, wanted: () => !attempt.isLeft && this.#mayTryAgain() },
      this.#listenerOf(attempt, { ...way, flow }),
    )
    this.#transaction = this.#unsent.transaction
  }

  #listenerOf(attempt: InviteTry, way: Way): AuthorizedListener {
    return {
      onSent: (transaction) => this.#onSent(transaction),
      onHeard: (response) => this.#onHeard(response, attempt),
      onResponse: (response, sent) =>
        attempt.isLeft ? hearLate(way, attempt, response, sent) : this.#onResponse(response, sent),
      onTimeout: () => void this.#fail(attempt, { kind: 'timeout' }),
      onTransportFailure: (error) =>
        void this.#fail(attempt, { kind: 'transport failed', reason: String(error) }),
      onTaken: () => this.#onTaken(),
      mayLeave: () => this.#parts.mayLeave(),
    }
  }

  /** By which it left last. */
  get flow(): Flow {
    return this.#flow
  }

  send() {
    this.#unsent?.send()
  }

  /** The exchange was away, and may not know of it any more. */
  askAgain() {
    this.#transaction?.askAgain()
  }

  #onHeard(response: SipResponse, { isLeft }: InviteTry) {
    if (isLeft) return
    this.#patience?.cancel()
    this.#parts.listener.onHeard(response)
  }

  async #fail(attempt: InviteTry, failure: CallFailure) {
    if (!attempt.isLeft && !(await this.#goesElsewhere(attempt))) this.#parts.listener.onFailed(failure)
  }

  /** RFC 3263 4.3: to the next place behind the name of the exchange; false where there is none, or no wish for it. */
  async #goesElsewhere(attempt: InviteTry): Promise<boolean> {
    const { way, listener } = this.#parts
    const sent = this.#transaction?.request
    if (!sent || !this.#mayTryAgain()) return false
    const next = await way.line.failOver(way.stack, this.#flow, this.#tried)
    if (!next || !this.#mayTryAgain() || attempt !== this.#attempt || attempt.isAnswered) return false
    attempt.isLeft = true
    this.#transaction?.leave()
    this.#flow = next
    listener.onWay(next)
    this.prepare(renumbered(withoutCredentials(sent)))
    this.send()
    return true
  }

  /** It is not repeated any more: an exchange that has lost it would begin to ring. */
  cancel({ onGuard, onNothingThere }: CancelListener): Timer {
    const transaction = this.#transaction
    if (!transaction) return { cancel: () => {} }
    transaction.leave()
    const { stack } = this.#parts.way
    const forgetLater = () => stack.clock.after(64 * stack.timings.T1, () => this.forget())
    const cancelling = new Cancelling({ ...this.#parts.way, flow: this.#flow }, transaction.request, {
      onGuard,
      onNothingThere() {
        forgetLater()
        onNothingThere()
      },
    })
    this.#cancelling = cancelling
    return { cancel: () => cancelling.unguard() }
  }

  /** Its answer no longer matters. */
  forget() {
    this.#patience?.cancel()
    this.#cancelling?.stop()
    this.#transaction?.terminate()
  }

  #mayTryAgain(): boolean {
    return this.#parts.isWanted() && this.#times < MOST_TIMES
  }

  #onSent(transaction: ClientTransaction) {
    const { clock, timings } = this.#parts.way.stack
    const attempt = this.#attempt
    this.#transaction = transaction
    this.#patience?.cancel()
    this.#patience = clock.after(SILENT_T1S * timings.T1, () => void this.#goesElsewhere(attempt))
    this.#parts.listener.onSent()
  }

  #onTaken() {
    if (!this.#isTaken) this.#parts.listener.onTaken()
    this.#isTaken = true
  }

  #onResponse(response: SipResponse, sent: SipRequest) {
    const { listener } = this.#parts
    this.#attempt.isAnswered = true
    this.#attempt.isBehind ||= response.status > 100 && response.status < 200
    if (response.status < 200) {
      this.#cancelling?.onProgress()
      return listener.onProvisional(response, sent)
    }
    if (response.status < 300) return listener.onAccepted(response, sent)
    const another = this.#mayTryAgain() ? this.#anotherTry(response, sent) : null
    if (!another) return void this.#refused(response)
    this.prepare(another)
    this.send()
  }

  async #refused(response: SipResponse) {
    const attempt = this.#attempt
    attempt.isAnswered = false
    // A phone that has rung is not rung again by another way.
    const isOutOfService = response.status === 503 && !attempt.isBehind
    if (!isOutOfService || !(await this.#goesElsewhere(attempt))) this.#parts.listener.onRefused(response)
  }

  #anotherTry(response: SipResponse, sent: SipRequest): SipRequest | null {
    const longer = response.status === 422 ? withLongerTimer(response, sent) : null
    return longer ?? this.#parts.otherOffer(response, sent) ?? this.#redirection.next(response, sent)
  }
}
