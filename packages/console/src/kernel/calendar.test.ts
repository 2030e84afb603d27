import { describe, expect, it } from 'vitest'
import { addDays, isDate, weekdayOf } from './calendar.ts'

describe('the calendar', () => {
  it.each([
    ['2026-11-15', 1, '2026-11-16'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-11-15', 3_650, '2036-11-12'],
    ['2000-02-29', 366, '2001-03-01'],
  ])('%s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
  })

  it.each([
    ['2026-11-15', 6],
    ['2026-11-16', 0],
    ['2000-01-01', 5],
    ['2028-02-29', 1],
  ])('%s is day %i of its week', (date, day) => {
    expect(weekdayOf(date)).toBe(day)
  })

  it.each([
    ['2026-11-30', true],
    ['2026-11-31', false],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['1900-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-1-1', false],
    ['soon', false],
  ])('%s is a day: %s', (date, expected) => {
    expect(isDate(date)).toBe(expected)
  })
})
