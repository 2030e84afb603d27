import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { minutes, seconds, type Instant } from '../../kernel/clock.ts'
import { addDays, toInstant, wallTimeAt } from './local-time.ts'
import { parseMoment } from './moment.ts'

const utc = (text: string): Instant => Temporal.Instant.from(text).epochMilliseconds

describe('a moment that someone asks for', () => {
  const zone = 'Europe/Zurich'
  const seven = utc('2026-11-15T06:00:00Z')

  it.each([
    '2026-11-15T07:00',
    '2026-11-15T07:00:00',
    '2026-11-15T07:00:00.999',
    '2026-11-15T07:00:00,5',
    '20261115T0700',
    '20261115T070000',
    '20261115T070000.25',
    '2026-11-15T07',
    '20261115T07',
    '2026-11-15 07:00',
    '2026-11-15 07',
    '20261115 0700',
    '2026-11-15t07:00:00',
    '2026-W46-7T07:00',
    '2026W467T0700',
    '2026-319T07:00',
    '2026319T07',
  ])('is the hotel’s wall time when it is written %s', (text) => {
    expect(parseMoment(text, zone)).toEqual({ wall: '2026-11-15T07:00:00', instant: seven })
  })

  it.each([
    '2026-11-15T06:00Z',
    '2026-11-15T06:00:00.123456789Z',
    '2026-11-15T07:00:00+01:00',
    '2026-11-15T07:00+0100',
    '2026-11-15T07:00+01',
    '2026-11-15T02:30:00-03:30',
    '2026-11-15T06:00:00-00:00',
    '2026-11-16T05:59:00+23:59',
    '20261115T0600Z',
    '20261115T0700+01',
    '20261115T070000+0100',
    '20261115T023000,9-03:30',
    '2026-11-15T07:00:00 01:00',
    '20261115T0700 0100',
    '2026-11-15t06:00z',
    '2026-11-15 06:00:00z',
    '2026-11-15T06Z',
    '2026-11-15T07 01',
    '2026-11-15 07:00 01:00',
    '2026-W46-7T06Z',
    '2026319T0700+01',
  ])('is an exact moment when it is written %s', (text) => {
    expect(parseMoment(text, zone)).toEqual({ wall: null, instant: seven })
  })

  it('keeps the wall time asked for where the clocks skip it', () => {
    expect(parseMoment('2026-03-29T02:30', zone)).toEqual({
      wall: '2026-03-29T02:30:00',
      instant: utc('2026-03-29T01:30:00Z'),
    })
  })

  it.each([
    ['2026-11-14T24:00', '2026-11-15T00:00:00'],
    ['2026-11-14T24', '2026-11-15T00:00:00'],
    ['20261231T240000,000', '2027-01-01T00:00:00'],
    ['2028-366T24:00', '2029-01-01T00:00:00'],
    ['2026-W01-1T07:00', '2025-12-29T07:00:00'],
    ['2026-W53-7T07:00', '2027-01-03T07:00:00'],
    ['2027-W01-1T07:00', '2027-01-04T07:00:00'],
    ['2026-001T07:00', '2026-01-01T07:00:00'],
    ['2028-366T07:00', '2028-12-31T07:00:00'],
    ['2026-12-31T23:59:60', '2027-01-01T00:00:00'],
    ['2027-01-01T00:59:60.5', '2027-01-01T01:00:00'],
  ])('%s is %s on the clocks of the hotel', (text, wall) => {
    expect(parseMoment(text, zone)).toEqual({ wall, instant: toInstant(wall, zone) })
  })

  it.each([
    '2026-12-31T23:59:60Z',
    '2027-01-01T00:59:60+01:00',
    '2027-01-01T05:29:60+05:30',
    '2026-12-31T24:00Z',
    '2027-01-01T00Z',
  ])('%s is the moment at which the year ends in Greenwich', (text) => {
    expect(parseMoment(text, zone)).toEqual({ wall: null, instant: utc('2027-01-01T00:00:00Z') })
  })

  it.each(['2026', '2027', '2028', '2032', '0001', '9999'])('names every day of %s in three ways', (year) => {
    for (let day = `${year}0101`, ordinal = 1; day.startsWith(year); day = addDays(day, 1), ordinal++) {
      const date = Temporal.PlainDate.from(day)
      const week = `${`${date.yearOfWeek}`.padStart(4, '0')}W${`${date.weekOfYear}`.padStart(2, '0')}${date.dayOfWeek}`
      const said = [day, `${year}${`${ordinal}`.padStart(3, '0')}`, week].map((one) =>
        parseMoment(`${one}T12Z`, zone),
      )
      expect(new Set(said.map((one) => one?.instant))).toEqual(new Set([utc(`${date.toString()}T12:00:00Z`)]))
    }
  })

  it.each([
    '',
    'tomorrow',
    '2026-11-15',
    '20261115',
    '2026-02-31T07:00',
    '2026-02-29T07:00Z',
    '2026-13-01T07:00',
    '2026-00-10T07:00',
    '2026-11-15T07:60',
    '2026-11-15T07:00:60',
    '2026-11-15T24:01',
    '2026-11-15T24:00:00.1',
    '2026-11-15T25:00',
    '2026-11-15T',
    '2026-11-15T07:',
    '2026-11-15  07:00',
    '2026-000T07:00',
    '2026-366T07:00',
    '2026-32T07:00',
    '2026319T07:00',
    '2026-W00-7T07:00',
    '2026-W54-1T07:00',
    '2027-W53-1T07:00',
    '2026-W46-0T07:00',
    '2026-W46-8T07:00',
    '2026-W46T07:00',
    '2026-w46-7T07:00',
    '2026W467T07:00',
    '2026-11-15T7:00',
    '2026-11-15T07:00:00.',
    '2026-11-15T07:00.5',
    '2026-11-15T0700',
    '20261115T07:00',
    '2026-1115T07:00',
    '226-11-15T07:00',
    '+002026-11-15T07:00',
    '12026-11-15T07:00',
    '2026-11-15T07:00[Europe/Zurich]',
    '2026-11-15T07:00+01:00[Europe/Zurich]',
    '2026-11-15T07:00+24:00',
    '2026-11-15T07:00+01:60',
    '2026-11-15T07:00+1',
    '2026-11-15T07:00+010',
    '2026-11-15T07:00+01:00:00',
    '2026-11-15T07:00  01:00',
    '2026-11-15T07:00 +01:00',
    '2026-11-15T07:00 ',
    ' 2026-11-15T07:00',
    '2026-11-15T07:00\n',
    '2026-11-15T07:00−01:00',
    '٢٠٢٦-11-15T07:00',
  ])('is not understood when it is written %j', (text) => {
    expect(parseMoment(text, zone)).toBeNull()
  })

  it('is the same moment under every offset and in every spelling', () => {
    const aSecond = fc.integer({
      min: utc('0001-01-02T00:00:00Z') / 1000,
      max: utc('9999-12-30T00:00:00Z') / 1000,
    })
    const anOffset = fc.integer({ min: -1439, max: 1439 })
    fc.assert(
      fc.property(aSecond, anOffset, fc.boolean(), fc.boolean(), (at, offset, basic, formEncoded) => {
        const shown = wallTimeAt(seconds(at) + minutes(offset), 'UTC')
        const size = `${Math.floor(Math.abs(offset) / 60) * 100 + (Math.abs(offset) % 60)}`.padStart(4, '0')
        const sign = offset < 0 ? '-' : formEncoded ? ' ' : '+'
        const text = (basic ? shown.replaceAll(/[-:]/g, '') : shown) + sign + size
        expect(parseMoment(text, zone)).toEqual({ wall: null, instant: seconds(at) })
      }),
    )
  })

  it('never breaks anything, whatever is sent', () => {
    const characters = fc.constantFrom(...Array.from('0123456789-+:.,TtZzW ['))
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 32 }), (text) => {
        expect(() => parseMoment(text, zone)).not.toThrow()
      }),
    )
  })
})
