import { describe, expect, test } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { openNight, secondsAfterEight } from './night.ts'

const VIP_ROOM = { mailboxes: [{ range: '101-104' }, { number: '105', vip: true }] }
const alarmsOf = async ({ hotel }: Awaited<ReturnType<typeof openNight>>) =>
  (await hotel.alarms()).map(({ room, state }) => [room, state])

describe('where the desk calls', () => {
  test('the system never does; what nobody has marked by the end of the grace time was missed', async () => {
    const night = await openNight({ wakeup: { method: 'manual' } })
    const [done, forgotten] = [await night.hotel.ask('101', '2001'), await night.hotel.ask('102', '2001')]
    await night.hotel.pass(minutes(3))
    await night.hotel.request('desk', 'PUT', `/rest/wakeup/${done}`, { result: 1 })
    expect(await night.hotel.settled(forgotten)).toMatchObject({ attempts: 0, result: 7 })
    expect(await night.hotel.call(done)).toMatchObject({ result: 1, actor: 'desk' })
    expect(night.exchange.rings()).toEqual([])
    expect(await alarmsOf(night)).toEqual([['102', 'open']])
    const [settled] = await night.hotel.log('wakeup.settled')
    expect(Date.parse(settled?.at ?? '') - Date.UTC(2026, 10, 14, 19, 1)).toBe(minutes(10))
  })
})

describe('where the system calls when the desk has not', () => {
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
    expect(await hotel.log('alarm')).toEqual([])
  })
})

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
