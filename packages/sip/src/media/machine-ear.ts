import type { Law } from '../sdp/offer-answer.ts'
import { Tones } from './beep.ts'
import { Envelope } from './envelope.ts'
import { LongSpeech } from './long-speech.ts'
import { OwnVoice } from './own-voice.ts'
import { pureToneIn } from './pure-tone.ts'
import type { RtpPacket } from './rtp.ts'
import { FRAME_MS, Frames, loudnessOf } from './sound-level.ts'

/** What in the sound of the other side speaks for a machine: speech of 4 s without a pause, a beep. */
export type SoundSign = 'long-speech' | 'beep'

/** Two packets that were lost are no pause; more are a phone that is silent where its guest is (RFC 3389). */
const LOST_MS = 60
/** A greater distance is another clock. */
const LONGEST_GAP_MS = 30_000
const SAMPLES_PER_MS = 8

/** Listens to a call for signs of a machine, packet by packet. */
export class MachineEar {
  readonly #own = new OwnVoice()
  readonly #frames = new Frames()
  readonly #envelope = new Envelope()
  readonly #speech = new LongSpeech(this.#envelope, this.#own.envelope)
  readonly #tones = new Tones()
  #next: number | null = null

  get signs(): readonly SoundSign[] {
    return [
      ...(this.#speech.heard ? ['long-speech' as const] : []),
      ...(this.#tones.beep ? ['beep' as const] : []),
    ]
  }

  /** What we say ourselves. */
  say(payload: Uint8Array, codec: Law): void {
    this.#own.say(payload, codec)
  }

  hear({ payload, timestamp }: Pick<RtpPacket, 'payload' | 'timestamp'>, codec: Law): void {
    // As 32 bits with sign: what is late counts as before.
    const gapMs = this.#next === null ? 0 : ((timestamp - this.#next) | 0) / SAMPLES_PER_MS
    if (gapMs < 0 && gapMs > -LONGEST_GAP_MS) return
    if (gapMs !== 0) this.#miss(gapMs)
    this.#next = (timestamp + payload.length) >>> 0
    this.#frames.each(payload, (frame) => this.#judge(frame, codec))
  }

  /** They were not connected with us, or held us: what comes next is not more of the same. */
  rest(): void {
    this.#next = null
    this.#miss(LONGEST_GAP_MS)
  }

  #miss(gapMs: number): void {
    this.#frames.reset()
    const restMs = Math.min(Math.max(gapMs, 0), LONGEST_GAP_MS)
    this.#envelope.rest(restMs / FRAME_MS)
    if (gapMs > 0 && gapMs <= LOST_MS) return
    this.#speech.rest(restMs)
    this.#tones.rest(restMs)
  }

  #judge(frame: Uint8Array, codec: Law): void {
    const loudness = loudnessOf(frame, codec)
    const { level } = loudness
    const tone = pureToneIn(frame, codec, loudness)
    this.#envelope.add(level)
    if (tone === null) this.#speech.hear(level)
    else this.#speech.rest(FRAME_MS)
    this.#tones.hear(tone !== null && this.#own.hasTone(tone) ? null : tone, level)
  }
}
