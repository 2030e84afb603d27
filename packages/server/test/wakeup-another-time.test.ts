import { describe, expect, test } from 'vitest'
import { days, hours, minutes, seconds } from '../src/kernel/clock.ts'
import { formatInstant } from '../src/hotel/time/local-time.ts'
import { openNight, secondsAfterEight } from './night.ts'
import type { RingingHotel } from './ringing-hotel.ts'
import { PRESSES } from './test-exchange.ts'

const NO_ANSWER = { does: 'ring' } as const
const NO_NIGHT_STEPS = { idleStepMs: hours(2) }

const reschedule = (
  { request }: RingingHotel,
  id: string,
  to: Record<string, string>,
  headers: Record<string, string> = {},
) => request('desk', 'POST', `/rest/wakeup/${id}/reschedule`, to, headers)
const skip = ({ request }: RingingHotel, id: string, fields: Record<string, string> = {}) =>
  request('desk', 'POST', `/rest/wakeup/${id}/skip`, fields)
const pending = async ({ request }: RingingHotel) =>
  (await request('desk', 'GET', '/rest/wakeup/list/pending')).json.pending
const mornings = (rings: readonly number[]) =>
  rings.map((at) => formatInstant(at, 'Europe/Zurich').slice(5, 16))

describe('a call at another time', () => {
  test('is a new call, rings then and not before, and keeps what was asked for', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', PRESSES('5'))
    const old = await hotel.ask('101', '2005', { confirm: true })
    const answer = await reschedule(hotel, old, { time: '2010' })
    expect(answer.status).toBe(201)
    const { id } = answer.json
    expect(answer.json).toEqual({
      error: 0,
      description: 'Wakeup call moved to 2026-11-14T20:10:00+01:00',
      id: expect.not.stringContaining(old),
      scheduled: '2026-11-14T20:10:00+01:00',
    })
    expect(answer.headers.location).toBe(`/rest/wakeup/${id}`)
    expect(await pending(hotel)).toMatchObject([{ id, room: '101', confirm: true, actor: 'desk' }])
    expect(await hotel.settled(id)).toMatchObject({ result: 1, attempts: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([600])
  })

  test('leaves both halves in the log, and the old dossier names the new call', async () => {
    const { hotel } = await openNight()
    const old = await hotel.ask('101', '2005')
    const { id } = (await reschedule(hotel, old, { time: '2010' })).json
    expect(await hotel.log('wakeup.rescheduled')).toMatchObject([
      {
        wakeup: old,
        actor: 'desk',
        detail: { to: id, scheduled: '2026-11-14T20:10:00+01:00', call: { id: old } },
      },
    ])
    expect((await hotel.log('wakeup.created')).at(-1)).toMatchObject({
      wakeup: id,
      detail: { replaces: old, instead: '2026-11-14T20:05:00+01:00' },
    })
    const dossier = (await hotel.request('desk', 'GET', `/rest/wakeup/${old}/dossier`)).json
    expect(dossier.removed).toMatchObject({ by: 'desk', text: expect.stringContaining('20:10') })
    expect((await hotel.request('desk', 'GET', `/rest/wakeup/${old}`)).status).toBe(404)
  })

  test.each<[string, Record<string, string>, string]>([
    ['its time on its own day', { time: '0730' }, '2026-12-24T07:30:00+01:00'],
    ['its day at its own time', { date: '20261225' }, '2026-12-25T07:00:00+01:00'],
    ['both', { date: '20261225', time: '0630' }, '2026-12-25T06:30:00+01:00'],
    ['an exact moment', { datetime: '2026-12-24T05:00:00Z' }, '2026-12-24T06:00:00+01:00'],
  ])('may be given as %s', async (_, to, scheduled) => {
    const { hotel } = await openNight()
    const old = await hotel.ask('101', '2026-12-24T07:00')
    expect((await reschedule(hotel, old, to)).json.scheduled).toBe(scheduled)
  })

  test.each<[string, Record<string, string>, number, string]>([
    ['without a time', {}, 400, 'Give datetime, or time as HHMM'],
    ['at no time of day', { time: '2460' }, 400, 'HHMM'],
    ['on no day of the calendar', { date: '20270230' }, 400, 'YYYYMMDD'],
    ['in two ways at once', { datetime: '2026-12-24T08:00', time: '0800' }, 400, 'not both'],
    ['in another room', { room: '102', time: '0800' }, 400, 'room'],
    ['in the past', { datetime: '2026-11-14T19:00' }, 422, 'past'],
    ['in the year 9999', { date: '99990101' }, 422, 'two years'],
  ])('is refused %s, and the old one stays', async (_, to, status, words) => {
    const { hotel } = await openNight()
    const old = await hotel.ask('101', '2026-12-24T07:00')
    const answer = await reschedule(hotel, old, to)
    expect([answer.status, answer.json.description]).toEqual([status, expect.stringContaining(words)])
    expect(await pending(hotel)).toMatchObject([{ id: old }])
  })

  test('is refused while the phone rings, and when the call is over', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
    exchange.does('101', NO_ANSWER)
    const id = await hotel.ask('101', '2005')
    await hotel.ringing(id, minutes(6))
    const ringing = await reschedule(hotel, id, { time: '2010' })
    expect([ringing.status, ringing.json.code]).toEqual([409, 'call.ringing'])
    await hotel.settled(id)
    const over = await reschedule(hotel, id, { time: '2010' })
    expect([over.status, over.json.description]).toEqual([409, expect.stringContaining('is over')])
    expect(await pending(hotel)).toEqual([])
  })

  test('asked for in the last second before it rings: the room is not rung at the old time', async () => {
    const { hotel, exchange } = await openNight()
    const old = await hotel.ask('101', '2005')
    await hotel.pass(minutes(5) - seconds(1))
    const { id } = (await reschedule(hotel, old, { time: '2007' })).json
    await hotel.settled(id)
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([420])
  })

  test('between two attempts starts anew', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', NO_ANSWER, PRESSES('5'))
    const old = await hotel.ask('101', '2005')
    await hotel.until(async () => (await hotel.log('wakeup.retry')).length === 1, minutes(8))
    const { id } = (await reschedule(hotel, old, { time: '2030' })).json
    expect(await hotel.settled(id)).toMatchObject({ result: 1, attempts: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([300, 1800])
  })

  test('that is its own time changes nothing', async () => {
    const { hotel } = await openNight()
    const old = await hotel.ask('101', '2005')
    const answer = await reschedule(hotel, old, { time: '2005' })
    expect([answer.status, answer.json.id, answer.json.existing]).toEqual([201, old, true])
    expect(await hotel.log('wakeup.rescheduled')).toEqual([])
  })

  test('at which the same call exists becomes that one', async () => {
    const { hotel } = await openNight()
    const [old, other] = [await hotel.ask('101', '2005'), await hotel.ask('101', '2010')]
    expect((await reschedule(hotel, old, { time: '2010' })).json).toMatchObject({ id: other, existing: true })
    expect(await pending(hotel)).toMatchObject([{ id: other }])
  })

  test('sent twice under one Idempotency-Key is done once', async () => {
    const { hotel } = await openNight()
    const old = await hotel.ask('101', '2005')
    const key = { 'idempotency-key': 'move' }
    const [first, again] = [
      await reschedule(hotel, old, { time: '2010' }, key),
      await reschedule(hotel, old, { time: '2010' }, key),
    ]
    expect(again.json).toEqual(first.json)
    expect(await pending(hotel)).toHaveLength(1)
  })

  test('for several rooms is for all of them, or for none', async () => {
    const { hotel } = await openNight()
    const { id } = (await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101,102', time: '0700' }))
      .json
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await reschedule(hotel, `${id},${unknown}`, { time: '0730' })).status).toBe(404)
    expect(await pending(hotel)).toMatchObject([{ scheduled: '2026-11-15T07:00:00+01:00' }, {}])
    const answer = await reschedule(hotel, id, { time: '0730' })
    expect(answer.json.description).toBe('2 wakeup calls moved to 2026-11-15T07:30:00+01:00')
    expect(answer.json.calls.map(({ room }: { room: string }) => room)).toEqual(['101', '102'])
    expect(await pending(hotel)).toHaveLength(2)
  })

  test('of a series is that of all its days to come, and its past stays', async () => {
    const { hotel, exchange } = await openNight(NO_NIGHT_STEPS)
    const old = await hotel.ask('101', '0700', { days: 'sun,mon,wed', until: '20261118' })
    await hotel.pass(hours(12))
    const { id } = (await reschedule(hotel, old, { time: '0630' })).json
    expect(await hotel.call(id)).toMatchObject({ days: 'mon,wed,sun', until: '20261118' })
    await hotel.pass(days(5))
    expect(mornings(exchange.rings('101'))).toEqual(['11-15T07:00', '11-16T06:30', '11-18T06:30'])
  })

  test('that the clocks skip is told as that', async () => {
    const { hotel } = await openNight()
    const old = await hotel.ask('101', '2027-03-28T07:00')
    expect((await reschedule(hotel, old, { time: '0230' })).json).toMatchObject({
      scheduled: '2027-03-28T03:30:00+02:00',
      clockChange: 'skipped',
    })
  })
})

