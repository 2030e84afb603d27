import type { Law } from '../sdp/offer-answer.ts'
import { Envelope } from './envelope.ts'
import { isSameTone, pureToneIn } from './pure-tone.ts'
import { FRAME, Frames, loudnessOf } from './sound-level.ts'

/** 500 ms: from our socket through the network, the exchange and the handset, and back. */
const ECHO_FRAMES = 25

/** What we have said just now, which may come back as an echo. */
export class OwnVoice {
  readonly envelope = new Envelope()
  readonly #frames = new Frames()
  readonly #kept = new Uint8Array(ECHO_FRAMES * FRAME)
  #codec: Law = 'PCMU'
  #next = 0

  say(payload: Uint8Array, codec: Law): void {
    this.#codec = codec
    this.#frames.each(payload, (frame) => this.#keep(frame))
  }

  /** Whether this tone was among it. Seldom asked, and looked for only then. */
  hasTone(hertz: number): boolean {
    for (let at = 0; at < ECHO_FRAMES; at++) {
      const frame = this.#kept.subarray(at * FRAME, (at + 1) * FRAME)
      const own = pureToneIn(frame, this.#codec, loudnessOf(frame, this.#codec))
      if (own !== null && isSameTone(own, hertz)) return true
    }
    return false
  }

  #keep(frame: Uint8Array): void {
    this.envelope.add(loudnessOf(frame, this.#codec).level)
    this.#kept.set(frame, this.#next * FRAME)
    this.#next = (this.#next + 1) % ECHO_FRAMES
  }
}
