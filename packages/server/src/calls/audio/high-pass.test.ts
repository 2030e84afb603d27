import { expect, it } from 'vitest'
import { tone } from '../../../testing/wav-files.ts'
import { highPass } from './high-pass.ts'
import { atOnce } from './steps.ts'

/** What is left of a second of sound, in decibels, once it has settled. */
function leftOf(samples: Float32Array): number {
  const power = (some: Float32Array) => some.subarray(4_000).reduce((sum, one) => sum + one ** 2, 0)
  const before = power(samples)
  atOnce(highPass(samples))
  return 10 * Math.log10(power(samples) / before)
}

it.each([
  ['a constant', new Float32Array(8_000).fill(0.5), -200],
  ['the hum of the mains', tone(50, 8_000, 1), -28],
  ['the corner', tone(250, 8_000, 1), -3],
  ['a voice', tone(1_000, 8_000, 1), 0],
  ['a hiss', tone(3_500, 8_000, 1), 0],
])('of %s there is left what a receiver gives', (_, samples, decibels) => {
  expect(Math.abs(Math.max(-200, leftOf(samples)) - decibels)).toBeLessThan(1)
})