describe('a day of a series that is left out', () => {
  test('is its next one, and all others ring', async () => {
    const { hotel, exchange } = await openNight(NO_NIGHT_STEPS)
    const id = await hotel.ask('101', '0700', { daily: true })
    expect((await skip(hotel, id)).json).toEqual({
      error: 0,
      description: '2026-11-15 is left out; the next call is at 2026-11-16T07:00:00+01:00',
      id,
      skipped: '20261115',
      scheduled: '2026-11-16T07:00:00+01:00',
    })
    await hotel.pass(days(3))
    expect(mornings(exchange.rings('101'))).toEqual(['11-16T07:00', '11-17T07:00'])
    expect(await hotel.log('wakeup.skipped')).toMatchObject([
      { wakeup: id, room: '101', actor: 'desk', detail: { day: '20261115' } },
    ])
  })

  test('may be a later one, which the record shows until it is over', async () => {
    const { hotel, exchange } = await openNight(NO_NIGHT_STEPS)
    const id = await hotel.ask('101', '0700', { daily: true })
    await skip(hotel, id, { date: '20261117' })
    expect(await hotel.call(id)).toMatchObject({
      scheduled: '2026-11-15T07:00:00+01:00',
      skipped: '20261117',
    })
    await hotel.pass(days(5))
    expect(mornings(exchange.rings('101'))).toEqual([
      '11-15T07:00',
      '11-16T07:00',
      '11-18T07:00',
      '11-19T07:00',
    ])
    expect(await hotel.call(id)).not.toHaveProperty('skipped')
  })

  test('given twice is left out once', async () => {
    const { hotel } = await openNight()
    const id = await hotel.ask('101', '0700', { daily: true })
    for (const _ of [1, 2])
      expect((await skip(hotel, id, { date: '20261115' })).json).toMatchObject({
        skipped: '20261115',
        scheduled: '2026-11-16T07:00:00+01:00',
      })
    expect(await hotel.log('wakeup.skipped')).toHaveLength(1)
  })

  test('just before it rings does not ring', async () => {
    const { hotel, exchange } = await openNight()
    const id = await hotel.ask('101', '2005', { daily: true })
    await hotel.pass(minutes(5) - seconds(1))
    expect((await skip(hotel, id)).status).toBe(200)
    await hotel.pass(minutes(20))
    expect(exchange.rings('101')).toEqual([])
  })

  test('that turns the day before it into the last: the series ends there', async () => {
    const { hotel, exchange } = await openNight(NO_NIGHT_STEPS)
    const id = await hotel.ask('101', '0700', { daily: true, until: '20261116' })
    await skip(hotel, id, { date: '20261116' })
    await hotel.pass(days(3))
    expect(mornings(exchange.rings('101'))).toEqual(['11-15T07:00'])
    expect(await hotel.call(id)).toMatchObject({ status: 2, result: 1 })
  })

  test('while the desk is told to ring the day before it, which becomes the last: marked is marked', async () => {
    const wakeup = { method: 'manual', escalation: { extension: '0' } } as const
    const { hotel, exchange } = await openNight({ wakeup })
    exchange.does('0', NO_ANSWER)
    const id = await hotel.ask('101', '2001', { daily: true, until: '20261115' })
    await hotel.until(() => exchange.rings('0').length === 1)
    await skip(hotel, id, { date: '20261115' })
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
    await hotel.pass(minutes(20))
    expect(exchange.rings('0')).toHaveLength(1)
    expect(await hotel.alarms()).toMatchObject([
      { kind: 'wakeup.by-hand', state: 'acknowledged', by: 'desk' },
    ])
    const { alarms, alterations } = (await hotel.request('desk', 'GET', `/rest/wakeup/${id}/dossier`)).json
    expect([alarms.length, alterations]).toEqual([1, []])
  })

  test('between two attempts on the day before it, which becomes the last: the dossier is whole', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 2 } })
    exchange.does('101', { does: 'busy' })
    const id = await hotel.ask('101', '2001', { daily: true, until: '20261115' })
    await hotel.until(async () => (await hotel.log('wakeup.retry')).length === 1)
    await skip(hotel, id, { date: '20261115' })
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
    const dossier = (await hotel.request('desk', 'GET', `/rest/wakeup/${id}/dossier`)).json
    expect([dossier.attempts.length, dossier.alterations]).toEqual([1, []])
  })

  test('stays left out when the series begins earlier than before', async () => {
    const { hotel } = await openNight()
    const old = await hotel.ask('101', '2005', { daily: true })
    await skip(hotel, old, { date: '20261115' })
    const { scheduled } = (await reschedule(hotel, old, { time: '1900' })).json
    expect(scheduled).toBe('2026-11-16T19:00:00+01:00')
  })

  test.each<Record<string, string>>([
    { date: '20261116', time: '0800' },
    { datetime: '2026-11-16T08:00' },
    { datetime: '2026-11-16T07:00:00Z' },
  ])('and is then asked for is left out no more: %j', async (to) => {
    const { hotel } = await openNight()
    const old = await hotel.ask('101', '0700', { daily: true })
    await skip(hotel, old, { date: '20261116' })
    const { id, scheduled } = (await reschedule(hotel, old, to)).json
    expect(scheduled).toBe('2026-11-16T08:00:00+01:00')
    expect((await skip(hotel, id)).json.scheduled).toBe('2026-11-17T08:00:00+01:00')
  })

  test('stays left out when the series is moved to another time', async () => {
    const { hotel, exchange } = await openNight(NO_NIGHT_STEPS)
    const old = await hotel.ask('101', '0700', { daily: true })
    await skip(hotel, old, { date: '20261116' })
    await reschedule(hotel, old, { time: '0800' })
    await hotel.pass(days(3))
    expect(mornings(exchange.rings('101'))).toEqual(['11-15T08:00', '11-17T08:00'])
  })

  test('while the room is being woken for it is refused', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', NO_ANSWER)
    const id = await hotel.ask('101', '2005', { daily: true })
    await hotel.ringing(id, minutes(6))
    const answer = await skip(hotel, id)
    expect([answer.status, answer.json.code]).toEqual([409, 'call.ringing'])
    await hotel.until(async () => (await hotel.log('wakeup.retry')).length === 1, minutes(8))
    expect((await skip(hotel, id)).status).toBe(409)
    expect((await skip(hotel, id, { date: '20261115' })).status).toBe(200)
  })

  test.each<[string, Record<string, string>, Record<string, string>, number, string]>([
    ['of a call that does not repeat', {}, {}, 422, 'does not repeat'],
    ['on which nothing rings', { days: 'mon' }, { date: '20261117' }, 422, 'no call to come on 20261117'],
    ['after its end', { daily: '1', until: '20261116' }, { date: '20261117' }, 422, 'no call to come'],
    ['that has passed', { daily: '1' }, { date: '20261101' }, 422, 'no call to come'],
    ['that is the last', { daily: '1', until: '20261115' }, {}, 422, 'delete it instead'],
    ['that is too far ahead', { daily: '1' }, { date: '99990101' }, 422, 'two years'],
    ['that the calendar does not have', { daily: '1' }, { date: '20261131' }, 400, 'YYYYMMDD'],
    ['in a field that is not known', { daily: '1' }, { day: '20261116' }, 400, 'day'],
  ])('is refused: one %s', async (_, more, fields, status, words) => {
    const { hotel } = await openNight()
    const id = await hotel.ask('101', '0700', more)
    const answer = await skip(hotel, id, fields)
    expect([answer.status, answer.json.description]).toEqual([status, expect.stringContaining(words)])
    expect(await hotel.log('wakeup.skipped')).toEqual([])
  })

  test('of several series is told for each', async () => {
    const { hotel } = await openNight()
    const form = { room: '101,102', time: '0700', daily: true }
    const { id } = (await hotel.request('desk', 'POST', '/rest/wakeup', form)).json
    expect((await skip(hotel, id)).json.calls).toMatchObject([
      { room: '101', skipped: '20261115' },
      { room: '102', skipped: '20261115' },
    ])
  })
})

test('a call that is rung by hand can be moved like any other', async () => {
  const { hotel, exchange } = await openNight({ wakeup: { method: 'manual' } })
  const old = await hotel.ask('101', '2005')
  const { id } = (await reschedule(hotel, old, { time: '2015' })).json
  await hotel.pass(minutes(20))
  expect(await hotel.call(id)).toMatchObject({ status: 0, scheduled: '2026-11-14T20:15:00+01:00' })
  expect(await hotel.settled(id)).toMatchObject({ result: 7 })
  expect(exchange.rings('101')).toEqual([])
})
