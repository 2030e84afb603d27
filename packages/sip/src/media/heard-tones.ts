import type { Codec } from '../sdp/offer-answer.ts'
import { decode } from './g711.ts'
import type { RtpPacket } from './rtp.ts'
import { ToneKeys } from './tone-keys.ts'

/** Tones in packets: what is lost or late breaks a tone off, and what we say ourselves is not listened to. */
export class HeardTones {
  readonly #keys = new ToneKeys()
  #next: number | null = null

  hear({ payload, timestamp }: RtpPacket, codec: Codec, speaking: boolean): string {
    if (timestamp !== this.#next || speaking) this.#keys.reset()
    this.#next = (timestamp + payload.length) >>> 0
    return speaking ? '' : this.#keys.hear(decode(payload, codec))
  }
}
