import { once } from 'node:events'
import { connect } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, basic, type Hotel, NEW_YORK, openHotel } from './hotel.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { 'content-type': 'application/json' }
const BOSS = basic('boss', 'boss-pw')
const ALL = { scope: null, limit: 1_000_000 } as const

let hotel: Hotel
let host: string
beforeAll(async () => {
  hotel = await openHotel({ requestTimeoutMs: 2_000 })
  host = new URL(await hotel.open()).host
})
afterAll(() => hotel.close())

/** How many rows there are of what people can cause. Every change of the configuration leaves one in the log. */
async function written() {
  const { wakeups, activity, deliveries } = hotel.app.database.read
  return {
    wakeups: (await wakeups.page(ALL)).length,
    activity: (await activity.page(ALL)).length,
    deliveries: (await deliveries.page(ALL)).length,
  }
}

/** Does something bad; afterwards nothing is written and the hotel serves as before. */
async function unharmed<T>(work: () => Promise<T>): Promise<T> {
  const before = await written()
  const result = await work()
  expect(await written()).toEqual(before)
  const next = await fetch(`http://${host}/rest/system`, { headers: { authorization: BOSS } })
  expect([next.status, Object.keys((await next.json()) as object)]).toEqual([
    200,
    expect.arrayContaining(['name']),
  ])
  return result
}

const isCode = (error: unknown) => Number.isInteger(error) && error !== 0
const problem = (error: unknown = expect.toSatisfy(isCode)) => ({
  error,
  description: expect.stringMatching(/^\S.{5,}$/),
  reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
  code: expect.stringMatching(/^[a-z]+(\.[a-z-]+)?$/),
})

interface Reply {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** What came over a bare connection, answer by answer. Every one of ours says how long it is. */
function repliesIn(text: string): Reply[] {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return []
  const [first = '', ...lines] = text.slice(0, headEnd).split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: ?/, '')]),
  )
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  const bodyEnd = headEnd + 4 + Number(headers.get('content-length') ?? 0)
  return [{ status, headers, body: text.slice(headEnd + 4, bodyEnd) }, ...repliesIn(text.slice(bodyEnd))]
}

interface Talk {
  /** Hang up our half once everything is said. */
  readonly end?: boolean
}

/** Says something over a bare connection and listens until the hotel hangs up. */
async function talk(said: string | Buffer, { end = false }: Talk = {}): Promise<Reply[]> {
  const socket = connect({
    host: '127.0.0.1',
    port: Number(new URL(`http://${host}`).port),
    allowHalfOpen: true,
  })
  let heard = ''
  socket.on('data', (data) => (heard += data.toString()))
  // Who talks on after being refused may find the line cut.
  socket.on('error', () => {})
  socket.on('end', () => socket.end())
  socket.write(said)
  if (end) socket.end()
  await once(socket, 'close')
  return repliesIn(heard)
}

const request = (line: string, headers: readonly string[] = [], body = '') =>
  [`${line} HTTP/1.1`, 'Host: hotel.example', `Authorization: ${BOSS}`, ...headers, '', body].join('\r\n')

const posted = (body: string, ...headers: string[]) =>
  request('POST /rest/wakeup', [`Content-Type: ${FORM['content-type']}`, ...headers], body)

/** A path as it is, which `fetch` would tidy up. */
const getRaw = (path: string) => talk(request(`GET ${path}`, ['Connection: close']))

function expectRefusal(replies: Reply[], status: number) {
  expect(replies.map((reply) => reply.status)).toEqual([status])
  expect(replies[0]?.headers.get('content-type')).toBe('application/json')
  expect(JSON.parse(replies[0]?.body ?? '')).toMatchObject(problem())
}

const ask = (method: string, url: string, body: unknown) =>
  hotel.request('boss', method, url, JSON.stringify(body), JSON_BODY)

