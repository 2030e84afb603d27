import type { SiteFile } from '@reveille/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { EAST } from './hotel.ts'
import { type Night, openNight, secondsAfterEight } from './night.ts'
import { LISTENS, openTestExchange, type TestExchange } from './test-exchange.ts'

const ROOMS = ['101', '102', '103', '104', '105', '106', '107', '108']
const UNAVAILABLE = { does: 503 } as const

/** All for the same minute, asked for one after the other. */
async function askAll({ hotel }: Night, rooms: readonly string[], time = '2005') {
  const ids: string[] = []
  for (const room of rooms) {
    ids.push(await hotel.ask(room, time))
    await hotel.pass(seconds(1))
  }
  return ids
}

const allSettled = async ({ hotel }: Night, ids: readonly string[]) => {
  const calls = []
  for (const id of ids) calls.push(await hotel.settled(id))
  return calls
}

describe('more calls than lines', () => {
  test('are never more at once than the lines carry, and all are made', async () => {
    const night = await openNight({ lines: [1, 2] })
    const calls = await allSettled(night, await askAll(night, ROOMS))
    expect(calls.map(({ result, attempts }) => [result, attempts])).toEqual(ROOMS.map(() => [1, 1]))
    expect(night.exchange.mostAtOnce).toBe(3)
    expect(night.exchange.rings()).toHaveLength(ROOMS.length)
  })

  test('are made in the order in which they were asked for', async () => {
    const night = await openNight({ lines: [1] })
    const asked = ['103', '101', '104', '102']
    await allSettled(night, await askAll(night, asked))
    expect(night.exchange.order()).toEqual(asked)
  })

  test('put VIPs first, then whoever was to be woken earlier', async () => {
    const mailboxes = [{ range: '101-104' }, { number: '105', vip: true }]
    const night = await openNight({ lines: [1], site: { mailboxes } })
    const { hotel, exchange } = night
    exchange.does('101', { does: 'answer', hangsUpAfterMs: seconds(20) })
    await hotel.request('desk', 'POST', '/rest/mailbox/104/checkin', { name: 'Ada', vip: true })
    // While the first is rung, the time of all others comes.
    const moments = [
      ['101', '00'],
      ['102', '10'],
      ['103', '05'],
      ['105', '12'],
      ['104', '15'],
    ] as const
    const ids = []
    for (const [room, second] of moments) ids.push(await hotel.ask(room, `2026-11-14T20:05:${second}`))
    await allSettled(night, ids)
    expect(exchange.order()).toEqual(['101', '105', '104', '103', '102'])
  })

  test.each([
    ['one line', [20]],
    ['two lines', [10, 10]],
  ])('begin no faster than the exchange likes, by %s', async (_, lines) => {
    const night = await openNight({ lines, site: { limits: { callsPerSecond: 2 } } })
    await allSettled(night, await askAll(night, ROOMS))
    const begun = night.exchange.rings().map(secondsAfterEight)
    expect(begun).toEqual([300, 300, 301, 301, 302, 302, 303, 303])
  })

  test('are foretold to whoever asks for one more', async () => {
    const { hotel } = await openNight({ lines: [2] })
    const ask = async (room: string) =>
      (await hotel.request('desk', 'POST', '/rest/wakeup', { room, time: '0700' })).json
    expect((await ask('101')).forecast).toBeUndefined()
    expect((await ask('102')).forecast).toBeUndefined()
    const following: unknown[] = []
    const seven = { due: 3, lines: 2, last: '2026-11-15T07:00:40+01:00', following }
    expect((await ask('103')).forecast).toEqual(seven)
    const five = { due: 5, lines: 2, last: '2026-11-15T07:01:20+01:00', following }
    expect((await ask('104,105')).forecast).toEqual(five)
    const later = async (room: string, time: string) =>
      (await hotel.request('desk', 'POST', '/rest/wakeup', { room, time })).json.forecast
    expect(await later('106', '0701')).toEqual({ ...five, due: 1 })
    expect(await later('107', '0702')).toBeUndefined()
    expect((await ask('108')).forecast).toMatchObject({
      due: 6,
      following: [{ minute: '2026-11-15T07:01:00+01:00', due: 1, last: '2026-11-15T07:02:00+01:00' }],
    })
  })
})

