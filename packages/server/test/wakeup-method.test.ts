import { describe, expect, test } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { openNight, secondsAfterEight } from './night.ts'
import { PRESSES } from './test-exchange.ts'

const VIP_ROOM = { mailboxes: [{ range: '101-104' }, { number: '105', vip: true }] }
const DESK = { escalation: { extension: '0' } } as const
const NO_ANSWER = { does: 'ring' } as const
/** Presses the key about 54 seconds after it was rung. */
const PRESSES_LATE = {
  does: 'answer',
  ringMs: 30_000,
  hangsUpAfterMs: 60_000,
  keys: [{ keys: '2', afterMs: 23_000 }],
} as const
type Hotel = Awaited<ReturnType<typeof openNight>>['hotel']
const texts = async (hotel: Hotel, kind: string) => (await hotel.log(kind)).map(({ text }) => text)
const said = (hotel: Hotel) => hotel.voice.spoken.flatMap(({ words }) => words)
const alarmsOf = async ({ hotel }: Awaited<ReturnType<typeof openNight>>) =>
  (await hotel.alarms()).map(({ room, kind, state }) => `${room} ${kind} ${state}`).toSorted()

describe('where the desk calls', () => {
  test('the system never does; what nobody has marked by the end of the grace time was missed', async () => {
    const night = await openNight({ wakeup: { method: 'manual' } })
    const [done, forgotten] = [await night.hotel.ask('101', '2001'), await night.hotel.ask('102', '2001')]
    await night.hotel.pass(minutes(3))
    await night.hotel.request('desk', 'PUT', `/rest/wakeup/${done}`, { result: 1 })
    expect(await night.hotel.settled(forgotten)).toMatchObject({ attempts: 0, result: 7 })
    expect(await night.hotel.call(done)).toMatchObject({ result: 1, actor: 'desk' })
    expect(night.exchange.rings()).toEqual([])
    expect(await alarmsOf(night)).toEqual([
      '101 wakeup.by-hand acknowledged',
      '102 wakeup.by-hand over',
      '102 wakeup.failed open',
    ])
    const [settled] = await night.hotel.log('wakeup.settled')
    expect(Date.parse(settled?.at ?? '') - Date.UTC(2026, 10, 14, 19, 1)).toBe(minutes(10))
  })
})