describe('a field of the wrong kind', () => {
  const notText = [true, null, {}, [], 1.5]
  const notNumber = ['many', '', '1.5', '1e3', '0x10', ' 1', true, null, {}, [], 1.5, '9'.repeat(30)]
  const notFlag = ['yes', '', 'TRUE', 2, null, {}, []]
  const notWord = [...notText, 'other', '']
  const notList = [true, null, 7, {}]
  const notObject = [true, null, 7, 'text', []]
  const notSpan = [...notText, 'soon', '5', '-5m', '5 m', '']

  const wakeup = { room: '101', time: '0700' }
  const item = { id: '77', description: 'Water', category: '1' }
  const hook = { name: 'hook', type: 'webhook', url: 'http://10.0.0.9/' }
  const fias = { name: 'fias', type: 'fias', host: '10.0.0.9', port: 5010 }
  const server = { name: 'push', url: 'http://10.0.0.9/' }
  const line = { name: 'one', uri: 'sip:one@hotel.example' }
  const ofServers = {
    name: [...notText, '', 'a/b', 'x'.repeat(65)],
    url: [...notText, '', 'ftp://10.0.0.9/', 'http://user:pw@10.0.0.9/', '10.0.0.9'],
    format: notWord,
    secret: [...notText, 'plain', 'whsec_', 'whsec_%'],
    previousSecret: [...notText, 'plain', 'whsec_', 'whsec_%'],
    previousSecretUntil: [...notText, 'tomorrow', '2026-11-15T07:00:00'],
    username: [...notText, 'a:b', ''],
    password: [...notText, '', 'x'.repeat(1_001)],
    token: [...notText, ''],
    headers: [...notObject, { 'bad name': 'x' }, { 'X-A': 7.5 }, { 'X-A': '名' }],
    retry: [...notList, [], ['soon'], Array.from({ length: 51 }, () => '1s')],
    timeout: notSpan,
    disabled: notFlag,
  }

  /** Method, address, a form that would do, and for each field what will not. */
  const forms: [string, string, Record<string, unknown>, Record<string, unknown[]>][] = [
    [
      'POST',
      '/rest/wakeup',
      wakeup,
      {
        room: [...notText, '', ',', '101,', '101,,102', 'x'.repeat(21), '1'.repeat(20_001)],
        rooms: [...notText, '', ',', '101-', '109-101', '101-A', '01-100', '1-99999', '1'.repeat(20_001)],
        date: [...notText, '2026-11-15', '20261301', '20260230', '15112026', ''],
        time: [...notText, '7', '07:00', '2400', '0760', '-100', ''],
        daily: notFlag,
        days: [...notText, 'monday', 'mon;tue', 'mon,,tue', ''],
        until: [...notText, '2026-12-24', 'never'],
        prompt: [...notNumber, -1, 1_000_001],
        confirm: notFlag,
      },
    ],
    [
      'POST',
      '/rest/wakeup/preview',
      wakeup,
      { room: [...notText, '', '101,'], time: [...notText, '2400'], daily: notFlag, prompt: notNumber },
    ],
    [
      'POST',
      '/rest/wakeup/course',
      { phone: 'busy' },
      {
        phone: [...notText, '', 'sleeps', 'busy,', Array.from({ length: 41 }, () => 'key').join(',')],
        wakeup: [...notObject, { attempts: 0 }, { escalation: {} }],
        vip: notFlag,
        confirm: notFlag,
      },
    ],
    [
      'POST',
      '/rest/wakeup/course/audio',
      { language: 'tlh' },
      {
        wakeup: [...notObject, { attempts: 0 }, { escalation: {} }],
        confirm: notFlag,
        time: [...notText, '7', '0700', '24:00', ''],
        language: notWord,
      },
    ],
    [
      'POST',
      '/rest/wakeup',
      { room: '101' },
      {
        in: [...notNumber, 0, -1, 1_441],
        datetime: [
          ...notText,
          'tomorrow',
          '2026-11-15',
          '2026-13-15T07:00',
          '2026-11-15T25:00',
          '2026-11-15 7:00',
          '',
        ],
      },
    ],
    [
      'POST',
      '/rest/wakeup/x/reschedule',
      { time: '0730' },
      {
        datetime: [...notText, 'x'.repeat(65)],
        date: [...notText, '202611150'],
        time: [...notText, '07300'],
      },
    ],
    ['POST', '/rest/wakeup/x/skip', {}, { date: [...notText, '202611150'] }],
    [
      'PUT',
      '/rest/wakeup/x',
      { result: 1 },
      { result: [...notNumber, 0, 7, -1], reason: [...notText, 'x'.repeat(501)] },
    ],
    [
      'POST',
      '/rest/isi/charge',
      { id: '10', quantity: 1, room: '101' },
      {
        id: [...notText, 'cola', '', '-1', '1'.repeat(21)],
        quantity: [...notNumber, 0, -1, 1e15],
        room: [...notText, '', '1/2', '1,2', 'x'.repeat(21)],
      },
    ],
    [
      'POST',
      '/rest/rsi/change',
      { id: '001', room: '101' },
      { id: [...notText, 'clean', ''], room: [...notText, '', '1/2'] },
    ],
    [
      'POST',
      '/rest/isi/item',
      item,
      {
        id: [...notText, 'water', ''],
        description: [...notText, '', 'x'.repeat(201)],
        category: [...notText, 'drinks', ''],
        max: [...notNumber, -1, 1_000_001],
        price: [...notText, '-1', '1,50', '1.23456', 'free', '1e3', ''],
        tenant: [...notText, 'east', '123'],
      },
    ],
    [
      'PUT',
      '/rest/isi/item/10',
      {},
      { description: [...notText, ''], max: notNumber, price: ['-1', 'free'], category: [...notText, 'x'] },
    ],
    [
      'POST',
      '/rest/isi/category',
      { description: 'Spa' },
      { description: [...notText, ''], color: [...notText, 'red', '#12345', '#gggggg'] },
    ],
    [
      'POST',
      '/rest/rsi/status',
      { description: 'New' },
      { description: [...notText, ''], condition: notWord },
    ],
    [
      'POST',
      '/rest/mailbox/101/checkin',
      {},
      { name: [...notText, 'x'.repeat(101)], language: [...notText, 'x'.repeat(36)], vip: notFlag },
    ],
    ['POST', '/rest/mailbox/101/move', { to: '102' }, { to: [...notText, '', '1,2', 'x'.repeat(21)] }],
    [
      'POST',
      '/rest/alarm/acknowledge',
      { ids: '["11111111-2222-4333-8444-555555555555"]' },
      { ids: ['', '[]', '[1]', '["x"]', '{}'], note: [...notText, 'x'.repeat(501)] },
    ],
    ['POST', '/rest/alarm/x/acknowledge', {}, { note: [...notText, 'x'.repeat(501)] }],
    ['POST', '/rest/delivery/x/replay', {}, { force: notFlag, reason: [...notText, '', 'x'.repeat(501)] }],
    [
      'POST',
      '/rest/delivery/replay',
      { destination: 'bar', since: '202601010000' },
      {
        destination: [...notText, '', 'x'.repeat(65)],
        purpose: notWord,
        owner: [...notText, '', 'x'.repeat(65)],
        since: [...notText, '', 'yesterday', '2026', '202613010000', '20260101000000'],
      },
    ],
    [
      'POST',
      '/rest/delivery/x/settle',
      { as: 'drop', reason: 'why' },
      { as: notWord, reason: [...notText, '', 'x'.repeat(501)] },
    ],
    [
      'POST',
      '/rest/delivery/settle',
      { destination: 'bar', as: 'drop', reason: 'why' },
      {
        destination: [...notText, '', 'x'.repeat(65)],
        purpose: notWord,
        owner: [...notText, '', 'x'.repeat(65)],
        as: notWord,
        reason: [...notText, '', 'x'.repeat(501)],
        since: [...notText, '', 'yesterday', '2026', '202613010000', '20260101000000'],
        until: [...notText, '', 'yesterday', '2026', '202613010000', '20260101000000'],
        kind: [...notText, '', 'x'.repeat(65)],
      },
    ],
    [
      'POST',
      '/rest/config/tenant',
      { name: 'West wing' },
      {
        id: [...notText, 'west', ''],
        name: [...notText, ''],
        timezone: [...notText, 'Mars/Olympus', 'Zurich!', ''],
        wakeup: [...notObject, { attempts: 'x' }, { other: 1 }],
      },
    ],
    [
      'POST',
      '/rest/config/user',
      { username: 'new', password: 'secret-pw' },
      {
        username: [...notText, '', 'a:b', 'a/b', 'x'.repeat(65)],
        password: [...notText, '', 'x'.repeat(1_001)],
        permissions: [...notList, 'everything', ['root'], ['inventory', 'inventory']],
        tenant: [...notText, 'east'],
        disabled: notFlag,
      },
    ],
    [
      'PUT',
      '/rest/config/user/guest',
      {},
      { password: [...notText, ''], permissions: ['root'], disabled: notFlag },
    ],
    [
      'POST',
      '/rest/config/mailbox',
      { number: '900' },
      {
        number: [...notText, '', '1,2', '1/2'],
        extension: [...notText, '', 'a b'],
        name: notText,
        language: notWord,
        vip: notFlag,
        tenant: ['east'],
      },
    ],
    [
      'POST',
      '/rest/config/mailbox',
      { range: '900-901' },
      { range: ['900', '901-900', '1-999999999999999', '01-100', 'a-b', ''] },
    ],
    [
      'POST',
      '/rest/config/room',
      { number: 'SPA' },
      { number: [...notText, '', '1,2'], tenant: [...notText, 'east'] },
    ],
    [
      'POST',
      '/rest/config/line',
      line,
      {
        name: [...notText, '', 'a/b'],
        uri: [...notText, '', 'one@hotel.example', 'sip:hotel.example'],
        username: [...notText, ''],
        password: [...notText, ''],
        registrar: [...notText, '', 'sip:x', 'a b'],
        proxy: [...notText, '', 'a b'],
        transport: notWord,
        register: notFlag,
        calls: [...notNumber, 0, 1_001],
        displayName: [...notText, 'x'.repeat(65)],
        tenant: ['east'],
      },
    ],
    [
      'POST',
      '/rest/config/connector',
      hook,
      { ...ofServers, type: [...notText, 'pigeon', ''], tenant: ['east'] },
    ],
    [
      'POST',
      '/rest/config/connector',
      fias,
      {
        host: [...notText, '', 'a b'],
        port: [...notNumber, 0, 65_536],
        mode: notWord,
        family: notWord,
        codepage: notWord,
        articles: [...notObject, { cola: '1' }, { '10': '12345' }],
        outlets: [...notObject, { '1': 'x' }],
        decimals: [...notNumber, 1, 4],
        onUncertain: notWord,
        answers: notFlag,
        wakeups: notFlag,
        sendWakeups: notFlag,
        guests: notFlag,
        authKey: [...notText, 'short'],
      },
    ],
    ['POST', '/rest/config/server', server, { ...ofServers, latestOnly: notFlag, tenant: ['east'] }],
    [
      'PUT',
      '/rest/config/server/housekeeping',
      {},
      // Null takes it away.
      { url: ['ftp://x', ''], retry: [[], ['soon']], disabled: notFlag.filter((value) => value !== null) },
    ],
    [
      'POST',
      '/rest/config/mailbox/import',
      { csv: 'number\n101', dry: true },
      { csv: [...notText, ''], dry: notFlag },
    ],
    [
      'POST',
      '/rest/config/prompt/speech',
      { text: 'Hello', language: 'tlh' },
      { text: [...notText, '', ' ', 'a'.repeat(501)], language: notWord },
    ],
    [
      'POST',
      '/rest/config/prompt',
      { description: 'Good morning' },
      { id: [...notNumber, -1], description: [...notText, ''], text: notText, language: notWord },
    ],
    [
      'PUT',
      '/rest/config/site',
      {},
      {
        name: [...notText, ''],
        company: notText,
        timezone: [...notText, 'Mars/Olympus', ''],
        language: notWord,
        wakeup: [
          ...notObject,
          { attempts: 0 },
          { retryDelay: 'soon' },
          { snooze: { limit: -1 } },
          { method: 'psychic' },
        ],
        telephony: [...notObject, { mode: 'smoke' }],
        network: [...notObject, { allow: 'a b' }],
        retention: [...notObject, { charges: 'forever' }],
        license: [...notObject, { entries: [{ id: 'x' }] }],
        api: [...notObject, { unknownFields: 'maybe' }, { origins: ['evil'] }],
        email: [...notObject, {}, { host: 'h', from: 'nobody' }],
        limits: [...notObject, { callsPerSecond: 0 }],
        inventory: [...notObject, { refuseVacant: 'perhaps' }, { rooms: 'mailboxes' }],
      },
    ],
  ]

  it.each(forms)('is refused and named by %s %s', async (method, url, good, wrong) => {
    await unharmed(async () => {
      for (const [field, values] of Object.entries(wrong)) {
        const answers = await Promise.all(
          values.map((value) => ask(method, url, { ...good, [field]: value })),
        )
        const isNamed = ({ status, json }: Answer) => status === 400 && json.description.includes(field)
        const others = answers.map((answer, at) => ({ field, value: values[at], answer }))
        expect(others.filter(({ answer }) => !isNamed(answer))).toEqual([])
        for (const { json } of answers) expect(json).toMatchObject(problem(1))
      }
    })
  })

  it.each(forms)('is refused by %s %s also beside one that nobody knows', async (method, url, good) => {
    const answer = await unharmed(() => ask(method, url, { ...good, dialy: true }))
    expect(answer).toMatchObject({ status: 400, json: problem(1) })
    expect(answer.json.description).toMatch(/"dialy" is not known here/)
  })
})

