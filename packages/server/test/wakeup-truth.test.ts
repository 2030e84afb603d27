import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { type Night, openNight, secondsAfterEight } from './night.ts'
import { LISTENS, openTestExchange, PRESSES } from './test-exchange.ts'

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

describe('what is told of an answer', () => {
  const said = async (hotel: Night['hotel']) => (await hotel.log('wakeup.settled')).map(({ text }) => text)
  const failed = 'The wake-up call of room 101 for 20:05 failed'

  test('with a key: that the guest was woken', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', PRESSES('5'))
    expect(await hotel.settled(await hotel.ask('101', '2005'))).toMatchObject({ result: 1 })
    expect(await said(hotel)).toEqual(['The guest was woken and pressed a key'])
  })

  test('without a key: that the phone was answered', async () => {
    const { hotel } = await openNight()
    expect(await hotel.settled(await hotel.ask('101', '2005'))).toMatchObject({ result: 1 })
    expect(await said(hotel)).toEqual(['The phone was answered, no key was pressed'])
  })

  test('without the key that was asked for: just that, to the desk too', async () => {
    const { hotel } = await openNight({ wakeup: { attempts: 1 } })
    const id = await hotel.ask('101', '2005', { confirm: true })
    expect(await hotel.settled(id)).toMatchObject({ result: 4 })
    const words = 'the phone was answered, but the key to confirm it was not pressed'
    expect(await said(hotel)).toEqual([`The guest was not woken: ${words}`])
    expect(await hotel.alarms()).toMatchObject([{ text: `${failed}: ${words}` }])
  })

  test('that ended at once: that the phone was answered and hung up, by the voice too', async () => {
    const wakeup = { attempts: 1, escalation: { extension: '9' } }
    const { hotel, exchange } = await openNight({ wakeup })
    exchange.does('101', { does: 'answer', ringMs: 1_000, hangsUpAfterMs: 1_000 })
    expect(await hotel.settled(await hotel.ask('101', '2005'))).toMatchObject({ result: 2 })
    expect(await hotel.alarms()).toMatchObject([{ text: `${failed}: the phone was answered and hung up` }])
    await hotel.until(() => exchange.rings('9').length > 0)
    expect(JSON.stringify(hotel.voice.spoken)).toContain('answered-and-hung-up')
  })

  test('whose exchange died: nothing beyond that, and the room is rung again', async () => {
    const { stage, hotel, exchange } = await openNight()
    const id = await hotel.ask('101', '2005')
    await hotel.until(() => exchange.phones.up === 1, minutes(6))
    await hotel.pass(seconds(2.6))
    const { port } = exchange.phones.address
    await exchange.dies()
    const next = await openTestExchange(stage, port)
    onTestFinished(() => next.close())
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 1 })
    const [lost] = await hotel.log('wakeup.ended')
    expect(lost?.detail).toMatchObject({ hungUpBy: 'us', heardMs: 2_100 })
    const [again] = await hotel.log('wakeup.retry')
    expect(again).toMatchObject({ detail: { after: 'no-answer', proof: 'hung-up' } })
  })
})

describe('a phone that rings', () => {
  test.each([
    ['and is broken off by the exchange', { does: 503, ringMs: 2_000 }, '503 '],
    ['and refuses our audio', { does: 488, ringMs: 2_000 }, '488 '],
  ] as const)(
    '%s has disturbed the guest: that counts, as often as the hotel rings',
    async (_, script, why) => {
      const { hotel, exchange } = await openNight({ wakeup: { attempts: 2, retryDelay: '1m' } })
      exchange.does('101', script)
      const id = await hotel.ask('101', '2005')
      expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 2 })
      expect(exchange.rings('101').map(secondsAfterEight)).toEqual([300, 360])
      expect((await hotel.log('wakeup.settled')).map(({ text }) => text)).toEqual([
        'The guest was not woken: the phone rang, and the call was broken off',
      ])
      for (const { text } of await hotel.log('wakeup.ended'))
        expect(text).toContain(`The phone rang, and the call was broken off: ${why}`)
      const [alarm] = await hotel.alarms()
      expect(alarm?.text).toContain(`the phone rang, and the call was broken off (${why}`)
      expect(await hotel.log('wakeup.waiting')).toEqual([])
    },
  )

  test('only after the ring time is over rings as long as ever, and counts once', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1, ringTime: '10s' } })
    exchange.does('101', { does: 'ring', triesMs: seconds(12) })
    expect(await hotel.settled(await hotel.ask('101', '2005'))).toMatchObject({ attempts: 1, result: 2 })
    const [end] = exchange.seen.filter(({ what }) => what === 'ends')
    expect(secondsAfterEight(end?.at ?? 0)).toBeCloseTo(300 + 12 + 10, 0)
  })

  test('never, though the exchange takes the call, is not said to be one that nobody answered', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
    exchange.does('101', { does: 'ring', triesMs: minutes(3) })
    expect(await hotel.settled(await hotel.ask('101', '2005'))).toMatchObject({ attempts: 0, result: 5 })
    const ends = (await hotel.log('wakeup.ended')).map(({ detail }) => detail['kind'])
    expect(new Set(ends)).toEqual(new Set(['line-trouble']))
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
