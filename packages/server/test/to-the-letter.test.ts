import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Hotel, NEW_YORK, openHotel } from './hotel.ts'

const FORM = 'application/x-www-form-urlencoded'

let hotel: Hotel
beforeAll(async () => {
  hotel = await openHotel()
})
afterAll(() => hotel.close())

const create = (body: string, type = FORM) =>
  hotel.request('desk', 'POST', '/rest/wakeup', body, { 'content-type': type })

describe('a wakeup call is asked for', () => {
  it.each([
    ['2026-11-15T24:00', '2026-11-16T00:00:00+01:00'],
    ['2026-11-15T07', '2026-11-15T07:00:00+01:00'],
    ['2026-W46-7T07:00', '2026-11-15T07:00:00+01:00'],
    ['2026-319T07:00', '2026-11-15T07:00:00+01:00'],
    ['2026-12-31T22:59:60Z', '2027-01-01T00:00:00+01:00'],
    ['2026-11-15t06:00z', '2026-11-15T07:00:00+01:00'],
    ['2026-11-15 07:00', '2026-11-15T07:00:00+01:00'],
  ])('with the moment %s, which is %s', async (datetime, scheduled) => {
    const { status, json } = await create(`room=101&datetime=${encodeURIComponent(datetime)}`)
    expect([status, json.scheduled]).toEqual([201, scheduled])
  })

  it('with every field that a form left empty', async () => {
    const answer = await create(
      'room=102&rooms=&datetime=&date=&time=0700&daily=&days=&until=&prompt=&confirm=',
    )
    expect([answer.status, answer.json.scheduled]).toEqual([201, '2026-11-15T07:00:00+01:00'])
  })

  it('and an empty field of JSON is a mistake, as is an empty one that nobody knows', async () => {
    expect((await create('{"room":"102","time":"0700","daily":""}', 'application/json')).status).toBe(400)
    expect((await create('room=102&time=0700&dayly=')).status).toBe(400)
  })

  it('and one that must be there is missing when it is empty', async () => {
    const { status, json } = await create('room=&time=0700')
    expect([status, json.description]).toEqual([400, expect.stringContaining('room')])
  })

  it.each(['\r\n', '\n'])('by a form that ends in a line break (%j)', async (end) => {
    expect((await create(`room=103&time=0700${end}`)).status).toBe(201)
    expect((await create(`room=103&time=0700${end}${end}`)).status).toBe(400)
    expect((await create(`room=103${end}&time=0700`)).status).toBe(400)
  })

  it('and found by its id in capitals, alone or among others', async () => {
    const first = (await create('room=104&time=0700')).json.id as string
    const second = (await create('room=105&time=0700')).json.id as string
    const found = await hotel.request('desk', 'GET', `/rest/wakeup/${first.toUpperCase()}`)
    expect([found.status, found.json.id]).toEqual([200, first])
    const both = `/rest/wakeup/${first.toUpperCase()},${second.toUpperCase()}`
    expect((await hotel.request('desk', 'PUT', both, { result: 1 })).status).toBe(200)
    expect((await hotel.request('desk', 'GET', `/rest/wakeup/${second}`)).json.result).toBe(1)
  })
})

describe('an empty field of a configuration', () => {
  it('is what it says', async () => {
    const change = await hotel.request('boss', 'PUT', '/rest/config/site', { company: '' })
    expect(change.status).toBe(200)
    expect((await hotel.request('boss', 'GET', '/rest/config/site')).json.company).toBe('')
    expect((await hotel.request('boss', 'PUT', '/rest/config/site', { timezone: '' })).status).toBe(400)
  })
})

describe('a query', () => {
  it.each(['/rest/wakeup/list/pending', '/rest/wakeup/list', '/rest/isi/room', '/rest/log', '/rest/alarm'])(
    'of %s may leave its fields empty',
    async (path) => {
      const { status } = await hotel.request('boss', 'GET', `${path}?limit=&after=&tenant=`)
      expect(status).toBe(200)
    },
  )

  it('that names no tenant means all of them', async () => {
    const all = (await hotel.request('boss', 'GET', '/rest/config/mailbox?tenant=')).json.mailboxes
    expect(all).toContainEqual(expect.objectContaining({ number: '500', tenant: NEW_YORK }))
  })

  it.each([
    '/rest/wakeup/list/pending',
    '/rest/isi/item',
    '/rest/isi/category',
    '/rest/rsi/status',
    '/rest/system',
  ])('of %s may carry what nobody knows', async (path) => {
    expect((await hotel.request('boss', 'GET', `${path}?_=1763280000&format=json`)).status).toBe(200)
  })

  it.each(['/rest/log', '/rest/wakeup/list', '/rest/isi/room', '/rest/config/site'])(
    'of %s, which is our own, may not',
    async (path) => {
      expect((await hotel.request('boss', 'GET', `${path}?_=1763280000`)).status).toBe(400)
    },
  )

  it('of a changing request may not', async () => {
    const charge = { id: '11', quantity: 1, room: '101' }
    expect((await hotel.request('maid', 'POST', '/rest/isi/charge?_=1', charge)).status).toBe(400)
  })
})