describe('lines at two exchanges', () => {
  /** The second exchange stands in the east; with its own tenant, or for everybody. */
  async function openTwo(tenant?: string, mailboxes?: SiteFile['mailboxes']) {
    const found: { east?: TestExchange } = {}
    const ofTenant = tenant ? { tenant } : {}
    const night = await openNight({
      site: {
        limits: { callsPerSecond: 2 },
        ...(tenant ? { tenants: [{ id: tenant, name: 'East wing' }] } : {}),
        ...(mailboxes ? { mailboxes } : {}),
      },
      async telephony(here, stage) {
        const east = (found.east = await openTestExchange(stage))
        onTestFinished(() => east.close())
        const there = east.telephony(20).lines?.map((line) => ({ ...line, name: 'east', ...ofTenant })) ?? []
        return { mode: 'sip', lines: [...(here.telephony(20).lines ?? []), ...there] }
      },
    })
    return { night, here: night.exchange, east: found.east }
  }

  test('do not slow each other: each exchange takes its own calls of a second', async () => {
    const { night, here, east } = await openTwo()
    await allSettled(night, await askAll(night, ROOMS))
    const begun = [here, east].map((exchange) => exchange?.rings().map(secondsAfterEight))
    expect(begun).toEqual([
      [300, 300, 301, 301],
      [300, 300, 301, 301],
    ])
  })

  test('of which one has many calls waiting leave the calls of the other on time, and in order', async () => {
    const { night, here, east } = await openTwo(EAST, [{ range: '101-108' }, { number: '301', tenant: EAST }])
    // The last one to be rung, if all were in one line.
    await allSettled(night, await askAll(night, [...ROOMS, '301']))
    expect(east?.rings('301').map(secondsAfterEight)).toEqual([300])
    expect(here.order()).toEqual(ROOMS)
    expect(here.rings().map(secondsAfterEight)).toEqual([300, 300, 301, 301, 302, 302, 303, 303])
  })
})

test("a tenant's line carries the calls of its own rooms only", async () => {
  const { hotel, exchange } = await openNight({
    site: {
      tenants: [{ id: EAST, name: 'East wing' }],
      mailboxes: [{ number: '101' }, { number: '301', tenant: EAST }],
    },
    wakeup: { grace: '1m' },
    telephony: (at) => ({
      mode: 'sip',
      lines: at.telephony(1).lines?.map((line) => ({ ...line, tenant: EAST })) ?? [],
    }),
  })
  const [here, there] = [await hotel.ask('101', '2001'), await hotel.ask('301', '2001')]
  expect(await hotel.settled(here)).toMatchObject({ result: 5 })
  expect(await hotel.call(there)).toMatchObject({ result: 1 })
  expect(exchange.order()).toEqual(['301'])
})

test('two calls never ring one room at once, even when the first takes its time', async () => {
  const night = await openNight({ wakeup: { ringTime: '90s' } })
  night.exchange.does('101', { does: 'answer', ringMs: seconds(80), hangsUpAfterMs: seconds(12) })
  const first = await night.hotel.ask('101', '2001')
  const second = await night.hotel.ask('101', '2002')
  await allSettled(night, [first, second])
  const seen = night.exchange.seen.filter(({ what }) => what === 'is rung' || what === 'ends')
  expect(seen.map(({ what }) => what)).toEqual(['is rung', 'ends', 'is rung', 'ends'])
})

