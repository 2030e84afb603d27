import { tellsOfForwarding } from './forwarding.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { type AgreedAudio, agreedWith, type Codec } from '../sdp/offer-answer.ts'
import { ReliableProgress } from '../dialog/reliable-progress.ts'
import { parseSdp } from '../sdp/sdp.ts'
import type { Way } from '../dialog/within-dialog.ts'

/** RFC 3261 21.1: 182 is a call that waits, and 181 one that is sent elsewhere. */
const RINGS = [180, 183]

/** What is heard of an INVITE before its end: early dialogs, early audio, who rings (RFC 3261 13.2.2.1). */
export class Progress {
  readonly #reliable = new ReliableProgress()
  #heard = false
  #rang = false
  #forwarded = false
  #earlyAudio: AgreedAudio | null = null
  readonly #codecs: readonly Codec[] | undefined

  /** What we have offered to speak. */
  constructor(codecs?: readonly Codec[]) {
    this.#codecs = codecs
  }

  /** Whether anything was heard at all. */
  get heard(): boolean {
    return this.#heard
  }

  get rang(): boolean {
    return this.#rang
  }

  get forwarded(): boolean {
    return this.#forwarded
  }

  /** The number of the last request sent in the early dialog. */
  get lastSeq(): number {
    return this.#reliable.lastSeq
  }

  /** Any answer, the last included. */
  note(response: SipResponse) {
    this.#forwarded ||= tellsOfForwarding(response)
  }

  /** A 1xx. */
  hear(response: SipResponse, sent: SipRequest, way: Way): 'ringing' | 'progress' {
    this.#heard = true
    if (response.status > 100 && !this.#reliable.hear(response, sent, way)) return 'progress'
    this.#earlyAudio = this.#audioIn(response) ?? this.#earlyAudio
    const rings = RINGS.includes(response.status)
    this.#rang ||= rings
    return rings ? 'ringing' : 'progress'
  }

  /** Early audio is not an answer; some say in a 183 what they leave out of the 200. */
  audioOf(answer: SipResponse): AgreedAudio | null {
    return answer.body.length === 0 ? this.#earlyAudio : this.#audioIn(answer)
  }

  #audioIn({ body }: SipResponse): AgreedAudio | null {
    const described = parseSdp(Buffer.from(body).toString('utf8'))
    return described && agreedWith(described, this.#codecs)
  }
}
