import type { Law } from '../sdp/offer-answer.ts'
import { decode } from './g711.ts'
import { timestampDistance } from './rtp.ts'

const SAMPLES_PER_MS = 8
/** A longer leap of the timestamps is a new beginning rather than a silence. */
const LONGEST_SILENCE = 10_000 * SAMPLES_PER_MS
const FIRST_ROOM = 8_000

/** Lays what is heard down by its timestamps: what is lost is silence, what is late still finds its place. */
export class Recorder {
  readonly #most: number
  #samples = new Int16Array(FIRST_ROOM)
  #length = 0
  /** The timestamp that belongs to the first sample. */
  #origin: number | null = null

  constructor(maxMs: number) {
    this.#most = Math.max(0, Math.floor(maxMs * SAMPLES_PER_MS))
  }

  add(payload: Uint8Array, codec: Law, timestamp: number): void {
    const at = this.#placeOf(timestamp)
    const heard = decode(payload.subarray(0, Math.max(0, this.#most - at)), codec)
    if (at < 0 || heard.length === 0) return
    this.#makeRoom(at + heard.length)
    this.#samples.set(heard, at)
    this.#length = Math.max(this.#length, at + heard.length)
  }

  #placeOf(timestamp: number): number {
    this.#origin ??= timestamp
    const at = timestampDistance(timestamp, this.#origin)
    const ahead = at - this.#length
    if (ahead <= LONGEST_SILENCE && ahead >= -LONGEST_SILENCE) return at
    this.#origin = (timestamp - this.#length) >>> 0
    return this.#length
  }

  #makeRoom(length: number): void {
    if (length <= this.#samples.length) return
    const grown = new Int16Array(Math.min(this.#most, Math.max(length, this.#samples.length * 2)))
    grown.set(this.#samples)
    this.#samples = grown
  }

  /** A copy of what there is so far. */
  get recording(): Int16Array<ArrayBuffer> {
    return this.#samples.slice(0, this.#length)
  }
}
