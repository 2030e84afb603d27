import { afterEach, describe, expect, it } from 'vitest'
import type { SiteFile } from '@reveille/contract'
import { toInstant } from '../src/hotel/time/local-time.ts'
import { EAST, type Hotel, NEW_YORK, openHotel, SITE } from './hotel.ts'

let hotel: Hotel
afterEach(() => hotel.close())

const zurich = (wall: string) => toInstant(wall, 'Europe/Zurich')

/** Items whose prices were written with different numbers of decimals. */
const site: SiteFile = {
  ...SITE,
  inventory: {
    ...SITE.inventory,
    items: [
      ...(SITE.inventory?.items ?? []),
      { id: '20', description: 'Water', category: '1', price: '3' },
      { id: '21', description: 'Mint', category: '2', price: '0.005' },
      { id: '22', description: 'Towel', category: '2' },
      { id: '23', description: 'Slippers', category: '7', price: '8' },
      { id: '30', description: 'Bagel', category: '7', price: '6.00', tenant: EAST },
    ],
    categories: [
      ...(SITE.inventory?.categories ?? []),
      { id: '7', description: 'House', color: '#000000' },
      { id: '7', description: 'East', color: '#ffffff', tenant: EAST },
    ],
  },
}

async function open(at: number, more: Partial<SiteFile> = {}) {
  hotel = await openHotel({ now: at, site: { ...site, ...more } })
}

async function charge(room: string, id: string, quantity = 1, query = '') {
  const { status, text } = await hotel.request('boss', 'POST', `/rest/isi/charge${query}`, {
    id,
    quantity,
    room,
  })
  if (status !== 200) throw new Error(text)
}

const report = async (query = '', user = 'boss') =>
  (await hotel.request(user, 'GET', `/rest/report/inventory${query}`)).json

const csv = async (name: string, query = '') =>
  (
    await hotel.request('boss', 'GET', `/rest/report/${name}${query}`, undefined, { accept: 'text/csv' })
  ).text.split('\r\n')

