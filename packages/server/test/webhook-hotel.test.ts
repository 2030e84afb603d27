import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { SiteFile } from '@reveille/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authority } from '../../../peers/certificates.ts'
import { has } from '../../../peers/programs.ts'
import { loadSettings } from '../src/actions/settings.ts'
import { telephonySettings } from '../src/actions/site/telephony.ts'
import { hours } from '../src/kernel/clock.ts'
import { KEY_FILE } from '../src/store/files/key-file.ts'
import { SQLITE_FILE } from '../src/store/engine/sqlite.ts'
import { EAST, EVENING, type Hotel, type HotelOptions, openHotel, SITE } from './hotel.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { PATIENCE } from '../testing/eventually.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER_SECRET = 'whsec_dGhpcyBpcyBhbm90aGVyIHNlY3JldCBpbmRlZWQh'
const NEW_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

let receiver: Receiver
let folder: string
let hotel: Hotel | undefined
beforeEach(async () => {
  receiver = await openReceiver({ secret: SECRET, anyTime: true })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-test-'))
})
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
  await receiver.close()
  fs.rmSync(folder, { recursive: true })
})

const destination = (more: object = {}) => ({ url: receiver.url, secret: SECRET, ...more })

/** A hotel whose bar and housekeeping are at the receiver. */
const site = (more: object = {}, network: SiteFile['network'] = { allow: ['127.0.0.1'] }): SiteFile => ({
  ...SITE,
  inventory: { ...SITE.inventory, connectors: [{ name: 'bar', type: 'webhook', ...destination(more) }] },
  roomStatus: { ...SITE.roomStatus, servers: [{ name: 'housekeeping', ...destination(more) }] },
  network,
})

async function opened(options: HotelOptions = {}): Promise<Hotel> {
  hotel = await openHotel({ folder, connectorFor: 'network', site: site(), ...options })
  await hotel.open()
  return hotel
}

const boss = (method: string, url: string, body?: Record<string, string>) => {
  if (!hotel) throw new Error('The hotel is closed')
  return hotel.request('boss', method, url, body)
}

describe('the secrets of a destination', () => {
  it('are never shown, only whether they are set', async () => {
    await opened()
    for (const what of ['connector/bar', 'server/housekeeping']) {
      const { json, text } = await boss('GET', `/rest/config/${what}`)
      expect(json).toMatchObject({
        secretSet: true,
        previousSecretSet: false,
        passwordSet: false,
        tokenSet: false,
      })
      expect(text).not.toContain('whsec_')
    }
    const pms = { name: 'pms', type: 'fias', host: '10.0.0.6', port: '5010' }
    await boss('POST', '/rest/config/connector', pms)
    expect((await boss('GET', '/rest/config/connector/pms')).json).toMatchObject({ authKeySet: false })
    await boss('PUT', '/rest/config/connector/pms', { authKey: 'AAECAwQFBgcICQoLDA0ODw==' })
    expect((await boss('GET', '/rest/config/connector/pms')).json).toMatchObject({ authKeySet: true })
  })
})

describe('a charge and a status', () => {
  it('reach their receivers, signed, with what they were and in their sequence', async () => {
    await opened()
    await boss('POST', '/rest/isi/charge', { id: '10', quantity: '2', room: '101' })
    const charge = await receiver.next()
    await boss('POST', '/rest/rsi/change', { id: '1', room: '101' })
    const first = await receiver.next()
    await boss('POST', '/rest/rsi/change', { id: '001', room: '101' })
    const second = await receiver.next()

    expect([charge, first, second].map(({ genuine }) => genuine)).toEqual([true, true, true])
    expect(JSON.parse(charge.text)).toEqual({
      type: 'inventory.charged',
      timestamp: '2026-11-14T20:00:00+01:00',
      data: {
        charge: expect.stringMatching(/^[0-9a-f-]{36}$/),
        room: '101',
        item: { id: '10', description: 'Cola', category: { id: '1', description: 'Drinks' } },
        quantity: 2,
        price: '4.50',
        total: '9.00',
        user: 'boss',
        tenant: expect.stringMatching(/^[0-9a-f-]{36}$/),
        sequence: 1,
      },
    })
    expect(JSON.parse(first.text).data).toMatchObject({ status: { id: '1' }, previous: null, sequence: 1 })
    expect(JSON.parse(second.text)).toMatchObject({
      type: 'room.status.changed',
      data: {
        status: { id: '001', description: 'Maintenance' },
        previous: { id: '1', description: 'Clean' },
        sequence: 2,
      },
    })
  })

  it('of a tenant bears the id of the tenant', async () => {
    await opened()
    await boss('POST', `/rest/isi/charge?tenant=${EAST}`, { id: '10', quantity: '1', room: '110' })

    expect(JSON.parse((await receiver.next()).text).data.tenant).toBe(EAST)
  })

  it('are delivered, and the list of deliveries says so', async () => {
    await opened()
    receiver.meet({ status: 202, body: 'taken' })
    await boss('POST', '/rest/isi/charge', { id: '10', quantity: '2', room: '101' })
    const push = await receiver.next()
    const delivered = () => boss('GET', '/rest/delivery?state=delivered')
    await vi.waitUntil(async () => (await delivered()).json.deliveries.length === 1, PATIENCE)

    expect((await delivered()).json.deliveries).toEqual([
      expect.objectContaining({ id: push.id, last: expect.objectContaining({ status: 202, text: 'taken' }) }),
    ])
  })
})

