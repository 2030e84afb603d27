import { describe, expect, it } from 'vitest'
import { minuteOf } from '../time/calendar.ts'
import { forecastOf, fullestMinutes, lineSharers } from './rush.ts'

/** 2026-11-15T06:00Z */
const SEVEN = 1_794_722_400_000

describe('how a rush will go', () => {
  it.each<[string, number, number, number | null]>([
    ['as many calls as lines all ring at once', 10, 10, null],
    ['one more waits for the first to end', 11, 10, 40],
    ['sixty calls over ten lines take six rounds', 60, 10, 200],
    ['one line rings them one by one', 4, 1, 120],
    ['a hotel without lines can promise nothing', 4, 0, null],
  ])('%s', (_, due, lines, seconds) => {
    const last = forecastOf(SEVEN, due, lines)?.last ?? null
    expect(last).toBe(seconds && SEVEN + seconds * 1_000)
  })

  it('says what was counted', () => {
    expect(forecastOf(SEVEN, 60, 10)).toMatchObject({ due: 60, lines: 10 })
  })

  it('goes by who rings over the same lines: a hotel with its own by itself, all the others together', () => {
    const lines: Readonly<Record<string, number>> = { '': 2, east: 2, west: 2, own: 5 }
    const capacity = (tenant: string) => lines[tenant] ?? 0
    expect(['', 'east', 'own'].map((tenant) => lineSharers(tenant, capacity))).toEqual(['', '', 'own'])

    const next = SEVEN + 60_000
    const counted = [
      { tenant: 'east', minute: SEVEN, calls: 3 },
      { tenant: 'west', minute: SEVEN, calls: 4 },
      { tenant: 'east', minute: next, calls: 6 },
      { tenant: 'own', minute: SEVEN, calls: 1 },
      { tenant: 'own', minute: next, calls: 2 },
    ]
    expect(fullestMinutes(counted, capacity)).toEqual([
      { tenant: '', minute: SEVEN, calls: 7 },
      { tenant: 'own', minute: next, calls: 2 },
    ])
  })

  it('counts by the minute', () => {
    expect(minuteOf(SEVEN + 59_999)).toBe(SEVEN)
    expect(minuteOf(SEVEN + 60_000)).toBe(SEVEN + 60_000)
  })
})
