import type { Law } from '../sdp/offer-answer.ts'
import { decode } from './g711.ts'
import { FRAME, type Loudness } from './sound-level.ts'

/** Of a tone, the second likeness follows from the first: the cosine of twice the angle. So much is noise. */
const UNLIKE_TONE = 0.2

/** How far two estimates of one tone may lie apart. */
const SAME_TONE_HZ = 25

export const isSameTone = (hertz: number, other: number) => Math.abs(hertz - other) <= SAME_TONE_HZ

/** Beeps lie here; below are the hum of the mains and most voices, above is what telephones do not carry well. */
const LOWEST_HZ = 350
const HIGHEST_HZ = 2_300
/** A softer tone is next door. */
const SOFTEST_DBM0 = -30
/** Two halves of a frame of one tone are equally loud. Two tones side by side (ring-back in America) beat; 1.6. */
const HALVES_ALIKE = 1.45
/** So much of all sound is this one tone: a vowel has its sound in several harmonics, a key in two tones. */
const PART_OF_ALL = 0.85

/** The one frequency that fills a frame, in hertz; null where there is none, or where it is too soft. */
export function pureToneIn(bytes: Uint8Array, codec: Law, loudness: Loudness): number | null {
  const { first, second, level } = loudness
  if (level < SOFTEST_DBM0 || first > second * HALVES_ALIKE || second > first * HALVES_ALIKE) return null
  const all = first + second
  const frame = decode(bytes, codec)
  const cosine = cosineOf(frame, all)
  if (!(cosine > LOWEST_COSINE && cosine < HIGHEST_COSINE)) return null
  const part = power(frame, 2 * cosine) / (all * (FRAME / 2))
  return part < PART_OF_ALL ? null : (Math.acos(cosine) * 8_000) / (2 * Math.PI)
}

const cosineAt = (hertz: number) => Math.cos((2 * Math.PI * hertz) / 8_000)
const [LOWEST_COSINE, HIGHEST_COSINE] = [cosineAt(HIGHEST_HZ), cosineAt(LOWEST_HZ)]

/**
 * Pisarenko's estimate of the one frequency in white noise, from how the sound resembles itself one and two samples on;
 * NaN where that is nothing like a tone, as most speech.
 */
function cosineOf(frame: Int16Array, all: number): number {
  let [one, two] = [0, 0]
  let [last, before] = [frame[1] ?? 0, frame[0] ?? 0]
  for (let at = 2; at < FRAME; at++) {
    const sample = frame[at] ?? 0
    one += sample * last
    two += sample * before
    before = last
    last = sample
  }
  if (Math.abs(two / all - 2 * (one / all) ** 2 + 1) > UNLIKE_TONE) return Number.NaN
  const root = Math.sqrt(two * two + 8 * one * one)
  // Twice the same root of a quadratic equation, each where it does not divide by nearly nothing.
  return two > 0 ? (two + root) / (4 * one) : (2 * one) / (root - two)
}

/** Goertzel's filter, as for keys. */
function power(frame: Int16Array, factor: number): number {
  let [last, before] = [0, 0]
  for (let at = 0; at < FRAME; at++) {
    const next = (frame[at] ?? 0) + factor * last - before
    before = last
    last = next
  }
  return last * last + before * before - factor * last * before
}