describe('a test message', () => {
  it.each([
    ['connector/bar', 'inventory.test'],
    ['server/housekeeping', 'room.status.test'],
  ])('to %s is sent at once, past the queue, and the answer is shown', async (what, type) => {
    await opened()
    receiver.meet({ status: 200, body: 'well received' })
    const { status, json } = await boss('POST', `/rest/config/${what}/test`)
    const push = await receiver.next()

    expect(status).toBe(200)
    expect(json).toEqual({
      id: push.id,
      status: 200,
      ms: 0,
      text: 'well received',
      verdict: 'delivered',
      forbidden: false,
    })
    expect(push.genuine).toBe(true)
    expect(JSON.parse(push.text)).toMatchObject({ type, data: { room: 'TEST', user: 'boss', sequence: 0 } })
    expect((await boss('GET', '/rest/delivery')).json.deliveries).toEqual([])
  })

  it('shows what would become of a message', async () => {
    await opened()
    receiver.meet(503, 410, 302)
    const verdicts: unknown[] = []
    for (let count = 0; count < 3; count += 1) {
      const { json } = await boss('POST', '/rest/config/connector/bar/test')
      verdicts.push([json.status, json.verdict])
    }

    expect(verdicts).toEqual([
      [503, 'later'],
      [410, 'refused'],
      [302, 'later'],
    ])
    expect((await boss('GET', '/rest/config/connector/bar')).json).not.toHaveProperty('disabled')
  })

  it('in one of the older formats is worth nothing to whoever books it', async () => {
    await opened({ site: site({ format: 'form' }) })
    await boss('POST', '/rest/config/connector/bar/test')
    const fields = new URLSearchParams((await receiver.next()).text)

    expect([fields.get('number'), fields.get('price'), fields.get('sequence')]).toEqual(['TEST', '0.00', '0'])
  })

  it('leaves a line in the log, and nothing of what was answered in it', async () => {
    await opened()
    receiver.meet({ status: 200, body: 'very private' })
    await boss('POST', '/rest/config/connector/bar/test')
    const { json, text } = await boss('GET', '/rest/log?kind=connector.tested')

    expect(json.log).toEqual([
      expect.objectContaining({ actor: 'boss', text: 'Test message to connector bar: delivered' }),
    ])
    expect(text).not.toContain('very private')
  })

  it('is refused for a property system, and for what there is not', async () => {
    await opened({ site: SITE })

    expect((await boss('POST', '/rest/config/connector/pms/test')).status).toBe(422)
    expect((await boss('POST', '/rest/config/connector/none/test')).status).toBe(404)
  })
})

describe('a destination on this machine', () => {
  it('is reached only if the site names it, from the moment it does', async () => {
    await opened({ site: site({}, {}) })
    const before = await boss('POST', '/rest/config/connector/bar/test')
    expect(before.json).toMatchObject({
      status: null,
      verdict: 'later',
      text: '127.0.0.1 is this machine itself; if that is meant, name 127.0.0.1 in network.allow',
      forbidden: true,
    })
    expect(receiver.connections).toBe(0)

    await boss('PUT', '/rest/config/site', { network: JSON.stringify({ allow: ['127.0.0.1'] }) })
    expect((await boss('POST', '/rest/config/connector/bar/test')).json).toMatchObject({
      verdict: 'delivered',
      forbidden: false,
    })
  })

  it('is never ourselves, even where the machine is open', async () => {
    const { url } = await opened()
    await boss('PUT', '/rest/config/connector/bar', { url: `${url}/rest/system`, secret: SECRET })
    const { json } = await boss('POST', '/rest/config/connector/bar/test')

    expect(json.status).toBeNull()
    expect(json.text).toContain(`port ${new URL(url).port} is Reveille's own`)
  })
})

