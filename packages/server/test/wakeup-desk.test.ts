import { describe, expect, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { type Night, openNight, secondsAfterEight } from './night.ts'
import { LISTENS } from './test-exchange.ts'

const NO_ANSWER = { does: 'ring' } as const

/** A room that rings and rings. */
async function whileRinging(options: Parameters<typeof openNight>[0] = {}, more = {}) {
  const night = await openNight(options)
  night.exchange.does('101', NO_ANSWER)
  const id = await night.hotel.ask('101', '2001', more)
  await night.hotel.until(() => night.exchange.seen.some(({ what }) => what === 'rings'))
  return { ...night, id }
}

const ends = ({ exchange }: Night, number: string) =>
  exchange.seen.filter((one) => one.number === number && one.what === 'ends')

/** Nothing rings any more, now or later, but what has rung. */
async function staysQuiet(night: Night, rings: number) {
  expect(night.exchange.phones.calls.size).toBe(0)
  await night.hotel.pass(minutes(20))
  expect(night.exchange.rings()).toHaveLength(rings)
}

describe('while a phone rings', () => {
  test('an operator who sets the result stops it at once', async () => {
    const night = await whileRinging()
    const { hotel, id } = night
    const before = hotel.clock.now()
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1, reason: 'I was at the door' })
    await hotel.pass(10)
    expect(ends(night, '101')).toMatchObject([{ event: { end: { why: 'cancelled' } } }])
    expect(hotel.clock.now() - before).toBe(10)
    expect(await hotel.call(id)).toMatchObject({ status: 2, result: 1, actor: 'desk', attempts: 1 })
    await staysQuiet(night, 1)
    expect(await hotel.call(id)).toMatchObject({ status: 2, result: 1, actor: 'desk', attempts: 1 })
  })

  test('a call of a series that is set by hand stops, and the series goes on tomorrow', async () => {
    const night = await whileRinging({}, { daily: true })
    const { hotel, id } = night
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 2 })
    await hotel.pass(10)
    await staysQuiet(night, 1)
    expect(await hotel.call(id)).toMatchObject({
      status: 0,
      scheduled: '2026-11-15T20:01:00+01:00',
      attempts: 0,
    })
    const { failed } = (await hotel.request('desk', 'GET', '/rest/wakeup/list/failed')).json
    expect(failed).toMatchObject([{ series: id, result: 2, actor: 'desk', attempts: 1 }])
  })

  test('a call that is deleted stops, and the log keeps it', async () => {
    const night = await whileRinging()
    const { hotel, id } = night
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    await hotel.pass(10)
    expect(ends(night, '101')).toHaveLength(1)
    await staysQuiet(night, 1)
    expect((await hotel.request('desk', 'GET', `/rest/wakeup/${id}`)).status).toBe(404)
    const kinds = (await hotel.log('wakeup')).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['wakeup.deleted', 'wakeup.ended']))
    expect(await hotel.alarms()).toEqual([])
  })

  test('a guest who checks out is left in peace', async () => {
    const night = await openNight()
    const { hotel, exchange } = night
    exchange.does('101', NO_ANSWER)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.phones.calls.size === 1)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkout')
    await hotel.pass(10)
    expect(ends(night, '101')).toHaveLength(1)
    await staysQuiet(night, 1)
    expect((await hotel.request('desk', 'GET', `/rest/wakeup/${id}`)).status).toBe(404)
  })

  test('a guest who moves is rung in the new room at once', async () => {
    const night = await openNight()
    const { hotel, exchange } = night
    exchange.does('101', NO_ANSWER)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.phones.calls.size === 1)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/move', { to: '102' })
    const moved = hotel.clock.now()
    expect(await hotel.settled(id)).toMatchObject({ room: '102', result: 1 })
    expect(exchange.order()).toEqual(['101', '102'])
    const [rung = 0] = exchange.rings('102')
    expect(rung - moved).toBeLessThan(seconds(3))
    expect(ends(night, '101')).toHaveLength(1)
  })

  test('a call to a phone that is up is hung up when it is deleted', async () => {
    const night = await openNight()
    const { hotel, exchange } = night
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.phones.up === 1)
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    await hotel.pass(10)
    expect(ends(night, '101')).toMatchObject([{ event: { end: { kind: 'answered', hungUpBy: 'them' } } }])
    await staysQuiet(night, 1)
  })
})

describe('between two attempts', () => {
  test('an operator who sets the result has the last word', async () => {
    const night = await openNight()
    const { hotel, exchange } = night
    exchange.does('101', NO_ANSWER)
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => ends(night, '101').length === 1)
    await hotel.pass(minutes(1))
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
    await staysQuiet(night, 1)
    expect(await hotel.call(id)).toMatchObject({ result: 1, actor: 'desk' })
  })

  test('a guest who moves takes the next attempt along', async () => {
    const night = await openNight()
    const { hotel, exchange } = night
    exchange.does('101', NO_ANSWER)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => ends(night, '101').length === 1)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/move', { to: '102' })
    expect(await hotel.settled(id)).toMatchObject({ room: '102', attempts: 2, result: 1 })
    expect(exchange.rings('102').map(secondsAfterEight)).toEqual([360])
  })
})

describe('in the last minute before a call', () => {
  test.each([
    ['deleted', 'DELETE', '', undefined],
    ['settled by hand', 'PUT', '', { result: 1 }],
  ])('one that is %s is not rung', async (_, method, path, body) => {
    const night = await openNight()
    const id = await night.hotel.ask('101', '2005')
    await night.hotel.pass(minutes(4) + seconds(59))
    await night.hotel.request('desk', method, `/rest/wakeup/${id}${path}`, body)
    await staysQuiet(night, 0)
  })

  test('one whose guest checks out is not rung', async () => {
    const night = await openNight()
    await night.hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
    await night.hotel.ask('101', '2005')
    await night.hotel.pass(minutes(4) + seconds(59))
    await night.hotel.request('desk', 'POST', '/rest/mailbox/101/checkout')
    await staysQuiet(night, 0)
  })

  test('one whose guest moves is rung in the new room, at its time', async () => {
    const { hotel, exchange } = await openNight()
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(4) + seconds(59))
    await hotel.request('desk', 'POST', '/rest/mailbox/101/move', { to: '102' })
    expect(await hotel.settled(id)).toMatchObject({ room: '102', attempts: 1, result: 1 })
    expect(exchange.order()).toEqual(['102'])
    expect(exchange.rings('102').map(secondsAfterEight)).toEqual([300])
  })

  test('one that is asked for is rung at its second', async () => {
    const { hotel, exchange } = await openNight()
    await hotel.pass(seconds(50))
    const id = await hotel.ask('101', '2026-11-14T20:00:52')
    expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([52])
  })
})

describe('after a call', () => {
  test("the operator's word stands, and the system's own is kept beside it", async () => {
    const night = await openNight({ wakeup: { attempts: 1 } })
    const { hotel, exchange } = night
    exchange.does('101', NO_ANSWER, LISTENS)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ result: 2, actor: 'system' })
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
    expect(await hotel.call(id)).toMatchObject({ result: 1, actor: 'desk' })
    expect((await hotel.app.database.read.wakeups.get(id))?.machineOutcome).toBe('no-answer')
    expect(await hotel.alarms()).toMatchObject([{ state: 'acknowledged', by: 'desk' }])
    const attempts = await hotel.app.database.read.attempts.ofWakeup(id)
    expect(attempts).toMatchObject([{ number: 1, result: { kind: 'no-answer' } }])
    await staysQuiet(night, 1)
  })
})
