import { describe, expect, it } from 'vitest'
import { CallRate } from './call-rate.ts'

const begin = (rate: CallRate, moments: readonly number[]) => moments.forEach((at) => rate.began(at))

describe('how many calls begin in a second', () => {
  it('lets as many begin at once as are allowed, and then none', () => {
    const rate = new CallRate()
    begin(rate, [1_000, 1_000])
    expect(rate.allows(1_000, 3)).toBe(true)
    rate.began(1_000)
    expect(rate.allows(1_000, 3)).toBe(false)
    expect(rate.nextAt(1_000, 3)).toBe(2_000)
  })

  it('counts over any second, not by the clock', () => {
    const rate = new CallRate()
    begin(rate, [1_900, 1_950])
    expect(rate.allows(2_800, 2)).toBe(false)
    expect(rate.nextAt(2_800, 2)).toBe(2_900)
    expect(rate.allows(2_900, 2)).toBe(true)
  })

  it('starts anew when the clock was set back', () => {
    const rate = new CallRate()
    begin(rate, [10_000, 10_000])
    expect(rate.allows(5_000, 2)).toBe(true)
    begin(rate, [5_000, 5_000])
    expect(rate.allows(5_000, 2)).toBe(false)
    expect(rate.allows(6_000, 2)).toBe(true)
  })

  it('has no next moment but now while there is room', () => {
    expect(new CallRate().nextAt(7, 1)).toBe(7)
  })
})
