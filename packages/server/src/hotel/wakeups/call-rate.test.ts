import { describe, expect, it } from 'vitest'
import { Pace } from './call-rate.ts'

const begin = (pace: Pace, moments: readonly number[]) => moments.forEach((at) => pace.began(at))

describe('how many calls begin in a second', () => {
  it('lets as many begin at once as are allowed, and then none', () => {
    const pace = new Pace()
    begin(pace, [1_000, 1_000])
    expect(pace.allows(1_000, 3)).toBe(true)
    pace.began(1_000)
    expect(pace.allows(1_000, 3)).toBe(false)
    expect(pace.nextAt(1_000, 3)).toBe(2_000)
  })

  it('counts over any second, not by the clock', () => {
    const pace = new Pace()
    begin(pace, [1_900, 1_950])
    expect(pace.allows(2_800, 2)).toBe(false)
    expect(pace.nextAt(2_800, 2)).toBe(2_900)
    expect(pace.allows(2_900, 2)).toBe(true)
  })

  it('starts anew when the clock was set back', () => {
    const pace = new Pace()
    begin(pace, [10_000, 10_000])
    expect(pace.allows(5_000, 2)).toBe(true)
    begin(pace, [5_000, 5_000])
    expect(pace.allows(5_000, 2)).toBe(false)
    expect(pace.allows(6_000, 2)).toBe(true)
  })

  it('has no next moment but now while there is room', () => {
    expect(new Pace().nextAt(7, 1)).toBe(7)
  })
})