describe('trouble of the line', () => {
  test('does not count as an attempt, and the call is made when the line is back', async () => {
    const { hotel, exchange } = await openNight({ lines: [1] })
    exchange.does(
      '101',
      UNAVAILABLE,
      UNAVAILABLE,
      UNAVAILABLE,
      { does: 'busy' },
      { does: 'busy' },
      { does: 'busy' },
    )
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 3, result: 3 })
    expect(exchange.rings('101')).toHaveLength(6)
    expect(await hotel.log('wakeup.waiting')).toHaveLength(3)
  })

  test('makes another line carry the call at once', async () => {
    const { hotel, exchange } = await openNight({ lines: [1, 1] })
    exchange.does('101', UNAVAILABLE, { does: 'answer', hangsUpAfterMs: seconds(10) })
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    const [first = 0, second = 0] = exchange.rings('101')
    expect(second - first).toBeLessThan(seconds(1))
    const lines = (await hotel.log('wakeup.dialled')).map(({ detail }) => detail['line'])
    expect(new Set(lines)).toEqual(new Set(['voice1', 'voice2']))
  })

  test('is told to the desk after two minutes, and is over when the call is made', async () => {
    const { hotel, exchange } = await openNight({ lines: [1] })
    exchange.does('101', UNAVAILABLE)
    const id = await hotel.ask('101', '2001')
    await hotel.until(async () => (await hotel.alarms()).length > 0, minutes(10))
    const [alarm] = await hotel.alarms()
    expect(alarm).toMatchObject({ kind: 'wakeup.no-line', room: '101', wakeup: id, state: 'open' })
    expect(alarm?.text).toMatch(/^The wake-up call of room 101 waits: no line could carry it so far/)
    const late = Date.parse(alarm?.raised ?? '') - Date.UTC(2026, 10, 14, 19, 1)
    expect(late).toBeGreaterThanOrEqual(minutes(2))
    expect(late).toBeLessThan(minutes(3))
    exchange.does('101', { does: 'answer', hangsUpAfterMs: seconds(10) })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.alarms()).toMatchObject([{ kind: 'wakeup.no-line', state: 'over', by: 'system' }])
  })

  test('that lasts longer than the grace time is the result', async () => {
    const { hotel, exchange } = await openNight({ lines: [1] })
    exchange.does('101', UNAVAILABLE)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 0, result: 5 })
    const settledAt = Date.parse((await hotel.log('wakeup.settled'))[0]?.at ?? '')
    expect(settledAt - Date.UTC(2026, 10, 14, 19, 1)).toBeGreaterThan(minutes(9))
    expect(settledAt - Date.UTC(2026, 10, 14, 19, 1)).toBeLessThanOrEqual(minutes(10) + seconds(2))
    const alarms = (await hotel.alarms()).map(({ kind, state }) => [kind, state])
    expect(alarms).toEqual([
      ['wakeup.no-line', 'over'],
      ['wakeup.failed', 'open'],
    ])
  })

  test('of an exchange that says nothing at all ends when it is there again', async () => {
    const night = await openNight({ lines: [1] })
    const { hotel, exchange, stage } = night
    const { port } = exchange.phones.address
    const id = await hotel.ask('101', '2001')
    await exchange.dies()
    await hotel.pass(minutes(4))
    expect(await hotel.call(id)).toMatchObject({ result: -1 })
    expect((await hotel.alarms()).map(({ kind, state }) => [kind, state])).toEqual([
      ['line.down', 'open'],
      ['wakeup.no-line', 'open'],
    ])
    const again = await openTestExchange(stage, port)
    try {
      expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
      expect(again.rings('101')).toHaveLength(1)
    } finally {
      await again.close()
    }
  })
})

describe('an error that only some rooms show', () => {
  const BROKEN = ['102', '103', '104', '105', '106', '107']

  test('keeps no other room waiting, however often it is tried', async () => {
    const { hotel, exchange } = await openNight({ lines: [20] })
    for (const room of BROKEN) {
      exchange.does(room, { does: 500 })
      await hotel.ask(room, '2001')
    }
    await hotel.settled(await hotel.ask('101', '2026-11-14T20:06:40'))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([400])
    expect(exchange.rings('102').length).toBeGreaterThan(3)
  })

  test('of all rooms at once is one trouble of the line', async () => {
    const night = await openNight({ lines: [10] })
    const { exchange } = night
    for (const room of ROOMS) exchange.does(room, UNAVAILABLE, LISTENS)
    const calls = await allSettled(night, await askAll(night, ROOMS))
    expect(calls.map(({ result }) => result)).toEqual(ROOMS.map(() => 1))
    const last = Math.max(...exchange.rings().map(secondsAfterEight))
    expect(last).toBeLessThan(310)
  })
})

describe('the exchange of a line that does not register', () => {
  const line = async ({ hotel }: Night) =>
    (await hotel.request('boss', 'GET', '/rest/system/line')).json.lines[0]

  test('is missed before anybody has to be called, and the desk is told until it is back', async () => {
    const night = await openNight({ lines: [1] })
    const { hotel, exchange, stage } = night
    expect(await line(night)).toMatchObject({ working: true })
    await exchange.dies()
    await hotel.until(async () => !(await line(night)).working, minutes(2))
    await hotel.until(async () => (await hotel.alarms()).length > 0, minutes(2))
    expect(await hotel.alarms()).toMatchObject([
      { kind: 'line.down', text: 'Telephone line voice1 does not work: the exchange does not answer' },
    ])
    const again = await openTestExchange(stage, exchange.phones.address.port)
    try {
      await hotel.until(async () => (await line(night)).working, minutes(1))
      await hotel.until(async () => (await hotel.alarms())[0]?.state === 'over', minutes(1))
    } finally {
      await again.close()
    }
  })
})

describe('a hotel without lines', () => {
  test.each([
    ['says nothing of telephony', undefined],
    ['names no line', { mode: 'sip' as const }],
  ])('because the site %s fails each call as "no line", and the desk knows', async (_, telephony) => {
    const { hotel } = await openNight({ telephony: () => telephony })
    const id = await hotel.ask('101', '2001')
    await hotel.until(async () => (await hotel.alarms()).length > 0, minutes(4))
    expect(await hotel.alarms()).toMatchObject([{ kind: 'wakeup.no-line' }])
    expect(await hotel.settled(id)).toMatchObject({ attempts: 0, result: 5 })
    expect(await hotel.alarms()).toMatchObject([{ state: 'over' }, { kind: 'wakeup.failed', state: 'open' }])
  })
})
