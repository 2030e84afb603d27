import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../../kernel/clock.ts'
import { minuteOf } from '../time/calendar.ts'
import { type CapacityOf, countsBySharers, lateMinutes, lineSharers } from './rush.ts'

/** 2026-11-15T06:00Z */
const SEVEN = 1_794_722_400_000

/** Calls of the minutes from seven on, each of 40 seconds; the seconds by which the last of each minute is late. */
function lateness(calls: readonly number[], lines: number, perSecond = 1_000, callMs = seconds(40)) {
  const counted = calls.map((count, n) => ({ minute: SEVEN + minutes(n), calls: count }))
  return lateMinutes(counted, { lines, perSecond, callMs, now: SEVEN - minutes(60) }).map(
    ({ minute, due, last }) => [(minute - SEVEN) / minutes(1), due, (last - minute) / seconds(1)],
  )
}

describe('how a rush will go', () => {
  it.each<[string, number[], number, number[][]]>([
    ['as many calls as lines all ring at once', [10], 10, []],
    ['one more waits for the first to end', [11], 10, [[0, 11, 40]]],
    ['sixty calls over ten lines take six rounds', [60], 10, [[0, 60, 200]]],
    ['one line rings them one by one', [4], 1, [[0, 4, 120]]],
    ['a hotel without lines can promise nothing', [4], 0, []],
    ['a minute with nothing is not named', [30, 0, 0], 10, [[0, 30, 80]]],
  ])('%s', (_, calls, lines, expected) => {
    expect(lateness(calls, lines)).toEqual(expected)
  })

  it('makes the minutes after it late, until all have rung', () => {
    expect(lateness([60, 10, 10, 10, 10, 10, 10], 10)).toEqual([
      [0, 60, 200],
      [1, 10, 180],
      [2, 10, 160],
      [3, 10, 140],
      [4, 10, 120],
      [5, 10, 100],
      [6, 10, 80],
    ])
    expect(lateness([25, 0, 5], 10)).toEqual([[0, 25, 80]])
  })

  it('spills into the next minute also when that one alone has few calls', () => {
    expect(lateness([30, 1], 10)).toEqual([
      [0, 30, 80],
      [1, 1, 60],
    ])
  })

  it('goes by how many calls an exchange takes in a second', () => {
    expect(lateness([300], 300, 20)).toEqual([[0, 300, 14]])
    expect(lateness([60], 300, 20)).toEqual([])
  })

  it('that has begun goes on from now with those that still wait', () => {
    const counted = [{ minute: SEVEN, calls: 15 }]
    const now = SEVEN + minutes(2)
    expect(lateMinutes(counted, { lines: 10, perSecond: 20, callMs: seconds(40), now })).toEqual([
      { minute: SEVEN, due: 15, last: now + seconds(40) },
    ])
  })

  it('goes by the length of calls', () => {
    expect(lateness([300], 20, 20, seconds(13))).toEqual([[0, 300, 182]])
    expect(lateness([300], 20, 20, seconds(40))).toEqual([[0, 300, 560]])
  })
})

describe('who rings over the same lines', () => {
  const lines: Readonly<Record<string, number>> = { '': 2, east: 2, west: 2, own: 5 }
  const capacity: CapacityOf = (tenant) => ({ lines: lines[tenant] ?? 0, perSecond: 20 })

  it('is a hotel with its own by itself, and all the others together', () => {
    expect(['', 'east', 'own'].map((tenant) => lineSharers(tenant, capacity))).toEqual(['', '', 'own'])
  })

  it('is counted together, minute by minute', () => {
    const next = SEVEN + minutes(1)
    const counted = [
      { tenant: 'east', minute: next, calls: 6 },
      { tenant: 'east', minute: SEVEN, calls: 3 },
      { tenant: 'own', minute: next, calls: 2 },
      { tenant: 'west', minute: SEVEN, calls: 4 },
    ]
    expect(countsBySharers(counted, capacity)).toEqual(
      new Map([
        [
          '',
          [
            { tenant: '', minute: SEVEN, calls: 7 },
            { tenant: '', minute: next, calls: 6 },
          ],
        ],
        ['own', [{ tenant: 'own', minute: next, calls: 2 }]],
      ]),
    )
  })
})

it('a call belongs to the minute that it falls into', () => {
  expect(minuteOf(SEVEN + 59_999)).toBe(SEVEN)
  expect(minuteOf(SEVEN + 60_000)).toBe(SEVEN + 60_000)
})
