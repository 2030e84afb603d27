import { describe, expect, it } from 'vitest'
import { resample, TELEPHONE_RATE } from './resample.ts'
import { atOnce } from './steps.ts'

const tone = (hertz: number, rate: number, seconds = 0.5) =>
  Float32Array.from({ length: rate * seconds }, (_, n) => 0.5 * Math.sin((2 * Math.PI * hertz * n) / rate))

/** In decibels, over the middle, where the beginning and the end do not reach. */
function level(samples: Float32Array): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4)
  return 10 * Math.log10(middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length + 1e-20)
}

/** How much of a tone is left when itself is taken out: noise, hum and mirror images. */
function remainder(samples: Float32Array, hertz: number): number {
  const wanted = tone(hertz, TELEPHONE_RATE)
  return level(samples.map((sample, n) => sample - (wanted[n] ?? 0)))
}

describe.each([8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 47_999, 48_000])(
  'sound of %i Hz',
  (rate) => {
    it.each([300, 1_000, 3_600])('keeps a tone of %i Hz as it is', (hertz) => {
      expect(remainder(atOnce(resample(tone(hertz, rate), rate)), hertz)).toBeLessThan(-60)
    })

    it('keeps its length', () => {
      expect(atOnce(resample(new Float32Array(rate), rate))).toHaveLength(TELEPHONE_RATE)
    })
  },
)

describe('what a telephone cannot carry', () => {
  it.each([
    [4_100, 16_000],
    [5_000, 22_050],
    [7_000, 16_000],
    [8_000, 44_100],
    [15_000, 48_000],
  ])('a tone of %i Hz is not heard as another one', (hertz, rate) => {
    expect(level(atOnce(resample(tone(hertz, rate), rate)))).toBeLessThan(-75)
  })
})

it('no sound stays no sound', () => expect(atOnce(resample(new Float32Array(), 44_100))).toHaveLength(0))
