import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { EAST } from './hotel.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import { newFolder, type Night, openNight } from './night.ts'
import { openRingingHotel } from './ringing-hotel.ts'
import { LISTENS, openTestExchange, PRESSES } from './test-exchange.ts'
import { eventually } from '../testing/eventually.ts'

const NO_ANSWER = { does: 'ring' } as const
const DESK = { attempts: 1, escalation: { extension: '0' } } as const

/** A hotel in which the guest of room 101 was not reached. */
async function afterFailure(options: Parameters<typeof openNight>[0], desk = PRESSES('2')) {
  const night = await openNight(options)
  night.exchange.does('101', NO_ANSWER)
  night.exchange.does('0', desk)
  const id = await night.hotel.ask('101', '2001')
  await night.hotel.settled(id)
  return { ...night, id }
}

const alarm = async ({ hotel }: Night) => (await hotel.alarms())[0]
const isOpen = async (night: Night) => (await alarm(night))?.state === 'open'
const said = ({ hotel }: Night) => hotel.voice.spoken.flatMap(({ words }) => words)
const deskCalls = ({ exchange }: Night) => exchange.rings('0').length

describe('the desk', () => {
  test('is rung at once, told the room and the time, and says that the guest was reached', async () => {
    const night = await afterFailure({ wakeup: DESK })
    const raised = Date.parse((await alarm(night))?.raised ?? '')
    await night.hotel.until(async () => !(await isOpen(night)))
    expect(await alarm(night)).toMatchObject({
      kind: 'wakeup.failed',
      state: 'acknowledged',
      by: 'extension 0',
      calls: 1,
      wakeup: night.id,
    })
    expect((night.exchange.rings('0')[0] ?? 0) - raised).toBeLessThanOrEqual(seconds(2))
    const told = night.hotel.voice.spoken.find(({ words }) => words.some((word) => 'digits' in word))
    expect(told?.words).toEqual(
      expect.arrayContaining([
        { phrase: 'attention' },
        { digits: '101' },
        { time: { hour: 20, minute: 1 } },
        { phrase: 'nobody-answered' },
        { phrase: 'press-one-if-known' },
        { phrase: 'press-two-if-reached' },
      ]),
    )
    await night.hotel.pass(minutes(30))
    expect(deskCalls(night)).toBe(1)
    expect(await night.hotel.log('alarm.acknowledged')).toMatchObject([{ room: '101', wakeup: night.id }])
  })

  test('learns from the alarm that the room was rung again, and what came of it', async () => {
    const night = await afterFailure({ wakeup: DESK }, NO_ANSWER)
    expect(await alarm(night)).toMatchObject({ state: 'open', result: 2 })
    expect(await alarm(night)).not.toHaveProperty('again')
    night.exchange.does('101', LISTENS)
    const again = await night.hotel.ask('101', '2020')
    expect(await alarm(night)).toMatchObject({ again: { id: again, result: -1 } })
    await night.hotel.settled(again)
    const scheduled = '2026-11-14T20:20:00+01:00'
    expect(await alarm(night)).toMatchObject({ state: 'open', result: 2, again: { scheduled, result: 1 } })
    const { json } = await night.hotel.request('desk', 'GET', `/rest/wakeup/${night.id}`)
    expect(json).toMatchObject({ result: 2, again, againAt: scheduled, againResult: 1 })
  })

  test('that does not answer, or hangs up without a key, is rung again and again', async () => {
    const night = await afterFailure({ wakeup: DESK }, NO_ANSWER)
    await night.hotel.until(() => deskCalls(night) === 2, minutes(5))
    night.exchange.does('0', LISTENS)
    await night.hotel.until(() => deskCalls(night) === 6, minutes(40))
    const ends = night.exchange.seen.filter(({ number, what }) => number === '0' && what === 'ends')
    const waits = night.exchange
      .rings('0')
      .slice(1)
      .map((at, n) => at - (ends[n]?.at ?? 0))
    const planned = [1, 2, 3, 5, 5].map(minutes)
    for (const [n, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(planned[n] ?? 0)
      expect(wait).toBeLessThanOrEqual((planned[n] ?? 0) + seconds(3))
    }
    night.exchange.does('0', PRESSES('2'))
    await night.hotel.until(async () => !(await isOpen(night)), minutes(10))
    expect(await alarm(night)).toMatchObject({ state: 'acknowledged', calls: 7 })
  })

  test('is told of all rooms in one call', async () => {
    const night = await openNight({ wakeup: DESK })
    for (const room of ['101', '102']) night.exchange.does(room, NO_ANSWER)
    night.exchange.does('0', NO_ANSWER, { ...LISTENS, keys: [{ keys: '2', afterMs: 8_000 }] })
    const asked = [await night.hotel.ask('101', '2001'), await night.hotel.ask('102', '2001')]
    for (const id of asked) await night.hotel.settled(id)
    const states = async () => (await night.hotel.alarms()).map(({ state }) => state)
    await night.hotel.until(async () => !(await states()).includes('open'), minutes(20))
    const told = night.hotel.voice.spoken
      .at(-3)
      ?.words.flatMap((word) => ('digits' in word ? [word.digits] : []))
    expect(told?.toSorted()).toEqual(['101', '102'])
  })

  test('is rung no more once somebody has said by name that they know', async () => {
    const night = await afterFailure({ wakeup: DESK }, NO_ANSWER)
    await night.hotel.until(() => deskCalls(night) === 1)
    const { id } = (await alarm(night)) ?? { id: '' }
    const answer = await night.hotel.request('desk', 'POST', `/rest/alarm/${id}/acknowledge`, {
      note: 'On my way',
    })
    expect(answer.status).toBe(200)
    expect(await alarm(night)).toMatchObject({ state: 'acknowledged', by: 'desk', note: 'On my way' })
    await night.hotel.pass(minutes(30))
    expect(deskCalls(night)).toBe(1)
    const again = await night.hotel.request('desk', 'POST', `/rest/alarm/${id}/acknowledge`, {})
    expect(again.status).toBe(409)
  })

  test('says that it knows of many at once, and is told which of them were over', async () => {
    const night = await afterFailure({ wakeup: DESK }, NO_ANSWER)
    await night.hotel.until(() => deskCalls(night) === 1)
    const { id, ...known } = (await alarm(night)) ?? { id: '' }
    expect(known).toMatchObject({
      level: 'red',
      about: { type: 'wakeup', id: night.id },
      detail: { outcome: 'no-answer' },
    })
    const know = (ids: string[]) =>
      night.hotel.request('desk', 'POST', '/rest/alarm/acknowledge', {
        ids: JSON.stringify(ids),
        note: 'All',
      })
    expect((await know([id, '11111111-2222-4333-8444-555555555555'])).status).toBe(404)
    expect((await know([id])).json).toMatchObject({ acknowledged: [id], ended: [] })
    expect(await alarm(night)).toMatchObject({ state: 'acknowledged', by: 'desk', note: 'All' })
    expect((await know([id])).json).toMatchObject({ acknowledged: [], ended: [id] })
  })

  test('is rung no more once the result was set by hand', async () => {
    const night = await afterFailure({ wakeup: DESK }, NO_ANSWER)
    await night.hotel.until(() => deskCalls(night) === 1)
    await night.hotel.request('desk', 'PUT', `/rest/wakeup/${night.id}`, { result: 1 })
    await night.hotel.pass(minutes(30))
    expect(deskCalls(night)).toBe(1)
  })

  test('of a tenant is told of its own rooms', async () => {
    const tenants = [{ id: EAST, name: 'East wing', wakeup: { escalation: { extension: '9' } } }]
    const mailboxes = [{ number: '101' }, { number: '301', tenant: EAST }]
    const night = await openNight({ wakeup: DESK, site: { tenants, mailboxes } })
    for (const room of ['101', '301']) night.exchange.does(room, NO_ANSWER)
    for (const desk of ['0', '9']) night.exchange.does(desk, PRESSES('2'))
    const asked = [await night.hotel.ask('101', '2001'), await night.hotel.ask('301', '2001')]
    for (const id of asked) await night.hotel.settled(id)
    await night.hotel.pass(minutes(2))
    const ended = (await night.hotel.alarms()).map(({ room, by }) => `${room} by ${by}`)
    expect(ended.toSorted()).toEqual(['101 by extension 0', '301 by extension 9'])
  })

  test('whose phone rings when the hotel is closed is left in peace, and told when it opens again', async () => {
    const folder = newFolder()
    const night = await afterFailure({ wakeup: DESK, folder }, NO_ANSWER)
    await night.hotel.until(() => deskCalls(night) === 1)
    await night.hotel.close()
    expect(night.exchange.phones.calls.size).toBe(0)
    night.exchange.does('0', PRESSES('2'))
    const next = await openRingingHotel({}, { stage: night.stage, folder })
    onTestFinished(() => next.close())
    await next.until(async () => (await next.alarms())[0]?.state === 'acknowledged', minutes(3))
    expect(deskCalls(night)).toBe(2)
  })

  test('is told that the lines are out of order, as soon as one can be had', async () => {
    const night = await openNight({ wakeup: DESK, lines: [1] })
    night.exchange.does('101', { does: 503 })
    night.exchange.does('0', PRESSES('2'))
    const id = await night.hotel.ask('101', '2001')
    await night.hotel.until(() => deskCalls(night) > 0, minutes(8))
    await night.hotel.until(async () => !(await isOpen(night)), minutes(2))
    expect(await alarm(night)).toMatchObject({ kind: 'wakeup.no-line', wakeup: id, by: 'extension 0' })
    expect(said(night)).toContainEqual({ phrase: 'lines-problem' })
  })
})

describe('a desk for which no line is free', () => {
  test('has one after every guest who is due, and before those who are to be woken later', async () => {
    const rooms = ['101', '102', '103', '104', '105']
    const night = await openNight({ wakeup: DESK, lines: [1] })
    const { hotel, exchange } = night
    exchange.does('101', NO_ANSWER)
    exchange.does('0', PRESSES('2'))
    for (const room of rooms) {
      await hotel.ask(room, '2001')
      await hotel.pass(seconds(1))
    }
    // They are due while the desk waits.
    const later = ['106', '107', '108']
    for (const room of later) await hotel.ask(room, '2003')
    await hotel.until(() => exchange.order().length === 9, minutes(10))
    expect(exchange.order().slice(0, 5).toSorted()).toEqual(rooms)
    expect(exchange.order()[5]).toBe('0')
    expect(exchange.order().slice(6).toSorted()).toEqual(later)
    await hotel.until(async () => (await hotel.alarms()).every(({ state }) => state !== 'open'))
  })

  test('because none works says so once in the log, and is rung when one does', async () => {
    const night = await openNight({ wakeup: DESK, lines: [1] })
    const { hotel, exchange, stage } = night
    await exchange.dies()
    await hotel.until(async () => (await hotel.alarms()).length > 0, minutes(5))
    await hotel.pass(minutes(3))
    expect(await hotel.log('alarm.waiting')).toMatchObject([
      { text: 'The desk cannot be rung yet: no telephone line is free and working' },
    ])
    expect(await hotel.alarms()).toMatchObject([{ kind: 'line.down', calls: 0 }])
    const again = await openTestExchange(stage, exchange.phones.address.port)
    onTestFinished(() => again.close())
    again.does('0', PRESSES('2'))
    await hotel.until(() => again.rings('0').length === 1, minutes(1))
  })
})

describe('a mail to the desk', () => {
  const mailServer = async (port?: number) => {
    const server = await openMailServer(port === undefined ? {} : { port })
    onTestFinished(() => server.close())
    return server
  }
  const writing = ({ port }: Pick<MailServer, 'port'>) => ({
    wakeup: { attempts: 1, escalation: { email: 'desk@hotel.example' } },
    site: { email: { host: '127.0.0.1', port, from: 'voice@hotel.example' } },
  })
  const told = async (night: Night, rows: number) =>
    eventually(async () => {
      const found = await night.hotel.log('alarm.told')
      expect(found).toHaveLength(rows)
      return found
    })

  test('says which room, when and why', async () => {
    const server = await mailServer()
    const night = await afterFailure(writing(server))
    await night.hotel.pass(seconds(3))
    expect(await server.next()).toMatchObject({
      from: 'voice@hotel.example',
      to: ['desk@hotel.example'],
      subject: 'Grand Hotel: The wake-up call of room 101 for 20:01 failed: nobody answered',
    })
    await told(night, 1)
    expect(await alarm(night)).toMatchObject({
      state: 'open',
      mailed: expect.stringContaining('2026-11-14T20:01'),
    })
    await night.hotel.pass(minutes(30))
    expect(server.mails).toHaveLength(1)
  })

  test('to a server that says nothing holds up no call', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const sockets = new Set<Socket>()
    silent.on('connection', (socket) => void sockets.add(socket))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const { port } = silent.address() as AddressInfo
    const options = writing({ port })
    const escalation = { ...options.wakeup.escalation, extension: '0' }
    const night = await afterFailure({ ...options, wakeup: { ...options.wakeup, escalation } })
    const raised = Date.parse((await alarm(night))?.raised ?? '')
    await night.hotel.until(() => deskCalls(night) === 1)
    expect((night.exchange.rings('0')[0] ?? 0) - raised).toBeLessThanOrEqual(seconds(2))
    await night.hotel.until(async () => !(await isOpen(night)))
  })

  test('tells everything that comes together', async () => {
    const server = await mailServer()
    const night = await openNight(writing(server))
    for (const room of ['101', '102', '103']) night.exchange.does(room, NO_ANSWER)
    for (const room of ['101', '102', '103']) await night.hotel.ask(room, '2001')
    await night.hotel.until(async () => (await night.hotel.alarms()).length === 3)
    await night.hotel.pass(seconds(5))
    await told(night, 3)
    const texts = server.mails.map(({ text }) => text).join('')
    for (const room of ['101', '102', '103']) expect(texts).toContain(`room ${room} `)
    expect(server.mails.length).toBeLessThan(3)
  })

  test('is tried again while the mail server is down, and taken once', async () => {
    const server = await openMailServer()
    await server.close()
    const night = await afterFailure(writing(server))
    await night.hotel.pass(seconds(3))
    expect(await told(night, 1)).toMatchObject([{ text: expect.stringMatching(/^Could not write to desk@/) }])
    expect(await alarm(night)).toMatchObject({ mailed: null })
    await night.hotel.pass(seconds(33))
    await told(night, 2)
    const back = await mailServer(server.port)
    await night.hotel.pass(seconds(63))
    expect(await back.next()).toMatchObject({ to: ['desk@hotel.example'] })
    expect(await told(night, 3)).toMatchObject([{}, {}, { text: 'Written to desk@hotel.example' }])
    await night.hotel.pass(minutes(30))
    expect(back.mails).toHaveLength(1)
  })
})

