import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateOfNumber,
  dayNumber,
  dayOfNumber,
  parseClockTime,
  parseDay,
  wallTime,
  weekdayOf,
} from './calendar.ts'

describe('the calendar on the wall', () => {
  it('counts the days of five centuries as Temporal does', () => {
    let expected = Temporal.PlainDate.from('1799-12-31')
    for (let number = dayNumber({ year: 1799, month: 12, day: 31 }); expected.year < 2300; number += 97) {
      const { year, month, day } = expected
      expect(dateOfNumber(number)).toEqual({ year, month, day })
      expect(dayNumber({ year, month, day })).toBe(number)
      expected = expected.add({ days: 97 })
    }
  })

  it('begins in 1970, and holds from the year 0 to the year 9999 and past both', () => {
    expect(dayOfNumber(0)).toBe('19700101')
    expect(addDays('00000101', 0)).toBe('00000101')
    expect(addDays('00000101', -1)).toBe('-0000011231')
    expect(addDays('99991231', 1)).toBe('+0100000101')
    expect(addDays(addDays('99991231', 1), -1)).toBe('99991231')
  })

  it('turns the page at the end of a month, a year and a leap February', () => {
    expect(addDays('20261130', 1)).toBe('20261201')
    expect(addDays('20261231', 1)).toBe('20270101')
    expect(addDays('20280228', 1)).toBe('20280229')
    expect(addDays('20260301', -1)).toBe('20260228')
    expect(addDays('20260101', 365)).toBe('20270101')
  })

  it('knows which day of the week it is', () => {
    expect(weekdayOf('20261115')).toBe('sun')
    expect(weekdayOf('20261116')).toBe('mon')
    expect(weekdayOf('20280229')).toBe('tue')
    expect(weekdayOf('19691231')).toBe('wed')
    expect(weekdayOf('00000101')).toBe('sat')
  })

  it('does not make up a weekday for what is no day', () => {
    expect(() => weekdayOf('tomorrow')).toThrow(RangeError)
  })

  it.each(['20261115', '20280229', '20000229', '00000101', '99991231'])('takes %s for a day', (text) => {
    expect(parseDay(text)).toBe(text)
  })

  it.each([
    '20260229',
    '21000229',
    '20260431',
    '20261301',
    '20260100',
    '2026-11-15',
    '2026111',
    '202611150',
    ' 20261115',
    '20261115\n',
    '٢٠٢٦١١١٥',
    '',
  ])('does not take %j for a day', (text) => {
    expect(parseDay(text)).toBeNull()
  })

  it('reads the clock from 0000 to 2359', () => {
    expect(parseClockTime('0000')).toBe('00:00:00')
    expect(parseClockTime('0705')).toBe('07:05:00')
    expect(parseClockTime('2359')).toBe('23:59:00')
  })

  it.each(['2400', '0760', '700', '07:00', '070000', '-100', '07 0', ''])(
    'does not take %j for a time',
    (text) => {
      expect(parseClockTime(text)).toBeNull()
    },
  )

  it('puts a day and a time together', () => {
    expect(wallTime('20261115', '07:00:00')).toBe('2026-11-15T07:00:00')
  })
})
