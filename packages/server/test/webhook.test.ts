import { execFileSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { getEventListeners, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PUSH_FORMATS } from '@reveille/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { Connector, DeliveryToSend } from '../src/connectors/connector.ts'
import { createGuard, type Guard } from '../src/connectors/webhook/guard.ts'
import { signaturesOf } from '../src/connectors/webhook/signature.ts'
import { createWebhook } from '../src/connectors/webhook/webhook.ts'
import type { WebhookSettings } from '../src/hotel/deliveries/destination.ts'
import { DEFAULTS } from '../src/hotel/settings/defaults.ts'
import { type ManualClock, manualClock } from '../testing/manual-clock.ts'
import { hours, seconds } from '../src/kernel/clock.ts'
import { type Manner, openReceiver, type Receiver } from './receiver.ts'
import { PATIENCE } from '../testing/eventually.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const SITE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

let receiver: Receiver
let clock: ManualClock
const connectors: Connector[] = []

beforeEach(async () => {
  receiver = await openReceiver({ secret: SECRET })
  // The package that verifies looks at the machine's clock.
  clock = manualClock(Date.now())
})
afterEach(async () => {
  for (const connector of connectors.splice(0)) await connector.close()
  await receiver.close()
})

function webhook(
  config: Partial<WebhookSettings> = {},
  allow: readonly string[] = ['127.0.0.1'],
  guard = createGuard({ allow: () => allow, ownPorts: () => [] }),
): Connector {
  return connectorFor({ secret: SECRET, ...config }, guard)
}

function connectorFor(config: Partial<WebhookSettings>, guard: Guard): Connector {
  const parts = { clock, guard, version: '0.1.0', publicTenant: (tenant: string) => tenant || SITE }
  const connector = createWebhook({ ...DEFAULTS.http, type: 'webhook', url: receiver.url, ...config }, parts)
  connectors.push(connector)
  return connector
}

const delivery = (more: Partial<DeliveryToSend> = {}): DeliveryToSend => ({
  id: '7b0c5e0e-0000-4000-8000-000000000001',
  kind: 'room.status.changed',
  tenant: '',
  room: '101',
  sequence: 17,
  attempts: 0,
  at: clock.now(),
  zone: 'Europe/Zurich',
  payload: { status: { id: '1', description: 'Clean' }, previous: null, user: 'desk' },
  memo: null,
  ...more,
})

const CHARGE = {
  kind: 'inventory.charged',
  payload: {
    charge: 'c',
    item: { id: '10', description: 'Cola', category: { id: '1', description: 'Drinks' } },
    quantity: 2,
    price: '4.50',
    total: '9.00',
    user: 'maid',
  },
}

async function send(
  connector: Connector,
  one: DeliveryToSend = delivery(),
  signal = new AbortController().signal,
) {
  const answer = await connector.deliver(one, signal)
  if (answer === null) throw new Error('Nothing was sent')
  return answer
}

describe('a push', () => {
  it.each(PUSH_FORMATS)(
    'of a charge and of a status in the format %s is genuine to a receiver that verifies',
    async (format) => {
      const connector = webhook({ format })

      expect(await send(connector)).toEqual({ verdict: { kind: 'delivered' }, status: 200, text: '' })
      expect(await send(connector, delivery(CHARGE))).toMatchObject({ verdict: { kind: 'delivered' } })
      expect(receiver.pushes.map(({ genuine }) => genuine)).toEqual([true, true])
    },
  )

  it.each(PUSH_FORMATS)(
    'in the format %s arrives byte for byte as it was signed, and is genuine, whatever letters it is in',
    async (format) => {
      const payload = { status: { id: '1', description: 'Küche – 名' }, previous: null, user: 'Zoë' }
      await send(webhook({ format, headers: { 'X-Hotel': 'Zürich' } }), delivery({ payload }))
      const { id, timestamp, headers, body, genuine } = await receiver.next()

      expect(headers['webhook-signature']).toBe(signaturesOf([SECRET], { id, timestamp, body }))
      expect(headers).toMatchObject({ 'x-hotel': 'Zürich', 'content-length': String(body.length) })
      expect(genuine).toBe(true)
    },
  )

  it('is refused unsent when the stored message tells of nothing', async () => {
    expect(await send(webhook(), delivery({ payload: {} }))).toMatchObject({ verdict: { kind: 'refused' } })
    expect(receiver.pushes).toEqual([])
  })

  it('is addressed to the host that the site names', async () => {
    await send(webhook())
    expect((await receiver.next()).headers['host']).toBe(`127.0.0.1:${receiver.port}`)
  })

  it('names itself, its id and its moment', async () => {
    await send(webhook())
    const { headers, id } = await receiver.next()

    expect(id).toBe(delivery().id)
    expect(headers).toMatchObject({
      'user-agent': 'Reveille/0.1.0',
      'content-type': 'application/json',
      'idempotency-key': id,
      'webhook-timestamp': String(Math.floor(clock.now() / 1_000)),
    })
  })

  it('keeps its id over a retry and gets a fresh timestamp and signature', async () => {
    receiver.meet(500, 200)
    const connector = webhook()

    expect(await send(connector)).toMatchObject({ verdict: { kind: 'later' }, status: 500 })
    clock.advance(seconds(5))
    await send(connector, delivery({ attempts: 1 }))
    const [first, second] = receiver.pushes

    expect(second?.id).toBe(first?.id)
    expect(second?.timestamp).toBe((first?.timestamp ?? 0) + 5)
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature'])
    expect(second?.genuine).toBe(true)
  })

  it('is signed with both secrets while one takes over from the other, and with one after that', async () => {
    const previousSecretUntil = new Date(clock.now() + hours(24)).toISOString().replace(/\.\d+Z/, '+00:00')
    const connector = webhook({ secret: OLD_SECRET, previousSecret: SECRET, previousSecretUntil })
    await send(connector)
    clock.advance(hours(24))
    await send(connector)
    const signatures = receiver.pushes.map(({ headers }) => String(headers['webhook-signature']).split(' '))

    expect(receiver.pushes[0]?.genuine).toBe(true)
    expect(signatures.map(({ length }) => length)).toEqual([2, 1])
    expect(receiver.pushes[1]?.genuine).toBe(false)
  })

  it('without a secret carries its id and no signature', async () => {
    await send(connectorFor({}, createGuard({ allow: () => ['127.0.0.1'], ownPorts: () => [] })))
    const { headers } = await receiver.next()

    expect(headers['webhook-id']).toBe(delivery().id)
    expect(headers).not.toHaveProperty('webhook-signature')
  })

  it.each([
    [{ username: 'Zoë', password: 'a:b' }, `Basic ${Buffer.from('Zoë:a:b').toString('base64')}`],
    [{ token: 't0ken' }, 'Bearer t0ken'],
    [{ headers: { Authorization: 'Key 7' } }, 'Key 7'],
  ])('brings its credentials: %j', async (config, authorization) => {
    await send(webhook(config))

    expect((await receiver.next()).headers.authorization).toBe(authorization)
  })

  it('brings further headers, of which none takes the place of ours', async () => {
    const headers = { 'X-Hotel': 'Grand', 'Webhook-Id': 'forged', 'User-Agent': 'forged' }
    await send(webhook({ headers }))
    const push = await receiver.next()

    expect(push.headers).toMatchObject({ 'x-hotel': 'Grand', 'user-agent': 'Reveille/0.1.0' })
    expect(push.id).toBe(delivery().id)
  })

  it('leaves neither a timer nor a listener behind', async () => {
    const { signal } = new AbortController()
    const rung: string[] = []
    const { at } = clock
    const timers = vi
      .spyOn(clock, 'at')
      .mockImplementation((when, ring) => at(when, () => (rung.push('rung'), ring())))
    const connector = webhook()
    for (let count = 0; count < 20; count += 1) await send(connector, delivery(), signal)
    receiver.meet('hang')
    const hanging = send(connector, delivery(), signal)
    await vi.waitUntil(() => receiver.pushes.length === 21, PATIENCE)
    clock.advance(seconds(15))
    await hanging

    expect(timers).toHaveBeenCalledTimes(21)
    expect(rung).toEqual(['rung'])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('goes over a connection that is open already', async () => {
    const connector = webhook()
    for (let count = 0; count < 5; count += 1) await send(connector)

    expect(receiver.pushes).toHaveLength(5)
    expect(receiver.connections).toBe(1)
  })

  it('that meets a connection closed meanwhile goes over a new one, under the same id', async () => {
    receiver.meet(200, 'reset', 200)
    const connector = webhook()
    const answers = [await send(connector), await send(connector)]

    expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['delivered', 'delivered'])
    expect(receiver.pushes.map(({ id }) => id)).toEqual(Array(3).fill(delivery().id))
    expect(receiver.connections).toBe(2)
  })
})

describe('an answer', () => {
  it.each<[Manner, object]>([
    [204, { verdict: { kind: 'delivered' }, status: 204 }],
    [{ status: 503, headers: { 'retry-after': '120' } }, { verdict: { kind: 'later', afterMs: 120_000 } }],
    [
      { status: 422, body: 'no such room' },
      { verdict: { kind: 'refused', reason: 'HTTP 422: no such room' } },
    ],
    [410, { verdict: { kind: 'refused', reason: 'HTTP 410', disable: true }, status: 410 }],
    [
      { status: 401, body: 'who?' },
      { verdict: { kind: 'later' }, status: 401, text: 'who?' },
    ],
  ])('%j is judged: %j', async (manner, answer) => {
    receiver.meet(manner)

    expect(await send(webhook())).toMatchObject(answer)
  })

  it('to XML counts by its result', async () => {
    receiver.meet(
      { status: 200, body: '<room_status><room number="101" result="1"/></room_status>' },
      { status: 200, body: '<room_status><room number="101" result="0"/></room_status>' },
    )
    const connector = webhook({ format: 'xml' })
    const verdicts = [await send(connector), await send(connector)].map(({ verdict }) => verdict.kind)

    expect(verdicts).toEqual(['later', 'delivered'])
  })

  it('that leads elsewhere is not followed', async () => {
    const elsewhere = await openReceiver()
    receiver.meet({ status: 302, headers: { location: elsewhere.url } })

    expect(await send(webhook())).toMatchObject({ verdict: { kind: 'later' }, status: 302 })
    expect(elsewhere.pushes).toEqual([])
    await elsewhere.close()
  })

  it('without end is read for 4 kB and no further', async () => {
    receiver.meet('huge body')
    const { verdict, text } = await send(webhook())

    expect(verdict).toEqual({ kind: 'delivered' })
    expect(text).toBe('x'.repeat(4_096))
  })

  it('in Latin-1 is read as such, and without what a database cannot hold', async () => {
    receiver.meet({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=iso-8859-1' },
      body: 'a\0b',
    })

    expect(await send(webhook())).toMatchObject({ text: 'a\ufffdb' })
  })
})

describe('a receiver that does not answer', () => {
  it('in time is left: later', async () => {
    receiver.meet('hang')
    const answer = send(webhook({ timeout: '15s' }))
    await receiver.next()
    clock.advance(seconds(15))

    expect(await answer).toEqual({
      verdict: { kind: 'later' },
      status: null,
      text: 'no answer within 15s',
    })
  })

  it('to the end in time has said yes by its status, unless its words decide', async () => {
    receiver.meet('slow body')
    for (const [format, kind] of [
      ['json', 'delivered'],
      ['xml', 'later'],
    ] as const) {
      const begun = answerBegun()
      const answer = send(webhook({ format }))
      await begun
      clock.advance(seconds(15))

      expect(await answer).toMatchObject({ verdict: { kind }, status: 200 })
    }
  })

  it('but cuts the connection is tried later', async () => {
    receiver.meet('reset')

    expect(await send(webhook())).toMatchObject({
      verdict: { kind: 'later' },
      status: null,
      text: expect.stringMatching(/ECONNRESET|hang up/),
    })
    expect(receiver.pushes).toHaveLength(1)
  })

  it('because nobody listens there is tried later', async () => {
    const { port } = await closedPort()

    expect(await send(webhook({ url: `http://127.0.0.1:${port}/` }))).toEqual({
      verdict: { kind: 'later' },
      status: null,
      text: `connect ECONNREFUSED 127.0.0.1:${port}`,
    })
  })

  it('before we are told to stop is left', async () => {
    receiver.meet('hang')
    const stop = new AbortController()
    const answer = send(webhook(), delivery(), stop.signal)
    await receiver.next()
    stop.abort()

    expect(await answer).toMatchObject({
      verdict: { kind: 'later' },
      text: expect.stringMatching(/^stopped/),
    })
  })

  it('but another protocol is tried later', async () => {
    const words = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'
    const switching = createServer().on('connection', (socket) =>
      socket.once('data', () => socket.write(words)),
    )
    switching.listen(0, '127.0.0.1')
    await once(switching, 'listening')
    const { port } = switching.address() as AddressInfo

    expect(await send(webhook({ url: `http://127.0.0.1:${port}/` }))).toEqual({
      verdict: { kind: 'later' },
      status: null,
      text: 'the receiver changed the protocol',
    })
    switching.close()
  })

  it('and speaks no HTTP is tried later', async () => {
    const nonsense = createServer().on('connection', (socket) => socket.end('220 mail\r\n'))
    nonsense.listen(0, '127.0.0.1')
    await once(nonsense, 'listening')
    const { port } = nonsense.address() as AddressInfo

    expect(await send(webhook({ url: `http://127.0.0.1:${port}/` }))).toMatchObject({
      verdict: { kind: 'later' },
      status: null,
      text: expect.stringMatching(/./),
    })
    nonsense.close()
  })
})

/** Resolves when the head of an answer has come. */
const answerBegun = () =>
  new Promise<void>((resolve) => {
    const heard = () => {
      unsubscribe('http.client.response.finish', heard)
      resolve()
    }
    subscribe('http.client.response.finish', heard)
  })

describe.skipIf(!has('openssl'))('a receiver over HTTPS', () => {
  it('whose certificate nobody vouches for is asked for it by name, and is sent nothing', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-'))
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
    const words = ['-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...words], { stdio: 'ignore' })
    let requests = 0
    const names: string[] = []
    const SNICallback = (name: string, done: (error: null) => void) => (names.push(name), done(null))
    const pems = { key: readFileSync(key), cert: readFileSync(cert), SNICallback }
    const secure = createSecureServer(pems, () => (requests += 1)).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const { port } = secure.address() as AddressInfo

    expect(await send(webhook({ url: `https://127.0.0.1:${port}/` }))).toMatchObject({
      verdict: { kind: 'later' },
      status: null,
      text: expect.stringMatching(/certificate of 127\.0\.0\.1 is self-signed/),
    })
    await send(webhook({ url: `https://localhost:${port}/` }, ['localhost', '127.0.0.1']))
    await send(webhook({ url: `https://127.0.0.1:${port}/`, headers: { Host: 'pms.example:443' } }))
    expect(names).toEqual(['localhost', 'pms.example'])
    expect(requests).toBe(0)
    secure.close()
    rmSync(folder, { recursive: true })
  })
})

async function closedPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return { port }
}

describe('a destination that must not be reached', () => {
  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost', '0.0.0.0'])(
    'is not connected to: %s',
    async (host) => {
      const url = `http://${host}:${receiver.port}/`
      const { verdict, status, text } = await send(webhook({ url }, []))

      expect([verdict, status]).toEqual([{ kind: 'later' }, null])
      expect(text).toContain('network.allow')
      expect(receiver.connections).toBe(0)
    },
  )

  it('is not reached over a connection from before it was forbidden', async () => {
    let allow = ['localhost']
    const guard = createGuard({ allow: () => allow, ownPorts: () => [] })
    const connector = webhook({ url: `http://localhost:${receiver.port}/` }, [], guard)
    await send(connector)
    await send(connector)
    allow = []

    expect(await send(connector)).toMatchObject({
      verdict: { kind: 'later' },
      status: null,
      text: expect.stringMatching(/^localhost \(127\.0\.0\.1\) is this machine itself/),
    })
    expect([receiver.pushes.length, receiver.connections]).toEqual([2, 1])
  })

  it('is reached when the site names it', async () => {
    const url = `http://localhost:${receiver.port}/`

    expect(await send(webhook({ url }, ['localhost']))).toMatchObject({ verdict: { kind: 'delivered' } })
  })

  it.each([
    ['ftp://127.0.0.1/', /neither http nor https/],
    ['http://user:word@127.0.0.1/', /user name or a password/],
  ])('is told: %s', async (url, words) => {
    expect(await send(webhook({ url }))).toMatchObject({
      verdict: { kind: 'later' },
      text: expect.stringMatching(words),
    })
  })

  it('or whose secret cannot be read is sent nothing', async () => {
    const answer = await send(webhook({ secret: 'safe:v1:AAAA' }))

    expect(answer).toMatchObject({
      verdict: { kind: 'later' },
      status: null,
      text: expect.stringMatching(/give them again/),
    })
    expect(receiver.pushes).toEqual([])
  })
})
