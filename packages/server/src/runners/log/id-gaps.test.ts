import { describe, expect, it } from 'vitest'
import { minutes } from '../../kernel/clock.ts'
import { Frontier } from './id-gaps.ts'

describe('how far the log has been seen', () => {
  it('is behind the last row when none is missing', () => {
    const frontier = new Frontier(5)
    expect(frontier.next).toBe(5)
    frontier.saw([5, 6, 7], 0)
    expect(frontier.next).toBe(8)
    expect(frontier.waitedFor(0)).toEqual([])
  })

  it('waits for the rows that were passed over, until they appear', () => {
    const frontier = new Frontier(1)
    frontier.saw([1, 4, 6], 0)
    expect(frontier.waitedFor(0)).toEqual([2, 3, 5])
    frontier.saw([2, 5], 1)
    expect(frontier.waitedFor(1)).toEqual([3])
    frontier.saw([3], 2)
    expect(frontier.waitedFor(2)).toEqual([])
    expect(frontier.next).toBe(7)
  })

  it('waits for a row that was passed over as long as somebody may hold it', () => {
    const frontier = new Frontier(2)
    frontier.saw([3], 0)
    frontier.saw([5], minutes(4))
    expect(frontier.waitedFor(minutes(5) - 1)).toEqual([2, 4])
    expect(frontier.waitedFor(minutes(5))).toEqual([4])
    expect(frontier.waitedFor(minutes(9))).toEqual([])
  })

  it('does not wait for thousands that were never given out', () => {
    const frontier = new Frontier(1)
    frontier.saw([1_000_000], 0)
    expect(frontier.waitedFor(0)).toHaveLength(1_000)
    expect(frontier.waitedFor(0)[0]).toBe(999_000)
  })
})
