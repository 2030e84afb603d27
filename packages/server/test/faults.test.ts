import { eventually } from '../testing/eventually.ts'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { days, hours, minutes } from '../src/kernel/clock.ts'
import { Failure } from '../src/kernel/failure.ts'
import { createLog } from '../src/kernel/log.ts'
import type { Schema } from '../src/store/engine/schema.ts'
import type * as Stores from '../src/store/stores/stores.ts'
import { basic, EVENING, type Hotel, openHotel } from './hotel.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { activity } from '../testing/records.ts'

const ALL = { scope: null, limit: 1_000_000 } as const

/** The handle that the stores were last made on: inside a transaction, the one that writes. */
const writer = vi.hoisted(() => ({ handle: undefined as unknown }))
vi.mock('../src/store/stores/stores.ts', async (original) => {
  const real = await original<typeof Stores>()
  const createStores: typeof real.createStores = (handle, ...more) => {
    writer.handle = handle
    return real.createStores(handle, ...more)
  }
  return { ...real, createStores }
})

let lines: string[] = []
let hotel: Hotel
async function open() {
  lines = []
  hotel = await openHotel({ log: createLog('trace', { write: (line) => void lines.push(line) }) })
}
afterEach(() => vi.restoreAllMocks())

/** A hotel for all tests of a description, or a fresh one for each. */
function oneHotel() {
  beforeAll(open)
  afterAll(() => hotel.close())
}
function freshHotels() {
  beforeEach(open)
  afterEach(() => hotel.close())
}

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const ask = (method: string, url: string, body?: Parameters<Hotel['request']>[3]) =>
  hotel.request('boss', method, url, body)

async function written() {
  const { wakeups, activity, deliveries } = hotel.app.database.read
  const rows = await activity.page(ALL)
  return {
    wakeups: (await wakeups.page(ALL)).length,
    created: rows.filter(({ kind }) => kind === 'wakeup.created').length,
    charged: rows.filter(({ kind }) => kind === 'inventory.charged').length,
    deliveries: (await deliveries.page(ALL)).length,
  }
}

const unavailable = {
  status: 503,
  headers: expect.objectContaining({ 'retry-after': expect.stringMatching(/^[1-9]\d*$/) }),
  json: { error: 11, description: expect.stringMatching(/database/i), reference: expect.any(String) },
}

describe('a full disk', () => {
  freshHotels()
  const setMostPages = (pages: number) =>
    hotel.app.database.transaction(async () => {
      await sql.raw(`pragma max_page_count = ${pages}`).execute(writer.handle as Kysely<Schema>)
    })
  const fill = () => setMostPages(1)
  const free = () => setMostPages(1_000_000)

  /** Asks again and again until it is refused; says how often it was not. */
  async function untilRefused(request: (n: number) => ReturnType<typeof ask>) {
    for (let n = 0; n < 500; n++) {
      const answer = await request(n)
      if (answer.status >= 300) return { done: n, answer }
    }
    throw new Error('The disk has room without end')
  }
  const wakeup = (n: number) =>
    ask('POST', '/rest/wakeup', {
      room: '101,102,103',
      datetime: `2026-12-01T07:${String(n % 60).padStart(2, '0')}:${String(Math.floor(n / 60)).padStart(2, '0')}`,
    })
  const charge = () => ask('POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' })

  it('refuses what cannot be stored, stores nothing by halves, and reads on', async () => {
    await fill()
    const calls = await untilRefused(wakeup)
    const charges = await untilRefused(charge)
    expect(calls.answer).toMatchObject(unavailable)
    expect(charges.answer).toMatchObject(unavailable)

    const { done } = calls
    expect(await written()).toEqual({
      wakeups: 3 * done,
      created: 3 * done,
      charged: charges.done,
      deliveries: 2 * charges.done,
    })
    const { status, json } = await ask('GET', '/rest/wakeup/list/pending')
    expect([status, json.pending.length]).toEqual([200, 3 * done])
    expect((await ask('GET', '/healthz')).status).toBe(200)
  })

  it('that has room again is used again', async () => {
    await fill()
    const { done } = await untilRefused(wakeup)
    await free()
    expect((await wakeup(done)).status).toBe(201)
    expect((await charge()).status).toBe(200)
    expect(await written()).toEqual({
      wakeups: 3 * done + 3,
      created: 3 * done + 3,
      charged: 1,
      deliveries: 2,
    })
  })

  it('fails each of many requests at once, and none of them by halves', async () => {
    await fill()
    await untilRefused(wakeup)
    const before = await written()
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => wakeup(300 + n)))
    const done = answers.filter(({ status }) => status === 201).length
    expect(answers.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual(
      Array.from({ length: 100 - done }, () => 503),
    )
    expect(await written()).toEqual({
      ...before,
      wakeups: before.wakeups + 3 * done,
      created: before.created + 3 * done,
    })
  })

  it('does not say where things are stored', async () => {
    await fill()
    const { answer } = await untilRefused(wakeup)
    expect(answer.text).not.toContain(hotel.folder)
    expect(answer.text).not.toMatch(/sqlite|insert into|errcode/i)
  })
})

