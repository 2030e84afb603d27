import { describe, expect, it } from 'vitest'
import { CallRates } from './call-rate.ts'

const [HERE, EAST] = ['pbx.example:5060', 'east.example:5060']

/** So many calls a second at each exchange, of which some have begun here. */
function ratesOf(perSecond: number, ...begun: number[]) {
  const rates = new CallRates(() => perSecond)
  for (const at of begun) rates.began(HERE, at)
  return rates
}

describe('how many calls begin in a second at an exchange', () => {
  it.each([
    ['as many at once as are allowed', 3, [1_000, 1_000], 1_000, true, 1_000],
    ['and then none', 3, [1_000, 1_000, 1_000], 1_000, false, 2_000],
    ['counted over any second, not by the clock', 2, [1_900, 1_950], 2_800, false, 2_900],
    ['again when the oldest is a second old', 2, [1_900, 1_950], 2_900, true, 2_900],
    ['anew when the clock was set back', 2, [10_000, 10_000], 5_000, true, 5_000],
    ['counted after that as before', 2, [10_000, 10_000, 5_000, 5_000], 5_000, false, 6_000],
    ['at once where none has begun', 1, [], 7, true, 7],
  ] as const)('is %s', (_, perSecond, begun, now, allowed, next) => {
    const rates = ratesOf(perSecond, ...begun)
    expect([rates.allows(HERE, now), rates.nextAt(HERE, now)]).toEqual([allowed, next])
  })

  it.each([
    ['has room', 3, [1_000, 1_000]],
    ['is full', 2, [1_000, 1_000]],
  ] as const)('is not changed by another that %s', (_, perSecond, begun) => {
    const rates = ratesOf(perSecond, ...begun)
    rates.began(EAST, 1_000)
    expect([rates.allows(EAST, 1_000), rates.nextAt(EAST, 1_000)]).toEqual([true, 1_000])
  })

  it('is looked at again when the first exchange that is full has room', () => {
    const rates = ratesOf(1, 1_000)
    expect(rates.firstFreeAt(1_500)).toBe(2_000)
    rates.began(EAST, 1_400)
    expect(rates.firstFreeAt(1_500)).toBe(2_000)
    expect(rates.firstFreeAt(2_000)).toBe(2_400)
    expect(rates.firstFreeAt(2_400)).toBe(Infinity)
  })

  it('follows the setting', () => {
    let perSecond = 1
    const rates = new CallRates(() => perSecond)
    rates.began(HERE, 1_000)
    expect(rates.allows(HERE, 1_000)).toBe(false)
    perSecond = 2
    expect(rates.allows(HERE, 1_000)).toBe(true)
  })
})
