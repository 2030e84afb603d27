import { ALLOW, SUPPORTED } from './abilities.ts'
import type { AuthorizedListener } from '../lines/retry-with-credentials.ts'
import type { Stack } from '../lines/lines.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import type { SessionInterval } from './session-timer.ts'

export interface ReinvitesParts {
  readonly stack: Pick<Stack, 'clock' | 'random'>
  /** RFC 3261 14.1: after a 491 the one who made the Call-ID waits longer. */
  readonly role: 'caller' | 'callee'
  isUp(): boolean
  send(listener: AuthorizedListener): void
  acknowledge(sent: SipRequest): void
  /** Acknowledged, and taken as it is. */
  onAccepted(response: SipResponse, sent: SipRequest): Promise<void>
  /** The dialog or the peer is gone. */
  onLost(): void
}

/** Our own changes of a call that is up, one at a time (RFC 3261 14.1). */
export class Reinvites {
  readonly #parts: ReinvitesParts
  #underWay = false
  #wantsAnother = false

  constructor(parts: ReinvitesParts) {
    this.#parts = parts
  }

  get isUnderWay(): boolean {
    return this.#underWay
  }

  begin() {
    if (this.#underWay) this.#wantsAnother = true
    if (!this.#parts.isUp() || this.#underWay) return
    this.#underWay = true
    this.#wantsAnother = false
    let settled = false
    const { send, acknowledge, onLost } = this.#parts
    send({
      onResponse: (response, sent) => {
        // RFC 3261 13.2.2.4: a 2xx that is repeated is acknowledged again, and says nothing new.
        if (settled) return acknowledge(sent)
        settled = response.status >= 200
        if (settled) this.#onAnswered(response, sent)
      },
      onTimeout: onLost,
      onTransportFailure: onLost,
    })
  }

  #onAnswered(response: SipResponse, sent: SipRequest) {
    const { stack, onLost } = this.#parts
    this.#underWay = false
    if (response.status < 300) return void this.#onAccepted(response, sent)
    if (response.status === 481 || response.status === 408) return onLost()
    // After a 491 each side waits a different time. Any other refusal leaves the call as it was.
    if (response.status === 491) stack.clock.after(this.#glareDelay(), () => this.begin())
  }

  #glareDelay(): number {
    const { stack, role } = this.#parts
    return role === 'caller' ? stack.random.integer(2_100, 4_001) : stack.random.integer(0, 2_001)
  }

  async #onAccepted(response: SipResponse, sent: SipRequest) {
    await this.#parts.onAccepted(response, sent)
    if (this.#wantsAnother) this.begin()
  }
}

/** As a sign of life (RFC 4028 10) it changes nothing, and every peer accepts it. */
export const reinviteHeaders = (contact: string, interval: SessionInterval | null) =>
  [
    ['Contact', contact],
    ['Allow', ALLOW],
    ['Supported', SUPPORTED],
    ...(interval ? [['Session-Expires', `${interval.seconds};refresher=uac`] as const] : []),
    ['Content-Type', 'application/sdp'],
  ] as const
