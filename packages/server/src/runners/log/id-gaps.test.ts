import { describe, expect, it } from 'vitest'
import { minutes } from '../../kernel/clock.ts'
import { IdGaps } from './id-gaps.ts'

describe('how far the log has been seen', () => {
  it('is behind the last row when none is missing', () => {
    const gaps = new IdGaps(5)
    expect(gaps.next).toBe(5)
    gaps.saw([5, 6, 7], 0)
    expect(gaps.next).toBe(8)
    expect(gaps.waitedFor(0)).toEqual([])
  })

  it('waits for the rows that were passed over, until they appear', () => {
    const gaps = new IdGaps(1)
    gaps.saw([1, 4, 6], 0)
    expect(gaps.waitedFor(0)).toEqual([2, 3, 5])
    gaps.saw([2, 5], 1)
    expect(gaps.waitedFor(1)).toEqual([3])
    gaps.saw([3], 2)
    expect(gaps.waitedFor(2)).toEqual([])
    expect(gaps.next).toBe(7)
  })

  it('waits for a row that was passed over as long as somebody may hold it', () => {
    const gaps = new IdGaps(2)
    gaps.saw([3], 0)
    gaps.saw([5], minutes(4))
    expect(gaps.waitedFor(minutes(5) - 1)).toEqual([2, 4])
    expect(gaps.waitedFor(minutes(5))).toEqual([4])
    expect(gaps.waitedFor(minutes(9))).toEqual([])
  })

  it('does not wait for thousands that were never given out', () => {
    const gaps = new IdGaps(1)
    gaps.saw([1_000_000], 0)
    expect(gaps.waitedFor(0)).toHaveLength(1_000)
    expect(gaps.waitedFor(0)[0]).toBe(999_000)
  })
})
