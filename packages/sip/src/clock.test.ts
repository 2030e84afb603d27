import { describe, expect, it } from 'vitest'
import { manualClock } from '../testing/manual-clock.ts'
import { ownClock, systemRandom } from './clock.ts'

describe('a clock of its own', () => {
  it('fires and cancels as the other does', () => {
    const whole = manualClock(5)
    const own = ownClock(whole)
    const fired: string[] = []
    own.after(10, () => fired.push('first'))
    own.after(10, () => fired.push('cancelled')).cancel()
    whole.advance(10)
    expect([own.now(), fired]).toEqual([15, ['first']])
  })

  it('lets nothing happen once it is closed', () => {
    const whole = manualClock()
    const own = ownClock(whole)
    const fired: string[] = []
    own.after(10, () => fired.push('before'))
    own.close()
    own.after(10, () => fired.push('after'))
    whole.advance(1_000)
    expect(fired).toEqual([])
  })
})

describe('chance', () => {
  it('gives tokens of any length and numbers within their bounds, for as long as one likes', () => {
    for (let at = 0; at < 5_000; at++) {
      expect(systemRandom.token(at % 50)).toMatch(new RegExp(`^[a-z0-9]{${at % 50}}$`))
      const number = systemRandom.integer(3, 7)
      expect(number >= 3 && number < 7).toBe(true)
    }
    expect(systemRandom.token(10_000)).toHaveLength(10_000)
  })
})