describe('the desk that calls', () => {
  test('is rung at the hour and told which room to ring, and marks it by key 2', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'manual', ...DESK } })
    exchange.does('0', PRESSES('2'))
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id, minutes(3))).toMatchObject({
      attempts: 0,
      result: 1,
      actor: 'extension 0',
    })
    expect(exchange.order()).toEqual(['0'])
    expect(exchange.rings('0').map(secondsAfterEight)).toEqual([expect.closeTo(61, -1)])
    expect(said(hotel)).toContainEqual({ phrase: 'ring-by-hand' })
    expect(said(hotel)).toContainEqual({ digits: '101' })
    expect(await texts(hotel, 'alarm.raised')).toEqual(['Ring room 101 now, by hand: wake-up call for 20:01'])
    await hotel.pass(minutes(30))
    expect(exchange.rings('0')).toHaveLength(1)
  })

  test('is rung again until the call is marked over the interface', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'manual', ...DESK } })
    exchange.does('0', NO_ANSWER)
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.rings('0').length === 3, minutes(9))
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
    await hotel.pass(minutes(30))
    expect(exchange.rings('0')).toHaveLength(3)
    expect(await hotel.call(id)).toMatchObject({ result: 1, actor: 'desk' })
  })

  test('and marks nothing is told that the guest was not woken, and the log says what is true', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'manual', ...DESK } })
    exchange.does('0', PRESSES('1'))
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ result: 7 })
    expect(await texts(hotel, 'wakeup.claimed')).toEqual(['Taken up: the desk rings it, by hand'])
    expect(await texts(hotel, 'wakeup.settled')).toEqual([
      'The guest was not woken: nobody has said that it was made by hand',
    ])
    exchange.does('0', PRESSES('2'))
    await hotel.until(async () => (await hotel.call(id)).result === 1, minutes(3))
    expect(await hotel.call(id)).toMatchObject({ actor: 'extension 0' })
  })

  test('and says that the guest was reached just after the grace time has ended is believed', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'manual', grace: '50s', ...DESK } })
    exchange.does('0', PRESSES_LATE, NO_ANSWER)
    const id = await hotel.ask('101', '2001', { daily: true })
    await hotel.pass(minutes(20))
    expect(await texts(hotel, 'alarm.over')).toEqual(['The call is over'])
    expect(await hotel.call(id)).toMatchObject({ status: 0, scheduled: '2026-11-15T20:01:00+01:00' })
    const { answered } = (await hotel.request('desk', 'GET', '/rest/wakeup/list/answered')).json
    expect(answered).toMatchObject([{ series: id, result: 1, actor: 'extension 0' }])
    expect(exchange.rings('0')).toHaveLength(1)
  })

  test('marks only the day of a series that it was told of', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'manual', ...DESK } })
    exchange.does('0', PRESSES('2'))
    const id = await hotel.ask('101', '2001', { daily: true })
    await hotel.pass(minutes(3))
    expect(await hotel.call(id)).toMatchObject({ status: 0, scheduled: '2026-11-15T20:01:00+01:00' })
    const { answered } = (await hotel.request('desk', 'GET', '/rest/wakeup/list/answered')).json
    expect(answered).toMatchObject([{ series: id, result: 1, actor: 'extension 0' }])
  })

  test('finds the day of a series by the id that it was told, and marks it over the interface', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'manual', ...DESK } })
    exchange.does('0', NO_ANSWER)
    const id = await hotel.ask('101', '2001', { daily: true })
    await hotel.until(() => exchange.rings('0').length === 1)
    const [alarm] = await hotel.alarms()
    const path = `/rest/wakeup/${alarm?.wakeup}`
    expect((await hotel.request('desk', 'GET', path)).json).toMatchObject({ id, room: '101' })
    expect((await hotel.request('desk', 'GET', `${path}/dossier`)).json.record).toMatchObject({ id })
    expect((await hotel.request('nyboss', 'PUT', path, { result: 1 })).status).toBe(404)
    expect((await hotel.request('desk', 'PUT', path, { result: 1 })).status).toBe(200)
    await hotel.pass(minutes(20))
    expect(exchange.rings('0')).toHaveLength(1)
    expect((await hotel.request('desk', 'GET', path)).json).toMatchObject({ series: id, result: 1 })
    expect(await hotel.call(id)).toMatchObject({ status: 0, scheduled: '2026-11-15T20:01:00+01:00' })
  })

  test('is told at the new hour, and no more at the old one, when the clocks of the hotel are others', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'manual', ...DESK } })
    exchange.does('0', NO_ANSWER)
    await hotel.ask('101', '2001')
    await hotel.until(() => exchange.rings('0').length === 1)
    await hotel.request('boss', 'PUT', '/rest/config/site', { timezone: 'Europe/London' })
    await hotel.until(() => exchange.rings('0').length === 2, minutes(70))
    expect(exchange.rings('0').map(secondsAfterEight)[1]).toBeCloseTo(3_660, -1)
  })

  test('is told of the new room when the guest moves', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'manual', ...DESK } })
    exchange.does('0', NO_ANSWER)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
    await hotel.ask('101', '2001')
    await hotel.until(() => exchange.rings('0').length === 1)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/move', { to: '102' })
    await hotel.pass(minutes(2))
    const open = (await hotel.alarms()).filter(({ state }) => state === 'open')
    expect(open.map(({ room, kind }) => [room, kind])).toEqual([['102', 'wakeup.by-hand']])
    expect(said(hotel)).toContainEqual({ digits: '102' })
  })
})

