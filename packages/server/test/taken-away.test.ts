import { afterEach, describe, expect, it } from 'vitest'
import { authority } from '../../../peers/certificates.ts'
import { has } from '../../../peers/programs.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NEW_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const JSON_TYPE = { 'content-type': 'application/json' }

const house = authority('the house')
const own = house.issue(['DNS:voice.hotel.example'])
const WHOLE = {
  url: 'https://10.0.0.5/charges',
  secret: SECRET,
  username: 'voice',
  password: 'pass-word',
  proxy: 'http://10.0.0.3:3128',
  proxyUsername: 'voice',
  proxyPassword: 'proxy-word',
  ca: String(house.cert),
  certificate: String(own.cert),
  privateKey: String(own.key),
}

let hotel: Hotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

async function opened() {
  const pms = { name: 'pms', type: 'fias', host: '10.0.0.6', port: 5010 } as const
  hotel = await openHotel({
    site: {
      ...SITE,
      inventory: {
        ...SITE.inventory,
        connectors: [
          { name: 'bar', type: 'webhook', ...WHOLE },
          { ...pms, authKey: 'AAECAwQFBgcICQoLDA0ODw==' },
        ],
      },
      roomStatus: { ...SITE.roomStatus, servers: [{ name: 'cleaning', ...WHOLE }] },
    },
  })
  return hotel
}

const over = (house: Hotel, path: string) => ({
  shown: async () => (await house.request('boss', 'GET', `/rest/config/${path}`)).json,
  change: (fields: object) =>
    house.request('boss', 'PUT', `/rest/config/${path}`, JSON.stringify(fields), JSON_TYPE),
  form: (fields: Record<string, string>) => house.request('boss', 'PUT', `/rest/config/${path}`, fields),
})

describe.skipIf(!has('openssl'))('what a connector or a server was given', () => {
  it.each(['connector/bar', 'server/cleaning'])('is taken away with null: %s', async (path) => {
    const { shown, change } = over(await opened(), path)
    const without = (...fields: string[]) => change(Object.fromEntries(fields.map((field) => [field, null])))

    expect((await without('secret')).status).toBe(200)
    expect(await shown()).toMatchObject({ secretSet: false, passwordSet: true, proxyPasswordSet: true })
    expect((await without('username', 'password')).status).toBe(200)
    expect((await change({ token: 'a-token' })).status).toBe(200)
    expect((await without('token')).status).toBe(200)
    expect((await without('certificate', 'privateKey', 'ca')).status).toBe(200)
    expect((await without('proxy', 'proxyUsername', 'proxyPassword')).status).toBe(200)
    const left = await shown()
    expect(Object.entries(left).filter(([name, value]) => name.endsWith('Set') && value)).toEqual([])
    for (const field of ['ca', 'certificate', 'proxy', 'username']) expect(left).not.toHaveProperty(field)
  })

  it('stays when it is left out, and the key of a property system goes the same way', async () => {
    const house = await opened()
    const bar = over(house, 'connector/bar')
    const before = await bar.shown()
    expect((await bar.change({})).status).toBe(200)
    expect(await bar.shown()).toEqual(before)

    const pms = over(house, 'connector/pms')
    expect((await pms.change({ authKey: null })).status).toBe(200)
    expect(await pms.shown()).toMatchObject({ authKeySet: false })
  })

  it('is taken away by an empty field of a form, for a form has no null; in JSON, empty is refused', async () => {
    const { shown, change, form } = over(await opened(), 'connector/bar')
    expect((await change({ secret: '' })).status).toBe(400)
    expect((await form({ url: '' })).status).toBe(400)
    expect((await form({ secret: '', username: '', password: '' })).status).toBe(200)
    expect(await shown()).toMatchObject({ secretSet: false, passwordSet: false })
  })

  it('takes the secret before it along, which signs nothing alone', async () => {
    const { shown, change } = over(await opened(), 'connector/bar')
    await change({ secret: NEW_SECRET })
    expect(await shown()).toMatchObject({ secretSet: true, previousSecretSet: true })
    expect((await change({ secret: null })).status).toBe(200)
    expect(await shown()).toMatchObject({ secretSet: false, previousSecretSet: false })
  })

  it('and cannot be done without is refused in words', async () => {
    const { shown, change } = over(await opened(), 'connector/bar')
    const words = async (fields: object) => {
      const { status, json } = await change(fields)
      return [status, json.description]
    }
    expect(await words({ password: null })).toEqual([422, 'password is missing beside username'])
    expect(await words({ privateKey: null })).toEqual([422, 'privateKey is missing beside certificate'])
    expect(await words({ proxyPassword: null })).toEqual([
      422,
      'proxyPassword is missing beside proxyUsername',
    ])
    expect((await change({ url: null })).status).toBe(400)
    expect(await shown()).toMatchObject({ passwordSet: true, privateKeySet: true, proxyPasswordSet: true })
  })

  it('may be a wait or a format as well, which is as usual again', async () => {
    const { shown, change } = over(await opened(), 'connector/bar')
    await change({ timeout: '20s', format: 'xml' })
    expect((await change({ timeout: null, format: null })).status).toBe(200)
    const left = await shown()
    expect(left).not.toHaveProperty('timeout')
    expect(left).not.toHaveProperty('format')
  })
})

