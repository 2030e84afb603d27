import { WIDE_RATE } from './resample.ts'

/** How whoever speaks begins and ends. */
export interface Edges {
  /** What is softer than this share of the loudest moment is not speech any more. */
  readonly below: number
  /** How long an echo goes on after the last word. */
  readonly echoMs: number
}

const MOMENT_MS = 5
const MOMENT = (MOMENT_MS * WIDE_RATE) / 1_000
const LEAD_MS = 5
const TAIL_MS = 15
// As long as between two sentences that are joined here.
const LONGEST_PAUSE_MS = 350

const moments = (ms: number) => Math.round(ms / MOMENT_MS)

/** Speech of 16 kHz without silence around it, and with no pause longer than between two sentences. */
export function tightened(samples: Float32Array, { below, echoMs }: Edges): Float32Array {
  const powers = Array.from({ length: Math.ceil(samples.length / MOMENT) }, (_, at) => powerAt(samples, at))
  const least = powers.reduce((most, power) => Math.max(most, power), 0) * below ** 2
  const isHeard = powers.map((power) => power > least)
  const first = isHeard.indexOf(true)
  if (first < 0) return new Float32Array()
  const from = Math.max(0, first - moments(LEAD_MS))
  const to = Math.max(first + 1, isHeard.lastIndexOf(true) + 1 + moments(TAIL_MS - echoMs))
  return joined(samples, keptMoments(isHeard, from, Math.min(to, powers.length)))
}

function powerAt(samples: Float32Array, at: number): number {
  const moment = samples.subarray(at * MOMENT, (at + 1) * MOMENT)
  return moment.reduce((sum, sample) => sum + sample ** 2, 0) / MOMENT
}

/** Of a pause that is too long its beginning and its end, where a word may still be fading. */
function keptMoments(isHeard: readonly boolean[], from: number, to: number): number[] {
  const half = moments(LONGEST_PAUSE_MS / 2)
  return Array.from({ length: to - from }, (_, n) => from + n).filter(
    (at) => isNear(isHeard, at, half) || at < from + half || at >= to - half,
  )
}

const isNear = (isHeard: readonly boolean[], at: number, reach: number) =>
  isHeard.slice(Math.max(0, at - reach), at + reach + 1).includes(true)

function joined(samples: Float32Array, kept: readonly number[]): Float32Array {
  const whole = new Float32Array(kept.length * MOMENT)
  for (const [n, at] of kept.entries())
    whole.set(samples.subarray(at * MOMENT, (at + 1) * MOMENT), n * MOMENT)
  return whole
}
