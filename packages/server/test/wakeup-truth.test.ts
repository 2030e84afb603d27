import { describe, expect, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { openNight, secondsAfterEight } from './night.ts'
import { LISTENS } from './test-exchange.ts'

const DEAD = { does: 503 } as const
const BUSY = { does: 'busy' } as const

describe('what is told of a call that no line could carry', () => {
  test('is that the room was never rung, and that the call was given up', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', DEAD)
    const id = await hotel.ask('101', '2005')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 0, result: 5 })
    expect((await hotel.app.database.read.wakeups.get(id))?.dialledAt).toBeNull()
    expect(await hotel.log('alarm.over')).toMatchObject([{ text: 'The call was given up' }])
  })

  test('counts as late when a line was found after all', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', DEAD, DEAD, DEAD, DEAD, LISTENS)
    const id = await hotel.ask('101', '2005')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    const dialledAt = (await hotel.app.database.read.wakeups.get(id))?.dialledAt ?? 0
    expect(dialledAt).toBe(exchange.rings('101').at(-1))
    expect(secondsAfterEight(dialledAt)).toBeGreaterThan(305)
  })

  test('is told once, and not again after somebody has said that they know', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', DEAD)
    await hotel.ask('101', '2005')
    await hotel.until(async () => (await hotel.alarms()).length > 0, minutes(9))
    const [alarm] = await hotel.alarms()
    await hotel.request('boss', 'POST', `/rest/alarm/${alarm?.id}/acknowledge`, {})
    await hotel.pass(minutes(4))
    expect(await hotel.alarms()).toMatchObject([{ kind: 'wakeup.no-line', state: 'acknowledged' }])
  })

  test('is rung after the hotel has moved to another zone', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', DEAD, DEAD, LISTENS)
    const id = await hotel.ask('101', '2005')
    await hotel.until(() => exchange.rings('101').length > 0, minutes(6))
    await hotel.request('boss', 'PUT', '/rest/config/site', { timezone: 'Europe/Berlin' })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
  })
})

test('the last day of a series is told under the id of the series, and whoever decides about it ends its alarm', async () => {
  const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
  exchange.does('101', BUSY)
  const id = await hotel.ask('101', '2005', { daily: true, until: '20261114' })
  expect(await hotel.settled(id)).toMatchObject({ result: 3 })
  const [alarm] = await hotel.alarms()
  expect(alarm).toMatchObject({ kind: 'wakeup.failed', wakeup: id })
  await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
  expect(await hotel.alarms()).toMatchObject([{ state: 'acknowledged', by: 'desk' }])
})

test('a guest who is on the phone is not rung again in the room to which he moves', async () => {
  const { hotel, exchange } = await openNight()
  await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
  const id = await hotel.ask('101', '2005')
  await hotel.until(() => exchange.phones.up === 1, minutes(6))
  await hotel.request('desk', 'POST', '/rest/mailbox/101/move', { to: '102' })
  expect(await hotel.settled(id)).toMatchObject({ room: '101', attempts: 1, result: 1 })
  expect(exchange.rings('102')).toEqual([])
})

test('a phone that rings is in the log before anybody has picked up', async () => {
  const { hotel, exchange } = await openNight()
  exchange.does('101', { does: 'ring' })
  await hotel.ask('101', '2005')
  await hotel.until(() => exchange.rings('101').length > 0, minutes(6))
  await hotel.pass(seconds(2))
  expect(exchange.phones.calls.size).toBe(1)
  const rings = { text: '180 Ringing', detail: { status: 180 } }
  expect(await hotel.log('wakeup.progress')).toEqual(
    expect.arrayContaining([expect.objectContaining({ text: rings.text })]),
  )
})

test('a call that waited for a line says the time at which it rings', async () => {
  const { hotel, exchange } = await openNight({ lines: [1] })
  for (const room of ['101', '102'])
    exchange.does(room, { does: 'answer', ringMs: seconds(20), hangsUpAfterMs: seconds(15) })
  const moment = '2026-11-14T20:05:40'
  const ids = [await hotel.ask('101', moment), await hotel.ask('102', moment)]
  for (const id of ids) await hotel.settled(id)
  expect(exchange.rings().map(secondsAfterEight)[1]).toBeGreaterThan(360)
  expect(hotel.voice.spoken.map(({ words }) => JSON.stringify(words)).join(' ')).toContain(
    JSON.stringify({ itIs: { hour: 20, minute: 6 } }),
  )
})
