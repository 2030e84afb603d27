import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authority } from '../../../peers/certificates.ts'
import { has } from '../../../peers/programs.ts'
import type { Connector, DeliveryToSend } from '../src/connectors/connector.ts'
import { createGuard } from '../src/connectors/webhook/guard.ts'
import { httpHeartbeat } from '../src/connectors/webhook/heartbeat.ts'
import type { ProxySettings } from '../src/connectors/webhook/proxy.ts'
import { createWebhook } from '../src/connectors/webhook/webhook.ts'
import type { WebhookSettings } from '../src/hotel/deliveries/destination.ts'
import { DEFAULTS } from '../src/hotel/settings/defaults.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { openTestProxy, type TestProxy } from './test-proxy.ts'

const house = authority('Authority of the house')
const pems = house.issue(['DNS:receiver.hotel'])
const ours = house.issue(['DNS:reveille.hotel'])
const OURS = { certificate: String(ours.cert), privateKey: String(ours.key), ca: String(house.cert) }

/** Takes only from those for whom the authority of the house vouches. */
interface StrictReceiver {
  readonly server: Server
  readonly port: number
  readonly taken: string[]
}

async function openStrictReceiver(): Promise<StrictReceiver> {
  const taken: string[] = []
  const server = createServer({ ...pems, ca: house.cert, requestCert: true }, (request, response) => {
    const { subjectaltname } = (request.socket as TLSSocket).getPeerCertificate()
    taken.push(String(subjectaltname))
    request.resume().once('end', () => response.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port, taken }
}

let receiver: Receiver
let strict: StrictReceiver
let proxy: TestProxy
let tunnels: TestProxy
const connectors: Connector[] = []
beforeEach(async () => {
  receiver = await openReceiver()
  strict = await openStrictReceiver()
  proxy = await openTestProxy(receiver.port)
  tunnels = await openTestProxy(strict.port)
})
afterEach(async () => {
  for (const connector of connectors.splice(0)) await connector.close()
  await Promise.all([receiver.close(), proxy.close(), tunnels.close()])
  strict.server.closeAllConnections()
  strict.server.close()
})

const guardOf = (allow: readonly string[]) => createGuard({ allow: () => allow, ownPorts: () => [] })

function webhook(
  settings: Partial<WebhookSettings>,
  siteProxy: () => ProxySettings = () => ({}),
  allow = ['127.0.0.1'],
) {
  const url = 'http://receiver.hotel/charges'
  const parts = {
    clock: manualClock(Date.now()),
    guard: guardOf(allow),
    version: '0.1.0',
    publicTenant: () => '',
    siteProxy,
  }
  const connector = createWebhook({ ...DEFAULTS.http, type: 'webhook', url, ...settings }, parts)
  connectors.push(connector)
  return connector
}

const STATUS: DeliveryToSend = {
  id: '7b0c5e0e-0000-4000-8000-000000000001',
  kind: 'room.status.changed',
  tenant: '',
  room: '101',
  sequence: 1,
  attempts: 0,
  at: 0,
  zone: 'UTC',
  payload: { status: { id: '1', description: 'Clean' }, previous: null, user: 'desk' },
  memo: null,
}
const send = (connector: Connector) => connector.deliver(STATUS, new AbortController().signal)

describe.skipIf(!has('openssl'))('a receiver behind a proxy', () => {
  it('is reached by a name that only the proxy knows, and does not see the credentials for it', async () => {
    const answer = await send(webhook({ proxy: proxy.url, proxyUsername: 'hotel', proxyPassword: 'geheim' }))

    expect(answer).toMatchObject({ verdict: { kind: 'delivered' }, status: 200 })
    expect(proxy.asked).toEqual([
      {
        what: 'POST http://receiver.hotel/charges',
        credentials: `Basic ${Buffer.from('hotel:geheim').toString('base64')}`,
      },
    ])
    const [push] = receiver.pushes
    expect(push?.headers).toMatchObject({ host: 'receiver.hotel' })
    expect(push?.headers).not.toHaveProperty('proxy-authorization')
  })

  it('is spoken to through a tunnel over https, again and again over the same', async () => {
    const bar = webhook({ url: 'https://receiver.hotel/', proxy: tunnels.url, ...OURS })

    for (const _ of [1, 2, 3]) expect(await send(bar)).toMatchObject({ verdict: { kind: 'delivered' } })
    expect(tunnels.asked.map(({ what }) => what)).toEqual(['CONNECT receiver.hotel:443'])
    expect(strict.taken).toHaveLength(3)
  })

  it.each(['http', 'https'])('is tried again later when the proxy refuses, over %s', async (scheme) => {
    for (const one of [proxy, tunnels]) one.refuse(407)
    const through = scheme === 'http' ? proxy : tunnels
    const answer = await send(webhook({ url: `${scheme}://receiver.hotel/`, proxy: through.url }))

    expect(answer).toMatchObject({ verdict: { kind: 'later' } })
    expect(`${answer?.status} ${answer?.text}`).toContain('407')
  })

  it('is not reached when the proxy is where nothing may be sent, nor when the receiver is', async () => {
    const forbidden = await send(webhook({ proxy: proxy.url }, undefined, []))
    expect(forbidden?.text).toContain('name 127.0.0.1 in network.allow')
    for (const url of ['http://169.254.169.254/', 'https://[::1]/', 'http://localhost/'])
      expect(
        (await send(webhook({ url, proxy: proxy.url }, undefined, [`127.0.0.1:${proxy.port}`])))?.text,
      ).toContain('in network.allow')
    expect(proxy.asked).toEqual([])
  })

  it('is reached by the proxy of the site, as it is at the moment, unless it has one of its own or none', async () => {
    let ofSite: ProxySettings = { proxy: proxy.url }
    const [bar, spa] = [
      webhook({}, () => ofSite),
      webhook({ url: receiver.url, proxy: 'none' }, () => ofSite),
    ]
    await send(bar)
    await send(spa)
    expect(proxy.asked).toHaveLength(1)
    const other = await openTestProxy(receiver.port)
    ofSite = { proxy: other.url }
    await send(bar)

    expect([proxy.asked.length, other.asked.length]).toEqual([1, 1])
    await other.close()
  })

  it('hears the sign of life through it too', async () => {
    const heartbeat = httpHeartbeat({
      guard: guardOf(['127.0.0.1']),
      version: '1',
      siteProxy: () => ({ proxy: proxy.url }),
    })
    await heartbeat.tell('http://monitor.hotel/alive', new AbortController().signal)
    expect(proxy.asked.map(({ what }) => what)).toEqual(['GET http://monitor.hotel/alive'])
  })
})

describe.skipIf(!has('openssl'))('a receiver with certificates of the house', () => {
  const url = () => `https://127.0.0.1:${strict.port}/`
  const named = { headers: { Host: 'receiver.hotel' } }

  it('is trusted by the authority that is named for it, and sees the certificate that is meant for it', async () => {
    expect(await send(webhook({ url: url(), ...named, ...OURS }))).toMatchObject({
      verdict: { kind: 'delivered' },
    })
    expect(strict.taken).toEqual(['DNS:reveille.hotel'])
  })

  it('is sent nothing without either', async () => {
    const { ca, ...own } = OURS
    for (const trust of [own, { ca }])
      expect(await send(webhook({ url: url(), ...named, ...trust }))).toMatchObject({
        verdict: { kind: 'later' },
      })
    expect(strict.taken).toEqual([])
  })
})
