import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { days } from '../src/kernel/clock.ts'
import { purger } from '../src/runners/log/purge.ts'
import { silentLog } from '../src/kernel/log.ts'
import { type Hotel, NEW_YORK, openHotel } from './hotel.ts'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

const charge = (fields: Record<string, string | number | undefined>, user = 'maid') =>
  hotel.request(user, 'POST', '/rest/isi/charge', fields)
const get = async (url: string, user = 'boss') => (await hotel.request(user, 'GET', url)).json

describe('charging the mini-bar', () => {
  it('answers 200 with no body and keeps one message for every connector', async () => {
    const answer = await charge({ id: '10', quantity: 2, room: '101' })
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, '', undefined])
    const { deliveries } = await get('/rest/delivery')
    expect(deliveries.map((one: { destination: string }) => one.destination).toSorted()).toEqual([
      'bar',
      'pms',
    ])
    expect(deliveries).toMatchObject([
      { state: 'waiting', kind: 'inventory.charged', room: '101', attempts: 0, last: null },
      { state: 'waiting', kind: 'inventory.charged', room: '101', attempts: 0, last: null },
    ])
  })

  it('reckons the total exactly', async () => {
    await charge({ id: '11', quantity: 3, room: '101' })
    const [entry] = (await get('/rest/log?kind=inventory.charged')).log
    expect(entry).toMatchObject({
      actor: 'maid',
      room: '101',
      detail: { price: '3.20', total: '9.60', quantity: 3 },
    })
  })

  it("blocks a quantity over the item's maximum, forwards nothing, and logs the refusal", async () => {
    const answer = await charge({ id: '10', quantity: 6, room: '101' })
    expect([answer.status, answer.json.error]).toEqual([422, 6])
    expect((await get('/rest/delivery')).deliveries).toEqual([])
    expect((await get('/rest/log?kind=inventory.refused')).log).toMatchObject([
      { room: '101', actor: 'maid' },
    ])
  })

  it('takes the maximum itself, and any quantity where the maximum is 0', async () => {
    expect((await charge({ id: '10', quantity: 5, room: '101' })).status).toBe(200)
    expect((await charge({ id: '11', quantity: 500, room: '101' })).status).toBe(200)
  })

  it.each([
    [{ id: '10', quantity: 0, room: '101' }, 400, 1],
    [{ id: '10', quantity: -1, room: '101' }, 400, 1],
    [{ id: '10', quantity: '1.5', room: '101' }, 400, 1],
    [{ id: '10', quantity: '1e1', room: '101' }, 400, 1],
    [{ id: '10', quantity: '', room: '101' }, 400, 1],
    [{ id: '10', room: '101' }, 400, 1],
    [{ id: '10', quantity: 1, room: '101', price: '1.00' }, 400, 1],
    [{ id: '99', quantity: 1, room: '101' }, 404, 3],
    [{ id: '10', quantity: 1, room: '999' }, 404, 2],
  ])('refuses %j', async (fields, status, error) => {
    const answer = await charge(fields)
    expect([answer.status, answer.json.error]).toEqual([status, error])
    expect((await get('/rest/delivery')).deliveries).toEqual([])
  })

  it("lets a tenant use shared items and its own, and hides the tenant's own from others", async () => {
    expect((await charge({ id: '10', quantity: 1, room: '500' }, 'nymaid')).status).toBe(200)
    expect((await charge({ id: '12', quantity: 1, room: '500' }, 'nymaid')).status).toBe(200)
    expect((await charge({ id: '12', quantity: 1, room: '101' })).status).toBe(404)
    expect((await get('/rest/isi/item', 'nymaid')).items.map((one: { id: string }) => one.id)).toEqual([
      '10',
      '11',
      '12',
    ])
  })

  it('takes a custom room list instead of the mailboxes', async () => {
    expect((await hotel.request('boss', 'POST', '/rest/config/room', { number: 'SPA' })).status).toBe(201)
    expect((await get('/rest/isi/room', 'maid')).rooms).toContainEqual({ number: 'SPA', tenant: '' })
    expect((await charge({ id: '10', quantity: 1, room: 'SPA' })).status).toBe(200)
    expect((await charge({ id: '10', quantity: 1, room: '101' })).status).toBe(404)
    expect((await charge({ id: '10', quantity: 1, room: '500' }, 'nymaid')).status).toBe(200)
  })
})