describe.skipIf(!has('openssl'))('the password of a line', () => {
  it('is taken away in the same way', async () => {
    const house = await opened()
    const line = { name: 'voice9', uri: 'sip:voice9@hotel.example', username: 'v', password: 'line-word' }
    await house.request('boss', 'POST', '/rest/config/line', line)
    const { shown, change } = over(house, 'line/voice9')
    expect((await change({ username: null, password: null })).status).toBe(200)
    expect(await shown()).not.toHaveProperty('username')
  })
})

describe.skipIf(!has('openssl'))('what the site was set to', () => {
  const LOGIN = { username: 'voice', password: 'mail-word' }
  const PROXY = { proxy: 'http://10.0.0.3:3128', proxyUsername: 'voice', proxyPassword: 'proxy-word' }
  const SET = {
    metrics: { token: 'a-token-for-the-monitor' },
    network: { heartbeat: 'https://monitor.example/hotel', ...PROXY },
    email: { host: '10.0.0.9', from: 'voice@hotel.example', ...LOGIN },
    wakeup: { vipMethod: 'manual', nightCheck: '03:00', snooze: { limit: 3, delay: '2m' } },
    api: { systemAliases: { telephony: 'pbx', database: 'db' } },
  }

  async function set() {
    const house = await opened()
    const site = over(house, 'site')
    expect((await site.change(SET)).status).toBe(200)
    return { ...site, house }
  }

  it('is taken away with null, and what is left out stays', async () => {
    const { shown, change, house } = await set()
    const bearer = { authorization: `Bearer ${SET.metrics.token}` }
    const monitor = async () => (await house.request('', 'GET', '/metrics', undefined, bearer)).status
    expect(await monitor()).toBe(200)
    const without = {
      metrics: { token: null },
      network: { heartbeat: null },
      email: { username: null, password: null },
      wakeup: { vipMethod: null, nightCheck: null, snooze: { limit: null } },
      api: { systemAliases: { database: null } },
    }
    expect((await change(without)).status).toBe(200)
    const left = await shown()
    expect(await monitor()).toBe(401)
    expect(left.network).toEqual({ allow: [], proxy: PROXY.proxy, proxyUsername: 'voice' })
    expect(left.email).toMatchObject({ host: '10.0.0.9' })
    expect(left.email).not.toHaveProperty('username')
    expect(left.wakeup).not.toHaveProperty('vipMethod')
    expect(left.wakeup).not.toHaveProperty('nightCheck')
    expect(left.wakeup.snooze).toEqual({ limit: 0, delay: '2m' })
    expect(left.api.systemAliases).toEqual({ telephony: 'pbx' })
  })

  it.each(['none', null])('takes the credentials of a proxy along that is %s from now on', async (proxy) => {
    const { shown, change } = await set()
    expect((await change({ network: { proxy } })).status).toBe(200)
    const { network } = await shown()
    expect(network).not.toHaveProperty('proxyUsername')
    expect((await change({ network: { proxy: PROXY.proxy } })).status).toBe(200)
  })

  it('is changed field by field where something is required too', async () => {
    const { shown, change } = await set()
    expect((await change({ email: { port: 26 } })).json?.description).toContain('give its password again')
    expect((await change({ email: { port: 26, password: 'mail-word' } })).status).toBe(200)
    expect((await shown()).email).toMatchObject({ host: '10.0.0.9', port: 26, username: 'voice' })
  })

  it('and cannot be done without is refused in words', async () => {
    const { change } = await set()
    const words = async (fields: object) => {
      const { status, json } = await change(fields)
      return [status, json.description]
    }
    expect(await words({ email: { password: null } })).toEqual([
      422,
      'email.password is missing beside username',
    ])
    expect(await words({ email: { host: null } })).toEqual([400, expect.stringContaining('email.host')])
  })

  it('begins with what it cannot do without', async () => {
    const { change } = over(await opened(), 'site')
    const refused = await change({ email: { port: 587 } })
    expect([refused.status, refused.json.description]).toEqual([400, 'The field email.host is missing'])
  })
})
