import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { openExchange, type ScriptedExchange } from '@reveille/sip/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadSettings } from '../src/actions/settings.ts'
import { telephonySettings } from '../src/actions/site/telephony.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { type Night, openNight, secondsAfterEight } from './night.ts'
import { openRingingHotel, type RingingHotel } from './ringing-hotel.ts'
import type { TestExchange } from './test-exchange.ts'

const JSON_BODY = { 'content-type': 'application/json' }

async function system({ request }: Pick<RingingHotel, 'request'>) {
  const { telephony, lines, registered } = (await request('desk', 'GET', '/rest/system')).json
  return { telephony, lines, registered }
}

/** A registrar and proxy in front of the phones, which asks for a password. */
async function openRegistrar({ phones }: TestExchange): Promise<ScriptedExchange> {
  const accounts = { voice1: 'right', voice2: 'right' }
  const registrar = await openExchange({ domain: 'hotel.test', accounts, phones: phones.address })
  return registrar
}

const lineAt = ({ address }: ScriptedExchange, user: string, password: string) => ({
  uri: `sip:${user}@hotel.test`,
  registrar: `${address.host}:${address.port}`,
  password,
})

/** A hotel whose lines have to register, with these passwords. */
async function openRegistered(...passwords: string[]): Promise<Night & { registrar: ScriptedExchange }> {
  const night = await openNight({ telephony: () => undefined })
  const registrar = await openRegistrar(night.exchange)
  const lines = passwords.map((password, at) => lineAt(registrar, `voice${at + 1}`, password))
  const sections = JSON.stringify({ telephony: { mode: 'sip', port: 0 } })
  for (const line of lines) await night.hotel.request('boss', 'POST', '/rest/config/line', line)
  const set = await night.hotel.request('boss', 'PUT', '/rest/config/site', sections, JSON_BODY)
  expect(set.status).toBe(200)
  return { ...night, registrar }
}

describe('the system says of its telephony', () => {
  test('that there is none, where the site says nothing of it', async () => {
    const { hotel } = await openNight({ telephony: () => undefined })
    expect(await system(hotel)).toEqual({ telephony: false, lines: 0, registered: false })
  })

  test('that it runs, and has no lines, where none is named', async () => {
    const { hotel } = await openNight({ telephony: () => ({ mode: 'sip' }) })
    expect(await system(hotel)).toEqual({ telephony: true, lines: 0, registered: false })
  })

  test('that lines of an exchange that trusts us are ready at once', async () => {
    const { hotel } = await openNight({ lines: [1, 1] })
    expect(await system(hotel)).toEqual({ telephony: true, lines: 2, registered: true })
  })

  test('that the way to the built-in phones is one line, and ready', async () => {
    const hotel = await openRingingHotel({ telephony: { mode: 'virtual' } })
    onTestFinished(() => hotel.close())
    expect(await system(hotel)).toEqual({ telephony: true, lines: 1, registered: true })
  })

  test('that lines are registered, once all of them are', async () => {
    const { hotel, registrar } = await openRegistered('right', 'wrong')
    onTestFinished(() => registrar.close())
    await hotel.until(() => registrar.bindings.has('voice1'))
    await hotel.pass(seconds(5))
    expect(await system(hotel)).toEqual({ telephony: true, lines: 2, registered: false })
    await hotel.request('boss', 'PUT', '/rest/config/line/voice2', { password: 'right' })
    await hotel.until(() => registrar.bindings.has('voice2'))
    await hotel.pass(10)
    expect(await system(hotel)).toEqual({ telephony: true, lines: 2, registered: true })
    await hotel.request('boss', 'DELETE', '/rest/config/line/voice1')
    await hotel.until(() => !registrar.bindings.has('voice1'))
    expect(await system(hotel)).toEqual({ telephony: true, lines: 1, registered: true })
  })

  test('that a line is not registered any more, when the exchange has gone', async () => {
    const { hotel, registrar } = await openRegistered('right')
    await hotel.until(async () => (await system(hotel)).registered)
    registrar.close()
    await hotel.until(async () => !(await system(hotel)).registered, minutes(12))
    expect(await system(hotel)).toEqual({ telephony: true, lines: 1, registered: false })
    const { checks } = (await hotel.during(hotel.request('boss', 'GET', '/rest/system/check'))).json
    expect(checks[0]).toMatchObject({
      name: 'lines',
      ok: false,
      text: expect.stringContaining('line voice1: '),
    })
  })
})