describe('where the system calls when the desk has not', () => {
  test('the desk is told first, and no more once the system rings', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'backup', ...DESK } })
    exchange.does('0', NO_ANSWER)
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.rings('0').length === 1)
    expect(await texts(hotel, 'alarm.raised')).toEqual([
      'Ring room 101 now, by hand: wake-up call for 20:01; the system does at 20:04',
    ])
    expect(said(hotel)).toContainEqual({ phrase: 'i-ring-myself' })
    expect(said(hotel)).toContainEqual({ time: { hour: 20, minute: 4 } })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([240])
    const told = exchange.rings('0').length
    await hotel.pass(minutes(30))
    expect(exchange.rings('0')).toHaveLength(told)
    expect(await texts(hotel, 'alarm.over')).toEqual(['The system rings it now'])
  })

  test('and the desk says by key that the guest was reached, the system does not ring', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'backup', ...DESK } })
    exchange.does('0', PRESSES('2'))
    const id = await hotel.ask('101', '2001')
    await hotel.pass(minutes(20))
    expect(await hotel.call(id)).toMatchObject({ result: 1, actor: 'extension 0' })
    expect(exchange.order()).toEqual(['0'])
  })

  test('and the desk says so while the system has just begun to ring, the system stops ringing', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'backup', backupAfter: '50s', ...DESK } })
    exchange.does('0', PRESSES_LATE, NO_ANSWER)
    exchange.does('101', NO_ANSWER)
    const id = await hotel.ask('101', '2001')
    await hotel.pass(minutes(20))
    expect(await hotel.call(id)).toMatchObject({ result: 1, actor: 'extension 0' })
    expect(exchange.order()).toEqual(['0', '101'])
  })

  test('it does so after three minutes, and leaves what is marked alone', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'backup' } })
    const [done, forgotten] = [await hotel.ask('101', '2001'), await hotel.ask('102', '2001')]
    await hotel.pass(minutes(2))
    await hotel.request('desk', 'PUT', `/rest/wakeup/${done}`, { result: 1 })
    expect(await hotel.settled(forgotten)).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.order()).toEqual(['102'])
    expect(exchange.rings('102').map(secondsAfterEight)).toEqual([240])
  })

  test('it rings on like any other call, without the desk being asked again', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { method: 'backup', backupAfter: '1m' } })
    exchange.does('101', { does: 'busy' })
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 3, result: 3 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([120, 420, 720])
  })

  test('no alarm tells of missing lines while the desk has its time', async () => {
    const { hotel, exchange } = await openNight({
      wakeup: { method: 'backup', backupAfter: '5m' },
      lines: [1],
    })
    exchange.does('101', { does: 'answer', hangsUpAfterMs: 20_000 })
    const ids = []
    for (const room of ['101', '102']) ids.push(await hotel.ask(room, '2001'))
    for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect((await hotel.alarms()).map(({ kind }) => kind)).toEqual(['wakeup.by-hand', 'wakeup.by-hand'])
  })
})

test.each(['backup', 'manual'] as const)(
  'what the desk was told to ring (%s) is over with the call, though the system rings all calls by now',
  async (method) => {
    const { hotel, exchange } = await openNight({ wakeup: { method, ...DESK } })
    exchange.does('0', NO_ANSWER)
    await hotel.ask('101', '2001', { daily: true })
    await hotel.until(() => exchange.rings('0').length === 1)
    const wakeup = { method: 'automatic', ...DESK }
    const json = { 'content-type': 'application/json' }
    await hotel.request('boss', 'PUT', '/rest/config/site', JSON.stringify({ wakeup }), json)
    await hotel.until(async () => (await hotel.log('wakeup.settled')).length === 1, minutes(15))
    const told = exchange.rings('0').length
    await hotel.pass(minutes(20))
    expect(exchange.rings('0')).toHaveLength(told)
    expect((await hotel.alarms()).map(({ kind, state }) => [kind, state])).toEqual([
      ['wakeup.by-hand', 'over'],
    ])
  },
)

describe('where VIPs are called by hand', () => {
  test('the others are rung', async () => {
    const night = await openNight({ wakeup: { vipMethod: 'manual' }, site: VIP_ROOM })
    const [vip, other] = [await night.hotel.ask('105', '2001'), await night.hotel.ask('101', '2001')]
    expect(await night.hotel.settled(other)).toMatchObject({ result: 1 })
    expect(await night.hotel.settled(vip)).toMatchObject({ attempts: 0, result: 7 })
    expect(night.exchange.order()).toEqual(['101'])
  })

  test('a guest who is one makes any room one', async () => {
    const night = await openNight({ wakeup: { vipMethod: 'backup' }, site: VIP_ROOM })
    await night.hotel.request('desk', 'POST', '/rest/mailbox/102/checkin', { name: 'Ada', vip: true })
    await night.hotel.settled(await night.hotel.ask('102', '2001'))
    expect(night.exchange.rings('102').map(secondsAfterEight)).toEqual([240])
  })

  test('and the others by the desk, VIPs can still be rung', async () => {
    const night = await openNight({ wakeup: { method: 'manual', vipMethod: 'automatic' }, site: VIP_ROOM })
    await night.hotel.settled(await night.hotel.ask('105', '2001'))
    expect(night.exchange.rings('105').map(secondsAfterEight)).toEqual([60])
  })
})