async function post(body: string | Buffer | ReadableStream, headers: Record<string, string> = FORM) {
  const stream = body instanceof ReadableStream ? { duplex: 'half' } : {}
  const reply = await fetch(`http://${host}/rest/wakeup`, {
    method: 'POST',
    headers: { authorization: BOSS, ...headers },
    body,
    ...stream,
  } as RequestInit)
  const json: unknown = await reply.json()
  return { status: reply.status, headers: reply.headers, json }
}

const MEBIBYTE = 1024 * 1024
const filled = (length: number, start = 'room=') => start + 'x'.repeat(length - start.length)

describe('a body', () => {
  it('of 1 MiB is read', async () => {
    const { status, json } = await unharmed(() => post(filled(MEBIBYTE)))
    expect([status, json]).toMatchObject([
      400,
      { ...problem(1), description: expect.stringContaining('room') },
    ])
  })

  it.each<[string, () => string | ReadableStream, Record<string, string>]>([
    ['1 MiB and one byte', () => filled(MEBIBYTE + 1), FORM],
    ['1 MiB and one byte of JSON', () => filled(MEBIBYTE + 1, '{"room":"'), JSON_BODY],
    ['8 MiB', () => filled(8 * MEBIBYTE), FORM],
    ['1 MiB and one byte in pieces of unknown number', () => pieces(MEBIBYTE + 1), FORM],
    ['8 MiB in pieces of unknown number', () => pieces(8 * MEBIBYTE), FORM],
  ])('of %s is refused', async (_, body, type) => {
    const { status, headers, json } = await unharmed(() => post(body(), type))
    expect([status, headers.get('connection'), json]).toMatchObject([413, 'close', problem(1)])
  })

  function pieces(total: number): ReadableStream {
    let left = total
    return new ReadableStream({
      pull(controller) {
        const size = Math.min(left, 64 * 1024)
        if (size === 0) return controller.close()
        left -= size
        controller.enqueue(Buffer.alloc(size, 'x'))
      },
    })
  }

  it.each([
    ['an array', '[{"room":"101","time":"0700"}]'],
    ['a number', '7'],
    ['null', 'null'],
    ['text', '"room=101"'],
    ['true', 'true'],
    ['cut short', '{"room":"101","time":"0700"'],
    ['two objects', '{"room":"101","time":"0700"}{}'],
    ['a form', 'room=101&time=0700'],
    ['single quotes', "{'room':'101','time':'0700'}"],
    ['a comment', '{"room":"101","time":"0700"/* please */}'],
    ['not a number', '{"room":"101","time":"0700","prompt":NaN}'],
    ['a field twice', '{"room":"101","time":"0700","room":"102"}'],
    ['a field twice, in other letters', String.raw`{"room":"101","time":"0700","r\u006fom":"102"}`],
    ['a field twice within a field', '{"room":"101","time":"0700","x":{"a":1,"a":2}}'],
    ['an unknown field', '{"room":"101","time":"0700","dialy":true}'],
    ['a prototype', '{"__proto__":{"room":"101"},"room":"101","time":"0700"}'],
    ['a constructor', '{"constructor":{"prototype":{"admin":true}},"room":"101","time":"0700"}'],
    ['arrays without end', `{"room":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['objects without end', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['objects without end in an array', `{"room":[${'{"a":['.repeat(50_000)}1${']}'.repeat(50_000)}]}`],
    ['100,000 fields', `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":1`).join()}}`],
    ['a field name without end', `{"${'x'.repeat(1_000_000)}":1,"room":"101","time":"0700"}`],
    ['a NUL', String.raw`{"room":"101","time":"0700","days":"\u0000"}`],
    ['a line break in a field name', String.raw`{"room":"101","time":"0700","a\nb":1}`],
    ['half a character', String.raw`{"room":"101\ud800","time":"0700"}`],
  ])('of JSON that is %s is refused', async (_, body) => {
    const { status, json } = await unharmed(() => post(body, JSON_BODY))
    expect([status, json]).toMatchObject([400, problem(1)])
  })

  it.each([
    ['nothing', ''],
    ['JSON', '{"room":"101","time":"0700"}'],
    ['a field twice', 'room=101&time=0700&room=102'],
    ['a field twice, encoded', 'room=101&time=0700&r%6fom=102'],
    ['brackets', 'room=101&time=0700&a[b][c]=1'],
    ['a list in brackets', 'room[]=101&room[]=102&time=0700'],
    ['a prototype', 'room=101&time=0700&__proto__=1'],
    ['a prototype in brackets', 'room=101&time=0700&__proto__[admin]=1'],
    ['an unknown field', 'room=101&time=0700&dialy=1'],
    ['an unknown field without a name', 'room=101&time=0700&=1'],
    ['broken percent-encoding', 'room=101&time=0700&days=%zz'],
    ['percent-encoding cut short', 'room=101&time=0700&days=%a'],
    ['percent-encoding of no character', 'room=101&time=0700&days=%c3%28'],
    ['a NUL', 'room=101%00&time=0700'],
    ['a line break', 'room=101%0d%0a&time=0700'],
    ['a bare line break', 'room=101\r\n&time=0700'],
    ['a control character in a name', 'room=101&time=0700&%1b=1'],
    ['1,000 fields', Array.from({ length: 1_000 }, (_, n) => `f${n}=1`).join('&')],
    ['500,000 separators and a mistake', `${'&'.repeat(500_000)}room`],
  ])('of a form with %s is refused', async (_, body) => {
    const { status, json } = await unharmed(() => post(body))
    expect([status, json]).toMatchObject([400, problem(1)])
  })

  it.each([FORM, JSON_BODY])('that is not UTF-8 is refused as $content-type', async (type) => {
    const bytes = Buffer.concat([
      Buffer.from('{"room":"101'),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from('"}'),
    ])
    const { status, json } = await unharmed(() => post(bytes, type))
    expect([status, json]).toMatchObject([400, { ...problem(1), description: 'The body is not valid UTF-8' }])
  })

  it.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json-patch+json',
    'application/x-www-form-urlencodedx',
    'json',
    '/',
    ';',
    'x'.repeat(100),
  ])('of the type %s is refused', async (type) => {
    const { status, json } = await unharmed(() => post('room=101&time=0700', { 'content-type': type }))
    expect([status, json]).toMatchObject([415, problem(10)])
  })
})

