import type { Law } from '../sdp/offer-answer.ts'
import { decode } from './g711.ts'

/** How loud telephone sound is, in dBm0: a sine of the greatest amplitude that mu-law has is 3.17 (ITU-T G.711). */

const LOUDEST_SINE = 10 * Math.log10(32_124 ** 2 / 2)
export const SILENT_DBM0 = -96

export const dbm0Of = (meanSquare: number) =>
  meanSquare > 0 ? Math.max(SILENT_DBM0, 10 * Math.log10(meanSquare) - LOUDEST_SINE + 3.17) : SILENT_DBM0

/** Sound of 20 ms, in which speech and tones are looked for. */
export const FRAME = 160
export const FRAME_MS = 20

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const squaresOf = (codec: Law) => Float64Array.from(decode(EVERY_BYTE, codec), (sample) => sample * sample)
/** By the byte: most frames need no more than this. */
const SQUARES: Readonly<Record<Law, Float64Array>> = { PCMU: squaresOf('PCMU'), PCMA: squaresOf('PCMA') }

/** The sum of squares of each half of a frame, and how loud it is on the whole. */
export interface Loudness {
  readonly first: number
  readonly second: number
  readonly level: number
}

export function loudnessOf(frame: Uint8Array, codec: Law): Loudness {
  const first = energy(frame, SQUARES[codec], 0, FRAME / 2)
  const second = energy(frame, SQUARES[codec], FRAME / 2, FRAME)
  return { first, second, level: dbm0Of((first + second) / FRAME) }
}

function energy(frame: Uint8Array, squares: Float64Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += squares[frame[at] ?? 0] ?? 0
  return sum
}

/** Sound that comes in packets of any length, as frames of 160 bytes, which are good until the next. */
export class Frames {
  readonly #frame = new Uint8Array(FRAME)
  #filled = 0

  each(payload: Uint8Array, onFrame: (frame: Uint8Array) => void): void {
    if (payload.length === FRAME && this.#filled === 0) return onFrame(payload)
    for (let at = 0; at < payload.length;) {
      const part = payload.subarray(at, at + FRAME - this.#filled)
      this.#frame.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled < FRAME) return
      this.#filled = 0
      onFrame(this.#frame)
    }
  }

  /** What comes next does not follow what came last. */
  reset(): void {
    this.#filled = 0
  }
}