describe('the check at night', () => {
  /** Port 1 is never given to a program that asks for any port. */
  const NOTHING_THERE = 'http://127.0.0.1:1/'
  const AT_NINE = { nightCheck: '21:00', escalation: { extension: '0' } } as const

  test('raises an alarm that names what is wrong', async () => {
    const roomStatus = { servers: [{ name: 'housekeeping', url: NOTHING_THERE }] }
    const site = { inventory: {}, roomStatus, network: { allow: ['127.0.0.1'] } }
    const night = await openNight({ wakeup: AT_NINE, site, lines: [2] })
    night.exchange.does('0', PRESSES('2'))
    await night.hotel.ask('101,102,103', '0700')
    await night.hotel.pass(minutes(60) - 1)
    expect(await night.hotel.log('night')).toEqual([])
    await night.hotel.pass(1)
    await eventually(async () => expect(await night.hotel.alarms()).toHaveLength(1))
    const found = await alarm(night)
    expect(found).toMatchObject({ kind: 'night.check', room: '', wakeup: null })
    expect(found?.text).toContain('3 calls at 07:00 over 2 lines: the last is expected at 07:00')
    expect(found?.text).toContain('housekeeping: ECONNREFUSED')
    await night.hotel.until(async () => !(await isOpen(night)))
    expect(said(night)).toContainEqual({ phrase: 'system-problem' })
  })

  test('of an exchange that does not answer names the line', async () => {
    const night = await openNight({
      wakeup: { nightCheck: '21:00' },
      site: { inventory: {}, roomStatus: {} },
    })
    await night.exchange.dies()
    await night.hotel.pass(minutes(60) + seconds(40))
    const checks = async () => (await night.hotel.alarms()).filter(({ kind }) => kind === 'night.check')
    await eventually(async () => expect(await checks()).toHaveLength(1))
    expect((await checks())[0]?.text).toMatch(/line voice1: the exchange does not answer/)
  })

  test('that finds nothing wrong says so in the log, and disturbs nobody', async () => {
    const night = await openNight({ wakeup: AT_NINE, site: { inventory: {}, roomStatus: {} } })
    await night.hotel.pass(minutes(61))
    await eventually(async () => expect(await night.hotel.log('night.checked')).toHaveLength(1))
    const [row] = await night.hotel.log('night.checked')
    const findings = row?.detail['findings'] as { ok: boolean }[]
    expect(findings.filter(({ ok }) => !ok)).toEqual([])
    await night.hotel.pass(minutes(1))
    expect(deskCalls(night)).toBe(0)
  })

  test('can be made at any time', async () => {
    const night = await openNight({ site: { inventory: {}, roomStatus: {} } })
    const { checks } = (await night.hotel.request('boss', 'GET', '/rest/system/check')).json
    expect(checks.map(({ name }: { name: string }) => name)).toEqual([
      'lines',
      'database',
      'calls',
      'clock',
      'disk',
      'connectors',
      'certificates',
      'charges',
      'items',
      'languages',
    ])
  })
})
