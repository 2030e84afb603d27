import { dbm0Of } from '../src/media/sound-level.ts'

/** Pieces of telephone sound, 16-bit samples at 8 kHz. */

const RATE = 8_000
const samples = (ms: number) => Math.round((ms * RATE) / 1_000)

export const silence = (ms: number) => new Int16Array(samples(ms))

/** Tones together, each so loud. */
export function tone(hertz: number | readonly number[], ms: number, dbm0 = -15): Int16Array {
  const all = [hertz].flat()
  const amplitude = 32_124 * 10 ** ((dbm0 - 3.17) / 20)
  return Int16Array.from({ length: samples(ms) }, (_, at) =>
    all.reduce((sum, one) => sum + amplitude * Math.sin((2 * Math.PI * one * at) / RATE), 0),
  )
}

export function joined(...pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Both at once; as long as the longer. */
export const mixed = (one: Int16Array, other: Int16Array): Int16Array =>
  Int16Array.from({ length: Math.max(one.length, other.length) }, (_, at) =>
    Math.max(-32_000, Math.min(32_000, (one[at] ?? 0) + (other[at] ?? 0))),
  )

export const louder = (sound: Int16Array, db: number): Int16Array =>
  sound.map((sample) => Math.max(-32_000, Math.min(32_000, sample * 10 ** (db / 20))))

/** Made so loud on the whole. */
export function atLevel(sound: Int16Array, dbm0: number): Int16Array {
  const meanSquare = sound.reduce((sum, one) => sum + one * one, 0) / Math.max(1, sound.length)
  return louder(sound, dbm0 - dbm0Of(meanSquare))
}

export const cut = (sound: Int16Array, fromMs: number, toMs?: number): Int16Array =>
  sound.slice(samples(fromMs), toMs === undefined ? undefined : samples(toMs))
