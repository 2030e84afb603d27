import { encodeG711 } from '@reveille/sip'
import { TELEPHONE_RATE } from './resample.ts'
import { inBlocks, type Steps } from './steps.ts'

/** How loud telephone speech is: levels in decibels below the loudest possible, samples from -1 to 1. */

export const SPEECH_LEVEL = -20
// Above this a peak is bent rather than cut; mu-law's loudest is 1.
const KNEE = 0.5
const CEILING = 0.8

const FRAME_MS = 20
const FRAMES = 100
const BLOCK = 16_000
// A pause within speech says nothing about how loud the speech is.
const SPEECH_RANGE = 30

const decibels = (ratio: number) => 20 * Math.log10(ratio)
const ratioOf = (db: number) => 10 ** (db / 20)

export interface SpeechLevel {
  /** How loud the speech is; -Infinity for silence. */
  readonly level: number
  /** How long the speech is, without pauses. */
  readonly ms: number
}

export function* speechIn(samples: Float32Array, rate = TELEPHONE_RATE): Steps<SpeechLevel> {
  const size = (rate * FRAME_MS) / 1_000
  const powers = new Float64Array(Math.max(1, Math.floor(samples.length / size)))
  yield* inBlocks(powers.length, FRAMES, (from, to) => {
    for (let frame = from; frame < to; frame++) powers[frame] = powerOf(samples, frame, size)
  })
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0)
  const spoken = powers.filter((power) => power > 0 && power >= loudest * ratioOf(-SPEECH_RANGE) ** 2)
  const mean = spoken.reduce((sum, power) => sum + power, 0) / Math.max(1, spoken.length)
  return { level: decibels(Math.sqrt(mean)), ms: spoken.length * FRAME_MS }
}

function powerOf(samples: Float32Array, frame: number, size: number): number {
  let sum = 0
  for (let n = frame * size; n < (frame + 1) * size; n++) sum += (samples[n] ?? 0) ** 2
  return sum / size
}

/** Makes everything louder or softer by so many decibels, in place; peaks are rounded off before they would clip. */
export function* amplify(samples: Float32Array, db: number): Steps<void> {
  const gain = ratioOf(db)
  yield* inBlocks(samples.length, BLOCK, (from, to) => {
    for (let n = from; n < to; n++) samples[n] = rounded((samples[n] ?? 0) * gain)
  })
}

function rounded(sample: number): number {
  const size = Math.abs(sample)
  if (size <= KNEE) return sample
  const bent = KNEE + (CEILING - KNEE) * Math.tanh((size - KNEE) / (CEILING - KNEE))
  return Math.sign(sample) * bent
}

export function* encodePcmu(samples: Float32Array): Steps<Uint8Array> {
  const bytes = new Uint8Array(samples.length)
  yield* inBlocks(samples.length, BLOCK, (from, to) => {
    const whole = Int16Array.from(samples.subarray(from, to), (sample) => Math.round(sample * 32_767))
    bytes.set(encodeG711(whole, 'PCMU'), from)
  })
  return bytes
}

/** As 16-bit samples. */
export function* encodeSamples(samples: Float32Array): Steps<Int16Array> {
  const whole = new Int16Array(samples.length)
  yield* inBlocks(samples.length, BLOCK, (from, to) => {
    for (let n = from; n < to; n++) whole[n] = Math.round((samples[n] ?? 0) * 32_767)
  })
  return whole
}

export function* decodeSamples(samples: Int16Array): Steps<Float32Array> {
  const parts = new Float32Array(samples.length)
  yield* inBlocks(samples.length, BLOCK, (from, to) => {
    for (let n = from; n < to; n++) parts[n] = (samples[n] ?? 0) / 32_768
  })
  return parts
}
