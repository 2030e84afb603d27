import { inBlocks, type Steps } from './steps.ts'

/** The rate of telephone audio. */
export const TELEPHONE_RATE = 8_000
/** The rate of wideband telephony (G.722), and of the recorded phrases. */
export const WIDE_RATE = 16_000

// A windowed sinc, counted in samples of the slower rate: 64 crossings on each side and this window leave 80 dB less
// of whatever lies above its half, 4 kHz for a telephone, where it would come back as a whistle, and keep all up to 3.7 kHz: a recogniser told
// "six" and "seven" from "eight" and "one" more often than with all up to 3.4 kHz.
const CROSSINGS = 64
const CUTOFF = 0.96
const WINDOW_BETA = 7.9
const BLOCK = 512

/** Samples of any rate from 8 kHz up, at the telephone's rate or another. */
export function* resample(samples: Float32Array, rate: number, wanted = TELEPHONE_RATE): Steps<Float32Array> {
  if (rate === wanted) return samples
  const filter = filterFor(rate, wanted)
  const result = new Float32Array(Math.floor((samples.length * wanted) / rate))
  yield* inBlocks(result.length, BLOCK, (from, to) => {
    for (let index = from; index < to; index++) result[index] = filter(samples, index)
  })
  return result
}

type Filter = (samples: Float32Array, index: number) => number

const filters = new Map<string, Filter>()

/** The first few are kept: synthesisers and phrases have the same rates every time. */
const MOST_FILTERS = 4

function filterFor(rate: number, wanted: number): Filter {
  const name = `${rate} ${wanted}`
  const filter = filters.get(name) ?? createFilter(rate, wanted)
  if (filters.size < MOST_FILTERS) filters.set(name, filter)
  return filter
}

/** One sample of the result. Where its moment falls between two of the source repeats, so each phase is made once. */
function createFilter(rate: number, wanted: number): Filter {
  const common = greatestCommonDivisor(rate, wanted)
  const [step, phases] = [rate / common, wanted / common]
  const ratio = Math.min(1, wanted / rate)
  const reach = Math.ceil(CROSSINGS / ratio)
  const made = Array.from<Float32Array | undefined>({ length: phases })
  return (samples, index) => {
    const phase = (index * step) % phases
    const taps = (made[phase] ??= tapsOf(phase / phases, reach, ratio))
    return weighed(samples, taps, Math.floor((index * step) / phases) - reach)
  }
}

/** The weights of the samples from `reach` before to `reach` after a moment that lies so far behind a sample. */
const tapsOf = (behind: number, reach: number, ratio: number): Float32Array =>
  Float32Array.from({ length: 2 * reach + 1 }, (_, n) => ratio * kernel(Math.abs(n - reach - behind) * ratio))

function weighed(samples: Float32Array, taps: Float32Array, start: number): number {
  const last = Math.min(taps.length, samples.length - start)
  let sum = 0
  for (let n = Math.max(0, -start); n < last; n++) sum += (samples[start + n] ?? 0) * (taps[n] ?? 0)
  return sum
}

function kernel(at: number): number {
  if (at >= CROSSINGS) return 0
  const angle = Math.PI * CUTOFF * at
  return CUTOFF * (angle === 0 ? 1 : Math.sin(angle) / angle) * kaiser(at / CROSSINGS)
}

/** The modified Bessel function of the first kind, order zero, by its series. */
function bessel(x: number): number {
  let term = 1
  let sum = 1
  for (let n = 1; term > sum * 1e-12; n++) {
    term *= (x / (2 * n)) ** 2
    sum += term
  }
  return sum
}

const HIGHEST = bessel(WINDOW_BETA)

const kaiser = (at: number) => bessel(WINDOW_BETA * Math.sqrt(1 - at * at)) / HIGHEST

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)
