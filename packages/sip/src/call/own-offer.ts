import type { Line, Stack } from '../lines/lines.ts'
import { renumbered, withoutCredentials } from '../lines/retry-with-credentials.ts'
import { audioHost, type MediaPort } from '../media/media-port.ts'
import type { SipRequest } from '../messages/message.ts'
import { type LocalAudio, makeOffer } from '../sdp/offer-answer.ts'
import { writeSdp } from '../sdp/sdp.ts'
import type { Flow } from '../transport/flow.ts'
import { securing } from './securing.ts'

export interface OfferParts {
  readonly stack: Stack
  readonly line: Line
  readonly media: MediaPort
}

/** The audio that we offer in an INVITE, as a description and as it is written. */
export class OwnOffer {
  #local: LocalAudio

  constructor({ stack, line, media }: OfferParts, flow: Flow, port: number) {
    const sessionId = String(stack.random.integer(1, 2 ** 31))
    const host = audioHost(media, flow, line.options)
    const secured = securing(line, flow, stack.random)
    this.#local = { host, port, sessionId, ...line.speaks, ...secured, version: 1, direction: 'sendrecv' }
  }

  get local(): LocalAudio {
    return this.#local
  }

  get text(): string {
    return writeSdp(makeOffer(this.#local))
  }

  /** RFC 3261 21.4.26: where encryption is a wish only, the same call without it; null where it is not. */
  plainly(sent: SipRequest): SipRequest | null {
    const { secure, ...plain } = this.#local
    if (!secure || secure.isRequired) return null
    this.#local = { ...plain, version: plain.version + 1 }
    return { ...renumbered(withoutCredentials(sent)), body: Buffer.from(this.text) }
  }
}
