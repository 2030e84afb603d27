import type { Timer } from '../transactions/clock.ts'
import type { Stack } from '../lines/lines.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import type { ServerTransaction } from '../transactions/server-transaction.ts'
import { numberOf } from './within-dialog.ts'

/** RFC 3261 13.3.1.4: a 2xx of ours is repeated until its ACK comes; one that never comes is told once. */
export class Unacknowledged {
  readonly #stack: Pick<Stack, 'clock' | 'timings'>
  readonly #onNoAck: () => void
  #waiting: { readonly cseq: number; readonly offered: boolean } | null = null
  #timer: Timer | undefined

  constructor(stack: Pick<Stack, 'clock' | 'timings'>, onNoAck: () => void) {
    this.#stack = stack
    this.#onNoAck = onNoAck
  }

  /** `offered` where the answer to our offer is to come in the ACK (RFC 3261 13.2.1). */
  await(transaction: ServerTransaction, response: SipResponse, offered: boolean) {
    this.stop()
    this.#waiting = { cseq: numberOf(response), offered }
    const { T1 } = this.#stack.timings
    this.#repeat(() => transaction.respond(response), T1, 64 * T1)
  }

  /** What the ACK brings, if it is the one we wait for. */
  receive(ack: SipRequest): 'nothing' | 'an answer' | null {
    const waiting = this.#waiting
    if (!waiting || numberOf(ack) !== waiting.cseq) return null
    this.stop()
    this.#waiting = null
    return waiting.offered ? 'an answer' : 'nothing'
  }

  stop() {
    this.#timer?.cancel()
  }

  #repeat(send: () => void, delay: number, left: number) {
    send()
    const { clock, timings } = this.#stack
    this.#timer = clock.after(delay, () => {
      if (left <= 0) this.#onNoAck()
      else this.#repeat(send, Math.min(delay * 2, timings.T2), left - delay)
    })
  }
}
