import { once } from 'node:events'
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../src/kernel/log.ts'
import { basic, type Hotel, openHotel, SITE } from './hotel.ts'

const TOKEN = 'figures-for-prometheus-1'
const NAME = 'voice.hotel.example'

let hotel: Hotel
let port: number
let log = ''
beforeAll(async () => {
  hotel = await openHotel({
    site: { ...SITE, metrics: { token: TOKEN }, api: { hosts: [NAME] } },
    log: createLog('info', { write: (line: string) => void (log += line) }),
  })
  port = Number(new URL(await hotel.open()).port)
})
afterAll(() => hotel.close())

/** The status of what a bare connection asks for. */
async function say(...lines: string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += data.toString()))
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1])
}

describe('the figures of /metrics', () => {
  const figures = (headers: Record<string, string>) =>
    hotel.request(null, 'GET', '/metrics', undefined, headers)

  it('are for whoever has the token, and for administrators', async () => {
    expect((await figures({ authorization: `Bearer ${TOKEN}` })).text).toContain('reveille_requests_total')
    expect((await figures({ authorization: `bearer ${TOKEN}` })).status).toBe(200)
    expect((await hotel.request('boss', 'GET', '/metrics')).status).toBe(200)
    expect((await hotel.request('desk', 'GET', '/metrics')).status).toBe(403)
  })

  it('are for nobody else, from the machine itself neither', async () => {
    expect((await figures({})).status).toBe(401)
    expect((await figures({ authorization: `Bearer ${TOKEN}x` })).status).toBe(401)
    expect((await figures({ authorization: 'Bearer ' })).status).toBe(401)
  })

  it('can be read by no page of another site', async () => {
    for (const authorization of [`Bearer ${TOKEN}`, 'Bearer wrong']) {
      const { headers } = await figures({ authorization })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
    expect(
      (await hotel.request(null, 'OPTIONS', '/metrics')).headers['access-control-allow-origin'],
    ).toBeUndefined()
  })

  it('have a token that is never shown', async () => {
    const shown = await hotel.request('boss', 'GET', '/rest/config/site')
    expect([shown.status, shown.text.includes(TOKEN)]).toEqual([200, false])
  })
})

describe('a request without credentials', () => {
  const docs = (host: string) => say('GET /openapi.json HTTP/1.1', `Host: ${host}`)

  it.each([
    '127.0.0.1:8080',
    '10.0.0.5',
    '[::1]:8080',
    '[fe80::1]',
    'localhost:8080',
    'LOCALHOST',
    NAME,
    `${NAME.toUpperCase()}:8080`,
    `${NAME}.`,
  ])('to %s is answered', async (host) => {
    expect(await docs(host)).toBe(200)
  })

  it.each([
    'evil.example',
    `${NAME}.evil.example`,
    `x${NAME}`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '1',
  ])('to %s, which is no name of ours, is not', async (host) => {
    expect(await docs(host)).toBe(421)
    expect(await say('GET /healthz HTTP/1.1', `Host: ${host}`)).toBe(421)
  })

  it('is asked for them under any name', async () => {
    expect(await say('GET /rest/system HTTP/1.1', 'Host: evil.example')).toBe(401)
  })

  it('and with them any name will do', async () => {
    const boss = `Authorization: ${basic('boss', 'boss-pw')}`
    expect(await say('GET /rest/system HTTP/1.1', 'Host: evil.example', boss)).toBe(200)
    expect(await say('GET /openapi.json HTTP/1.1', 'Host: evil.example', boss)).toBe(200)
  })

  it('can be for a monitor that has the token', async () => {
    const token = `Authorization: Bearer ${TOKEN}`
    expect(await say('GET /metrics HTTP/1.1', 'Host: evil.example', token)).toBe(200)
  })
})

describe('a request that names its host twice', () => {
  it.each([
    ['Host: localhost', 'Host: evil.example'],
    ['Host: localhost', 'host: localhost'],
  ])('is refused (%s, %s)', async (first, second) => {
    const boss = `Authorization: ${basic('boss', 'boss-pw')}`
    expect(await say('GET /rest/system HTTP/1.1', first, second, boss)).toBe(400)
  })
})

describe('every page', () => {
  const call = async () =>
    (await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '0700' })).json.id as string
  const pages: [string, () => Promise<string>][] = [
    ['the dossier', async () => `/rest/wakeup/${await call()}/dossier`],
    ['the list of the night', () => Promise.resolve('/rest/wakeup/list/print')],
    ['the document', () => Promise.resolve('/docs/')],
    ['the file of the document', () => Promise.resolve('/docs/static/oauth2-redirect.html')],
  ]

  it.each(pages)('%s says what it may do', async (_, url) => {
    const { headers } = await hotel.request('desk', 'GET', await url(), undefined, { accept: 'text/html' })
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html/),
      'content-security-policy': expect.stringMatching(/default-src '(none|self)'.*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  it.each(['/rest/system', '/openapi.json', '/rest/nothing', '/docs/static/swagger-ui.css'])(
    'and nobody guesses what %s is',
    async (url) => {
      expect((await hotel.request('boss', 'GET', url)).headers['x-content-type-options']).toBe('nosniff')
    },
  )
})

describe('the log of requests', () => {
  it.each([
    'password=owl-secret',
    'p%61ssword=owl-secret',
    'PASSWORD=owl-secret',
    'pass%77ord=%6Fwl-secret',
    'auth%4bey=owl-secret',
    'email=%7B%22password%22%3A%22owl-secret%22%7D',
    'email=%7B%22p%5Cu0061ssword%22%3A%22owl-secret%22%7D',
    `authorization=${encodeURIComponent(basic('boss', 'owl-secret'))}`,
    `x=${encodeURIComponent(basic('boss', 'owl-secret'))}`,
  ])('does not tell what %s says', async (query) => {
    log = ''
    await hotel.request('boss', 'PUT', `/rest/config/site?room=101&${query}&limit=5`, { company: 'A' })
    const owl = Buffer.from('boss:owl-secret').toString('base64')
    expect(log).toContain('/rest/config/site?room=101&')
    expect(log).toContain('limit=5')
    const written = log.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    )
    expect(written).not.toContain('owl-secret')
    expect(written).not.toContain(owl)
  })
})

