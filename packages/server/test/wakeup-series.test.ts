import { describe, expect, test } from 'vitest'
import { days, hours } from '../src/kernel/clock.ts'
import { formatInstant } from '../src/hotel/time/local-time.ts'
import { openNight } from './night.ts'

const NO_NIGHT_STEPS = { idleStepMs: hours(2) }
const wallTimes = (rings: readonly number[], zone: string) =>
  rings.map((at) => formatInstant(at, zone).slice(0, 16))

describe('a call that repeats', () => {
  test('daily rings every day, and each day is on record', async () => {
    const { hotel, exchange } = await openNight(NO_NIGHT_STEPS)
    const id = await hotel.ask('101', '0700', { daily: true })
    await hotel.pass(days(3))
    expect(wallTimes(exchange.rings('101'), 'Europe/Zurich')).toEqual([
      '2026-11-15T07:00',
      '2026-11-16T07:00',
      '2026-11-17T07:00',
    ])
    expect(await hotel.call(id)).toMatchObject({ status: 0, daily: true, attempts: 0, result: -1 })
    const { answered } = (await hotel.request('desk', 'GET', '/rest/wakeup/list/answered')).json
    expect(answered).toMatchObject(Array.from({ length: 3 }, () => ({ series: id, result: 1, attempts: 1 })))
    expect(new Set(answered.map((call: { id: string }) => call.id)).size).toBe(3)
  })

  test('on weekdays rings on those only', async () => {
    const { hotel, exchange } = await openNight(NO_NIGHT_STEPS)
    await hotel.ask('101', '0700', { days: 'mon,wed' })
    await hotel.pass(days(8))
    expect(wallTimes(exchange.rings('101'), 'Europe/Zurich')).toEqual([
      '2026-11-16T07:00',
      '2026-11-18T07:00',
    ])
  })

  test('until a day rings on that day for the last time', async () => {
    const { hotel, exchange } = await openNight(NO_NIGHT_STEPS)
    const id = await hotel.ask('101', '0700', { daily: true, until: '20261116' })
    await hotel.pass(days(4))
    expect(exchange.rings('101')).toHaveLength(2)
    expect(await hotel.call(id)).toMatchObject({ status: 2, result: 1, until: '20261116' })
  })

  test('and failed today rings tomorrow all the same, with all attempts', async () => {
    const { hotel, exchange } = await openNight({
      ...NO_NIGHT_STEPS,
      wakeup: { attempts: 2, retryDelay: '1m' },
    })
    exchange.does('101', { does: 'busy' })
    const id = await hotel.ask('101', '0700', { daily: true })
    await hotel.pass(days(2))
    expect(wallTimes(exchange.rings('101'), 'Europe/Zurich')).toEqual([
      '2026-11-15T07:00',
      '2026-11-15T07:01',
      '2026-11-16T07:00',
      '2026-11-16T07:01',
    ])
    expect((await hotel.alarms()).map(({ wakeup }) => wakeup)).not.toContain(id)
    expect(await hotel.alarms()).toHaveLength(2)
  })
})

interface Weekend {
  readonly where: string
  readonly zone: string
  /** Noon of the Friday before; four days are looked at. */
  readonly friday: number
  readonly rings: Readonly<Record<string, readonly string[]>>
}

const WEEKENDS: readonly Weekend[] = [
  {
    where: 'Zurich in spring, where Sunday has no 02:30',
    zone: 'Europe/Zurich',
    friday: Date.UTC(2027, 2, 26, 11),
    rings: {
      '0230': ['2027-03-27T02:30', '2027-03-28T03:30', '2027-03-29T02:30', '2027-03-30T02:30'],
      '0700': ['2027-03-27T07:00', '2027-03-28T07:00', '2027-03-29T07:00', '2027-03-30T07:00'],
    },
  },
  {
    where: 'Zurich in autumn, where Sunday has two',
    zone: 'Europe/Zurich',
    friday: Date.UTC(2026, 9, 23, 10),
    rings: {
      '0230': ['2026-10-24T02:30', '2026-10-25T02:30', '2026-10-26T02:30', '2026-10-27T02:30'],
      '0700': ['2026-10-24T07:00', '2026-10-25T07:00', '2026-10-26T07:00', '2026-10-27T07:00'],
    },
  },
  {
    where: 'New York in spring',
    zone: 'America/New_York',
    friday: Date.UTC(2027, 2, 12, 17),
    rings: {
      '0130': ['2027-03-13T01:30', '2027-03-14T01:30', '2027-03-15T01:30', '2027-03-16T01:30'],
      '0230': ['2027-03-13T02:30', '2027-03-14T03:30', '2027-03-15T02:30', '2027-03-16T02:30'],
    },
  },
  {
    where: 'New York in autumn',
    zone: 'America/New_York',
    friday: Date.UTC(2026, 9, 30, 16),
    rings: {
      '0130': ['2026-10-31T01:30', '2026-11-01T01:30', '2026-11-02T01:30', '2026-11-03T01:30'],
      '0700': ['2026-10-31T07:00', '2026-11-01T07:00', '2026-11-02T07:00', '2026-11-03T07:00'],
    },
  },
  {
    where: 'Lord Howe in spring, by half an hour',
    zone: 'Australia/Lord_Howe',
    friday: Date.UTC(2026, 9, 2, 1, 30),
    rings: {
      '0215': ['2026-10-03T02:15', '2026-10-04T02:45', '2026-10-05T02:15', '2026-10-06T02:15'],
      '0700': ['2026-10-03T07:00', '2026-10-04T07:00', '2026-10-05T07:00', '2026-10-06T07:00'],
    },
  },
  {
    where: 'Lord Howe in autumn, by half an hour',
    zone: 'Australia/Lord_Howe',
    friday: Date.UTC(2027, 3, 2, 1),
    rings: {
      '0145': ['2027-04-03T01:45', '2027-04-04T01:45', '2027-04-05T01:45', '2027-04-06T01:45'],
      '0700': ['2027-04-03T07:00', '2027-04-04T07:00', '2027-04-05T07:00', '2027-04-06T07:00'],
    },
  },
]

describe('on the weekend when the clocks change', () => {
  test.each(WEEKENDS)('in $where each day rings once, at its wall time', async (weekend) => {
    const { zone, friday, rings } = weekend
    const site = { site: { name: 'Grand Hotel', timezone: zone } }
    const { hotel, exchange } = await openNight({ ...NO_NIGHT_STEPS, site, now: friday })
    const rooms = Object.entries(rings).map(([time, expected], at) => ({
      room: String(101 + at),
      time,
      expected,
    }))
    for (const { room, time } of rooms) await hotel.ask(room, time, { daily: true })
    await hotel.pass(days(4))
    for (const { room, time, expected } of rooms)
      expect([time, ...wallTimes(exchange.rings(room), zone)]).toEqual([time, ...expected])
    // The clocks have really changed in between.
    const offsets = exchange.rings().map((at) => formatInstant(at, zone).slice(19))
    expect(new Set(offsets).size).toBe(2)
    expect(await hotel.alarms()).toEqual([])
  })

  test('a single call in the hour that comes twice rings in the first', async () => {
    const { hotel, exchange } = await openNight({ ...NO_NIGHT_STEPS, now: Date.UTC(2026, 9, 24, 18) })
    await hotel.ask('101', '2026-10-25T02:30')
    await hotel.pass(hours(12))
    expect(exchange.rings('101').map((at) => formatInstant(at, 'Europe/Zurich'))).toEqual([
      '2026-10-25T02:30:00+02:00',
    ])
  })
})
