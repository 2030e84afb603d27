import type { SiteFile } from '@reveille/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { eventually } from '../testing/eventually.ts'
import { openMailServer } from './mail-server.ts'
import { newFolder, type Night, type NightOptions, openNight, secondsAfterEight } from './night.ts'
import { openReceiver } from './receiver.ts'
import { openRingingHotel } from './ringing-hotel.ts'
import { PRESSES } from './test-exchange.ts'

const NO_ANSWER = { does: 'ring' } as const
const MANAGER = '0041791234567'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

type Escalation = NonNullable<NonNullable<SiteFile['wakeup']>['escalation']>

/** A hotel in which the guest of room 101 is not reached, and nobody answers at the desk. */
async function afterFailure(escalation: Escalation, options: NightOptions = {}) {
  const night = await openNight({ ...options, wakeup: { attempts: 1, escalation } })
  night.exchange.does('101', { does: 'busy' })
  night.exchange.does('0', NO_ANSWER)
  const id = await night.hotel.ask('101', '2001')
  await night.hotel.settled(id)
  return { ...night, id }
}

const passed = async ({ hotel }: Pick<Night, 'hotel'>) =>
  (await hotel.log('alarm.passed-on')).map(({ text }) => text).toReversed()

/** Until it has been passed on so often, and a moment longer: no server is hurried by a clock that is moved by hand. */
async function passedOn(night: Night, times: number) {
  await night.hotel.until(async () => (await passed(night)).length === times, minutes(20))
  await night.hotel.pass(seconds(3))
}

/** Until the log says so often that a message was taken. */
const written = ({ hotel }: Night, times: number) =>
  eventually(async () => {
    const told = (await hotel.log('alarm.told')).filter(({ text }) => text.startsWith('Written to'))
    expect(told).toHaveLength(times)
  })

describe('an alarm that nobody at the desk answers', () => {
  test('goes to an outside number over the lines, which says that the guest was reached', async () => {
    const night = await afterFailure({ extension: '0', wait: '3m', chain: [{ extension: MANAGER }] })
    const { hotel, exchange } = night
    exchange.does(MANAGER, PRESSES('2'))
    await hotel.until(async () => (await hotel.alarms())[0]?.state === 'acknowledged', minutes(10))
    expect(exchange.rings(MANAGER).map(secondsAfterEight)).toEqual([expect.closeTo(60 + 180, -1)])
    expect(exchange.rings('0').length).toBeGreaterThan(1)
    expect(await hotel.alarms()).toMatchObject([{ by: `extension ${MANAGER}`, step: 1 }])
    expect(await hotel.call(night.id)).toMatchObject({ result: 1, actor: `extension ${MANAGER}` })
    expect(await passed(night)).toEqual([`Nobody has said that they know: the next is extension ${MANAGER}`])
  })

  test('begins anew after the last, and the log says so', async () => {
    const night = await afterFailure({ extension: '0', wait: '2m', chain: [{ extension: MANAGER }] })
    const { hotel, exchange } = night
    exchange.does(MANAGER, NO_ANSWER)
    await hotel.until(async () => (await passed(night)).length === 3, minutes(12))
    expect((await passed(night))[1]).toBe('Nobody has said that they know: it begins anew with extension 0')
    const order = exchange.order().filter((number) => number !== '101')
    expect([order[0], order.at(-1)]).toEqual(['0', '0'])
    expect(await hotel.alarms()).toMatchObject([{ state: 'open', step: 3 }])
  })

  test('rings everybody of the chain, however short a wait is set', async () => {
    const night = await afterFailure({ extension: '0', wait: '1s', chain: [{ extension: MANAGER }] })
    night.exchange.does(MANAGER, NO_ANSWER)
    await night.hotel.until(() => night.exchange.order().length === 5, minutes(10))
    expect(night.exchange.order()).toEqual(['101', '0', MANAGER, '0', MANAGER])
  })

  test('that the desk knows of goes to the next after it has come back three times', async () => {
    const night = await afterFailure({ extension: '0', chain: [{ extension: MANAGER }] })
    const { hotel, exchange } = night
    exchange.does('0', PRESSES('1'))
    exchange.does(MANAGER, PRESSES('2'))
    await hotel.until(async () => (await hotel.alarms())[0]?.state === 'acknowledged', minutes(60))
    expect(exchange.rings('0')).toHaveLength(4)
    expect(exchange.rings(MANAGER)).toHaveLength(1)
  })

  test('that the desk knew of, and did not say more of, is told as that when it goes on', async () => {
    const night = await afterFailure({ extension: '0', wait: '3m', chain: [{ extension: MANAGER }] })
    night.exchange.does('0', PRESSES('1'), NO_ANSWER)
    night.exchange.does(MANAGER, PRESSES('2'))
    await night.hotel.until(() => night.exchange.rings(MANAGER).length === 1, minutes(20))
    expect(await passed(night)).toEqual([
      `Known, and nobody has said that the guest was reached: the next is extension ${MANAGER}`,
    ])
  })

  test('goes on where it was after a restart', async () => {
    const folder = newFolder()
    const night = await afterFailure(
      { extension: '0', wait: '3m', chain: [{ extension: MANAGER }] },
      { folder },
    )
    night.exchange.does(MANAGER, NO_ANSWER)
    await night.hotel.until(() => night.exchange.rings(MANAGER).length === 1, minutes(6))
    const atDesk = night.exchange.rings('0').length
    await night.hotel.close()
    night.exchange.does(MANAGER, PRESSES('2'))
    const next = await openRingingHotel({}, { stage: night.stage, folder })
    onTestFinished(() => next.close())
    await next.until(async () => (await next.alarms())[0]?.state === 'acknowledged', minutes(3))
    expect(night.exchange.rings('0')).toHaveLength(atDesk)
    expect(await next.alarms()).toMatchObject([{ by: `extension ${MANAGER}`, step: 1 }])
  })
})

