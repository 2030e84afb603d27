import type { Law } from '../sdp/offer-answer.ts'
import { decode, SILENCE } from './g711.ts'
import type { Widening } from './half-band.ts'
import type { PlayOptions, PreparedAudio } from './media-types.ts'

const SAMPLES_PER_MS = 8
/** The last word is still in the buffer of the phone when its last packet leaves: hanging up then cuts it off. */
const TAIL_MS = 100
const samples = (ms = 0) => Math.max(0, Math.round(ms * SAMPLES_PER_MS))

/** Prepared audio, its rounds and the silences between them, handed out block by block. */
export class Playback {
  readonly #audio: PreparedAudio
  readonly #times: number
  readonly #gap: number
  #position: number
  #silence: number
  #rounds = 0

  constructor(audio: PreparedAudio, { fromMs, delayMs, times = 1, gapMs }: PlayOptions = {}) {
    this.#audio = audio
    // Audio without sound would be played for ever in no time.
    this.#times = audio.pcmu.length === 0 ? 0 : times
    this.#gap = samples(gapMs)
    this.#silence = samples(delayMs)
    this.#position = Math.min(samples(fromMs), audio.pcmu.length)
  }

  get rounds(): number {
    return this.#rounds
  }

  /** Every round, and the moment that the last word takes to the ear. */
  get done(): boolean {
    return this.#isSaid && this.#silence === 0
  }

  get willEnd(): boolean {
    return this.#times !== Infinity
  }

  get speaking(): boolean {
    return this.#silence === 0 && !this.#isSaid
  }

  get #isSaid(): boolean {
    return this.#rounds >= this.#times
  }

  /** Fills a block; gives how much of it was audio rather than silence. */
  next(block: Uint8Array, codec: Law): number {
    block.fill(SILENCE[codec])
    const audio = codec === 'PCMU' ? this.#audio.pcmu : this.#audio.pcma
    let heard = 0
    this.#pass(block.length, (from, to, at) => {
      block.set(audio.subarray(from, to), at)
      heard += to - from
    })
    return heard
  }

  /** The same at 16 kHz, into a block of silence: as it was prepared, or widened from the law. */
  nextWide(block: Int16Array, widening: Widening): number {
    const { wide, pcmu } = this.#audio
    const narrow = new Int16Array(block.length / 2)
    let heard = 0
    this.#pass(narrow.length, (from, to, at) => {
      if (wide) block.set(wide.subarray(2 * from, 2 * to), 2 * at)
      else narrow.set(decode(pcmu.subarray(from, to), 'PCMU'), at)
      heard += to - from
    })
    if (!wide) block.set(widening.push(narrow))
    return heard
  }

  #pass(count: number, onAudio: (from: number, to: number, at: number) => void): void {
    let at = 0
    while (at < count && !this.done) {
      const silent = Math.min(this.#silence, count - at)
      this.#silence -= silent
      at += silent
      at += this.#passAudio(count - at, (from, to) => onAudio(from, to, at))
    }
  }

  #passAudio(room: number, onAudio: (from: number, to: number) => void): number {
    if (this.#silence > 0 || this.#isSaid) return 0
    const from = this.#position
    const to = Math.min(this.#audio.pcmu.length, from + room)
    onAudio(from, to)
    this.#position = to
    if (to === this.#audio.pcmu.length) this.#endRound()
    return to - from
  }

  #endRound(): void {
    this.#rounds += 1
    this.#position = 0
    this.#silence = this.#isSaid ? samples(TAIL_MS) : this.#gap
  }
}