describe('a charge', () => {
  const charge = (id: string, quantity: string) =>
    hotel.request('maid', 'POST', '/rest/isi/charge', { id, quantity, room: '101' })

  it('beyond what a property system can be posted is refused in words that name it', async () => {
    const refused = await charge('11', '1000001')
    expect([refused.status, refused.json.description]).toEqual([422, expect.stringContaining('pms')])
  })

  it('of an item without maximum may be of any quantity', async () => {
    expect((await hotel.request('boss', 'DELETE', '/rest/config/connector/pms')).status).toBe(200)
    expect((await charge('11', '1000001')).status).toBe(200)
    expect((await charge('11', '9999999999999')).status).toBe(200)
  })

  it('whose total cannot be kept exactly is refused, as is one over the maximum', async () => {
    expect((await charge('11', '999999999999999')).status).toBe(422)
    expect((await charge('10', '1000001')).json.error).toBe(6)
  })
})

describe('a price', () => {
  const price = async (text: string) =>
    (await hotel.request('boss', 'PUT', '/rest/isi/item/10', { price: text })).json?.description

  it('beyond the limit is told the limit', async () => {
    expect(await price('1234567890123')).toMatch(/12 digits before the point and 4 after it/)
    expect(await price('4.56789')).toMatch(/12 digits before the point and 4 after it/)
    expect(await price('900719925474.0992')).toMatch(/at most 900719925474\.0991/)
    expect(await price('999999999999.99')).toMatch(/at most 900719925474\.0991/)
    expect(await price('900719925474.0991')).toBeUndefined()
  })
})

describe('a body', () => {
  it.each(['gzip', 'br', 'deflate', 'x-custom', 'gzip, identity'])(
    'in %s is refused with 415',
    async (encoding) => {
      const answer = await hotel.request('desk', 'POST', '/rest/wakeup', 'room=101&time=0700', {
        'content-encoding': encoding,
      })
      expect([answer.status, answer.json.error]).toEqual([415, 10])
      // RFC 9110 15.5.16: what would have been taken.
      expect(answer.headers['accept-encoding']).toBe('identity')
    },
  )

  it('that says it is as it stands is taken', async () => {
    const answer = await hotel.request('desk', 'POST', '/rest/wakeup', 'room=101&time=0700', {
      'content-encoding': 'identity',
    })
    expect(answer.status).toBe(201)
  })
})

describe('every success says where it is from', () => {
  it.each([
    ['OPTIONS', '/rest/wakeup', '/rest/wakeup'],
    ['GET', '/docs/', '/docs/'],
    ['GET', '/docs/static/swagger-ui.css', '/docs/static/swagger-ui.css'],
    ['GET', '/openapi.json', '/openapi.json'],
    ['GET', '/healthz?x=1', '/healthz'],
  ])('%s %s', async (method, url, location) => {
    const { status, headers } = await hotel.request(null, method, url)
    expect([Math.floor(status / 100), headers['location']]).toEqual([2, location])
  })

  it('and a refusal does not', async () => {
    const refused = await hotel.request('desk', 'GET', '/rest/nothing')
    expect([refused.status, refused.headers['location']]).toEqual([404, undefined])
    expect((await hotel.request(null, 'GET', '/rest/system')).headers['location']).toBeUndefined()
  })
})

describe('the first room of a list of its own', () => {
  const add = (number: string) => hotel.request('nyboss', 'POST', '/rest/config/room', { number })

  it('takes the place of all mailboxes, and says so', async () => {
    const first = await add('SPA')
    expect(first.json.description).toBe(
      'Added the room. It is the first of the list: from now on only rooms of the list can be charged, and the 2 mailboxes that are not on it cannot',
    )
    expect((await add('BAR')).json.description).toBe('Added the room')
    const charge = { id: '12', quantity: 1, room: '500' }
    expect((await hotel.request('nymaid', 'POST', '/rest/isi/charge', charge)).status).toBe(404)
  })
})

describe('what a document promises', () => {
  it('a message that waits already can be sent again, twice in one instant too', async () => {
    expect(
      (await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '11', quantity: 1, room: '101' }))
        .status,
    ).toBe(200)
    const { deliveries } = (await hotel.request('boss', 'GET', '/rest/delivery')).json
    const url = `/rest/delivery/${deliveries.at(-1).id}/replay`
    const statuses = [
      (await hotel.request('boss', 'POST', url, { reason: 'It is slow' })).status,
      (await hotel.request('boss', 'POST', url, { reason: 'It is slow' })).status,
    ]
    expect(statuses).toEqual([200, 200])
  })

  it('a prompt after the last number gets the lowest that is free', async () => {
    const add = async (fields: Record<string, string>) =>
      (await hotel.request('boss', 'POST', '/rest/config/prompt', { description: 'Regatta', ...fields })).json
        .id
    expect([await add({ id: '1' }), await add({ id: '1000000' }), await add({})]).toEqual([
      '1',
      '1000000',
      '2',
    ])
  })

  it('a body that nobody asked for may be refused', async () => {
    const answer = await hotel.request('boss', 'DELETE', '/rest/config/line/none', 'x', {
      'content-type': 'text/plain',
    })
    expect(answer.status).toBe(415)
  })
})