describe('the next of the chain', () => {
  test('may be several people by mail, who are written to once each time round', async () => {
    const server = await openMailServer()
    onTestFinished(() => server.close())
    const email = { host: '127.0.0.1', port: server.port, from: 'voice@hotel.example' }
    const chain = [{ email: 'manager@hotel.example, owner@hotel.example', wait: '10m' }]
    const night = await afterFailure({ extension: '0', wait: '2m', chain }, { site: { email } })
    await passedOn(night, 1)
    expect(await server.next()).toMatchObject({
      to: ['manager@hotel.example', 'owner@hotel.example'],
      subject: expect.stringContaining('room 101'),
    })
    await written(night, 1)
    await night.hotel.pass(minutes(8))
    expect(server.mails).toHaveLength(1)
    await passedOn(night, 3)
    await server.next()
    await written(night, 2)
    expect(server.mails).toHaveLength(2)
  })

  test('may be a server, which gets a signed post', async () => {
    const receiver = await openReceiver({ secret: SECRET, anyTime: true })
    onTestFinished(() => receiver.close())
    const chain = [{ webhook: { url: receiver.url, secret: SECRET } }]
    const night = await afterFailure(
      { extension: '0', wait: '2m', chain },
      { site: { network: { allow: ['127.0.0.1'] } } },
    )
    await passedOn(night, 1)
    const push = await receiver.next()
    const [alarm] = await night.hotel.alarms()
    expect(push.genuine).toBe(true)
    expect(push.headers['webhook-id']).toBe(`${alarm?.id}.1`)
    expect(JSON.parse(push.text)).toMatchObject({
      type: 'alarm.raised',
      timestamp: expect.stringContaining('2026-11-14T20:01'),
      data: { alarm: alarm?.id, kind: 'wakeup.failed', room: '101', wakeup: night.id, text: alarm?.text },
    })
    await written(night, 1)
  })
})
