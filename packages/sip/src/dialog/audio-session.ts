import type { MediaStream } from '../media/media-types.ts'
import type { SipMessage, SipRequest } from '../messages/message.ts'
import { type AgreedAudio, agreedWith, type LocalAudio, makeAnswer, makeOffer } from '../sdp/offer-answer.ts'
import { parseSdp, type SessionDescription, writeSdp } from '../sdp/sdp.ts'

export interface AudioSessionParts {
  readonly stream: MediaStream
  readonly local: LocalAudio
  onHold(held: boolean): void
}

/** The audio of a call as both sides have agreed on it, and what we say of ours (RFC 3264). */
export class AudioSession {
  readonly #parts: AudioSessionParts
  #local: LocalAudio
  #lastBody = ''
  #agreed: AgreedAudio | null = null

  constructor(parts: AudioSessionParts) {
    this.#parts = parts
    this.#local = parts.local
  }

  /** False while on hold. */
  get isTwoWay(): boolean {
    return this.#agreed?.direction === 'sendrecv'
  }

  /** Agreed, or agreed anew. */
  agree(agreed: AgreedAudio) {
    const [before, now] = [isHeld(this.#agreed), isHeld(agreed)]
    this.#agreed = agreed
    this.#parts.stream.retarget(agreed)
    if (before !== now) this.#parts.onHold(now)
  }

  /** What the answer said, unless it was agreed anew before that could be acknowledged. */
  agreeAtFirst(agreed: AgreedAudio) {
    if (!this.#agreed) this.agree(agreed)
  }

  /** Our first description, from before the dialog. */
  said(body: string) {
    this.#lastBody = body
  }

  /** RFC 3264 8.4: to be offered. */
  hold(on: boolean) {
    this.#local = { ...this.#local, direction: on ? 'sendonly' : 'sendrecv' }
  }

  offer(): string {
    return this.#versioned((local) => makeOffer(local)) ?? ''
  }

  /** Our answer to an offer; an offer of our own where an INVITE brings none; null when nothing can be agreed. */
  bodyFor(request: SipRequest): string | null {
    if (request.body.length === 0) return request.method === 'INVITE' ? this.offer() : ''
    const offer = descriptionIn(request)
    const agreed = offer && agreedWith(offer, this.#local.codecs)
    if (!offer || !agreed) return null
    const answer = this.#versioned((local) => makeAnswer(offer, local))
    this.agree(agreed)
    return answer
  }

  /** The answer to an offer of ours; false when there is nothing that we could talk with. */
  takeAnswer(message: SipMessage): boolean {
    const answer = descriptionIn(message)
    const agreed = answer && agreedWith(answer, this.#local.codecs)
    if (agreed) this.agree(agreed)
    return agreed !== null
  }

  /** RFC 3264 8: the version rises by one when, and only when, what we say is new. */
  #versioned(make: (local: LocalAudio) => SessionDescription | null): string | null {
    const same = make(this.#local)
    if (!same) return null
    if (writeSdp(same) === this.#lastBody || this.#lastBody === '') return (this.#lastBody = writeSdp(same))
    this.#local = { ...this.#local, version: this.#local.version + 1 }
    const next = make(this.#local)
    return next && (this.#lastBody = writeSdp(next))
  }
}

const isHeld = (audio: AgreedAudio | null) => audio !== null && !audio.direction.startsWith('send')

const descriptionIn = ({ body }: SipMessage) => parseSdp(Buffer.from(body).toString('utf8'))