describe('the round of the trolley', () => {
  const checks = async (user: string) => (await hotel.request(user, 'GET', '/rest/isi/check')).json.checks

  it('knows of each room when it was looked after last, and whether something was used', async () => {
    await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '102' })
    expect((await hotel.request('maid', 'POST', '/rest/isi/check', { room: '101' })).status).toBe(200)
    hotel.clock.advance(60_000)
    await hotel.request('maid', 'POST', '/rest/isi/check', { room: '102' })
    expect(await checks('maid')).toEqual([
      { room: '101', tenant: '', at: '2026-11-14T20:00:00+01:00', user: 'maid', used: false },
      { room: '102', tenant: '', at: '2026-11-14T20:01:00+01:00', user: 'maid', used: false },
    ])
    expect(await checks('nymaid')).toEqual([])
  })

  it('is that of one house where one is asked for', async () => {
    await hotel.request('nymaid', 'POST', '/rest/isi/check', { room: '500' })
    await hotel.request('maid', 'POST', '/rest/isi/check', { room: '101' })
    const inHouse = async (tenant: string, more = '') =>
      (await hotel.request('maid', 'GET', `/rest/isi/check?tenant=${tenant}${more}`)).json.checks
    expect(await inHouse(NEW_YORK)).toMatchObject([{ room: '500', tenant: NEW_YORK }])
    expect(await inHouse(NEW_YORK, '&room=101')).toEqual([])
  })

  it('begins anew after a day', async () => {
    await hotel.request('maid', 'POST', '/rest/isi/check', { room: '101' })
    hotel.clock.advance(24 * 3_600_000 + 1)
    expect(await checks('maid')).toEqual([])
  })

  it('before is known of whoever stands before one room, for a week', async () => {
    const last = async () => (await hotel.request('maid', 'GET', '/rest/isi/check?room=101')).json.checks
    await hotel.request('maid', 'POST', '/rest/isi/check', { room: '101' })
    await hotel.request('maid', 'POST', '/rest/isi/check', { room: '102' })
    hotel.clock.advance(6 * 24 * 3_600_000)
    expect(await last()).toMatchObject([{ room: '101', at: '2026-11-14T20:00:00+01:00', user: 'maid' }])
    hotel.clock.advance(24 * 3_600_000 + 1)
    expect(await last()).toEqual([])
  })

  it('is told to no connector', async () => {
    await hotel.request('maid', 'POST', '/rest/isi/check', { room: '101' })
    const { json } = await hotel.request('boss', 'GET', '/rest/delivery')
    expect(json.deliveries).toEqual([])
  })
})

describe('items and categories', () => {
  it('adds, shows, changes and deletes an item, keeping its leading zeros', async () => {
    const item = { id: '007', description: 'Gin', category: '1', price: '12.00', max: 2 }
    const added = await hotel.request('boss', 'POST', '/rest/isi/item', item)
    expect([added.status, added.headers.location]).toEqual([201, '/rest/isi/item/007'])
    expect(added.json).toMatchObject({ error: 0, id: '007' })
    expect(await get('/rest/isi/item/007')).toEqual({ ...item, tenant: '' })
    expect((await hotel.request('boss', 'PUT', '/rest/isi/item/007', { price: '13.5' })).status).toBe(200)
    expect((await get('/rest/isi/item/007')).price).toBe('13.5')
    expect((await hotel.request('boss', 'DELETE', '/rest/isi/item/007')).status).toBe(200)
    expect((await hotel.request('boss', 'GET', '/rest/isi/item/007')).status).toBe(404)
  })

  it('gives the next free number when none is given', async () => {
    const added = await hotel.request('boss', 'POST', '/rest/isi/item', {
      description: 'Tea',
      category: '1',
      price: '2',
    })
    expect(added.json.id).toBe('12')
  })

  it('refuses a duplicate id, an unknown category, and a category that is still used', async () => {
    const item = { id: '10', description: 'Cola', category: '1', price: '1' }
    expect((await hotel.request('boss', 'POST', '/rest/isi/item', item)).status).toBe(409)
    expect(
      (await hotel.request('boss', 'POST', '/rest/isi/item', { ...item, id: '20', category: '77' })).status,
    ).toBe(404)
    expect((await hotel.request('boss', 'DELETE', '/rest/isi/category/1')).status).toBe(409)
  })

  it("lets a tenant's administrator change the tenant's items but not shared ones", async () => {
    expect((await hotel.request('nyboss', 'PUT', '/rest/isi/item/12', { price: '7' })).status).toBe(200)
    expect((await hotel.request('nyboss', 'PUT', '/rest/isi/item/10', { price: '7' })).status).toBe(403)
    const added = await hotel.request('nyboss', 'POST', '/rest/isi/item', {
      description: 'X',
      category: '1',
      price: '1',
    })
    expect((await get(`/rest/isi/item/${added.json.id}`, 'nyboss')).tenant).toBe(NEW_YORK)
  })

  it.each(['4,50', '-1', '1e3', '', 'free', '1.23456'])('refuses the price %s', async (price) => {
    const item = { description: 'Tea', category: '1', price }
    expect((await hotel.request('boss', 'POST', '/rest/isi/item', item)).status).toBe(400)
  })
})

