import { describe, expect, it } from 'vitest'
import { barsOf, heightOf, placeOfWords, topOf } from './strip.ts'

const bar = (left: number, height: number) => ({ left, height })

describe('the words above the strip', () => {
  it.each([
    ['at the beginning of the morning', [], 17],
    ['where low bars stand', [bar(17, 20), bar(25, 60)], 17],
    ['after a bar that reaches up to them', [bar(17, 74)], 20],
    ['after the last of several', [bar(18, 74), bar(35, 70)], 38],
    ['between two that leave enough room', [bar(18, 74), bar(45, 74)], 21],
    ['where they always did, when nothing is free', [20, 35, 50, 65, 80].map((left) => bar(left, 74)), 17],
  ])('stand %s', (_, bars, place) => {
    expect(placeOfWords(bars)).toBe(place)
  })
})

describe('the bars of the strip', () => {
  const due = (minute: number, of = {}) => ({ at: minute, state: 'waits', isVip: false, ...of }) as const

  it('count the calls of a minute, in the order of the night, and leave out what is not of it', () => {
    const calls = [due(500), due(30, { isVip: true }), due(500, { state: 'failed' }), due(-1), due(840)]
    expect(barsOf(calls, (at) => at)).toEqual([
      { at: 30, sky: 30, due: 1, vip: 1, missed: 0 },
      { at: 500, sky: 500, due: 2, vip: 0, missed: 1 },
    ])
  })

  it('are seen also where few are called in a house of many lines', () => {
    const bars = barsOf([due(500)], (at) => at)
    expect([topOf(bars, 0), topOf(bars, 10), topOf(bars, 100)]).toEqual([6, 10, 6])
    expect(heightOf(6, 6)).toBe(74)
  })
})
