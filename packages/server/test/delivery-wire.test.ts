import type { DeliveryWire, SiteFile } from '@reveille/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { hours, seconds } from '../src/kernel/clock.ts'
import { delivery } from '../testing/records.ts'
import { EAST, type Hotel, type HotelOptions, openHotel, SITE } from './hotel.ts'
import { useDatabases } from './test-databases.ts'
import { openPropertyHotel } from './property-hotel.ts'
import { openReceiver, type Receiver } from './receiver.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('a message on the wire', () => {
  let receiver: Receiver
  let hotel: Hotel
  afterEach(async () => {
    await hotel.close()
    await receiver.close()
  })

  async function opened(options: HotelOptions = {}) {
    receiver = await openReceiver({ secret: SECRET, anyTime: true })
    const bar = {
      name: 'bar',
      type: 'webhook' as const,
      url: `${receiver.url}?key=tell-nobody`,
      secret: SECRET,
      token: 'opensesame',
      headers: { 'X-Api-Key': 'open-the-door' },
    }
    const site: SiteFile = {
      ...SITE,
      users: [
        ...(SITE.users ?? []),
        { username: 'duty', password: 'duty-pw', permissions: ['review' as const] },
      ],
      inventory: { ...SITE.inventory, connectors: [bar] },
      roomStatus: {},
      network: { allow: ['127.0.0.1'] },
    }
    hotel = await openHotel({ connectorFor: 'network', site, ...options })
    await hotel.open()
  }
  const ask = (method: string, url: string, body?: Record<string, string>) =>
    hotel.request('boss', method, url, body)
  const charge = () => ask('POST', '/rest/isi/charge', { id: '10', quantity: '2', room: '101' })
  const lastId = async () => (await ask('GET', '/rest/delivery?order=desc&limit=1')).json.deliveries[0].id
  const wireBy = async (user: string): Promise<DeliveryWire> =>
    (await hotel.request(user, 'GET', `/rest/delivery/${await lastId()}/wire`)).json

  it('is what the receiver got, byte for byte, without a secret', async () => {
    await opened()
    await charge()
    const push = await receiver.next()
    const wire = await wireBy('boss')
    expect(wire).toMatchObject({ protocol: 'http', partial: false, why: '' })
    expect(Buffer.from(wire.bytes, 'base64').equals(push.body)).toBe(true)
    expect(wire.text).toBe(push.text)
    const headers = Object.fromEntries(wire.headers.map(({ name, value }) => [name, value]))
    expect(headers).toMatchObject({
      'webhook-id': push.id,
      'webhook-timestamp': String(push.timestamp),
      'webhook-signature': 'v1,[redacted]',
      authorization: 'Bearer [redacted]',
      'x-api-key': '[redacted]',
      'content-type': push.headers['content-type'],
      'content-length': push.headers['content-length'],
    })
    expect(wire.address).toMatch(/\?key=\[redacted\]$/)
    expect(JSON.stringify(wire)).not.toMatch(/opensesame|open-the-door|MfKQ|tell-nobody/)
  })

  it('comes with what was answered', async () => {
    await opened()
    receiver.meet({ status: 422, body: 'unknown room' })
    await charge()
    await receiver.next()
    await expect
      .poll(async () => (await wireBy('boss')).log)
      .toMatchObject([{ status: 422, text: 'unknown room', trigger: 'automatic' }])
  })

  it('is signed, and whoever writes the receiver can compare their signature without a secret being shown', async () => {
    await opened()
    await charge()
    const { id, timestamp, text: body, headers } = await receiver.next()
    const signature = String(headers['webhook-signature'])
    const check = async (more: Record<string, string> = {}) => {
      hotel.clock.advance(seconds(1))
      const claim = { id, timestamp: String(timestamp), body, signature, ...more }
      return (await ask('POST', '/rest/config/connector/bar/signature', claim)).json
    }
    expect(await check()).toEqual({ fits: 'current', why: null, inTime: true })
    expect(await check({ body: `${body}\n` })).toEqual({ fits: null, why: 'body', inTime: true })
    expect(await check({ id: 'another' })).toEqual({ fits: null, why: 'other', inTime: true })
    await ask('PUT', '/rest/config/connector/bar', { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' })
    expect(await check()).toMatchObject({ fits: 'previous' })
    hotel.clock.advance(hours(1))
    expect(await check()).toMatchObject({ fits: 'previous', inTime: false })
  })

  it('is compared by nobody who tries one signature after the other', async () => {
    await opened()
    const claim = { id: 'msg', timestamp: '1763190000', body: '{}', signature: 'v1,' }
    const asked = () => ask('POST', '/rest/config/connector/bar/signature', claim)
    expect(await Promise.all([asked(), asked(), asked()])).toMatchObject([
      { status: 200 },
      { status: 200 },
      { status: 429 },
    ])
  })

  it('names no guest to those who may not see them', async () => {
    await opened()
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Okafor' })
    await charge()
    await receiver.next()
    expect((await wireBy('boss')).text).toContain('Okafor')
    const partial = await wireBy('duty')
    expect(partial.partial).toBe(true)
    expect(JSON.stringify(partial)).not.toContain('Okafor')
  })

  it('cannot be written once its destination is gone', async () => {
    await opened()
    await charge()
    await receiver.next()
    await expect
      .poll(async () => (await ask('GET', '/rest/delivery?state=delivered')).json.deliveries.length)
      .toBe(1)
    await ask('DELETE', '/rest/config/connector/bar')
    expect(await wireBy('boss')).toMatchObject({
      protocol: null,
      text: '',
      why: expect.stringMatching(/deleted/),
    })
  })

  describe('as a test of what is not saved', () => {
    const unsaved = (body: Record<string, string>) => ask('POST', '/rest/config/connector/test', body)

    it('goes to an address that nothing else knows', async () => {
      await opened()
      const other = await openReceiver({ secret: SECRET, anyTime: true })
      const answer = await unsaved({ name: 'pool', url: other.url, secret: SECRET })
      expect(answer.json).toMatchObject({ status: 200, verdict: 'delivered' })
      expect((await other.next()).genuine).toBe(true)
      expect((await ask('GET', '/rest/config/connector/pool')).status).toBe(404)
      expect((await ask('GET', '/rest/log?kind=connector.tested')).json.log).toHaveLength(1)
      await other.close()
    })

    it('takes what it leaves out from what is stored, and secrets never to another host', async () => {
      await opened()
      expect((await unsaved({ name: 'bar', timeout: '3s' })).json).toMatchObject({ verdict: 'delivered' })
      expect((await receiver.next()).genuine).toBe(true)
      const moved = await unsaved({ name: 'bar', url: 'http://127.0.0.2:9/charges' })
      expect(moved.status).toBe(400)
      expect(moved.json.description).toMatch(/give its .* again/)
    })

    it('finds what a tenant has stored for those who see all, where they say whose it is', async () => {
      await opened()
      const added = await ask('POST', '/rest/config/connector', {
        name: 'east-bar',
        type: 'webhook',
        tenant: EAST,
        url: receiver.url,
        secret: SECRET,
      })
      expect(added.status).toBe(201)
      const changed = { name: 'east-bar', timeout: '3s' }
      const there = await ask('POST', `/rest/config/connector/test?tenant=${EAST}`, changed)
      expect(there.json).toMatchObject({ verdict: 'delivered' })
      expect((await receiver.next()).genuine).toBe(true)
      expect((await unsaved(changed)).status).toBe(400)
    })

    it('passes the same guard as what is saved', async () => {
      await opened()
      const answer = await unsaved({ name: 'inside', url: 'http://169.254.169.254/latest' })
      expect(answer.json).toMatchObject({ status: null, verdict: 'later' })
      expect(answer.json.text).toMatch(/169\.254\.169\.254/)
    })

    it('is refused where something is missing, and of a server too', async () => {
      await opened()
      expect((await unsaved({ name: 'pool' })).status).toBe(400)
      const server = await ask('POST', '/rest/config/server/test', { name: 'rooms', url: receiver.url })
      expect(server.json).toMatchObject({ verdict: 'delivered' })
      expect((await receiver.next()).text).toContain('room.status.test')
    })
  })
})