describe('the report on charges', () => {
  it('adds up each currency by itself, and by the tax that prices hold where that is asked for', async () => {
    const items = [
      { id: '10', description: 'Cola', category: '1', price: '4.50' },
      { id: '11', description: 'Nuts', category: '2', price: '3.00', taxRate: '2.6' },
      { id: '12', description: 'Wine', category: '1', price: '20.00', currency: 'EUR' },
    ]
    const inventory = { ...site.inventory, currency: 'CHF', taxRate: '8.1', items }
    await open(zurich('2026-11-14T20:00:00'), { inventory })
    for (const { id } of items) await charge('101', id, 2)

    const { report: rows, totals } = await report('?by=tax')
    expect(rows).toMatchObject([
      { taxRate: '2.6', currency: 'CHF', total: '6.00' },
      { taxRate: '8.1', currency: 'CHF', total: '9.00' },
      { taxRate: '8.1', currency: 'EUR', total: '40.00' },
    ])
    expect(totals).toMatchObject({
      charges: 3,
      total: '',
      net: '',
      currencies: [
        { currency: 'CHF', total: '15.00', net: '15.00' },
        { currency: 'EUR', total: '40.00' },
      ],
    })
    const { charges } = (await hotel.request('boss', 'GET', '/rest/isi/charge')).json
    expect(charges).toMatchObject([
      { item: '10', currency: 'CHF', taxRate: '8.1' },
      { item: '11', currency: 'CHF', taxRate: '2.6' },
      { item: '12', currency: 'EUR', taxRate: '8.1' },
    ])
    expect((await hotel.request('boss', 'GET', '/rest/isi/item/12')).json).toMatchObject({ currency: 'EUR' })
    expect((await hotel.request('boss', 'GET', '/rest/isi/item/10')).json).not.toHaveProperty('currency')
  })

  it('has decimals also in a row in which nothing was charged and something taken back', async () => {
    await open(zurich('2026-11-14T20:00:00'))
    await charge('101', '10', 2)
    const [{ id }] = (await hotel.request('boss', 'GET', '/rest/isi/charge')).json.charges
    hotel.clock.set(zurich('2026-11-15T08:00:00'))
    await hotel.request('boss', 'POST', `/rest/isi/charge/${id}/void`, { reason: 'Wrong room' })
    expect((await report('?by=day')).report).toMatchObject([
      { day: '20261114', total: '9.00', voided: '0.00', net: '9.00' },
      { day: '20261115', total: '0.00', voided: '-9.00', net: '-9.00' },
    ])
  })

  it('counts the items of each of its amounts: charged, taken back, and what is left', async () => {
    await open(zurich('2026-11-14T20:00:00'))
    await charge('101', '10', 2)
    await charge('101', '10', 3)
    const [{ id }] = (await hotel.request('boss', 'GET', '/rest/isi/charge')).json.charges
    await hotel.request('boss', 'POST', `/rest/isi/charge/${id}/void`, { reason: 'Wrong room' })
    const items = { quantity: 5, voidedQuantity: -2, netQuantity: 3 }
    const { report: rows, totals } = await report()
    expect(rows).toMatchObject([{ ...items, total: '22.50', voided: '-9.00', net: '13.50' }])
    expect(totals).toMatchObject({ ...items, currencies: [items] })
  })

  it('adds up to the cent, however many decimals the prices have', async () => {
    await open(zurich('2026-11-14T20:00:00'))
    await charge('101', '10', 3)
    await charge('101', '20', 2)
    await charge('101', '21', 3)
    await charge('101', '22')
    expect((await report()).report).toMatchObject([
      { category: '1', charges: 2, quantity: 5, total: '19.50' },
      { category: '2', charges: 2, quantity: 4, total: '0.015' },
    ])
    expect((await report()).totals).toMatchObject({ charges: 4, quantity: 9, total: '19.515' })
  })

  it('is by day, by room, by category, or by any two of them, and always of the same charges', async () => {
    await open(zurich('2026-11-14T20:00:00'))
    await charge('101', '10', 2)
    await charge('102', '11')
    hotel.clock.set(zurich('2026-11-15T08:00:00'))
    await charge('101', '11')
    const sums = async (by: string) => (await report(`?by=${by}`)).report

    expect(await sums('day')).toMatchObject([
      { day: '20261114', charges: 2, total: '12.20', answers: 'bar: 2 waiting; pms: 2 waiting' },
      { day: '20261115', charges: 1, total: '3.20', answers: 'bar: 1 waiting; pms: 1 waiting' },
    ])
    const fared = { delivered: 0, uncertain: 0, refused: 0, dead: 0, takenBack: 0 }
    expect((await sums('day')).at(-1).connectors).toEqual([
      { name: 'bar', ...fared, waiting: 1 },
      { name: 'pms', ...fared, waiting: 1 },
    ])
    expect((await report()).totals.connectors).toEqual([
      { name: 'bar', ...fared, waiting: 3 },
      { name: 'pms', ...fared, waiting: 3 },
    ])
    expect(await sums('room')).toMatchObject([
      { room: '101', tenant: '', charges: 2, quantity: 3, total: '12.20' },
      { room: '102', tenant: '', charges: 1, quantity: 1, total: '3.20' },
    ])
    expect(await sums('category')).toMatchObject([
      { category: '1', description: 'Drinks', color: '#3366cc', charges: 1, total: '9.00' },
      { category: '2', description: 'Snacks', color: '#cc6633', charges: 2, total: '6.40' },
    ])
    expect(
      (await sums('category,day')).map(({ day, category }: Record<string, string>) => [day, category]),
    ).toEqual([
      ['20261114', '1'],
      ['20261114', '2'],
      ['20261115', '2'],
    ])
    for (const by of ['day', 'room', 'category', 'day,room'])
      expect((await report(`?by=${by}`)).totals).toMatchObject({ charges: 3, quantity: 4, total: '15.40' })
    expect((await hotel.request('boss', 'GET', '/rest/report/inventory?by=price')).status).toBe(400)
  })

  it('has as CSV the columns that were asked for, also when there is nothing', async () => {
    await open(zurich('2026-11-14T20:00:00'))
    const figures = 'currency,charges,quantity,total,voids,voided,net,answers,voidedQuantity,netQuantity'
    expect(await csv('inventory')).toEqual([`day,room,tenant,category,description,color,${figures}`, ''])
    await charge('101', '10', 2)
    expect(await csv('inventory', '?by=category')).toEqual([
      `category,description,color,${figures}`,
      '1,Drinks,#3366cc,,1,2,9.00,0,0.00,9.00,"bar: 1 waiting; pms: 1 waiting",0,2',
      '',
    ])
  })

  it('turns the day at midnight of the hotel, in winter and in summer', async () => {
    await open(zurich('2026-11-14T23:59:59'))
    await charge('101', '10')
    hotel.clock.advance(1_000)
    await charge('101', '10')
    hotel.clock.set(zurich('2027-07-01T23:59:59'))
    await charge('101', '10')
    hotel.clock.advance(1_000)
    await charge('101', '10')

    expect((await report('?by=day')).report.map(({ day }: { day: string }) => day)).toEqual([
      '20261114',
      '20261115',
      '20270701',
      '20270702',
    ])
    const oneDay = async (start: string, end: string) =>
      (await report(`?start=${start}&end=${end}`)).totals.charges
    expect(await oneDay('20261115', '20261116')).toBe(1)
    expect(await oneDay('20270701', '20270702')).toBe(1)
  })

  it('has a whole day on the days of 23 and 25 hours', async () => {
    await open(zurich('2027-03-28T00:00:00'))
    await charge('101', '10')
    hotel.clock.set(zurich('2027-03-28T23:59:59'))
    await charge('101', '10')
    hotel.clock.set(zurich('2027-10-31T00:00:00'))
    await charge('101', '10')
    hotel.clock.set(zurich('2027-10-31T23:59:59'))
    await charge('101', '10')

    expect((await report('?by=day')).report).toMatchObject([
      { day: '20270328', charges: 2 },
      { day: '20271031', charges: 2 },
    ])
    expect((await report('?start=20270328&end=20270329')).totals.charges).toBe(2)
    expect((await report('?start=20271031&end=20271101')).totals.charges).toBe(2)
  })

  it("keeps tenants apart: their rooms, their categories, and each one's own day", async () => {
    await open(zurich('2026-11-15T03:00:00'))
    await charge('110', '10', 1, '?tenant=' + EAST)
    await charge('110', '30', 1, '?tenant=' + EAST)
    await charge('110', '23', 1, '?tenant=' + EAST)
    await charge('101', '10')
    await charge('500', '10')

    expect((await report('?by=room')).report).toMatchObject([
      { room: '101', tenant: '', total: '4.50' },
      { room: '110', tenant: EAST, total: '18.50' },
      { room: '500', tenant: NEW_YORK, total: '4.50' },
    ])
    expect((await report('?by=category')).report).toMatchObject([
      { category: '1', description: 'Drinks', charges: 3 },
      { category: '7', description: 'East', color: '#ffffff', charges: 1, total: '6.00' },
      { category: '7', description: 'House', color: '#000000', charges: 1, total: '8' },
    ])
    // In New York it is still the evening before.
    expect((await report('?by=day')).report).toMatchObject([
      { day: '20261114', charges: 1 },
      { day: '20261115', charges: 4 },
    ])
    expect(await report('?by=day', 'nyboss')).toMatchObject({
      report: [{ day: '20261114', charges: 1 }],
      totals: { charges: 1, total: '4.50' },
    })
  })
})

describe('the reckoning of a day', () => {
  it('counts what waits for a destination that is disabled, and for each tenant only its own', async () => {
    await open(zurich('2026-11-14T20:00:00'))
    const off = await hotel.request('boss', 'PUT', '/rest/config/connector/bar', { disabled: true })
    expect(off.status).toBe(200)
    await charge('101', '10')
    await charge('500', '10')
    const none = { delivered: 0, refused: 0, uncertain: 0, dead: 0, doubts: 0, takenBack: 0 }
    const day = { purpose: 'charge', ...none }
    const get = async (user: string) =>
      (await hotel.request(user, 'GET', '/rest/report/delivery')).json.report

    expect(await get('boss')).toEqual([
      { ...day, day: '20261114', destination: 'bar', accepted: 2, waiting: 2 },
      { ...day, day: '20261114', destination: 'pms', accepted: 2, waiting: 2 },
    ])
    expect(await get('nyboss')).toMatchObject([
      { destination: 'bar', accepted: 1, waiting: 1 },
      { destination: 'pms', accepted: 1, waiting: 1 },
    ])
  })
})