describe('the data folder', () => {
  it('has no file that others may read', () => {
    for (const file of ['reveille.lock', 'reveille.pid'])
      expect([file, statSync(path.join(hotel.folder, file)).mode & 0o777]).toEqual([file, 0o600])
  })
})

describe('a name that a path would swallow', () => {
  it.each(['.', '..'])('%j is none of a room, a user or a connector', async (name) => {
    const answers = [
      await hotel.request('boss', 'POST', '/rest/config/mailbox', { number: name }),
      await hotel.request('boss', 'POST', '/rest/config/room', { number: name }),
      await hotel.request('boss', 'POST', '/rest/config/user', { username: name, password: 'night-owl-77' }),
      await hotel.request('boss', 'POST', '/rest/config/server', { name, url: 'http://10.0.0.9/' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  it('but with anything else it is one', async () => {
    expect((await hotel.request('boss', 'POST', '/rest/config/mailbox', { number: '...' })).status).toBe(201)
    expect((await hotel.request('boss', 'POST', '/rest/config/mailbox', { number: '1.' })).status).toBe(201)
  })
})

describe('a room whose number cannot be dialled', () => {
  const add = (fields: Record<string, string>) =>
    hotel.request('boss', 'POST', '/rest/config/mailbox', fields)

  it('needs an extension', async () => {
    const refused = await add({ number: 'Garden suite' })
    expect([refused.status, refused.json]).toMatchObject([
      400,
      { error: 1, description: 'Room Garden suite needs an extension: its number cannot be dialled' },
    ])
    expect((await add({ number: 'Garden suite', extension: '711' })).status).toBe(201)
    expect((await add({ number: 'E-709' })).status).toBe(201)
  })
})

describe('a body of JSON', () => {
  const send = (body: object) =>
    hotel.request('boss', 'PUT', '/rest/config/site', JSON.stringify(body), {
      'content-type': 'application/json',
    })
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, 'x']))

  it('has no more fields than a form may have', async () => {
    const refused = await send(many(201))
    expect([refused.status, refused.json.description]).toEqual([
      400,
      'At most 200 fields can be sent at once',
    ])
    expect((await send(many(200))).json.description).not.toContain('At most')
  })

  it('has no more names within its fields than a long table', async () => {
    const refused = await send({ wakeup: many(10_000) })
    expect([refused.status, refused.json.description]).toEqual([
      400,
      'At most 10000 fields can be sent at once',
    ])
  })
})

describe('behind a proxy', () => {
  let house: Hotel
  beforeAll(async () => {
    house = await openHotel({ trustProxy: ['10.0.0.1', '10.0.1.0/24'] })
  })
  afterAll(() => house.close())

  /** Who the hotel takes for the caller, as its log of the call says. */
  const callerOf = async (remoteAddress: string, forwarded: string) => {
    const headers = {
      authorization: basic('desk', 'desk-pw'),
      'x-forwarded-for': forwarded,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const url = '/rest/wakeup'
    const payload = 'room=101&time=0700'
    const { id } = (
      await house.http.app.inject({ method: 'POST', url, headers, remoteAddress, payload })
    ).json<{ id: string }>()
    const dossier = await house.request('desk', 'GET', `/rest/wakeup/${id}/dossier`)
    await house.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    return dossier.json.asked.from as string
  }

  it.each([
    ['10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['10.0.0.1', '198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['10.0.0.1', '192.0.2.7, 10.0.1.9', '192.0.2.7'],
    ['::ffff:10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['10.0.0.2', '192.0.2.7', '10.0.0.2'],
    ['127.0.0.1', '192.0.2.7', '127.0.0.1'],
  ])('%s says that it asks for %s: that is %s', async (peer, forwarded, caller) => {
    expect(await callerOf(peer, forwarded)).toBe(caller)
  })
})
