import { describe, expect, it } from 'vitest'
import { formatFor } from './format.ts'

/** 06:32:14 in Zurich, a Sunday. */
const MORNING = Date.UTC(2026, 10, 15, 5, 32, 14)
const ZURICH = { zone: 'Europe/Zurich', clock: '24h' } as const
const HOUR = 3_600_000

describe('a time on the screen', () => {
  it('is the hotel’s, in whatever zone the screen stands', () => {
    expect(formatFor('en', ZURICH).time(MORNING)).toBe('06:32')
    expect(formatFor('en', { ...ZURICH, zone: 'America/New_York' }).time(MORNING)).toBe('00:32')
    expect(formatFor('en', ZURICH).seconds(MORNING)).toBe('14')
  })

  it('is told by twelve hours where the hotel tells it so', () => {
    const format = formatFor('en', { zone: 'America/New_York', clock: '12h' })
    expect(format.time(MORNING + 7 * HOUR)).toBe('7:32 AM')
    expect(format.time(MORNING + 12 * HOUR)).toBe('12:32 PM')
    expect(format.fullTime(MORNING + 12 * HOUR)).toBe('12:32:14 PM')
    expect(formatFor('de', ZURICH).fullTime(MORNING)).toBe('06:32:14')
  })

  it('has its day beside it, short in the line and whole on the sign', () => {
    expect(formatFor('en', ZURICH).day(MORNING)).toBe('Sun 15 Nov')
    expect(formatFor('de', ZURICH).day(MORNING)).toBe('So 15. Nov.')
    expect(formatFor('en', ZURICH).longDay(MORNING)).toBe('Sunday 15 November')
    expect(formatFor('de', ZURICH).longDay(MORNING)).toBe('Sonntag, 15. November')
  })

  it.each([
    [8_000, '8 s', '8 s'],
    [14 * 60_000, '14 min', '14 min'],
    [5.9 * HOUR, '5 h', '5 h'],
    [47 * HOUR, '47 h', '47 h'],
    [72 * HOUR, '3 d', '3 T.'],
    [-5, '0 s', '0 s'],
  ])('has lasted %s ms: %s', (ms, en, de) => {
    expect(formatFor('en', ZURICH).age(ms)).toBe(en)
    expect(formatFor('de', ZURICH).age(ms)).toBe(de)
  })

  it('is known by the hotel’s own day and minute', () => {
    const late = Date.UTC(2026, 10, 14, 23, 30)
    expect([formatFor('de', ZURICH).date(late), formatFor('de', ZURICH).minute(late)]).toEqual([
      '2026-11-15',
      30,
    ])
  })

  it('that comes from the server is told as it is written there', () => {
    const format = formatFor('en', ZURICH)
    expect(format.writtenTime('2026-11-15T07:00:00-05:00')).toBe('07:00')
    expect(format.writtenDay('2026-11-15T23:30:00-05:00')).toBe('Sun 15 Nov')
    expect(format.writtenDay('2026-11-15')).toBe('Sun 15 Nov')
    expect(formatFor('en', { ...ZURICH, clock: '12h' }).writtenTime('2026-11-15T19:00:00+01:00')).toBe(
      '7:00 PM',
    )
  })

  it.each([
    [43 * 60_000, '43 min'],
    [7 * HOUR + 26 * 60_000, '7 h 26 min'],
    [8 * HOUR, '8 h'],
  ])('is still %s ms away: %s', (ms, words) => {
    expect(formatFor('en', ZURICH).ahead(ms)).toBe(words)
  })

  it('counts minutes and seconds where every second counts', () => {
    expect(formatFor('en', ZURICH).count(42_900)).toBe('0:42')
    expect(formatFor('en', ZURICH).count(161_000)).toBe('2:41')
  })
})

describe('a language', () => {
  it('has a name, and what is none stands as it is', () => {
    const [en, de] = [formatFor('en', ZURICH), formatFor('de', ZURICH)]
    expect([en.languageName('de'), de.languageName('fr'), de.languageName('?'), de.languageName('')]).toEqual(
      ['German', 'Französisch', '?', ''],
    )
  })
})

const SOURCES = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

describe('a time on the screen', () => {
  it('is of a zone that somebody names: no source leaves that to the device', () => {
    const left = Object.entries(SOURCES)
      // The device is asked for its own zone in one place.
      .filter(([file]) => !file.endsWith('.test.ts') && !file.endsWith('kernel/clock.ts'))
      .filter(
        ([, text]) =>
          /\.toLocale(Date|Time)?String\(/.test(text) ||
          (text.includes('Intl.DateTimeFormat(') && !text.includes('timeZone:')),
      )
    expect(left.map(([file]) => file)).toEqual([])
  })
})