describe('a posting on the wire', () => {
  it('is the very record that the property system got, and the link remembers both directions', async () => {
    const house = await openPropertyHotel({
      system: { guests: { '101': [{ reservation: '1', name: 'Ada' }] } },
    })
    await house.charge('101', 2, '10')
    await house.settled()
    const [{ id }] = (await house.request('boss', 'GET', '/rest/delivery')).json.deliveries
    const wire: DeliveryWire = (await house.request('boss', 'GET', `/rest/delivery/${id}/wire`)).json
    const trace = (await house.request('boss', 'GET', '/rest/config/connector/pms/trace')).json.records
    const sent = trace.find(({ text }: { text: string }) => text.startsWith('PS|'))

    expect(wire).toMatchObject({ protocol: 'fias', headers: [] })
    expect(wire.text).toContain('|RN101|')
    expect(sent).toMatchObject({ direction: 'sent', text: wire.text })
    expect([...Buffer.from(wire.bytes, 'base64')].filter((byte) => byte < 0x20)).toEqual([2, 3])
    expect(trace).toContainEqual(
      expect.objectContaining({ direction: 'received', text: expect.stringMatching(/^PA\|/) }),
    )
    const after = await house.request('boss', 'GET', `/rest/config/connector/pms/trace?after=${sent.number}`)
    expect(after.json.records[0].number).toBe(sent.number + 1)
  })

  it('has no trace where there is no link', async () => {
    const hotel = await openHotel()
    expect((await hotel.request('boss', 'GET', '/rest/config/connector/bar/trace')).status).toBe(422)
    expect((await hotel.request('boss', 'GET', '/rest/config/connector/pms/trace')).json.records).toEqual([])
    expect((await hotel.request('boss', 'GET', '/rest/config/connector/none/trace')).status).toBe(404)
    await hotel.close()
  })
})

