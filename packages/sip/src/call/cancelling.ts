import { cancelOf } from './call-handle.ts'
import type { ClientTransaction } from '../transactions/client-transaction.ts'
import type { Timer } from '../transactions/clock.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import type { Way } from '../dialog/within-dialog.ts'

/** How a CANCEL came to nothing. */
export interface CancelListener {
  /** RFC 3261 9.1: 64 T1 have passed without a final answer to the INVITE. */
  onGuard(): void
  /** RFC 3261 9.2: there was no INVITE to cancel (481), and no final answer of it was still on its way. */
  onNothingThere(): void
}

/** Over a broken way it is tried every T1, for as long as one is repeated that nobody answers (timer F). */
const MOST_TRIES = 64

/**
 * RFC 3261 9.1: a transaction of its own; the INVITE is given 64 T1 to end after it. What the CANCEL is answered
 * matters only where it is 481: the INVITE has an answer of its own.
 */
export class Cancelling {
  readonly #way: Way
  readonly #invite: SipRequest
  readonly #listener: CancelListener
  #guard: Timer
  #retry: Timer | undefined
  #transaction: ClientTransaction | undefined
  #tries = 0
  #isInVain = false
  /** A 1xx of the INVITE came after the CANCEL had left. */
  #isHeard = false

  constructor(way: Way, invite: SipRequest, listener: CancelListener) {
    const { clock, timings } = way.stack
    this.#way = way
    this.#invite = invite
    this.#listener = listener
    this.#guard = clock.after(64 * timings.T1, () => listener.onGuard())
    this.#send()
  }

  /** Nobody waits for its end any more; the CANCEL itself goes on. */
  unguard() {
    this.#guard.cancel()
  }

  stop() {
    this.#guard.cancel()
    this.#retry?.cancel()
  }

  /** The INVITE has arrived after a CANCEL that found nothing, and rings: nobody else would end it. */
  onProgress() {
    this.#isHeard = true
    if (this.#isInVain) this.#send()
  }

  #send() {
    const { stack, flow } = this.#way
    this.#isInVain = false
    this.#isHeard = false
    this.#transaction?.terminate()
    this.#transaction = stack.transactions.cancel(cancelOf(this.#invite), flow, {
      onResponse: (response) => this.#onResponse(response),
      onTimeout: () => (this.#isInVain = true),
      onTransportFailure: () => this.#sendLater(),
    })
  }

  #sendLater() {
    const { clock, timings } = this.#way.stack
    this.#tries += 1
    if (this.#tries < MOST_TRIES) this.#retry = clock.after(timings.T1, () => this.#send())
  }

  #onResponse({ status }: SipResponse) {
    if (status !== 481) return
    if (this.#isHeard) return this.#send()
    this.#isInVain = true
    this.#guard.cancel()
    this.#guard = this.#whenNothingCrosses()
  }

  /** A final answer that left before the 481 is here within a round trip, which T1 stands for (RFC 3261 17.1.1.1). */
  #whenNothingCrosses(): Timer {
    const { clock, timings } = this.#way.stack
    return clock.after(timings.T1, () => this.#listener.onNothingThere())
  }
}