describe('the inventory report', () => {
  it('adds up by day, room and category, with the colour, exactly', async () => {
    for (const quantity of [1, 2]) await charge({ id: '10', quantity, room: '101' })
    await charge({ id: '11', quantity: 1, room: '101' })
    const { report, totals } = await get('/rest/report/inventory')
    const none = { uncertain: 0, refused: 0, dead: 0, takenBack: 0 }
    const atEach = (waiting: number) =>
      ['bar', 'pms'].map((name) => ({ name, delivered: 0, waiting, ...none }))
    expect(report).toEqual([
      {
        day: '20261114',
        room: '101',
        tenant: '',
        category: '1',
        description: 'Drinks',
        color: '#3366cc',
        charges: 2,
        currency: '',
        quantity: 3,
        total: '13.50',
        voids: 0,
        voided: '0.00',
        net: '13.50',
        voidedQuantity: 0,
        netQuantity: 3,
        answers: 'bar: 2 waiting; pms: 2 waiting',
        connectors: atEach(2),
      },
      {
        day: '20261114',
        room: '101',
        tenant: '',
        category: '2',
        description: 'Snacks',
        color: '#cc6633',
        charges: 1,
        currency: '',
        quantity: 1,
        total: '3.20',
        voids: 0,
        voided: '0.00',
        net: '3.20',
        voidedQuantity: 0,
        netQuantity: 1,
        answers: 'bar: 1 waiting; pms: 1 waiting',
        connectors: atEach(1),
      },
    ])
    expect(totals).toMatchObject({ charges: 3, quantity: 4, total: '16.70', connectors: atEach(3) })
  })

  it('forgets charges after their retention, and says so', async () => {
    await charge({ id: '10', quantity: 1, room: '101' })
    hotel.clock.advance(days(91))
    const { purge } = purger({
      database: hotel.app.database,
      retention: () => ({ charges: '90d', log: '400d' }),
      log: silentLog,
    })
    expect((await purge(hotel.clock.now())).charges).toBe(1)
    expect((await get('/rest/report/inventory')).report).toEqual([])
    expect((await get('/rest/log?kind=log.purged')).log).toHaveLength(1)
  })
})

describe('room status', () => {
  const change = (fields: Record<string, string>, user = 'guest') =>
    hotel.request(user, 'POST', '/rest/rsi/change', fields)

  it('is stored, shown, and kept for every server but no connector', async () => {
    const answer = await change({ id: '001', room: '101' })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await get('/rest/rsi/room/101')).toMatchObject({
      room: '101',
      status: { id: '001', description: 'Maintenance' },
    })
    expect((await get('/rest/delivery')).deliveries).toMatchObject([
      { destination: 'housekeeping', kind: 'room.status.changed' },
    ])
  })

  it('tells what the room was before', async () => {
    await change({ id: '1', room: '101' })
    await change({ id: '001', room: '101' }, 'maid')
    const { log } = await get('/rest/log?kind=room.status.changed')
    expect(log[1]).toMatchObject({ actor: 'maid', detail: { previous: { id: '1', description: 'Clean' } } })
  })

  it('tells 1 from 001', async () => {
    await change({ id: '1', room: '101' })
    expect((await get('/rest/rsi/room/101')).status.description).toBe('Clean')
    expect((await change({ id: '01', room: '101' })).status).toBe(404)
  })

  it('numbers the messages of a destination one after the other', async () => {
    for (const id of ['1', '001', '1']) await change({ id, room: '101' })
    const rows = await hotel.app.database.read.deliveries.page({ scope: null, limit: 10 })
    expect(rows.map((row) => row.sequence).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  })
})
