import { tellsOfForwarding } from './forwarding.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { noAudioWords } from '../sdp/no-audio.ts'
import { type AgreedAudio, agreedByAnswer, type LocalAudio } from '../sdp/offer-answer.ts'
import { ReliableProgress } from '../dialog/reliable-progress.ts'
import { parseSdp, type SessionDescription } from '../sdp/sdp.ts'
import type { Way } from '../dialog/within-dialog.ts'

/** RFC 3261 21.1: 182 is a call that waits, and 181 one that is sent elsewhere. */
const RINGS = [180, 183]

/** What is heard of an INVITE before its end: early dialogs, early audio, who rings (RFC 3261 13.2.2.1). */
export class Progress {
  readonly #reliable = new ReliableProgress()
  #heard = false
  #rang = false
  #isLost = false
  #forwarded = false
  /** The last first. */
  #early: readonly SessionDescription[] = []

  /** Whether anything was heard at all. */
  get heard(): boolean {
    return this.#heard
  }

  get rang(): boolean {
    return this.#rang
  }

  /** It was asked for again, because the exchange was away, and has not rung since. */
  get isLost(): boolean {
    return this.#isLost
  }

  get forwarded(): boolean {
    return this.#forwarded
  }

  /** The number of the last request sent in the early dialog. */
  get lastSeq(): number {
    return this.#reliable.lastSeq
  }

  lose() {
    this.#isLost = this.#heard
  }

  /** Any answer, the last included. */
  note(response: SipResponse) {
    this.#forwarded ||= tellsOfForwarding(response)
  }

  /** A 1xx. */
  hear(response: SipResponse, sent: SipRequest, way: Way): 'ringing' | 'progress' {
    this.#heard = true
    if (response.status > 100 && !this.#reliable.hear(response, sent, way)) return 'progress'
    const described = descriptionIn(response)
    if (described) this.#early = [described, ...this.#early].slice(0, MOST_EARLY)
    const rings = RINGS.includes(response.status)
    this.#rang ||= rings
    this.#isLost &&= !rings
    return rings ? 'ringing' : 'progress'
  }

  /** Early audio is not an answer; some say in a 183 what they leave out of the 200. */
  audioOf(answer: SipResponse, ours: Ours): AgreedAudio | null {
    for (const description of this.#describedBy(answer)) {
      const audio = agreedByAnswer(description, ours)
      if (audio) return audio
    }
    return null
  }

  /** In words, where that is none. */
  whyNoAudio(answer: SipResponse, ours: Ours): string {
    return noAudioWords(this.#describedBy(answer)[0] ?? null, ours)
  }

  #describedBy(answer: SipResponse): readonly SessionDescription[] {
    if (answer.body.length === 0) return this.#early
    const described = descriptionIn(answer)
    return described ? [described] : []
  }
}

type Ours = Pick<LocalAudio, 'secure' | 'codecs'>

/** As many phones may ring at once. */
const MOST_EARLY = 8

const descriptionIn = ({ body }: SipResponse) => parseSdp(Buffer.from(body).toString('utf8'))
