import { describe, expect, it } from 'vitest'
import { minutes } from '../kernel/clock.ts'
import { Frontier } from './frontier.ts'

describe('how far the log has been seen', () => {
  it('is behind the last row when none is missing', () => {
    const frontier = new Frontier(5)
    expect(frontier.from(0)).toBe(5)
    frontier.saw([5, 6, 7], 0)
    expect(frontier.from(0)).toBe(8)
  })

  it('stays before a row that was passed over, until it appears', () => {
    const frontier = new Frontier(1)
    frontier.saw([1, 4, 6], 0)
    expect(frontier.from(0)).toBe(2)
    frontier.saw([2, 5], 1)
    expect(frontier.from(1)).toBe(3)
    frontier.saw([3], 2)
    expect(frontier.from(2)).toBe(7)
  })

  it('waits for a row that was passed over as long as somebody may hold it', () => {
    const frontier = new Frontier(2)
    frontier.saw([3], 0)
    frontier.saw([5], minutes(4))
    expect(frontier.from(minutes(5) - 1)).toBe(2)
    expect(frontier.from(minutes(5))).toBe(4)
    expect(frontier.from(minutes(9))).toBe(6)
  })

  it('does not wait for thousands that were never given out', () => {
    const frontier = new Frontier(1)
    frontier.saw([1_000_000], 0)
    expect(frontier.from(0)).toBe(999_000)
  })
})
