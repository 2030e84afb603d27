import { describe, expect, it } from 'vitest'
import { spokenDay } from './spoken-day.ts'

describe('the day of a call, as a guest hears it', () => {
  it.each([
    ['20261117', 'today'],
    ['20261118', 'tomorrow'],
    ['20261119', 'on-thursday'],
    ['20261122', 'on-sunday'],
    ['20261123', 'on-monday'],
    ['20261124', 'on-a-later-day'],
    ['20270101', 'on-a-later-day'],
    ['20261116', 'on-a-later-day'],
  ])('on Tuesday 17 November 2026, %s is %s', (day, said) => {
    expect(spokenDay(day, '20261117')).toBe(said)
  })

  it('goes over the end of a year', () => {
    expect(spokenDay('20270101', '20261231')).toBe('tomorrow')
  })
})