describe('a new secret', () => {
  it('given over the interface signs beside the old one for a day', async () => {
    const { clock } = await opened()
    await boss('PUT', '/rest/config/connector/bar', { secret: NEW_SECRET })
    const shown = (await boss('GET', '/rest/config/connector/bar')).json
    const push = async () => {
      await boss('POST', '/rest/config/connector/bar/test')
      return receiver.next()
    }

    expect(shown).toMatchObject({ previousSecretUntil: '2026-11-15T19:00:00+00:00' })
    expect(Object.keys(shown)).not.toContain('previousSecret')
    expect((await push()).genuine).toBe(true)
    clock.set(EVENING + hours(24))
    expect((await push()).genuine).toBe(false)
  })
})

const rows = () => {
  const database = new DatabaseSync(path.join(folder, SQLITE_FILE))
  try {
    return JSON.stringify(
      database
        .prepare(
          'select config from destination union all select config from line union all select value from setting union all select wakeup from tenant',
        )
        .all(),
    )
  } finally {
    database.close()
  }
}

const WITH_LINE: Partial<SiteFile> = {
  email: { host: '10.0.0.9', from: 'voice@hotel.example', username: 'voice', password: 'mail-word' },
  wakeup: { escalation: { chain: [{ webhook: { url: 'http://10.0.0.8/', secret: NEW_SECRET } }] } },
  tenants: [
    {
      id: EAST,
      name: 'East wing',
      wakeup: { escalation: { webhook: { url: 'http://10.0.0.7/', secret: OTHER_SECRET } } },
    },
  ],
  telephony: {
    mode: 'virtual',
    lines: [{ name: 'voice1', uri: 'sip:voice1@hotel.example', password: 'line-word' }],
  },
}

describe('a destination that moves to another host', () => {
  const elsewhere = 'http://10.0.0.99/charges'

  it('asks for its secrets again, and until then stays where it is', async () => {
    await opened({ site: { ...site({ headers: { 'X-Key': 'head-word' } }), ...WITH_LINE } })
    const moved = await boss('PUT', '/rest/config/connector/bar', { url: elsewhere })
    expect([moved.status, moved.json.description]).toEqual([
      400,
      'bar moves to another host: give its secret, headers X-Key again in the same request, for they were given for the host before',
    ])
    expect((await boss('GET', '/rest/config/connector/bar')).json.url).not.toBe(elsewhere)

    const headers = JSON.stringify({ 'X-Key': 'new-word' })
    const whole = await boss('PUT', '/rest/config/connector/bar', {
      url: elsewhere,
      secret: NEW_SECRET,
      headers,
    })
    expect(whole.status).toBe(200)
    // The old secret signs nothing at the new host.
    expect((await boss('GET', '/rest/config/connector/bar')).json).not.toHaveProperty('previousSecretUntil')
  })

  it('as do the mail server and a line', async () => {
    await opened({ site: { ...site(), ...WITH_LINE } })
    const mail = (email: object) => boss('PUT', '/rest/config/site', { email: JSON.stringify(email) })
    const moved = { host: '10.0.0.98', from: 'voice@hotel.example' }
    expect((await mail(moved)).json.description).toContain('give its password again')
    expect((await mail({ ...moved, password: 'mail-word' })).status).toBe(200)
    expect((await boss('PUT', '/rest/config/line/voice1', { registrar: '10.0.0.97' })).status).toBe(400)
    const line = { registrar: '10.0.0.97', password: 'line-word' }
    expect((await boss('PUT', '/rest/config/line/voice1', line)).status).toBe(200)
  })
})