describe('a line that registers', () => {
  test('carries calls with its password; without the right one it is tried at a distance, and rings nobody', async () => {
    const { hotel, exchange, registrar } = await openRegistered('wrong')
    onTestFinished(() => registrar.close())
    const id = await hotel.ask('101', '2001')
    await hotel.pass(minutes(3))
    expect(exchange.rings()).toEqual([])
    // One without credentials and one with each time; the line rests in between.
    const invites = registrar.requests.filter(({ method }) => method === 'INVITE')
    expect(invites.length).toBeGreaterThan(0)
    expect(invites.length).toBeLessThanOrEqual(20)
    await hotel.request('boss', 'PUT', '/rest/config/line/voice1', { password: 'right' })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.order()).toEqual(['101'])
    const methods = new Set(registrar.requests.map(({ method }) => method))
    expect(methods).toEqual(new Set(['REGISTER', 'OPTIONS', 'INVITE', 'ACK', 'BYE']))
  })

  test('that is changed while it carries a call goes on with it', async () => {
    const { hotel, exchange } = await openNight({ lines: [1] })
    exchange.does('101', { does: 'answer', ringMs: seconds(10), hangsUpAfterMs: seconds(10) })
    const [first, second] = [
      await hotel.ask('101', '2026-11-14T20:01:00'),
      await hotel.ask('102', '2026-11-14T20:01:05'),
    ]
    await hotel.until(() => exchange.phones.calls.size === 1)
    await hotel.request('boss', 'PUT', '/rest/config/line/voice1', { displayName: 'Good morning' })
    expect(await hotel.settled(first)).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.settled(second)).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.mostAtOnce).toBe(1)
  })
})

describe('a hotel that changes its telephony while it runs', () => {
  test('is refused a port that another program has, and goes on at its own', async () => {
    const taken = createSocket('udp4').bind(0, '0.0.0.0')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address()
    const { hotel } = await openNight()
    const change = (telephony: object) =>
      hotel.request(
        'boss',
        'PUT',
        '/rest/config/site',
        JSON.stringify({ telephony: { mode: 'sip', ...telephony } }),
        JSON_BODY,
      )
    const refused = await change({ port })
    expect([refused.status, refused.json.description]).toEqual([
      409,
      `port ${port} is taken by another program on this machine (telephony.port says which port is ours)`,
    ])
    const elsewhere = await change({ bind: '192.0.2.77' })
    expect([elsewhere.status, elsewhere.json.description]).toEqual([
      409,
      '192.0.2.77 is not an address of this machine (telephony.bind)',
    ])
    expect((await hotel.request('boss', 'GET', '/rest/config/site')).json.telephony).toMatchObject({
      port: 0,
    })
    expect(await system(hotel)).toMatchObject({ registered: true })
    expect((await change({ bind: '127.0.0.1' })).status).toBe(200)
  })

  test('rings over the new lines from then on', async () => {
    const night = await openNight({ telephony: () => ({ mode: 'virtual', virtual: { default: 'busy' } }) })
    const { hotel, exchange } = night
    const id = await hotel.ask('101', '2001')
    await hotel.pass(minutes(2))
    expect(await hotel.call(id)).toMatchObject({ attempts: 1, status: 0 })
    const [line] = exchange.telephony(1).lines ?? []
    await hotel.request('boss', 'POST', '/rest/config/line', JSON.stringify(line), JSON_BODY)
    const sections = JSON.stringify({ telephony: { mode: 'sip', port: 0 } })
    const changed = await hotel.request('boss', 'PUT', '/rest/config/site', sections, JSON_BODY)
    expect(changed.status).toBe(200)
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([360])
  })
})

describe('the built-in phones', () => {
  test('do what the site says of their rooms', async () => {
    const rooms = {
      '102': 'busy',
      '103': 'no-answer',
      '104': 'reject',
      '105': 'snooze',
      '0201': 'busy',
    } as const
    const hotel = await openRingingHotel({
      telephony: { mode: 'virtual', virtual: { rooms } },
      wakeup: { attempts: 1, snooze: { limit: 1, delay: '1m' }, escalation: { extension: '0' } },
    })
    onTestFinished(() => hotel.close())
    const results: Record<string, unknown> = {}
    const asked = ['101', ...Object.keys(rooms)]
    const ids = new Map<string, string>()
    for (const room of asked) ids.set(room, await hotel.ask(room, '2001'))
    for (const [room, id] of ids) {
      const { result, snoozes } = await hotel.settled(id)
      results[room] = [result, snoozes]
    }
    expect(results).toEqual({
      '101': [1, 0],
      '102': [3, 0],
      '103': [2, 0],
      '104': [6, 0],
      '105': [1, 1],
      '0201': [3, 0],
    })
    // Somebody sits at the desk and says by key that they know.
    await hotel.until(async () => (await hotel.alarms()).every(({ known }) => known !== null), minutes(5))
    expect((await hotel.alarms()).map(({ state }) => state)).toEqual(Array(4).fill('open'))
  })

  test('at the desk do what the site says of their extension', async () => {
    const hotel = await openRingingHotel({
      telephony: { mode: 'virtual', virtual: { rooms: { '0': 'no-answer' } } },
      wakeup: { escalation: { extension: '0' } },
    })
    onTestFinished(() => hotel.close())
    const { database } = hotel.app
    const plan = await telephonySettings(database, await loadSettings(database), null)
    expect(plan.mode === 'virtual' && plan.behaviour('0')).toBe('no-answer')
  })

  test.each(['toString', '__proto__'])(
    'are answered in a room called %s like in any other',
    async (number) => {
      const hotel = await openRingingHotel({
        telephony: { mode: 'virtual', virtual: { rooms: { 102: 'busy' } } },
      })
      onTestFinished(() => hotel.close())
      await hotel.request('boss', 'POST', '/rest/config/mailbox', { number, extension: '950' })
      expect(await hotel.settled(await hotel.ask(number, '2001'))).toMatchObject({ attempts: 1, result: 1 })
    },
  )
})
