import { describe, expect, it } from 'vitest'
import { middleOf, narrowed } from './clock.ts'

const heard = (told: number, sent: number, received: number, within = 0) => ({ told, within, sent, received })

describe('the clock of a screen', () => {
  it('takes the middle of what one answer leaves open', () => {
    expect(middleOf(narrowed(null, heard(10_000, 0, 200)))).toBe(9_900)
  })

  it('knows better with every answer, and a slow one spoils nothing', () => {
    const first = narrowed(null, heard(10_000, 0, 2_000))
    const second = narrowed(first, heard(13_000, 3_000, 3_040))
    expect(second).toEqual({ least: 9_960, most: 10_000 })
    expect(narrowed(second, heard(20_000, 8_000, 12_000))).toEqual(second)
  })

  it('believes the newest answer when a clock was set meanwhile', () => {
    const before = narrowed(null, heard(10_000, 0, 10))
    expect(narrowed(before, heard(70_000, 100, 110))).toEqual({ least: 69_890, most: 69_900 })
  })

  it('reckons with a server that tells whole seconds only', () => {
    expect(narrowed(null, heard(10_000, 500, 500, 1_000))).toEqual({ least: 9_500, most: 10_500 })
  })
})
