import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import { basic, EVENING, type Hotel, openHotel } from './hotel.ts'

let hotel: Hotel
let port: number
const strangers = new Set<Socket>()

const openHouse = async () => {
  hotel = await openHotel()
  port = Number(new URL(await hotel.open()).port)
}
const closeHouse = async () => {
  for (const socket of strangers) socket.destroy()
  strangers.clear()
  await hotel.close()
}

/** A peer of which nothing is known; what it does not read stays in the pipe. */
function stranger(): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  strangers.add(socket)
  return socket
}

/** No test waits this long unless something is wrong. */
const PATIENCE = { timeout: 60_000 }

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
const as = (user: string) => `Authorization: ${basic(user, `${user}-pw`)}\r\n`

/** Reads until so many answers have begun, or the other side has closed; says their statuses. */
async function statuses(socket: Socket, many: number): Promise<number[]> {
  let heard = ''
  const found = () => [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  socket.on('data', (data) => (heard += data.toString('latin1')))
  const isClosed = once(socket, 'close').then(() => true)
  while (found().length < many && !(await Promise.race([once(socket, 'data').then(() => false), isClosed])));
  return found()
}

const ANSWERED = 'HTTP/1.1 200'

/** Days from the one that the hotel has, as forms write them. */
const dayAfter = (days: number) =>
  new Date(EVENING + (days + 1) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')

/** Everything that this process has open. */
const descriptors = () => readdirSync('/proc/self/fd').length

describe('requests that come in one go', () => {
  beforeAll(openHouse)
  afterAll(closeHouse)

  it('are answered all, in their order', async () => {
    const socket = stranger()
    socket.write(get('/healthz') + get('/rest/nothing') + get('/openapi.json') + get('/healthz').repeat(30))
    expect(await statuses(socket, 33)).toEqual([200, 401, 200, ...Array.from({ length: 30 }, () => 200)])
  })

  it('are done one after the other: what is asked last has seen what was asked first', async () => {
    const socket = stranger()
    const form = 'room=101&time=0700'
    const post = `POST /rest/wakeup HTTP/1.1\r\nHost: localhost\r\n${as('desk')}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`
    let heard = ''
    socket.on('data', (data) => (heard += data.toString()))
    socket.write(post + get('/rest/wakeup/list/pending', `${as('desk')}Connection: close\r\n`))
    await once(socket, 'close')
    expect(heard).toMatch(/^HTTP\/1\.1 201 [^]*HTTP\/1\.1 200 [^]*"room":"101"/)
  })

  it('are too many beyond 64: the connection is closed', async () => {
    const socket = stranger()
    socket.write(get('/openapi.json').repeat(1_000))
    const closed = once(socket, 'close')
    socket.resume()
    await closed
    expect((await hotel.request(null, 'GET', '/healthz')).status).toBe(200)
  })
})

describe('a peer that does not read', () => {
  beforeEach(openHouse)
  afterEach(closeHouse)

  it('is not read either', async () => {
    const socket = stranger()
    let asked = 0
    hotel.http.app.server.on('request', () => asked++)
    // Less than 64 in each piece: their heads are long.
    const long = get('/docs/static/swagger-ui-bundle.js', `X: ${'x'.repeat(8_000)}\r\n`)
    for (let n = 0; n < 2_000; n++) socket.write(long)
    await vi.waitUntil(() => asked > 0, PATIENCE)
    // Everything that can be written or answered without being read has been.
    let before = -1
    await vi.waitUntil(
      () => {
        const isStill = before === socket.writableLength
        before = socket.writableLength
        return isStill
      },
      { ...PATIENCE, interval: 200 },
    )
    expect(before).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(64)
  })

  it('is let go when it has taken nothing for half a minute', async () => {
    const socket = stranger()
    const served = new Promise<Socket>((resolve) =>
      hotel.http.app.server.once('request', (request) => resolve(request.socket)),
    )
    socket.write(get('/docs/static/swagger-ui-bundle.js').repeat(10))
    const ours = await served
    await vi.waitUntil(() => ours.writableLength > 0, PATIENCE)
    hotel.clock.advance(seconds(29))
    expect(ours.destroyed).toBe(false)
    hotel.clock.advance(seconds(21))
    expect(ours.destroyed).toBe(true)
  })
})

describe.skipIf(process.platform !== 'linux')('peers that leave', () => {
  beforeEach(openHouse)
  afterEach(closeHouse)

  it.each(['/docs/static/swagger-ui-bundle.js', '/docs/', '/openapi.json'])(
    'before %s was sent leave nothing open',
    async (path) => {
      await hotel.request(null, 'GET', path)
      const before = descriptors()
      for (let n = 0; n < 20; n++) {
        const socket = stranger()
        socket.write(get(path).repeat(60))
        await once(socket, 'readable')
        socket.destroy()
      }
      await vi.waitUntil(() => descriptors() <= before, PATIENCE)
    },
  )
})

describe('an account that asks for list after list', () => {
  beforeEach(openHouse)
  afterEach(closeHouse)

  it('holds up nobody else: health, charges and calls are answered before its lists are', async () => {
    for (let n = 0; n < 200; n++)
      await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '0700', date: dayAfter(n) })
    const sockets = Array.from({ length: 20 }, stranger)
    let lists = 0
    const all = sockets.map(async (socket) => {
      // The first words of an answer may come in two pieces.
      let begun = ''
      socket.on('data', (data) => {
        const parts = (begun + data.toString('latin1')).split(ANSWERED)
        lists += parts.length - 1
        begun = parts.at(-1)?.slice(1 - ANSWERED.length) ?? ''
      })
      socket.write(get('/rest/wakeup/list', as('guest')).repeat(20))
      await vi.waitUntil(() => lists >= 400, PATIENCE)
    })
    const asked = [
      fetch(`${hotel.url}/healthz`),
      fetch(`${hotel.url}/rest/isi/charge`, {
        method: 'POST',
        headers: { authorization: basic('maid', 'maid-pw') },
        body: new URLSearchParams({ id: '10', quantity: '1', room: '101' }),
      }),
      fetch(`${hotel.url}/rest/wakeup`, {
        method: 'POST',
        headers: { authorization: basic('desk', 'desk-pw') },
        body: new URLSearchParams({ room: '102', time: '0700' }),
      }),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 201])
    expect(lists).toBeLessThan(400)
    await Promise.all(all)
  })

  it('is told to come back when too many of them wait', async () => {
    const asked = Array.from({ length: 100 }, () => hotel.request('guest', 'GET', '/rest/wakeup/list'))
    const others = hotel.request('desk', 'GET', '/rest/wakeup/list')
    const answers = await Promise.all(asked)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers, json } of refused) expect([headers['retry-after'], json.error]).toEqual(['1', 9])
    expect(answers.filter(({ status }) => status === 200).length).toBe(100 - refused.length)
    expect((await others).status).toBe(200)
  })
})

describe('what is the same for everybody', () => {
  beforeAll(openHouse)
  afterAll(closeHouse)

  it.each(['/openapi.json', '/docs', '/docs/', '/docs/static/swagger-ui.css', '/docs/yaml'])(
    '%s is not sent again to whoever has it',
    async (path) => {
      const first = await hotel.request(null, 'GET', path)
      const { etag = '' } = first.headers
      expect(first.status).toBe(200)
      expect(etag).toMatch(/^"[\w-]{43}"$/)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await hotel.request(null, 'GET', path, undefined, { 'if-none-match': known })
        expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
      }
      const other = await hotel.request(null, 'GET', path, undefined, { 'if-none-match': '"other"' })
      expect([other.status, other.text]).toEqual([200, first.text])
    },
  )
})