describe('secrets at rest', () => {
  it('cannot be read in the database, and work all the same', async () => {
    await opened({ site: { ...site({ headers: { 'X-Key': 'head-word' } }), ...WITH_LINE } })
    const stored = rows()
    await boss('POST', '/rest/config/connector/bar/test')
    const push = await receiver.next()

    expect(stored).toContain('safe:v1:')
    for (const word of [SECRET, 'head-word', 'line-word', 'mail-word', NEW_SECRET, OTHER_SECRET])
      expect(stored).not.toContain(word)
    expect([push.genuine, push.headers['x-key']]).toEqual([true, 'head-word'])
  })

  it('that lay open before are encrypted at the next start, and the log says so', async () => {
    await (await opened()).close()
    const database = new DatabaseSync(path.join(folder, SQLITE_FILE))
    const layOpen = database.prepare('update destination set config = ? where purpose = ?')
    const open = { url: receiver.url, secret: SECRET }
    layOpen.run(JSON.stringify({ type: 'webhook', ...open }), 'charge')
    layOpen.run(JSON.stringify(open), 'room-status')
    database.close()
    await opened()
    await boss('POST', '/rest/config/connector/bar/test')

    expect(rows()).not.toContain(SECRET)
    expect((await receiver.next()).genuine).toBe(true)
    expect((await boss('GET', '/rest/log?kind=secrets.encrypted')).json.log).toEqual([
      expect.objectContaining({ text: '2 secrets that lay open were encrypted' }),
    ])
  })

  it('whose key is lost are told at the start, nothing is sent with them, and giving them again mends it', async () => {
    await (await opened()).close()
    fs.rmSync(path.join(folder, KEY_FILE))
    const { app } = await opened()
    expect(app.lostSecrets).toEqual(['connector bar secret', 'server housekeeping secret'])
    expect((await boss('POST', '/rest/config/connector/bar/test')).json).toMatchObject({
      verdict: 'later',
      text: expect.stringContaining('give them again'),
    })
    expect(receiver.pushes).toEqual([])

    expect((await boss('PUT', '/rest/config/connector/bar', { secret: SECRET })).status).toBe(200)
    await boss('POST', '/rest/config/connector/bar/test')
    expect((await receiver.next()).genuine).toBe(true)
  })

  it('of a line whose key is lost are not tried at the exchange', async () => {
    const withLine = { ...site(), ...WITH_LINE }
    const passwords = async ({ app }: Hotel) => {
      const settings = await loadSettings(app.database)
      const { telephony, ...others } = settings.current()
      const current = () => ({ ...others, telephony: { ...telephony, mode: 'sip' as const } })
      const plan = await telephonySettings(app.database, { ...settings, current }, null)
      return plan.mode === 'sip' ? plan.lines.map((line) => line.settings.password) : []
    }
    const first = await opened({ site: withLine })
    expect(await passwords(first)).toEqual(['line-word'])
    await first.close()
    fs.rmSync(path.join(folder, KEY_FILE))

    expect(await passwords(await opened({ site: withLine }))).toEqual([undefined])
  })

  it('whose key was only mislaid work again when it is back', async () => {
    await (await opened()).close()
    const key = path.join(folder, KEY_FILE)
    fs.renameSync(key, `${key}.mislaid`)
    await opened()
    expect((await boss('PUT', '/rest/config/connector/bar', { timeout: '5s' })).status).toBe(200)
    await hotel?.close()
    fs.renameSync(`${key}.mislaid`, key)
    const { app } = await opened()
    await boss('POST', '/rest/config/connector/bar/test')

    expect(app.lostSecrets).toEqual([])
    expect((await receiver.next()).genuine).toBe(true)
  })
})

describe.skipIf(!has('openssl'))('the way to a receiver', () => {
  const change = (body: Record<string, string>) => boss('PUT', '/rest/config/connector/bar', body)
  const house = authority('The house')
  const pems = (days?: number) => {
    const { cert, key } = house.issue(['DNS:reveille.hotel'], days)
    return { certificate: String(cert), privateKey: String(key) }
  }

  it('is written with its secrets, which are never shown and lie encrypted', async () => {
    await opened({ site: site({ url: 'https://bar.hotel/' }) })
    const proxy = { proxy: 'http://10.0.0.3:3128', proxyUsername: 'hotel', proxyPassword: 'geheim-genug' }
    expect((await change({ ...pems(), ...proxy, parallel: '4' })).status).toBe(200)

    const shown = await boss('GET', '/rest/config/connector/bar')
    expect(shown.json).toMatchObject({ proxy: proxy.proxy, proxyUsername: 'hotel', parallel: 4 })
    expect(shown.text).not.toMatch(/geheim|PRIVATE KEY/)
    const rows = (await hotel?.app.database.read.secrets.survey())?.plain
    expect(rows).toEqual([])
  })

  it('is refused in words when certificates are unreadable, do not fit or have expired', async () => {
    await opened({ site: site({ url: 'https://bar.hotel/' }), now: Date.now() })
    const wrong = { ...pems(), privateKey: pems().privateKey }
    expect((await change(wrong)).json.description).toContain('is not the key of this certificate')
    expect((await change(pems(-1))).json.description).toContain('certificate has expired on')
    expect((await change({ certificate: 'x' })).status).toBe(400)
  })

  it('is refused when another proxy would learn the password of the one before', async () => {
    await opened()
    const proxy = { proxy: 'http://10.0.0.3:3128', proxyUsername: 'hotel', proxyPassword: 'geheim-genug' }
    const network = (body: object) =>
      hotel?.request('boss', 'PUT', '/rest/config/site', JSON.stringify({ network: body }), {
        'content-type': 'application/json',
      })
    expect((await network(proxy))?.status).toBe(200)
    expect((await boss('GET', '/rest/config/site')).text).not.toContain('geheim')
    expect((await network({ proxy: 'http://10.0.0.4:3128' }))?.text).toContain('give its proxyPassword again')
  })
})