describe('an address', () => {
  const addresses: [string, number][] = [
    ['//rest//system', 404],
    ['/rest/../rest/system', 404],
    ['/rest/./system', 404],
    ['/rest/%2e%2e/rest/system', 404],
    ['/rest/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 404],
    ['/docs/static/../../../../etc/passwd', 404],
    ['/docs/static/%2e%2e%2f%2e%2e%2fpackage.json', 404],
    ['/rest/nothing', 404],
    ['/rest/wakeup/list/everything', 404],
    ['/REST/system', 404],
    ['/rest/wakeup/', 405],
    ['/rest/wakeup/%zz', 400],
    ['/rest/wakeup/%', 400],
    ['/rest/wakeup/%c3%28', 400],
    ['/rest/wakeup/%ff', 400],
    ['/rest/wakeup/%00', 400],
    ['/rest/wakeup/a%0d%0aSet-Cookie:%20b', 400],
    ['/rest/rsi/room/%1b%5b31m', 400],
    ['/rest/config/user/%7f', 400],
    ['/rest/isi/item/1%00', 400],
    ['/rest/wakeup/%27%20or%201=1--', 404],
    ['/rest/wakeup/list/pending?limit=%zz', 400],
    ['/rest/wakeup/list/pending?%zz', 400],
    ['/rest/wakeup/list/pending?room=%00', 400],
    ['/rest/wakeup/list/pending?room=1%0a2', 400],
    ['/rest/wakeup/list/pending?room=101&room=102', 400],
    ['/rest/wakeup/list/pending?limit=1&limit=2', 400],
    ['/rest/wakeup/list?room[]=101', 400],
    ['/rest/wakeup/list?rooms=101', 400],
    ['/rest/wakeup/list?__proto__=1', 400],
    ['/rest/wakeup/list/pending?limit=0', 400],
    ['/rest/wakeup/list/pending?limit=10001', 400],
    ['/rest/wakeup/list/pending?limit=ten', 400],
    ['/rest/wakeup/list/pending?start=20261301', 400],
    ['/rest/wakeup/list/pending?end=now', 400],
    ['/rest/wakeup/list/pending?after=here', 400],
    ['/rest/wakeup/list/pending?tenant=nobody', 404],
    ['/rest/log?after=1.abc', 400],
    ['/rest/log?after=1.99999999999999999999', 400],
    ['/rest/log?after=99999999999999999999.1', 400],
    ['/rest/delivery?state=lost', 400],
    ['/rest/report/wakeup?start=2026', 400],
    ['/rest/wakeup/x/dossier', 404],
    ['/rest/wakeup/%00/dossier', 400],
    ['/rest/wakeup/x/dossier?as=html', 400],
    ['/rest/wakeup/%27%20or%201=1--/dossier', 404],
    ['/rest/events?lastEventId=abc', 400],
    ['/rest/events?lastEventId=-1', 400],
    ['/rest/events?lastEventId=99999999999999999999', 400],
    ['/rest/events?since=1', 400],
    ['/rest/events?tenant=nobody', 404],
    ['/rest/alarm?pretty=1', 400],
    [`/rest/wakeup/${'x'.repeat(9_000)}`, 414],
    [`/${'x'.repeat(20_000)}`, 414],
    [`/${'x'.repeat(40_000)}`, 414],
    [`/rest/wakeup/list/pending?room=${'x'.repeat(200_000)}`, 414],
  ]

  it.each(addresses.map(([path, status]) => [path.slice(0, 60), status, path] as const))(
    '%s is answered with %i',
    async (_, status, path) => expectRefusal(await unharmed(() => getRaw(path)), status),
  )

  it.each([
    '/%72est/system',
    '/rest%2fsystem',
    '//rest/system',
    'http://elsewhere/rest/system',
    '/rest/system/',
    '/rest/system?',
  ])('%s opens nothing to those without credentials', async (path) => {
    const [reply] = await talk(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect([401, 404]).toContain(reply?.status)
    expect(JSON.parse(reply?.body ?? '')).toMatchObject(problem())
  })

  it('that is written out whole is understood', async () => {
    const [reply] = await getRaw(`http://${host}/rest/system`)
    expect(reply?.status).toBe(200)
  })
})

describe('a method', () => {
  it.each(['PATCH', 'TRACE', 'PROPFIND', 'DELETE', 'PUT', 'LOCK', 'QUERY', 'SEARCH'])(
    '%s that a path does not take is told what it takes',
    async (method) => {
      const replies = await unharmed(() => talk(request(`${method} /rest/system`, ['Connection: close'])))
      expectRefusal(replies, 405)
      expect(replies[0]?.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    },
  )

  it.each(['BREW', 'get', 'G=T', 'POST\0', '\u0001', 'CONNECT'])(
    '%j that HTTP does not know is refused',
    async (method) => {
      expectRefusal(await unharmed(() => talk(request(`${method} /rest/system`))), 400)
    },
  )
})

describe('a head', () => {
  const flood = Array.from({ length: 5_000 }, (_, n) => `X-Flood-${n}: ${n}`)

  it.each<[string, string, number]>([
    ['with thousands of headers', request('GET /rest/system', flood), 431],
    ['with a header of 40 kB', request('GET /rest/system', [`X-Flood: ${'x'.repeat(40_000)}`]), 431],
    ['with a header of 1 MB', request('GET /rest/system', [`X-Flood: ${'x'.repeat(1_000_000)}`]), 431],
    ['with a header name of 40 kB', request('GET /rest/system', [`${'x'.repeat(40_000)}: 1`]), 431],
    [
      'with 100 kB of credentials',
      `GET /rest/system HTTP/1.1\r\nHost: a\r\nAuthorization: Basic ${'QUFB'.repeat(25_000)}\r\n\r\n`,
      431,
    ],
    ['without Host', `GET /rest/system HTTP/1.1\r\nAuthorization: ${BOSS}\r\nConnection: close\r\n\r\n`, 400],
    ['of HTTP/0.9', 'GET /rest/system\r\n\r\n', 401],
    ['of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['of HTTP/9.9', 'GET /rest/system HTTP/9.9\r\nHost: a\r\n\r\n', 400],
    ['of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', 400],
    ['of SSH', 'SSH-2.0-OpenSSH_9.9\r\n', 400],
    ['of nothing but zeros', '\0'.repeat(5_000), 400],
    ['with a header that is none', request('GET /rest/system', ['this is no header']), 400],
    ['with a space before the colon', request('GET /rest/system', ['X-Room : 101']), 400],
    ['with a NUL in a header', request('GET /rest/system', ['X-Room: 1\u000001']), 400],
    ['with a header on two lines', request('GET /rest/system', ['X-Room: 1', ' 01']), 400],
    ['with a bare line feed', request('GET /rest/system', ['X-Room: 1\nX-Other: 2']), 400],
    [
      'with Content-Length and Transfer-Encoding',
      posted('0\r\n\r\n', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
      400,
    ],
    [
      'with Transfer-Encoding and Content-Length',
      posted('0\r\n\r\n', 'Transfer-Encoding: chunked', 'Content-Length: 5'),
      400,
    ],
    ['with two Content-Lengths', posted('room=1', 'Content-Length: 6', 'Content-Length: 5'), 400],
    ['with two Content-Lengths in one', posted('room=1', 'Content-Length: 6, 5'), 400],
    ['with a negative Content-Length', posted('', 'Content-Length: -1'), 400],
    ['with a Content-Length that is no number', posted('', 'Content-Length: 1e3'), 400],
    ['with a Content-Length beyond counting', posted('', `Content-Length: ${'9'.repeat(30)}`), 400],
    ['with an unknown Transfer-Encoding', posted('', 'Transfer-Encoding: gzip'), 400],
    ['with a hidden Transfer-Encoding', posted('0\r\n\r\n', 'Transfer-Encoding: chunked, identity'), 400],
    ['with a chunk of no size', posted('zz\r\nroom=101\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'), 400],
    ['with a chunk of immense size', posted('fffffffffffffffff\r\nroom', 'Transfer-Encoding: chunked'), 400],
    [
      'with a chunk longer than it says',
      posted('2\r\nroom=101\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'),
      400,
    ],
  ])('%s is refused', async (_, said, status) => {
    expectRefusal(await unharmed(() => talk(said)), status)
  })

  it('of HTTP/1.0 is answered, and the connection closed', async () => {
    const [reply, ...more] = await talk(`GET /rest/system HTTP/1.0\r\nAuthorization: ${BOSS}\r\n\r\n`)
    expect([reply?.status, reply?.headers.get('connection'), more]).toEqual([200, 'close', []])
  })

  it('that expects what nobody knows is answered all the same', async () => {
    const [reply] = await talk(request('GET /rest/system', ['Expect: miracles', 'Connection: close']))
    expect(reply?.status).toBe(200)
  })

  it('that asks to be encouraged is, before the body is judged', async () => {
    const body = 'room=999&time=0700'
    const said = posted(body, `Content-Length: ${body.length}`, 'Expect: 100-continue', 'Connection: close')
    const replies = await unharmed(() => talk(said))
    expect(replies.map((reply) => reply.status)).toEqual([100, 404])
  })
})

describe('a connection', () => {
  it('that stops in the middle of the head, the body or a chunk is given up', async () => {
    const stuck = [
      'GET /rest/system HTTP/1.1\r\nHos',
      posted('room=', 'Content-Length: 500'),
      posted('ff\r\nroom=', 'Transfer-Encoding: chunked'),
    ]
    for (const replies of await unharmed(() => Promise.all(stuck.map((said) => talk(said)))))
      expectRefusal(replies, 408)
  })

  it.each([
    ['in the middle of the head', 'GET /rest/system HTTP/1.1\r\nHos'],
    ['in the middle of the body', posted('room=101&time=0700', 'Content-Length: 19')],
    ['in the middle of a chunk', posted('ff\r\nroom=101&time=0700', 'Transfer-Encoding: chunked')],
  ])('that is hung up %s does nothing', async (_, said) => {
    expectRefusal(await unharmed(() => talk(said, { end: true })), 400)
  })

  it('with a body longer than Content-Length says is refused after the first request', async () => {
    const replies = await unharmed(() => talk(posted('room=999&time=0700&daily=1', 'Content-Length: 18')))
    expect(replies.map((reply) => reply.status)).toEqual([404, 400])
  })

  it('with several requests at once answers them in their order', async () => {
    const paths = ['/rest/system', '/rest/nothing', '/healthz', '/rest/wakeup/%00', '/rest/isi/item/10']
    const last = request('GET /rest/wakeup/x', ['Connection: close'])
    const replies = await unharmed(() => talk(paths.map((path) => request(`GET ${path}`)).join('') + last))
    expect(replies.map((reply) => reply.status)).toEqual([200, 404, 200, 400, 200, 404])
  })

  it('with nonsense after a request that was carried out answers the request first', async () => {
    const body = 'room=105&time=0615'
    const before = await written()
    const replies = await talk(`${posted(body, `Content-Length: ${body.length}`)}what is this?\r\n\r\n`)
    expect(replies.map((reply) => reply.status)).toEqual([201, 400])
    expect(await written()).toEqual({ ...before, wakeups: before.wakeups + 1, activity: before.activity + 1 })
  })
})

describe('credentials', () => {
  const encoded = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`

  it.each<[string, string]>([
    ['nothing', ''],
    ['a word', 'boss'],
    ['a scheme and nothing', 'Basic'],
    ['a scheme and blanks', 'Basic    '],
    ['another scheme', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
    ['what is not base64', 'Basic boss:boss-pw'],
    ['what is not quite base64', 'Basic Ym9z*czpib3NzLXB3'],
    ['no colon', encoded('boss')],
    ['nothing but a colon', encoded(':')],
    ['no name', encoded(':boss-pw')],
    ['two credentials', `${BOSS}, ${BOSS}`],
    ['a NUL', encoded('boss\0:boss-pw')],
    ['a NUL in the password', encoded('boss:boss-pw\0')],
    ['a line break', encoded('bo\nss:boss-pw')],
    ['bytes of no character', encoded(Buffer.from([0xff, 0xfe, 0x3a, 0xff]))],
    ['a question to a database', encoded("' or 1=1 --:x")],
    ['a name of a prototype', encoded('__proto__:x')],
    ['20 kB', encoded(`${'x'.repeat(10_000)}:${'y'.repeat(5_000)}`)],
  ])('of %s are refused', async (_, authorization) => {
    const reply = await unharmed(() => fetch(`http://${host}/rest/system`, { headers: { authorization } }))
    expect([reply.status, await reply.json()]).toMatchObject([401, problem(4)])
    expect(reply.headers.get('www-authenticate')).toMatch(/^Basic realm=.*charset="UTF-8"$/)
  })
})

describe('an Idempotency-Key', () => {
  it.each([
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['30 kB', 'x'.repeat(30_000)],
    ['a tab', 'a\tb'],
    ['letters with accents', 'clé'],
  ])('of %s is refused', async (_, key) => {
    const body = 'room=101&time=0700'
    const headers = [`Content-Length: ${body.length}`, `Idempotency-Key: ${key}`, 'Connection: close']
    const replies = await unharmed(() => talk(Buffer.from(posted(body, ...headers), 'latin1')))
    expectRefusal(replies, 400)
  })
})

describe('whatever is sent', () => {
  const RUNS = { seed: 20_261_114, numRuns: 30 }

  /** Method, address, keys that may stand in it, a form that would do, and the fields that the form may have. */
  const routes: [string, string, string, string, string][] = [
    [
      'POST',
      '/rest/wakeup',
      '',
      'room=101&time=0700',
      'room rooms time date datetime in daily days until prompt confirm',
    ],
    ['POST', '/rest/wakeup/preview', '', 'room=101&time=0700', 'room rooms time date datetime in daily days'],
    ['PUT', '/rest/wakeup/:', 'x a,b', 'result=1', 'result reason'],
    ['POST', '/rest/isi/charge', '', 'id=10&quantity=2&room=101', 'id quantity room'],
    [
      'POST',
      '/rest/isi/basket',
      '',
      `room=101&items=${encodeURIComponent('[{"id":"10","quantity":2}]')}`,
      'room items reference',
    ],
    ['POST', '/rest/isi/check', '', 'room=101', 'room'],
    ['POST', '/rest/isi/charge/:/void', 'x', 'reason=Wrong', 'reason'],
    ['POST', '/rest/isi/charge/:/correct', 'x', 'quantity=1&reason=Wrong', 'id quantity reason'],
    [
      'POST',
      '/rest/isi/item',
      '',
      'description=Water&category=1',
      'id description category max price currency taxRate tenant',
    ],
    ['PUT', '/rest/isi/item/:', '10 11 404', 'max=3', 'description category max price currency taxRate'],
    ['POST', '/rest/isi/category', '', 'description=Spa', 'id description color tenant'],
    ['PUT', '/rest/isi/category/:', '1 404', 'description=Spa', 'description color'],
    ['POST', '/rest/rsi/change', '', 'id=001&room=101', 'id room'],
    [
      'POST',
      '/rest/rsi/changes',
      '',
      `changes=${encodeURIComponent('[{"id":"001","room":"101"}]')}`,
      'changes',
    ],
    ['PUT', '/rest/room/:/mark/dnd', '101 999', 'note=Sleeps', 'until note'],
    ['POST', '/rest/rsi/status', '', 'description=New', 'id description condition tenant'],
    ['PUT', '/rest/rsi/status/:', '001 404', 'description=New', 'description condition'],
    ['POST', '/rest/wakeup/:/reschedule', 'x', 'time=0730', 'time date datetime'],
    ['POST', '/rest/wakeup/:/skip', 'x', 'date=20261116', 'date'],
    ['POST', '/rest/wakeup/:/restore', 'x', '', 'to'],
    ['POST', '/rest/wakeup/course', '', 'phone=busy,key', 'phone wakeup vip confirm'],
    ['POST', '/rest/wakeup/course/audio', '', 'language=tlh', 'wakeup confirm time language'],
    ['POST', '/rest/mailbox/:/checkin', '101 999', 'name=Zoe', 'name language vip'],
    ['PUT', '/rest/guest/:', 'x', 'name=Zoe', 'name language vip'],
    ['POST', '/rest/mailbox/:/move', '101 999', 'to=109', 'to'],
    ['POST', '/rest/mailbox/:/checkout', '101 999', '', 'to'],
    [
      'POST',
      '/rest/alarm/acknowledge',
      '',
      `ids=${encodeURIComponent('["11111111-2222-4333-8444-555555555555"]')}`,
      'ids note',
    ],
    ['POST', '/rest/alarm/:/acknowledge', 'x', 'note=done', 'note'],
    ['POST', '/rest/delivery/:/replay', 'x', 'force=1&reason=why', 'force reason'],
    [
      'POST',
      '/rest/delivery/replay',
      '',
      'destination=bar&since=202601010000',
      'destination purpose owner since force reason billTwice dryRun',
    ],
    ['POST', '/rest/delivery/:/settle', 'x', 'as=drop&reason=why', 'as reason'],
    [
      'POST',
      '/rest/delivery/settle',
      '',
      'destination=bar&as=drop&reason=why',
      'destination purpose owner as reason since until kind doubts billTwice dryRun',
    ],
    ['POST', '/rest/config/tenant', '', 'name=West', 'id name timezone wakeup'],
    ['PUT', '/rest/config/tenant/:', `${NEW_YORK} x`, 'name=West', 'name timezone wakeup'],
    [
      'POST',
      '/rest/config/user',
      '',
      'username=new&password=pw',
      'username password permissions tenant disabled',
    ],
    ['PUT', '/rest/config/user/:', 'guest x', 'disabled=0', 'password permissions disabled'],
    ['POST', '/rest/config/mailbox', '', 'number=900', 'number range name extension language vip tenant'],
    ['PUT', '/rest/config/mailbox/:', '103 0201', 'name=Suite', 'name extension language vip'],
    ['POST', '/rest/config/room', '', 'number=SPA', 'number tenant'],
    ['PUT', '/rest/config/room/:', 'SPA x', '', 'number'],
    ['POST', '/rest/config/line', '', 'uri=sip:new@hotel.example', 'name uri username calls password tenant'],
    ['PUT', '/rest/config/line/:', 'new x', 'calls=2', 'uri username calls password'],
    [
      'POST',
      '/rest/config/line/try',
      '',
      'uri=sip:new@hotel.example',
      'name uri username calls password tenant',
    ],
    ['POST', '/rest/config/line/:/test', 'new x', 'extension=101', 'extension prompt'],
    [
      'POST',
      '/rest/setup/claim',
      '',
      'code=abcd&username=new&password=early-bird-9',
      'code username password',
    ],
    ['POST', '/rest/setup/leave', '', 'name=Grand', 'name'],
    ['POST', '/rest/system/mail', '', 'to=desk@hotel.example', 'to'],
    ['POST', '/rest/system/backup', '', '', 'to'],
    ['POST', '/rest/system/node/:/drain', 'a b', '', 'to'],
    [
      'POST',
      '/rest/system/report',
      '',
      'build=1&page=/today&message=Broken&stack=at',
      'build page message stack',
    ],
    [
      'POST',
      '/rest/config/connector',
      '',
      'name=new&type=webhook&url=http://10.0.0.9/',
      'name type url headers retry',
    ],
    [
      'POST',
      '/rest/config/connector',
      '',
      'name=new&type=fias&host=10.0.0.9&port=5010',
      'name host port articles retry',
    ],
    ['PUT', '/rest/config/connector/:', 'bar pms', 'retry=5s', 'url headers retry host port articles'],
    ['POST', '/rest/config/server', '', 'name=new&url=http://10.0.0.9/', 'name url headers retry tenant'],
    ['PUT', '/rest/config/server/:', 'housekeeping', 'retry=5s', 'url headers retry'],
    ['POST', '/rest/config/connector/:/test', 'bar x', '', 'to'],
    ['POST', '/rest/config/server/:/test', 'housekeeping x', '', 'to'],
    ['POST', '/rest/config/connector/test', '', 'name=new&url=http://10.0.0.9/', 'name url headers retry'],
    ['POST', '/rest/config/server/test', '', 'name=new&url=http://10.0.0.9/', 'name url headers retry'],
    [
      'POST',
      '/rest/config/connector/:/signature',
      'bar x',
      'id=msg&timestamp=1763190000&body={}&signature=v1,',
      'id timestamp body signature',
    ],
    [
      'POST',
      '/rest/config/server/:/signature',
      'housekeeping x',
      'id=msg&timestamp=1763190000&body={}&signature=v1,',
      'id timestamp body signature',
    ],
    ['POST', '/rest/config/connector/:/clear', 'bar x', 'as=drop&reason=why', 'as to reason delete'],
    ['POST', '/rest/config/server/:/clear', 'housekeeping x', 'as=drop&reason=why', 'as to reason delete'],
    ['POST', '/rest/config/connector/:/resync', 'bar pms x', '', 'to'],
    ['POST', '/rest/session', '', 'username=desk&password=guess', 'username password display'],
    ['POST', '/rest/session/lock', '', '', 'to'],
    ['POST', '/rest/session/unlock', '', 'pin=271828', 'pin password'],
    ['PUT', '/rest/session/pin', '', 'password=guess&pin=271828', 'password pin'],
    ['PUT', '/rest/config/user/:/phone-pin', 'maid x', 'pin=2718', 'pin'],
    ['PUT', '/rest/session/password', '', 'password=guess&newPassword=night-owl-7', 'password newPassword'],
    ['POST', '/rest/config/mailbox/import', '', 'csv=number&dry=true', 'csv dry'],
    ['POST', '/rest/config/prompt/speech', '', 'text=Hello&language=tlh', 'text language'],
    ['POST', '/rest/config/prompt', '', 'description=Hello', 'id description text language tenant'],
    ['PUT', '/rest/config/prompt/:', '1', 'text=Hello', 'description text language'],
    // Take files only: recordings.test.ts has what becomes of those.
    ['PUT', '/rest/config/prompt/:/audio', '1', '', 'audio'],
    ['PUT', '/rest/config/phrase/:/audio', 'good-morning x', '', 'audio'],
    [
      'PUT',
      '/rest/config/site',
      '',
      'name=Grand',
      'name timezone language wakeup email telephony retention limits',
    ],
  ]

  /** What may well be sent, and what stands at the edge of it. */
  const words = new Map<string, string[]>([
    ['room', ['101', '101,102', '500', '999', '110']],
    ['rooms', ['101-105', '101-A', '500-600', '109-101', '1-9999']],
    ['to', ['102', '101', '999']],
    ['time', ['0700', '2359', '2400']],
    ['date', ['20261115', '20201115', '99991231', '00000101']],
    [
      'datetime',
      ['2026-11-15T07:00', '2026-11-15T07:00:00.123Z', '9999-12-31T23:59:59-23:59', '0000-01-01T00:00'],
    ],
    ['days', ['mon,fri', 'sun']],
    ['until', ['20261231', '20200101', '99991231']],
    ['id', ['10', '001', '1', '99999999999999999999', '1000000', '00000000-0000-4000-8000-000000000001']],
    ['quantity', ['1', '5', '6', '1000000']],
    ['category', ['1', '404']],
    ['price', ['4.50', '900719925474.0991', '0']],
    ['number', ['900', '101', '0201', '😀']],
    ['range', ['901-905', '1-999999999999999']],
    ['username', ['new', 'boss', 'Zoë']],
    ['permissions', ['inventory', '["inventory"]', '[[[]]]']],
    ['name', ['bar', 'new', 'name with space', '..', '%00', '%2f']],
    ['url', ['http://10.0.0.9/', 'http://127.0.0.1/', 'http://[::1]:0/', 'http://999.999.999.999/']],
    ['uri', ['sip:new@hotel.example', 'sips:a@b:99999']],
    ['headers', ['{"X-A":"1"}', '{"__proto__":{"x":1}}', '{"Host":"a"}', '{']],
    ['articles', ['{"10":"1450"}', '{"__proto__":"1"}']],
    ['retry', ['5s,5m', '99999999d']],
    ['timezone', ['Europe/Zurich', 'UTC', 'Etc/GMT+12', 'Nowhere/Land']],
    ['wakeup', ['{"attempts":2}', '{"snooze":{"limit":1}}', '{"grace":"99999999d"}']],
    ['email', ['{"host":"10.0.0.9","from":"a@b.c"}']],
    ['telephony', ['{"mode":"virtual"}', '{"virtual":{}}']],
    ['retention', ['{"charges":"0d"}', '{"log":"99999999d"}']],
    ['color', ['#3366cc', '']],
    ['condition', ['clean']],
    ['language', ['de', 'xx']],
    ['tenant', ['', NEW_YORK, 'nobody']],
  ])
  const foreign = ['__proto__', 'constructor', 'a[b]', '', 'ID', 'room ', 'tenant', 'id']

  const oddities = [
    '0',
    '1',
    '-1',
    'true',
    'null',
    '1e309',
    '9007199254740993',
    '\0',
    "' or 1=1",
    '<b>',
    'x'.repeat(3_000),
  ]
  const oddText = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...oddities))
  const oddValue = fc.oneof(oddText, fc.integer(), fc.double(), fc.boolean(), fc.jsonValue({ maxDepth: 3 }))
  const oneOf = (common: readonly string[], odd: fc.Arbitrary<unknown>) =>
    common.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...common) }, odd) : odd
  const fieldOf = (names: readonly string[]) =>
    fc
      .constantFrom(...names)
      .chain((name) => fc.tuple(fc.constant(name), oneOf(words.get(name) ?? ['1', 'text'], oddValue)))
  const keyOf = (keys: string) =>
    oneOf(keys.split(' '), oddText).map((key) => encodeURIComponent(String(key) || 'x'))

  const asForm = (fields: Map<string, unknown>) =>
    [...fields]
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
      .map((pair) => pair.map((text) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''))).join('='))
      .join('&')

  /** A form that would do, with fields changed, added or one left out; as a form or as JSON. */
  const bodyLike = (good: string, fields: readonly string[]) => {
    const would = [...new URLSearchParams(good)]
    const kept = fc.subarray(would, { minLength: Math.max(0, would.length - 1) })
    const changed = fc.array(fc.oneof({ weight: 8, arbitrary: fieldOf(fields) }, fieldOf(foreign)), {
      maxLength: 3,
    })
    return fc.tuple(kept, changed, fc.boolean()).map(([before, after, asJson]) => {
      const given = new Map<string, unknown>([...before, ...after])
      return asJson
        ? { body: JSON.stringify(Object.fromEntries(given)), type: JSON_BODY }
        : { body: asForm(given), type: FORM }
    })
  }

  const isProblem = ({ status, json }: Answer) =>
    status >= 400 && isCode(json.error) && json.description.length > 5 && json.reference.length === 36
  const isDone = ({ status, text, json }: Answer) =>
    status === (text === '' || json?.error === 0 ? 200 : 201) || (status === 201 && json?.error === 0)
  /** What only asks is told what it asks for. */
  const isTold = ({ status, json, headers }: Answer) =>
    status === 200 &&
    (json?.forecast !== undefined ||
      json?.steps !== undefined ||
      json?.ok !== undefined ||
      headers['content-type'] === 'audio/wav')

  it('is sent to every route that changes something', async () => {
    const { json } = await hotel.request(null, 'GET', '/openapi.json')
    const changing = Object.entries<object>(json.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/{\w+}/g, ':')}`),
    )
    const tried = routes.map(([method, url]) => `${method} ${url.replace('/mark/dnd', '/mark/:')}`)
    expect(changing.filter((one) => /^(POST|PUT) /.test(one) && !tried.includes(one))).toEqual([])
  })

  it.each(routes)(
    '%s %s is done, or it is said what is wrong and nothing is done',
    async (method, url, ...form) => {
      const [keys, good, fields] = form
      const request = fc.record({ key: keyOf(keys), sent: bodyLike(good, fields.split(' ')) })
      const judged = fc.asyncProperty(request, async ({ key, sent }) => {
        const before = await written()
        const address = url.replace(':', () => key)
        const answer = await hotel.request('boss', method, address, sent.body, sent.type)
        expect(answer.status).toBeLessThan(500)
        expect(isDone(answer) || isTold(answer) || isProblem(answer)).toBe(true)
        const { activity, ...after } = await written()
        // A charge over the maximum is logged.
        const refusals = answer.json?.error === 6 ? 1 : 0
        expect(isDone(answer) ? before : { ...after, activity: activity - refusals }).toEqual(before)
      })
      await fc.assert(judged, RUNS)
    },
  )

  it.each([
    ['/rest/wakeup/list/:', 'pending answered failed today x'],
    ['/rest/wakeup/:', 'x'],
    ['/rest/isi/item/:', '10 404'],
    ['/rest/rsi/room/:', '101'],
    ['/rest/room/:', '101'],
    ['/rest/room', ''],
    ['/rest/config/prompt/:', '1 99999999999999999999'],
    ['/rest/config/prompt/:/audio', '1 99999999999999999999'],
    ['/rest/config/phrase/:/audio', 'good-morning hour-7 x'],
    ['/rest/config/phrase', ''],
    ['/rest/log', ''],
    ['/rest/delivery', ''],
    ['/rest/delivery/:', 'x'],
    ['/rest/report/wakeup', ''],
    ['/rest/report/inventory', ''],
    ['/rest/report/roomstatus', ''],
    ['/rest/report/delivery', ''],
    ['/rest/system/destination', ''],
    ['/rest/system', ''],
  ])('GET %s answers or says what is wrong', async (url, keys) => {
    const names = [
      'limit',
      'after',
      'start',
      'end',
      'room',
      'kind',
      'actor',
      'tenant',
      'state',
      'destination',
    ]
    const value = oneOf(['1', '10000', '20261114', '202611142400', '1.2', '0.x', '101', 'wakeup'], oddText)
    const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 3 })
    const before = await written()
    const anyRequest = fc.asyncProperty(keyOf(keys), query, async (key, pairs) => {
      const address = `${url.replace(':', () => key)}?${asForm(new Map(pairs))}`
      const answer = await hotel.request('boss', 'GET', address)
      expect(answer.status).toBeLessThan(500)
      expect(answer.status === 200 || isProblem(answer)).toBe(true)
    })
    await fc.assert(anyRequest, RUNS)
    expect(await written()).toEqual(before)
  })
})
