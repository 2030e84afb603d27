import type { SiteFile } from '@reveille/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '../src/actions/settings.ts'
import { telephonySettings } from '../src/actions/site/telephony.ts'
import { plainName } from '../src/hotel/accounts/tenancy.ts'
import { EAST, type Hotel, NEW_YORK, openHotel, SITE } from './hotel.ts'

const bar = (host: string) => ({ name: 'bar', type: 'webhook' as const, url: `http://${host}/charges` })
const voice = (host: string) => ({ name: 'voice1', uri: `sip:voice1@${host}` })

/** Three hotels that all call their things alike; the site has a bar and a prompt 1 of its own, and no line. */
const GROUP: SiteFile = {
  ...SITE,
  users: [
    ...(SITE.users ?? []),
    { username: 'eastboss', password: 'eastboss-pw', permissions: ['administrator'], tenant: EAST },
  ],
  inventory: {
    ...SITE.inventory,
    connectors: [
      bar('10.0.0.5'),
      { ...bar('10.1.0.5'), tenant: NEW_YORK },
      { ...bar('10.2.0.5'), tenant: EAST },
    ],
  },
  telephony: {
    mode: 'sip',
    lines: [
      { ...voice('10.1.0.1'), tenant: NEW_YORK },
      { ...voice('10.2.0.1'), tenant: EAST },
    ],
  },
  prompts: [
    { id: 1, description: 'Shared', text: 'Good morning' },
    { id: 1, description: 'New York', text: 'Rise and shine', tenant: NEW_YORK },
  ],
}

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel({ site: GROUP })
})
afterEach(() => hotel.close())

const get = async (who: string, url: string) => {
  const { status, json } = await hotel.request(who, 'GET', url)
  return { status, json }
}

describe('a name that several hotels use', () => {
  it("means to each hotel its own thing, and to the site the site's", async () => {
    const urlFor = async (who: string, query = '') =>
      (await get(who, `/rest/config/connector/bar${query}`)).json.url

    expect(await urlFor('nyboss')).toBe('http://10.1.0.5/charges')
    expect(await urlFor('eastboss')).toBe('http://10.2.0.5/charges')
    expect(await urlFor('boss')).toBe('http://10.0.0.5/charges')
    expect(await urlFor('boss', `?tenant=${EAST}`)).toBe('http://10.2.0.5/charges')
  })

  it('is unclear to the site when only several of its hotels use it, until one is named', async () => {
    expect((await get('boss', '/rest/config/line/voice1')).status).toBe(409)
    expect((await get('boss', `/rest/config/line/voice1?tenant=${EAST}`)).json).toMatchObject({
      uri: 'sip:voice1@10.2.0.1',
    })
  })

  it('is changed and removed in one hotel and stays in the others', async () => {
    const url = 'http://10.1.0.9/charges'
    expect((await hotel.request('nyboss', 'PUT', '/rest/config/connector/bar', { url })).status).toBe(200)
    expect((await hotel.request('eastboss', 'DELETE', '/rest/config/connector/bar')).status).toBe(200)

    expect((await get('nyboss', '/rest/config/connector/bar')).json.url).toBe(url)
    expect((await get('eastboss', '/rest/config/connector/bar')).status).toBe(404)
    expect((await get('boss', '/rest/config/connector/bar')).json.url).toBe('http://10.0.0.5/charges')
  })

  it('can be given by each hotel, and by none twice', async () => {
    const add = async (who: string) =>
      (await hotel.request(who, 'POST', '/rest/config/connector', { ...bar('10.9.0.5'), name: 'spa' })).status

    expect(await add('nyboss')).toBe(201)
    expect(await add('eastboss')).toBe(201)
    expect(await add('boss')).toBe(201)
    expect(await add('nyboss')).toBe(409)
  })

  it('keeps apart what is sent to its connectors', async () => {
    await hotel.request('nymaid', 'POST', '/rest/isi/charge', { id: '12', quantity: 1, room: '500' })
    await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' })

    const { database } = hotel.app
    const waiting = await database.read.deliveries.backlogs()
    expect(waiting.map(({ owner, destination, depth }) => [owner, destination, depth])).toEqual([
      ['', 'bar', 2],
      [NEW_YORK, 'bar', 1],
    ])
  })

  it('stands beside whose room and whose connector it is, in the lists of those who see all of them', async () => {
    await hotel.request('boss', 'POST', `/rest/isi/charge?tenant=${EAST}`, {
      id: '10',
      quantity: 1,
      room: '110',
    })
    const { deliveries } = (await get('boss', '/rest/delivery?room=110')).json
    const whose = ({ tenant, owner }: { tenant: string; owner: string }) => [tenant, owner]
    expect(deliveries.map(whose).toSorted()).toEqual([
      [EAST, ''],
      [EAST, EAST],
    ])
    const { log } = (await get('boss', '/rest/log?kind=inventory.charged')).json
    expect(log).toMatchObject([{ room: '110', tenant: EAST }])
  })

  it("is told apart on the telephone, where every hotel's lines are at work", async () => {
    const { database } = hotel.app
    const telephony = await telephonySettings(database, await loadSettings(database), null)
    const lines = telephony.mode === 'sip' ? telephony.lines : []

    expect(lines.map(({ name }) => name)).toEqual([`${EAST}/voice1`, `${NEW_YORK}/voice1`])
    expect(lines.map(plainName)).toEqual(['voice1', 'voice1'])
  })
})

describe('the number of a prompt', () => {
  const ask = async (room: string, prompt: number, who = 'boss') =>
    (await hotel.request(who, 'POST', '/rest/wakeup', { room, time: '0700', prompt })).status

  it("means a hotel's own prompt, otherwise the shared one", async () => {
    expect((await get('nyboss', '/rest/config/prompt/1')).json.text).toBe('Rise and shine')
    expect((await get('eastboss', '/rest/config/prompt/1')).json.text).toBe('Good morning')
    expect((await get('boss', '/rest/config/prompt/1')).json.text).toBe('Good morning')
  })

  it('is free to be removed from the site while only hotels with one of their own use it', async () => {
    expect(await ask('500', 1)).toBe(201)
    expect((await hotel.request('nyboss', 'DELETE', '/rest/config/prompt/1')).status).toBe(409)
    expect((await hotel.request('boss', 'DELETE', '/rest/config/prompt/1')).status).toBe(200)
  })

  it('of another hotel cannot be said', async () => {
    await hotel.request('nyboss', 'POST', '/rest/config/prompt', { id: 2, description: 'x', text: 'x' })
    expect(await ask('500', 2)).toBe(201)
    expect(await ask('101', 2)).toBe(404)
  })
})
