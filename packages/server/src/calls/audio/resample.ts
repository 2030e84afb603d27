import { inBlocks, type Steps } from './steps.ts'

/** The rate of telephone audio, and of everything that leaves here. */
export const TELEPHONE_RATE = 8_000

// A windowed sinc, counted in samples of the telephone: 64 crossings on each side and this window leave 80 dB less
// of whatever lies above 4 kHz, where it would come back as a whistle, and keep all up to 3.7 kHz: a recogniser told
// "six" and "seven" from "eight" and "one" more often than with all up to 3.4 kHz.
const CROSSINGS = 64
const CUTOFF = 0.96
const WINDOW_BETA = 7.9
const BLOCK = 512

/** Samples of any rate from 8 kHz up, at the telephone's rate. */
export function* resample(samples: Float32Array, rate: number): Steps<Float32Array> {
  if (rate === TELEPHONE_RATE) return samples
  const filter = filterFor(rate)
  const result = new Float32Array(Math.floor((samples.length * TELEPHONE_RATE) / rate))
  yield* inBlocks(result.length, BLOCK, (from, to) => {
    for (let index = from; index < to; index++) result[index] = filter(samples, index)
  })
  return result
}

type Filter = (samples: Float32Array, index: number) => number

let lastRate = 0
let lastFilter: Filter = () => 0

/** The one used last is kept: a synthesiser speaks at the same rate every time. */
function filterFor(rate: number): Filter {
  if (rate !== lastRate) lastFilter = createFilter(rate)
  lastRate = rate
  return lastFilter
}

/** One sample of the result. Where its moment falls between two of the source repeats, so each phase is made once. */
function createFilter(rate: number): Filter {
  const common = greatestCommonDivisor(rate, TELEPHONE_RATE)
  const [step, phases] = [rate / common, TELEPHONE_RATE / common]
  const reach = Math.ceil((CROSSINGS * rate) / TELEPHONE_RATE)
  const made = Array.from<Float32Array | undefined>({ length: phases })
  return (samples, index) => {
    const phase = (index * step) % phases
    const taps = (made[phase] ??= tapsOf(phase / phases, reach, TELEPHONE_RATE / rate))
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
