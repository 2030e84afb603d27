import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { hours, minutes, seconds, type Instant } from '../../kernel/clock.ts'
import {
  addDays,
  clockChangeAt,
  dayOf,
  formatInstant,
  isZone,
  localParts,
  nextOccurrence,
  offsetMinutesAt,
  parseHotelMinute,
  startOfDay,
  toInstant,
  toLastInstant,
  wallTime,
  wallTimeAt,
  weekdayOf,
  WEEKDAYS,
  type Day,
  type Zone,
} from './local-time.ts'

const HOTELS: readonly Zone[] = [
  'Europe/Zurich',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Asia/Tokyo',
]

const TWO_YEARS: Day[] = Array.from({ length: 730 }, (_, n) => addDays('20260101', n))

const utc = (text: string): Instant => Temporal.Instant.from(text).epochMilliseconds

function byTemporal(instant: Instant, zone: Zone): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  return zoned.toString({ fractionalSecondDigits: 0, timeZoneName: 'never' })
}

function jumpsOf(zone: Zone, first: Day, last: Day): Instant[] {
  const jumps: Instant[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.PlainDate.from(first).toZonedDateTime(zone)
  while ((at = at.getTimeZoneTransition('next')) && dayOf(at.epochMilliseconds, zone) <= last)
    jumps.push(at.epochMilliseconds)
  return jumps
}

describe('the zone of a hotel', () => {
  it.each(['Europe/Zurich', 'UTC', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+1'])(
    'may be %s',
    (name) => {
      expect(isZone(name)).toBe(true)
    },
  )

  it.each([
    '',
    'Europe/Nowhere',
    '+01:00',
    '-0330',
    'Z',
    'PST',
    'SystemV/PST8',
    'Europe/Zurich ',
    '2026-01-01T00:00Z',
    '2026-01-01T00:00[Europe/Zurich]',
    'T1200+01',
  ])('is not called %j', (name) => {
    expect(isZone(name)).toBe(false)
  })

  it('is told when a time is wanted in a place that does not exist', () => {
    expect(() => formatInstant(0, 'Europe/Nowhere')).toThrow(RangeError)
    expect(() => toInstant('2026-11-15T07:00:00', 'Europe/Nowhere')).toThrow(RangeError)
  })
})

describe('a moment as the interface writes it', () => {
  it('carries the hotel’s own offset, never Z', () => {
    const morning = utc('2026-11-15T06:00:00Z')
    expect(formatInstant(morning, 'Europe/Zurich')).toBe('2026-11-15T07:00:00+01:00')
    expect(formatInstant(morning, 'UTC')).toBe('2026-11-15T06:00:00+00:00')
    expect(formatInstant(morning, 'America/St_Johns')).toBe('2026-11-15T02:30:00-03:30')
    expect(formatInstant(morning, 'Asia/Kathmandu')).toBe('2026-11-15T11:45:00+05:45')
  })

  it('cuts milliseconds, before 1970 too', () => {
    expect(formatInstant(utc('2026-11-15T06:00:00.999Z'), 'UTC')).toBe('2026-11-15T06:00:00+00:00')
    expect(formatInstant(-1, 'UTC')).toBe('1969-12-31T23:59:59+00:00')
    expect(formatInstant(1_000.5, 'Africa/Lagos')).toBe('1970-01-01T01:00:01+01:00')
  })

  it.each(HOTELS)('is what Temporal writes, through two years in %s', (zone) => {
    const from = utc('2026-01-01T00:00:00Z')
    for (let at = from; at < from + hours(2 * 8_766); at += minutes(37) * 53)
      expect(formatInstant(at, zone)).toBe(byTemporal(at, zone))
  })

  it.each(HOTELS)('is what Temporal writes on both sides of every jump of the clocks in %s', (zone) => {
    for (const jump of jumpsOf(zone, '20260101', '20271231'))
      for (const ms of [-hours(1), -seconds(1), -1, 0, 1, seconds(1), hours(1)])
        expect(formatInstant(jump + ms, zone)).toBe(byTemporal(jump + ms, zone))
  })

  it('is what Temporal writes when moments of many years and zones come in no order', () => {
    const anyMoment = fc.integer({ min: utc('1850-01-01T00:00:00Z'), max: utc('2150-01-01T00:00:00Z') })
    const anyZone = fc.constantFrom(...HOTELS, 'Africa/Monrovia', 'Africa/Casablanca', 'Pacific/Apia', 'UTC')
    fc.assert(
      fc.property(anyMoment, anyZone, (at, zone) => {
        expect(formatInstant(at, zone)).toBe(byTemporal(at, zone))
      }),
      { numRuns: 60 },
    )
  })

  it('rounds the odd seconds of old local times as ISO 8601 must', () => {
    const monrovia = utc('1938-04-24T22:13:20Z') // 44 minutes and 30 seconds behind
    expect(formatInstant(monrovia, 'Africa/Monrovia')).toBe('1938-04-24T21:28:50-00:45')
    expect(offsetMinutesAt(monrovia, 'Africa/Monrovia')).toBe(-45)
  })

  it('does not fail on years that no guest will see', () => {
    expect(formatInstant(utc('+010000-01-01T00:00:00Z'), 'UTC')).toBe('+010000-01-01T00:00:00+00:00')
    expect(formatInstant(utc('0000-01-01T00:00:00Z') - 1, 'UTC')).toBe('-000001-12-31T23:59:59+00:00')
    for (const zone of HOTELS)
      for (const at of [8.64e15, -8.64e15, 1e300, -Infinity])
        expect(formatInstant(at, zone)).toMatch(/^[-+]\d{6}-\d\d-\d\dT[\d:]{8}[-+]\d\d:\d\d$/)
  })

  it('is never made of what is no number', () => {
    expect(() => formatInstant(Number.NaN, 'Europe/Zurich')).toThrow(RangeError)
  })

  it('can be had in its parts', () => {
    expect(localParts(utc('2026-07-05T21:04:09.5Z'), 'Europe/Zurich')).toEqual({
      year: 2026,
      month: 7,
      day: 5,
      hour: 23,
      minute: 4,
      second: 9,
      weekday: 'sun',
      offsetMinutes: 120,
    })
    expect(localParts(utc('2026-01-01T03:00:00Z'), 'America/St_Johns')).toMatchObject({
      day: 31,
      weekday: 'wed',
      hour: 23,
    })
  })
})

describe('a wall time', () => {
  const winterEnds = [
    ['2026-03-29T01:59:59', 'Europe/Zurich', '2026-03-29T00:59:59Z'],
    ['2026-03-29T02:00:00', 'Europe/Zurich', '2026-03-29T01:00:00Z'],
    ['2026-03-29T02:30:00', 'Europe/Zurich', '2026-03-29T01:30:00Z'],
    ['2026-03-29T03:00:00', 'Europe/Zurich', '2026-03-29T01:00:00Z'],
    ['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00Z'],
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
    ['2026-10-04T02:30:00', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['2026-03-08T02:30:00', 'America/St_Johns', '2026-03-08T06:00:00Z'],
    ['2026-04-24T00:15:00', 'Africa/Cairo', '2026-04-23T22:15:00Z'],
    ['2026-03-29T00:00:00', 'Asia/Beirut', '2026-03-28T22:00:00Z'],
    ['2026-03-29T01:30:00', 'Antarctica/Troll', '2026-03-29T01:30:00Z'],
    ['2026-03-28T23:50:00', 'America/Nuuk', '2026-03-29T01:50:00Z'],
    ['2011-12-30T07:00:00', 'Pacific/Apia', '2011-12-30T17:00:00Z'],
  ] as const

  it.each(winterEnds)('%s in %s moves forward by what the clocks skip', (wall, zone, instant) => {
    expect(toInstant(wall, zone)).toBe(utc(instant))
  })

  const summerEnds = [
    ['2026-10-25T02:30:00', 'Europe/Zurich', '2026-10-25T00:30:00Z'],
    ['2026-10-25T03:00:00', 'Europe/Zurich', '2026-10-25T02:00:00Z'],
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00Z'],
    ['2026-04-05T01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
    ['2026-11-01T01:30:00', 'America/St_Johns', '2026-11-01T04:00:00Z'],
    ['2026-10-29T23:30:00', 'Africa/Cairo', '2026-10-29T20:30:00Z'],
    ['2026-10-24T23:00:00', 'Asia/Beirut', '2026-10-24T20:00:00Z'],
    ['2026-10-25T01:30:00', 'Antarctica/Troll', '2026-10-24T23:30:00Z'],
    ['2026-10-24T23:30:00', 'America/Nuuk', '2026-10-25T00:30:00Z'],
    ['2012-04-01T03:30:00', 'Pacific/Apia', '2012-03-31T13:30:00Z'],
  ] as const

  it.each(summerEnds)('%s in %s means the first where the clocks show it twice', (wall, zone, instant) => {
    expect(toInstant(wall, zone)).toBe(utc(instant))
  })

  it('comes back from its instant as it went, except where the clocks skip it', () => {
    const second = fc.integer({
      min: utc('2000-01-01T00:00:00Z') / 1000,
      max: utc('2040-01-01T00:00:00Z') / 1000,
    })
    fc.assert(
      fc.property(second, fc.constantFrom(...HOTELS), (at, zone) => {
        const wall = wallTimeAt(at * 1000, zone)
        expect(wallTimeAt(toInstant(wall, zone), zone)).toBe(wall)
        expect(at * 1000 - toInstant(wall, zone)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('a day of the hotel', () => {
  it('begins at midnight, or when the clocks have skipped midnight', () => {
    expect(startOfDay('20261115', 'Europe/Zurich')).toBe(utc('2026-11-14T23:00:00Z'))
    expect(wallTimeAt(startOfDay('20260424', 'Africa/Cairo'), 'Africa/Cairo')).toBe('2026-04-24T01:00:00')
    expect(wallTimeAt(startOfDay('20260329', 'Asia/Beirut'), 'Asia/Beirut')).toBe('2026-03-29T01:00:00')
    expect(wallTimeAt(startOfDay('19190331', 'America/Toronto'), 'America/Toronto')).toBe(
      '1919-03-31T00:30:00',
    )
  })

  it('begins at the first of two midnights', () => {
    expect(startOfDay('20261101', 'America/Havana')).toBe(utc('2026-11-01T04:00:00Z'))
  })

  it('begins with the next one if nobody ever lived it', () => {
    expect(dayOf(startOfDay('20111230', 'Pacific/Apia'), 'Pacific/Apia')).toBe('20111231')
  })

  it.each(HOTELS)('follows the day before without a hole in %s', (zone) => {
    const starts = TWO_YEARS.map((day) => startOfDay(day, zone))
    expect(starts.map((start) => dayOf(start, zone))).toEqual(TWO_YEARS)
    expect(starts.map((start) => addDays(dayOf(start - 1, zone), 1))).toEqual(TWO_YEARS)
  })
})

const daily = (time: string, from: Day = '20260101') => ({ time, days: WEEKDAYS, from, until: null })

/** Every call of a rule, each found from the one before it. */
function callsOf(rule: Parameters<typeof nextOccurrence>[0], zone: Zone) {
  const calls = []
  let call = nextOccurrence(rule, startOfDay(rule.from, zone) - hours(30), zone)
  for (; call && calls.length < 1_000; call = nextOccurrence(rule, call.instant, zone)) calls.push(call)
  return calls
}

describe('a call that repeats', () => {
  const MOVED: Record<string, string[]> = {
    'Europe/Zurich 02:30:00': ['2026-03-29T03:30:00', '2027-03-28T03:30:00'],
    'America/New_York 02:30:00': ['2026-03-08T03:30:00', '2027-03-14T03:30:00'],
    'America/St_Johns 02:30:00': ['2026-03-08T03:30:00', '2027-03-14T03:30:00'],
  }
  const everywhere = HOTELS.flatMap((zone) =>
    ['07:00:00', '02:30:00', '00:15:00', '23:50:00'].map((time) => [time, zone] as const),
  )

  it.each(everywhere)('at %s in %s rings once each day for two years', (time, zone) => {
    const calls = callsOf({ ...daily(time), until: '20271231' }, zone)
    expect(calls.map((call) => call.wall)).toEqual(TWO_YEARS.map((day) => wallTime(day, time)))
    expect(calls.map((call) => dayOf(call.instant, zone))).toEqual(TWO_YEARS)
    const moved = calls
      .map((call) => wallTimeAt(call.instant, zone))
      .filter((shown) => shown.slice(11) !== time)
    expect(moved).toEqual(MOVED[`${zone} ${time}`] ?? [])
    expect(calls.every((call, n) => call.instant > (calls[n - 1]?.instant ?? 0))).toBe(true)
  })

  const jumpy = [
    'Europe/Zurich',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Antarctica/Troll',
    'America/Nuuk',
    'America/Havana',
  ]
  const atOddHours = jumpy.flatMap((zone) =>
    ['00:00:00', '01:45:00', '02:15:00', '23:30:00'].map((time) => [time, zone] as const),
  )

  it.each(atOddHours)(
    'at %s in %s neither skips a day nor rings twice when the clocks jump',
    (time, zone) => {
      const all = TWO_YEARS.map((day) => toInstant(wallTime(day, time), zone))
      for (const jump of jumpsOf(zone, '20260110', '20261220')) {
        const moments = Array.from({ length: 54 }, (_, n) => jump + hours(n - 27) - minutes(n % 2 ? 0 : 20))
        const found = moments.map((after) => nextOccurrence(daily(time), after, zone)?.instant)
        expect(found).toEqual(moments.map((after) => all.find((instant) => instant > after)))
      }
    },
  )

  it('rings after midnight when the clocks skip the last hour of the day, and again that evening', () => {
    const calls = callsOf({ ...daily('23:50:00', '20260327'), until: '20260329' }, 'America/Nuuk')
    expect(calls.map((call) => formatInstant(call.instant, 'America/Nuuk'))).toEqual([
      '2026-03-27T23:50:00-02:00',
      '2026-03-29T00:50:00-01:00',
      '2026-03-29T23:50:00-01:00',
    ])
    expect(calls[1]?.wall).toBe('2026-03-28T23:50:00')
    const justAfterMidnight = utc('2026-03-29T01:10:00Z')
    expect(nextOccurrence(daily('23:50:00'), justAfterMidnight, 'America/Nuuk')).toEqual(calls[1])
  })

  it('is silent on a day that the island left out', () => {
    const calls = callsOf({ ...daily('07:00:00', '20111228'), until: '20120101' }, 'Pacific/Apia')
    expect(calls.map((call) => formatInstant(call.instant, 'Pacific/Apia'))).toEqual([
      '2011-12-28T07:00:00-10:00',
      '2011-12-29T07:00:00-10:00',
      '2011-12-31T07:00:00+14:00',
      '2012-01-01T07:00:00+14:00',
    ])
    const fridays = { time: '07:00:00', days: ['fri'] as const, from: '20111224', until: null }
    const week = nextOccurrence(fridays, startOfDay('20111224', 'Pacific/Apia'), 'Pacific/Apia')
    expect(week?.wall).toBe('2012-01-06T07:00:00')
    expect(nextOccurrence({ ...fridays, until: '20111231' }, 0, 'Pacific/Apia')).toBeNull()
  })

  it('rings on its weekdays only', () => {
    const workdays = {
      time: '06:30:00',
      days: ['mon', 'wed', 'fri'] as const,
      from: '20261101',
      until: '20261115',
    }
    const calls = callsOf(workdays, 'Europe/Zurich')
    expect(calls.map((call) => call.wall.slice(8, 10))).toEqual(['02', '04', '06', '09', '11', '13'])
    expect(new Set(calls.map((call) => weekdayOf(dayOf(call.instant, 'Europe/Zurich'))))).toEqual(
      new Set(['mon', 'wed', 'fri']),
    )
  })

  it('begins on its first day, however far off, and ends with its last', () => {
    const stay = { ...daily('07:00:00', '20300105'), until: '20300106' }
    expect(callsOf(stay, 'Asia/Tokyo').map((call) => call.wall)).toEqual([
      '2030-01-05T07:00:00',
      '2030-01-06T07:00:00',
    ])
    expect(nextOccurrence(stay, utc('2026-01-01T00:00:00Z'), 'Asia/Tokyo')?.wall).toBe('2030-01-05T07:00:00')
    expect(nextOccurrence(stay, utc('2031-01-01T00:00:00Z'), 'Asia/Tokyo')).toBeNull()
  })

  it('never rings without weekdays, before its end has begun, or past the end of the calendar', () => {
    const now = utc('2026-01-01T00:00:00Z')
    expect(nextOccurrence({ ...daily('07:00:00'), days: [] }, now, 'Asia/Tokyo')).toBeNull()
    expect(nextOccurrence({ ...daily('07:00:00'), until: '20251231' }, now, 'Asia/Tokyo')).toBeNull()
    expect(nextOccurrence(daily('07:00:00'), utc('9999-12-31T12:00:00Z'), 'Asia/Tokyo')).toBeNull()
  })
})

describe('what the clocks do to a wall time', () => {
  it.each([
    ['2027-03-28T02:30:00', 'Europe/Zurich', 'skipped'],
    ['2027-03-28T02:00:00', 'Europe/Zurich', 'skipped'],
    ['2027-03-28T03:00:00', 'Europe/Zurich', null],
    ['2027-03-28T01:59:59', 'Europe/Zurich', null],
    ['2026-10-25T02:30:00', 'Europe/Zurich', 'first'],
    ['2026-10-25T02:59:59', 'Europe/Zurich', 'first'],
    ['2026-10-25T03:00:00', 'Europe/Zurich', null],
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', 'skipped'],
    ['2027-04-04T01:45:00', 'Australia/Lord_Howe', 'first'],
    ['2011-12-30T07:00:00', 'Pacific/Apia', 'skipped'],
    ['2026-11-15T07:00:00', 'Asia/Tokyo', null],
  ])('%s in %s is %s', (wall, zone, change) => {
    expect(clockChangeAt(wall, zone)).toBe(change)
  })

  it('the last of two moments is the one after the change', () => {
    const [first, last] = [toInstant, toLastInstant].map((of) => of('2026-10-25T02:30:00', 'Europe/Zurich'))
    expect(Number(last) - Number(first)).toBe(hours(1))
    expect(toLastInstant('2026-11-15T07:00:00', 'Europe/Zurich')).toBe(
      toInstant('2026-11-15T07:00:00', 'Europe/Zurich'),
    )
  })
})

describe('days that are left out', () => {
  it('are passed over, however many', () => {
    const rule = { time: '07:00:00', days: ['fri'] as const, from: '20261101', until: null }
    const except = ['20261106', '20261113', '20261120', '20261127', '20261204']
    const after = toInstant('2026-11-01T00:00:00', 'Europe/Zurich')
    expect(nextOccurrence({ ...rule, except }, after, 'Europe/Zurich')?.wall).toBe('2026-12-11T07:00:00')
    expect(nextOccurrence({ ...rule, except, until: '20261204' }, after, 'Europe/Zurich')).toBeNull()
  })
})

describe('a filter of a list', () => {
  const zone = 'Europe/Zurich'

  it('can be a minute, or the start of a day', () => {
    expect(parseHotelMinute('202611150700', zone)).toBe(utc('2026-11-15T06:00:00Z'))
    expect(parseHotelMinute('20261115', zone)).toBe(utc('2026-11-14T23:00:00Z'))
    expect(parseHotelMinute('20260424', 'Africa/Cairo')).toBe(startOfDay('20260424', 'Africa/Cairo'))
  })

  it.each([
    '',
    '2026',
    '20260231',
    '202602310700',
    '202611152400',
    '20261115070',
    '2026111507000',
    '2026-11-15',
    '20261115T0700',
  ])('is none when it is written %j', (text) => {
    expect(parseHotelMinute(text, zone)).toBeNull()
  })
})