const { newDatabase } = useDatabases()

describe.each(['SQLite', 'PostgreSQL'])('the traffic of a destination, on %s', (database) => {
  it('is counted by state, and by half hours of the last day', async () => {
    const databaseUrl = database === 'SQLite' ? null : await newDatabase()
    const hotel = await openHotel({ databaseUrl })
    const now = hotel.clock.now()
    const to = { destination: 'bar', purpose: 'charge' as const, owner: '' }
    await hotel.app.database.transaction(async ({ deliveries }) => {
      const at = [0.1, 0.2, 23.9, 25].map((ago) => now - hours(ago))
      for (const [n, createdAt] of at.entries())
        await deliveries.insert(delivery({ ...to, id: `d${n}`, sequence: n, state: 'delivered', createdAt }))
      for (const state of ['waiting', 'refused', 'dead'] as const)
        await deliveries.insert(delivery({ ...to, id: state, state, createdAt: now - hours(30) }))
      await deliveries.insert(delivery({ ...to, id: 'new', state: 'waiting', createdAt: now }))
    })
    const { destinations } = (await hotel.request('boss', 'GET', '/rest/system/destination/traffic')).json
    const [bar, pms] = destinations
    expect(bar).toMatchObject({
      name: 'bar',
      counts: { waiting: 2, refused: 1, dead: 1, uncertain: 0, sending: 0, delivered: 3 },
      begin: '2026-11-13T20:00:00+01:00',
      partMinutes: 30,
      lastDelivered: '2026-11-13T19:00:00+01:00',
    })
    const expected = Array.from({ length: 48 }, () => 0)
    expect(bar.accepted).toEqual(expected.with(0, 1).with(47, 2))
    expect(bar.delivered).toEqual(expected.with(0, 1).with(47, 2))
    expect(pms).toMatchObject({ name: 'pms', lastDelivered: null, accepted: expected })
    await hotel.close()
  })
})
