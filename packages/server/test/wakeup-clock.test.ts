import { describe, expect, onTestFinished, test } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { EVENING } from './hotel.ts'
import { newFolder, type Night, openNight, secondsAfterEight } from './night.ts'
import { openRingingHotel } from './ringing-hotel.ts'

const NO_ANSWER = { does: 'ring' } as const

describe('a clock that is set back an hour', () => {
  test('rings nothing again that was settled', async () => {
    const { hotel, exchange } = await openNight()
    const once = await hotel.ask('101', '2001')
    const daily = await hotel.ask('102', '2001', { daily: true })
    await hotel.settled(once)
    await hotel.pass(minutes(1))
    hotel.clock.set(hotel.clock.now() - hours(1))
    await hotel.pass(hours(2))
    expect(exchange.order().toSorted()).toEqual(['101', '102'])
    expect(await hotel.call(daily)).toMatchObject({ scheduled: '2026-11-15T20:01:00+01:00' })
  })

  test('rings what is to come at its time by the clock', async () => {
    const { hotel, exchange } = await openNight()
    const id = await hotel.ask('101', '2001')
    await hotel.pass(seconds(50))
    hotel.clock.set(hotel.clock.now() - hours(1))
    expect(await hotel.settled(id, hours(2))).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([60])
  })

  test('does not keep a phone ringing for an hour, nor the line resting', async () => {
    const { hotel, exchange } = await openNight({ lines: [1], wakeup: { attempts: 1 } })
    exchange.does('101', NO_ANSWER)
    exchange.does('102', { does: 503 }, { does: 'answer', hangsUpAfterMs: seconds(10) })
    const first = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.phones.calls.size === 1)
    hotel.clock.set(hotel.clock.now() - hours(1))
    await hotel.pass(seconds(30))
    expect(exchange.phones.calls.size).toBe(0)
    expect(await hotel.settled(first)).toMatchObject({ result: 2 })
    const second = await hotel.ask('102', '1903')
    await hotel.until(() => exchange.rings('102').length === 1, minutes(5))
    hotel.clock.set(hotel.clock.now() - hours(1))
    const third = await hotel.ask('103', '1805')
    expect(await hotel.settled(third, minutes(10))).toMatchObject({ result: 1 })
    expect(exchange.rings('103')).toHaveLength(1)
    expect(await hotel.settled(second, hours(2))).toMatchObject({ result: 1 })
  })
})

describe('a clock that jumps forward', () => {
  test('by less than the grace time: what was passed over is rung at once', async () => {
    const { hotel, exchange } = await openNight()
    const id = await hotel.ask('101', '2005')
    hotel.clock.set(EVENING + minutes(12))
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    const [rung = 0] = exchange.rings('101')
    expect(rung - (EVENING + minutes(12))).toBeLessThanOrEqual(seconds(5))
  })

  test.each([
    ['long before it was taken up', 0],
    ['when it was in hand already', 290],
  ])('by more, %s: the call was missed, and the desk knows', async (_, before) => {
    const { hotel, exchange } = await openNight()
    const id = await hotel.ask('101', '2005')
    await hotel.pass(seconds(before))
    hotel.clock.set(EVENING + minutes(20))
    expect(await hotel.settled(id)).toMatchObject({ attempts: 0, result: 7 })
    expect(exchange.rings()).toEqual([])
    expect(await hotel.alarms()).toMatchObject([{ kind: 'wakeup.failed', room: '101' }])
  })

  test('while a phone rings: that call is made to its end', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', { does: 'answer', ringMs: seconds(10), hangsUpAfterMs: seconds(10) })
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.phones.calls.size === 1)
    hotel.clock.set(hotel.clock.now() + hours(3))
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.rings('101')).toHaveLength(1)
  })
})

/** Closes the hotel, lets time pass, and opens it again on the same data. */
async function reopened({ stage, hotel }: Night, ms: number, options: { folder: string }) {
  await hotel.close()
  stage.clock.advance(ms)
  const again = await openRingingHotel({}, { stage, ...options })
  onTestFinished(() => again.close())
  return again
}

describe('a system that was down', () => {
  test('for less than the grace time rings at once what it has passed over', async () => {
    const options = { folder: newFolder() }
    const night = await openNight(options)
    const id = await night.hotel.ask('101', '2005')
    const hotel = await reopened(night, minutes(12), options)
    const started = hotel.clock.now()
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect((night.exchange.rings('101')[0] ?? 0) - started).toBeLessThan(seconds(5))
  })

  test('for a whole day has every missed call on record, and goes on with the next', async () => {
    const options = { folder: newFolder() }
    const night = await openNight(options)
    const once = await night.hotel.ask('101', '2200')
    const daily = await night.hotel.ask('102', '2030', { daily: true })
    const weekly = await night.hotel.ask('103', '0700', { days: 'sun' })
    const later = await night.hotel.ask('104', '2026-11-15T23:00')
    const hotel = await reopened(night, hours(25), options)
    await hotel.pass(seconds(10))
    expect(night.exchange.rings()).toEqual([])
    expect(await hotel.call(once)).toMatchObject({ status: 2, result: 7, attempts: 0 })
    expect(await hotel.call(daily)).toMatchObject({ status: 0, scheduled: '2026-11-16T20:30:00+01:00' })
    expect(await hotel.call(weekly)).toMatchObject({ status: 0, scheduled: '2026-11-22T07:00:00+01:00' })
    const { failed } = (await hotel.request('desk', 'GET', '/rest/wakeup/list/failed')).json
    expect(
      failed.map((call: Record<string, unknown>) => [call['room'], call['result'], call['scheduled']]),
    ).toEqual([
      ['102', 7, '2026-11-14T20:30:00+01:00'],
      ['101', 7, '2026-11-14T22:00:00+01:00'],
      ['103', 7, '2026-11-15T07:00:00+01:00'],
      ['102', 7, '2026-11-15T20:30:00+01:00'],
    ])
    const alarms = (await hotel.alarms()).map(({ room, state }) => `${room} ${state}`)
    expect(alarms.toSorted()).toEqual(['101 open', '102 open', '102 open', '103 open'])
    expect(await hotel.settled(later, hours(3))).toMatchObject({ result: 1 })
  })

  test('between two attempts makes the next one, within its own grace time', async () => {
    const options = { folder: newFolder() }
    const night = await openNight(options)
    night.exchange.does('101', NO_ANSWER, { does: 'answer', hangsUpAfterMs: seconds(10) })
    const id = await night.hotel.ask('101', '2001')
    await night.hotel.until(() => night.exchange.seen.some(({ what }) => what === 'ends'))
    const hotel = await reopened(night, minutes(12), options)
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 1 })
  })
})