describe('PostgreSQL', () => {
  let server: TestPostgres
  let house: Hotel
  beforeAll(async () => {
    server = await startPostgres()
    house = await openHotel({ databaseUrl: await server.createDatabase() })
  })
  afterAll(async () => {
    await house.close()
    await server.stop()
  })
  const WAKEUP = { room: '101', time: '0700' }

  it('that goes away takes the requests along but not the hotel, and is used again when it is back', async () => {
    expect((await house.request('boss', 'POST', '/rest/wakeup', WAKEUP)).status).toBe(201)
    await server.halt()

    const refused = await Promise.all([
      house.request('boss', 'POST', '/rest/wakeup', { ...WAKEUP, room: '102' }),
      house.request('boss', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' }),
      house.request('boss', 'PUT', '/rest/config/user/guest', { disabled: true }),
      house.request('boss', 'GET', '/rest/wakeup/list/pending'),
      house.request('boss', 'GET', '/rest/log'),
      house.request('boss', 'GET', '/rest/isi/item'),
      house.request('desk', 'GET', '/rest/wakeup/list/pending'),
      house.request(null, 'GET', '/readyz'),
    ])
    for (const answer of refused) {
      expect(answer).toMatchObject(unavailable)
      expect(answer.text).not.toMatch(/postgres|127\.0\.0\.1|ECONN|socket/i)
    }
    expect(await house.request(null, 'GET', '/healthz')).toMatchObject({
      status: 200,
      json: { status: 'ok' },
    })

    await server.start()
    await eventually(async () => {
      house.clock.advance(1_000)
      expect((await house.request(null, 'GET', '/readyz')).status).toBe(200)
    })
    const { json } = await house.request('desk', 'GET', '/rest/wakeup/list/pending')
    expect(json.pending.map((call: { room: string }) => call.room)).toEqual(['101'])
    expect((await house.request('boss', 'POST', '/rest/wakeup', { ...WAKEUP, room: '102' })).status).toBe(201)
    expect((await house.request('boss', 'GET', '/rest/delivery')).json).toEqual({ deliveries: [] })
  })

  it('is never asked about what it cannot hold', async () => {
    const nul = (url: string) => house.request('boss', 'GET', url)
    const withName = (name: string) =>
      house.request(null, 'GET', '/rest/system', undefined, { authorization: basic(name, 'x') })
    const json = { 'content-type': 'application/json' }
    const guest = (name: string) =>
      house.request('boss', 'POST', '/rest/mailbox/101/checkin', JSON.stringify({ name }), json)
    expect((await nul('/rest/wakeup/%00')).status).toBe(400)
    expect((await nul('/rest/config/user/a%00b')).status).toBe(400)
    expect((await nul('/rest/log?actor=%00')).status).toBe(400)
    expect((await nul('/rest/log?after=9999999999999999.999999999999999')).status).toBe(200)
    expect((await nul('/rest/log?after=1.99999999999999999999')).status).toBe(400)
    expect((await withName('a\0b')).status).toBe(401)
    expect((await withName('\ud800')).status).toBe(401)
    expect((await guest('a\0b')).status).toBe(400)
    expect((await guest('\ud800')).status).toBe(400)
    expect((await guest('Zoë 😀')).status).toBe(200)
  })
})

describe('a clock that is set', () => {
  freshHotels()
  const call = async (room: string, datetime: string) =>
    expect((await ask('POST', '/rest/wakeup', { room, datetime })).status).toBe(201)
  const rooms = async (list: string) => {
    const { json } = await ask('GET', `/rest/wakeup/list/${list}`)
    return json[list === '' ? 'wakeups' : list].map((one: { room: string }) => one.room)
  }

  it('back or forward leaves the lists whole and in the order of their times', async () => {
    await call('101', '2026-11-14T22:00')
    hotel.clock.set(EVENING - days(2))
    await call('102', '2026-11-13T07:00')
    expect(await rooms('pending')).toEqual(['102', '101'])
    expect(await rooms('today')).toEqual([])
    hotel.clock.set(EVENING + days(700))
    await call('103', '2028-11-14T23:00')
    expect(await rooms('pending')).toEqual(['102', '101', '103'])
    hotel.clock.set(EVENING)
    expect(await rooms('today')).toEqual(['101'])
    expect(await rooms('')).toEqual(['102', '101', '103'])
  })

  it('far away leaves the hotel serving', async () => {
    for (const moment of [0, -days(400), Date.UTC(9999, 11, 31), Date.UTC(2038, 0, 19, 3, 14, 8)]) {
      hotel.clock.set(moment)
      for (const url of ['/rest/system', '/rest/wakeup/list/today', '/rest/log', '/rest/report/wakeup'])
        expect((await ask('GET', url)).status, `${url} at ${moment}`).toBe(200)
    }
  })

  it('back and forth leaves a log in which every row is found once, page by page', async () => {
    for (const [n, moment] of [0, -hours(5), -hours(5), minutes(1), -days(3), hours(9)].entries()) {
      hotel.clock.set(EVENING + moment)
      await call(`10${n + 1}`, '2026-12-24T07:00')
    }
    const { json } = await ask('GET', '/rest/log')
    const paged: unknown[] = []
    let url: string | undefined = '/rest/log?limit=1'
    while (url !== undefined) {
      const page = await ask('GET', url)
      paged.push(...page.json.log)
      url = /^<(.*)>; rel="next"$/.exec(page.headers['link'] ?? '')?.[1]
    }
    expect(paged).toEqual(json.log)
    const times = json.log.map((row: { at: string }) => Date.parse(row.at))
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
    expect(json.log.filter((row: { kind: string }) => row.kind === 'wakeup.created')).toHaveLength(6)
  })

  it('back does not keep a good login from passing, nor forward', async () => {
    expect((await ask('GET', '/rest/system')).status).toBe(200)
    for (const moment of [-days(1), days(1), -days(1)]) {
      hotel.clock.set(EVENING + moment)
      expect((await ask('GET', '/rest/system')).status).toBe(200)
    }
  })
})

describe('what nobody foresaw', () => {
  oneHotel()
  const internals = 'undefined is not a hotel: secret-of-the-house at /srv/reveille/store.ts'
  const thrown: [string, unknown][] = [
    ['an error', new TypeError(internals)],
    ['an error with a status of its own', Object.assign(new Error(internals), { statusCode: 503 })],
    ['an error with an unknown code', Object.assign(new Error(internals), { code: 'FST_ERR_UNKNOWN' })],
    ['a failure inside', new Failure('internal', internals, { secret: internals })],
    ['a mistake in the configuration', new Failure('config.invalid', internals)],
    ['text', internals],
    ['an object', { message: internals }],
    ['nothing', undefined],
    ['null', null],
  ]

  it.each(thrown)('is answered with 500 and no internals when %s is thrown', async (_, error) => {
    vi.spyOn(hotel.app.database.read.wakeups, 'get').mockRejectedValueOnce(error)
    const answer = await ask('GET', '/rest/wakeup/x')
    expect(answer.status).toBe(500)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json).toEqual({
      error: 99,
      code: 'internal',
      description: expect.stringMatching(/log.*reference/),
      reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(answer.text).not.toContain('secret-of-the-house')
    expect((await ask('GET', '/rest/wakeup/x')).status).toBe(404)
  })

  it('stands in the log under the reference of the answer, with its stack', async () => {
    vi.spyOn(hotel.app.database.read.wakeups, 'get').mockRejectedValueOnce(new TypeError(internals))
    const { json } = await ask('GET', '/rest/wakeup/x')
    const entries = logged().filter(({ reference }) => reference === json.reference)
    expect(entries).toContainEqual(
      expect.objectContaining({
        level: 50,
        error: internals,
        stack: expect.stringMatching(/TypeError: undefined is not a hotel[^]*\n\s+at .*faults\.test\.ts/),
      }),
    )
    expect(entries).toContainEqual(
      expect.objectContaining({ msg: 'request', status: 500, url: '/rest/wakeup/x' }),
    )
  })

  it('is counted', async () => {
    const count = async () =>
      Number(/^reveille_errors_total (\d+)$/m.exec((await ask('GET', '/metrics')).text)?.[1])
    const before = await count()
    vi.spyOn(hotel.app.database.read.wakeups, 'get').mockRejectedValueOnce(new TypeError(internals))
    await ask('GET', '/rest/wakeup/x')
    await ask('GET', '/rest/wakeup/x')
    expect(await count()).toBe(before + 1)
  })

  it('in a change leaves nothing behind', async () => {
    const before = await written()
    vi.spyOn(hotel.app.database, 'transaction').mockImplementationOnce(() =>
      Promise.reject(new TypeError(internals)),
    )
    expect((await ask('POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' })).status).toBe(500)
    expect(await written()).toEqual(before)
  })
})

describe('the log', () => {
  oneHotel()
  const SECRETS = {
    password: 'night-owl-7-hidden',
    changed: 'early-bird-9-hidden',
    refused: 'late-lark-3-hidden',
    secret: 'whsec_aGlkZGVuLWhpZGRlbi1oaWRkZW4taGlk',
    token: 'token-5-hidden',
    line: 'line-pw-4-hidden',
    wrong: 'wrong-pw-2-hidden',
    query: 'query-pw-6-hidden',
    broken: 'broken-pw-8-hidden',
    authKey: 'SGlkZGVuIGtleSBoZXJlIQ==',
    header: 'Bearer header-9-hidden',
  }
  const hook = {
    name: 'hook',
    type: 'webhook',
    url: 'http://10.0.0.9/',
    secret: SECRETS.secret,
    token: SECRETS.token,
  }

  async function tellSecrets() {
    const json = { 'content-type': 'application/json' }
    const boss = basic('boss', 'boss-pw')
    const statuses = [
      await ask('POST', '/rest/config/user', { username: 'new', password: SECRETS.password }),
      await ask('PUT', '/rest/config/user/new', { password: SECRETS.changed }),
      await ask('POST', '/rest/config/connector', hook),
      await ask('POST', '/rest/config/connector', {
        name: 'fias',
        type: 'fias',
        host: '10.0.0.9',
        port: 5010,
        authKey: SECRETS.authKey,
      }),
      await ask('POST', '/rest/config/server', {
        name: 'push',
        url: 'http://10.0.0.9/',
        headers: `{"Authorization":"${SECRETS.header}"}`,
      }),
      await ask('POST', '/rest/config/line', { uri: 'sip:one@hotel.example', password: SECRETS.line }),
      // Refused, each for another reason.
      await ask('POST', '/rest/config/user', { username: 'desk', password: SECRETS.refused }),
      await ask('POST', '/rest/config/user', { username: 'a:b', password: SECRETS.refused }),
      await ask('POST', '/rest/wakeup', { room: '101', password: SECRETS.refused }),
      await ask('POST', '/rest/config/user', `username=a&password=${SECRETS.broken}%zz`),
      await hotel.request('boss', 'POST', '/rest/config/user', `{"password":"${SECRETS.broken}"`, json),
      await ask('POST', `/rest/config/user?username=a&password=${SECRETS.query}`, {}),
      await hotel.request('maid', 'POST', '/rest/config/user', { username: 'x', password: SECRETS.refused }),
      await hotel.request(null, 'GET', '/rest/system', undefined, {
        authorization: basic('boss', SECRETS.wrong),
      }),
      await hotel.request(null, 'GET', '/rest/system', undefined, { authorization: SECRETS.header }),
      await hotel.request(null, 'GET', '/rest/system', undefined, {
        authorization: boss,
        cookie: SECRETS.header,
      }),
      await hotel.request(null, 'GET', '/rest/system', undefined, {
        authorization: basic('new', SECRETS.changed),
      }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([
      201, 200, 201, 201, 201, 201, 409, 400, 400, 400, 400, 400, 403, 401, 401, 200, 200,
    ])
    vi.spyOn(hotel.app.database, 'transaction').mockRejectedValueOnce(new Error('Not now'))
    expect((await ask('PUT', '/rest/config/user/new', { password: SECRETS.password })).status).toBe(500)
  }

  const everySecret = () =>
    [...Object.values(SECRETS), 'boss-pw', 'maid-pw'].flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').slice(0, 12),
    ])
  const credentials = ['boss', 'maid', 'new'].map((name) =>
    Buffer.from(`${name}:`).toString('base64').slice(0, 5),
  )

  it('never says a secret, nor does anything that the administrator can read', async () => {
    await tellSecrets()
    expect(lines.length).toBeGreaterThan(17)
    const text = lines.join('')
    expect(everySecret().filter((secret) => text.includes(secret))).toEqual([])
    expect(credentials.filter((start) => text.includes(`Basic ${start}`))).toEqual([])

    const pages = [
      'log',
      'config/site',
      'config/user',
      'config/user/new',
      'config/connector',
      'config/connector/hook',
      'config/line',
    ]
    const read = (await Promise.all(pages.map((page) => ask('GET', `/rest/${page}`))))
      .map((answer) => answer.text)
      .join('')
    // Headers may hold anything: they are shown to administrators, as they stand in the site file.
    const hidden = everySecret().filter((secret) => !secret.includes('header'))
    expect([...hidden, 'plain:'].filter((secret) => read.includes(secret))).toEqual([])
  })

  it('keeps to one line for each entry, whatever is sent', async () => {
    const forged = '\n{"level":60,"msg":"forged"}\r\n'
    const json = { 'content-type': 'application/json' }
    await ask('GET', `/rest/wakeup/${encodeURIComponent(forged)}`)
    await ask('GET', `/rest/log?actor=${encodeURIComponent(forged)}`)
    await ask('POST', '/rest/wakeup', { room: forged, time: '0700' })
    await ask('POST', '/rest/wakeup', { room: '101', [forged]: '0700' })
    await hotel.request('boss', 'POST', '/rest/wakeup', JSON.stringify({ room: '101', [forged]: 1 }), json)
    await hotel.request(
      'boss',
      'POST',
      '/rest/mailbox/101/checkin',
      JSON.stringify({ name: `\u2028${forged}` }),
      json,
    )
    await hotel.request(null, 'GET', '/rest/system', undefined, { authorization: basic(forged, 'x') })
    await ask('GET', '/rest/wakeup/\u2028')
    vi.spyOn(hotel.app.database.read.wakeups, 'get').mockRejectedValueOnce(new Error(forged))
    await ask('GET', '/rest/wakeup/x')
    expect(lines.filter((line) => line.indexOf('\n') !== line.length - 1 || line.includes('\r'))).toEqual([])
    expect(logged().filter((entry) => entry['msg'] === 'forged')).toEqual([])
  })

  it('has for every refusal the reference that the client was given', async () => {
    const answers = [
      await ask('GET', '/rest/nothing'),
      await ask('GET', '/rest/wakeup/%zz'),
      await ask('POST', '/rest/wakeup', { room: '999', time: '0700' }),
      await hotel.request(null, 'GET', '/rest/system'),
    ]
    const references = new Set(logged().map((entry) => entry['reference']))
    expect(answers.filter(({ json }) => !references.has(json.reference))).toEqual([])
  })
})

describe('a long list', () => {
  oneHotel()
  let url: string
  beforeAll(async () => {
    url = await hotel.open()
  })
  const headers = { authorization: basic('boss', 'boss-pw') }

  let total = 0

  /** Brings the calls up to so many, every third one a second later. */
  async function calls(count: number) {
    const { json } = await ask('POST', '/rest/wakeup', { room: '101', datetime: '2026-12-24T07:00' })
    const first = await hotel.app.database.read.wakeups.get(json.id)
    if (!first) throw new Error('The first call is not there')
    await hotel.app.database.transaction(async ({ wakeups }) => {
      for (total = Math.max(total, 1); total < count; total++) {
        const scheduledAt = first.scheduledAt + Math.floor(total / 3) * 1_000
        await wakeups.insert({ ...first, id: crypto.randomUUID(), scheduledAt })
      }
    })
  }

  it.each([499, 500, 501, 1_000, 5_000])('of %i rows is sent whole and in order', async (count) => {
    await calls(count)
    const reply = await fetch(`${url}/rest/wakeup/list/pending`, { headers })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json'])
    const { pending } = (await reply.json()) as { pending: { id: string; scheduled: string }[] }
    expect(new Set(pending.map(({ id }) => id)).size).toBe(count)
    const order = pending.map(({ id, scheduled }) => `${scheduled} ${id}`)
    expect(order).toEqual(order.toSorted())
  })

  it('is sent whole to a client of HTTP/1.0, which knows no pieces', async () => {
    await calls(5_000)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.end(`GET /rest/wakeup/list/pending HTTP/1.0\r\nAuthorization: ${headers.authorization}\r\n\r\n`)
    let text = ''
    for await (const data of socket) text += String(data)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).pending).toHaveLength(5_000)
  })

  it('is sent as CSV in the same rows', async () => {
    await hotel.app.database.transaction(async (stores) => {
      for (let n = 0; n < 1_000; n++)
        await stores.activity.add(activity({ at: EVENING, kind: 'note', text: `=${n}, "quoted"` }))
    })
    const as = (accept: string) => fetch(`${url}/rest/log`, { headers: { ...headers, accept } })
    const { log } = (await (await as('application/json')).json()) as { log: { id: number }[] }
    const rows = (await (await as('text/csv')).text()).trimEnd().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',')[0])).toEqual(log.map(({ id }) => String(id)))
  })

  /** Lets the list stop in the middle until the test says so. */
  function holdAtPage(number: number, then: () => Promise<never[]>) {
    const { wakeups } = hotel.app.database.read
    const real = wakeups.page
    let count = 0
    return vi
      .spyOn(wakeups, 'page')
      .mockImplementation((filter) => (++count === number ? then() : real(filter)))
  }

  it('whose reader goes away in the middle is read no further, and does no harm', async () => {
    await calls(5_000)
    let release: (rows: never[]) => void = () => {}
    const held = new Promise<never[]>((resolve) => (release = resolve))
    const pages = holdAtPage(4, () => held)
    const answered = once(hotel.http.app.server, 'request')
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(
      `GET /rest/wakeup/list/pending HTTP/1.1\r\nHost: a\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
    )
    const [, response] = (await answered) as [unknown, ServerResponse]
    await once(socket, 'data')
    socket.destroy()
    await once(response, 'close')
    release([])

    expect((await fetch(`${url}/rest/system`, { headers })).status).toBe(200)
    expect(pages.mock.calls.length).toBeLessThanOrEqual(4)
    expect(logged().filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  it('whose readers all go away leaves the hotel serving', async () => {
    await calls(5_000)
    const gone = Array.from({ length: 20 }, async () => {
      const stop = new AbortController()
      const reply = await fetch(`${url}/rest/wakeup/list/pending`, { headers, signal: stop.signal })
      stop.abort()
      return reply.text().catch(() => 'gone')
    })
    await Promise.all(gone)
    const reply = await fetch(`${url}/rest/wakeup/list/pending`, { headers })
    expect(((await reply.json()) as { pending: unknown[] }).pending).toHaveLength(5_000)
  })

  it('that cannot be read to its end is cut off, and not taken for a whole one', async () => {
    await calls(5_000)
    holdAtPage(4, () => Promise.reject(new Failure('store.unavailable', 'The database is gone')))
    const reply = await fetch(`${url}/rest/wakeup/list/pending`, { headers })
    await expect(reply.text()).rejects.toThrow()
    expect((await fetch(`${url}/rest/system`, { headers })).status).toBe(200)
  })
})

describe('a hotel that closes', () => {
  freshHotels()
  it('waits for nobody who has said nothing, or only the half of it', async () => {
    const port = Number(new URL(await hotel.open()).port)
    const { server } = hotel.http.app
    const gone: Promise<unknown>[] = []
    for (const said of ['', '', 'GET /rest/system HTTP/1.1\r\nHos']) {
      const answered = once(server, 'connection')
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      gone.push(new Promise((resolve) => socket.on('close', resolve)))
      socket.write(said)
      const [ours] = (await answered) as [Socket]
      while (ours.bytesRead < said.length) await new Promise((resolve) => setImmediate(resolve))
    }
    await hotel.close()
    await Promise.all(gone)
  })

  it('gives the answers that are still due', async () => {
    const url = await hotel.open()
    const { server } = hotel.http.app
    const close = server.close.bind(server)
    const closing = new Promise<void>((resolve) => {
      vi.spyOn(server, 'close').mockImplementationOnce((done) => {
        resolve()
        return close(done)
      })
    })
    let release: (rows: never[]) => void = () => {}
    const asked = new Promise<void>((resolve) => {
      vi.spyOn(hotel.app.database.read.wakeups, 'page').mockImplementationOnce(() => {
        resolve()
        return new Promise((answer) => (release = answer))
      })
    })
    const headers = { authorization: basic('boss', 'boss-pw') }
    const due = fetch(`${url}/rest/wakeup/list/pending`, { headers })
    await asked
    const closed = hotel.close()
    await closing
    release([])
    const reply = await due
    expect([reply.status, await reply.json()]).toEqual([200, { pending: [] }])
    await closed
  })
})
