import { dbm0Of } from '../../packages/sip/src/media/sound-level.ts'
import type { Chance } from '../../packages/server/testing/chance.ts'

const PER_MS = 8
const LOUDEST = 32_000
/** What lies so far below the loudest frame is a pause, and says nothing about how loud the speech is. */
const SPEECH_RANGE = 30

/** Sound that is put together from pieces. */
export class Track {
  readonly #sum: Float32Array

  constructor(lengthMs: number) {
    this.#sum = new Float32Array(Math.round(lengthMs * PER_MS))
  }

  get lengthMs(): number {
    return this.#sum.length / PER_MS
  }

  /** What is beyond the end is cut off. Gives the moment at which it ends. */
  add(piece: Int16Array, atMs: number, db = 0): number {
    const gain = 10 ** (db / 20)
    const from = Math.max(0, Math.round(atMs * PER_MS))
    for (let at = 0; at < piece.length && from + at < this.#sum.length; at++)
      this.#sum[from + at] = (this.#sum[from + at] ?? 0) + gain * (piece[at] ?? 0)
    return atMs + piece.length / PER_MS
  }

  /** So loud while there is sound in it. */
  addAt(piece: Int16Array, atMs: number, dbm0: number): number {
    return this.add(piece, atMs, dbm0 - speechLevel(piece))
  }

  get samples(): Int16Array {
    return made(this.#sum.length, (at) => this.#sum[at] ?? 0)
  }
}

/** A loop, because `Int16Array.from` with a function takes thirty times as long. */
function made(length: number, sampleAt: (at: number) => number): Int16Array {
  const samples = new Int16Array(length)
  for (let at = 0; at < length; at++) samples[at] = Math.max(-LOUDEST, Math.min(LOUDEST, sampleAt(at)))
  return samples
}

/** The level of the frames in which there is sound. */
function speechLevel(piece: Int16Array): number {
  const powers = Array.from({ length: Math.floor(piece.length / 160) }, (_, at) =>
    piece.subarray(at * 160, (at + 1) * 160).reduce((sum, one) => sum + one * one, 0),
  )
  const loudest = Math.max(1, ...powers)
  const spoken = powers.filter((power) => power > loudest * 10 ** (-SPEECH_RANGE / 10))
  return dbm0Of(spoken.reduce((sum, power) => sum + power, 0) / Math.max(1, spoken.length) / 160)
}

/** White, or dull as through a wall. */
export function noise(chance: Chance, ms: number, isDull: boolean): Int16Array {
  let last = 0
  return made(Math.round(ms * PER_MS), () => {
    const white = chance.between(-8_000, 8_000)
    last = isDull ? 0.9 * last + 0.1 * white : white
    return last
  })
}

/** One period of the hum of the mains, with its harmonics. */
const HUM = made(160, (at) =>
  [50, 100, 150, 250].reduce(
    (sum, hertz) => sum + (200_000 / hertz) * Math.sin((2 * Math.PI * hertz * at) / 8_000),
    0,
  ),
)

export const hum = (ms: number): Int16Array =>
  made(Math.round(ms * PER_MS), (at) => HUM[at % HUM.length] ?? 0)

/** Pieces one after the other. */
export const inRow = (...pieces: readonly Int16Array[]): Int16Array => {
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
