import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { activity } from '../testing/records.ts'
import { builtConsole, SCRIPT } from './built-console.ts'
import { type Hotel, openHotel } from './hotel.ts'
import { Screen } from './screen.ts'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-NONCE'; img-src 'self' data:; connect-src 'self'; media-src 'self' blob:; font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

type Headers = Readonly<Record<string, string>>

describe('the console', () => {
  const console = builtConsole()
  let hotel: Hotel
  beforeAll(async () => {
    hotel = await openHotel({ consoleFolder: console.folder, trustProxy: ['10.0.0.9'] })
  })
  afterAll(async () => {
    await hotel.close()
    console.remove()
  })

  const get = (url: string, headers: Headers = {}) => hotel.request(null, 'GET', url, undefined, headers)
  const raw = (url: string, headers: Headers) => hotel.http.app.inject({ url, headers })

  it.each(['/', '/today?day=20261115', '/room/101', '/settings/lines/voice1', '/welcome'])(
    'is the page at %s',
    async (url) => {
      const { status, headers, text } = await get(url, HTML)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(text).toContain('/assets/index-1.js')
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  it('gives every page a nonce of its own, and says what it may do', async () => {
    const [one, other] = [await get('/', HTML), await get('/', HTML)]
    const nonceIn = (text: string) => [...text.matchAll(/nonce="([\w+/=]{24})"/g)].map(([, nonce]) => nonce)
    const [nonce = '', again] = nonceIn(one.text)
    expect(again).toBe(nonce)
    expect(nonceIn(other.text)).not.toContain(nonce)
    expect(one.headers['content-security-policy']).toBe(POLICY.replace('NONCE', nonce))
    expect(one.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('microphone=(self)'),
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(one.headers).not.toHaveProperty('access-control-allow-origin')
    expect(one.headers).not.toHaveProperty('strict-transport-security')
  })

  it('is asked for over TLS only, once it was seen so', async () => {
    const { headers } = await hotel.http.app.inject({
      url: '/',
      remoteAddress: '10.0.0.9',
      headers: { ...HTML, 'x-forwarded-proto': 'https' },
    })
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it.each([
    ['/nothing', {}],
    ['/nothing', { accept: 'application/json' }],
    ['/docs/nothing', HTML],
    ['/openapi.json/x', HTML],
    ['/assets/index-9.js', HTML],
    ['/welcome.json/x', HTML],
    ['/healthz/x', HTML],
    ['/secret.txt', {}],
    ['/assets/index-1.js.map', {}],
    ['/assets/../secret.txt', {}],
    ['/assets/%2e%2e/secret.txt', {}],
  ])('is not what is answered at %s to %j', async (url, headers) => {
    const answer = await get(url, headers)
    expect([answer.status, answer.json?.error]).toEqual([404, 3])
  })

  it('is not what is answered to a change, nor under /rest', async () => {
    expect((await hotel.request(null, 'POST', '/today', undefined, HTML)).status).toBe(404)
    expect((await get('/rest/today', HTML)).status).toBe(401)
    expect((await hotel.request('desk', 'GET', '/rest/today', undefined, HTML)).status).toBe(404)
  })

  it('is served under our own names only', async () => {
    for (const url of ['/', '/today', '/assets/index-1.js'])
      expect((await get(url, { ...HTML, host: 'evil.example' })).status).toBe(421)
  })

  it('has files that are kept for good, as they were compressed when it was built', async () => {
    const plain = await raw('/assets/index-1.js', {})
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(plain.headers).not.toHaveProperty('access-control-allow-origin')
    expect(plain.payload).toBe(SCRIPT)
    const both = await raw('/assets/index-1.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(both.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(both.rawPayload).toString()).toBe(SCRIPT)
    const gzip = await raw('/assets/index-1.js', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
    const other = await raw('/assets/index-2.css', { 'accept-encoding': 'br' })
    expect([other.headers['content-encoding'], other.payload]).toEqual([undefined, 'body{}'])
  })

  it('has files beside its page, which are asked for each time', async () => {
    const { status, headers } = await get('/favicon.svg', { accept: 'image/*' })
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/svg+xml',
      'no-cache',
    ])
  })

  it('has a worker that keeps its frame: asked for each time, and it may ask nobody but this server', async () => {
    const { status, headers } = await get('/sw.js', { accept: '*/*' })
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  })

  it('says which build it is: in its page and with every answer to a screen, and to nobody else', async () => {
    const { headers, text } = await get('/', HTML)
    const build = headers['reveille-console'] ?? ''
    expect(build).toMatch(/^[0-9a-f]{12}$/)
    expect(text).toContain(`data-build="${build}"`)
    const screen = await Screen.at(hotel, 'desk')
    expect((await screen.ask('GET', '/rest/system')).headers['reveille-console']).toBe(build)
    expect((await screen.ask('GET', '/rest/log')).headers['reveille-console']).toBe(build)
    expect((await hotel.request('desk', 'GET', '/rest/system')).headers).not.toHaveProperty(
      'reveille-console',
    )
  })

  it('of another build says so', async () => {
    const other = builtConsole('<!doctype html><script src="/assets/index-7.js"></script>')
    const house = await openHotel({ consoleFolder: other.folder })
    const build = async (of: Hotel) => (await of.request(null, 'GET', '/')).headers['reveille-console']
    expect(await build(house)).not.toBe(await build(hotel))
    await house.close()
    other.remove()
  })
})

describe('a console that was not built', () => {
  let hotel: Hotel
  afterEach(() => hotel.close())

  it('is told of in words that lead to the document', async () => {
    hotel = await openHotel()
    for (const url of ['/', '/today']) {
      const { status, headers, text } = await hotel.request(null, 'GET', url, undefined, HTML)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(text).toMatch(/console was not built.*href="\/docs\/"/)
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers).not.toHaveProperty('reveille-console')
    }
  })
})

describe('an answer to a screen', () => {
  let hotel: Hotel
  let screen: Screen
  beforeAll(async () => {
    hotel = await openHotel()
    screen = await Screen.at(hotel, 'boss')
    for (const time of ['0600', '0630', '0700', '0730'])
      await hotel.request('boss', 'POST', '/rest/wakeup', { rooms: '101-109', time })
  })
  afterAll(() => hotel.close())

  const raw = (url: string, headers: Headers) =>
    hotel.http.app.inject({ url, remoteAddress: screen.from, headers })
  const GZIP = { 'accept-encoding': 'gzip' }

  it('is compressed where it is long, and is the same text', async () => {
    const plain = await raw('/rest/wakeup/list', screen.headers())
    const small = await raw('/rest/wakeup/list', { ...screen.headers(), ...GZIP })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' })
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.payload)
    expect(small.rawPayload.length).toBeLessThan(plain.payload.length / 4)
  })

  it('is compressed also where it is sent as it is read', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => activity({ text: `row ${n}` }))
    await hotel.app.database.transaction((stores) => stores.activity.addAll(rows))
    const small = await raw('/rest/log', { ...screen.headers(), ...GZIP })
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(small.headers).not.toHaveProperty('content-length')
    expect(gunzipSync(small.rawPayload).toString()).toBe((await raw('/rest/log', screen.headers())).payload)
  })

  it('is not where it is short, where it is no JSON, and where nobody asked for it', async () => {
    const encodingOf = async (url: string, headers: Headers = {}) =>
      (await raw(url, { ...screen.headers(), ...GZIP, ...headers })).headers['content-encoding']
    expect(await encodingOf('/rest/alarm')).toBeUndefined()
    expect(await encodingOf('/rest/wakeup/list', { accept: 'text/csv' })).toBeUndefined()
    expect(await encodingOf('/rest/wakeup/list', { 'accept-encoding': 'gzip;q=0' })).toBeUndefined()
  })

  it('is never where its length could give away what the session answers', async () => {
    await hotel.request('boss', 'PUT', '/rest/config/site', { name: 'Grand Hotel '.repeat(16).trim() })
    for (let n = 0; n < 12; n++)
      await hotel.request('boss', 'POST', '/rest/config/tenant', { name: `House number ${n}` })
    const answer = await raw('/rest/session', { ...screen.headers(), ...GZIP })
    expect(answer.payload.length).toBeGreaterThan(1_500)
    expect(answer.headers).not.toHaveProperty('content-encoding')
  })

  it('is never where basic credentials came, which a browser also sends for pages of other sites', async () => {
    const { headers } = await hotel.request('boss', 'GET', '/rest/wakeup/list', undefined, GZIP)
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('vary')
  })
})
