import { describe, expect, it } from 'vitest'
import type { Answer } from './hotel.ts'
import { openPropertyHotel, type PropertyHotel } from './property-hotel.ts'

const charge = (house: PropertyHotel, room: string, id: string, quantity: number) =>
  house.request('maid', 'POST', '/rest/isi/charge', { id, quantity, room })

const ITEMS = [
  { id: '10', description: 'Cola', category: '1', price: '4.50' },
  { id: '11', description: 'Mint', category: '1', price: '0.005' },
  { id: '12', description: 'Suite', category: '1', price: '99999999999.99' },
]

const add = (house: PropertyHotel, more: object) => {
  const item = { description: 'Tea', category: '1', price: '2.00', ...more }
  return house.request('boss', 'POST', '/rest/isi/item', item)
}

const articles = async (house: PropertyHotel, numbers: Record<string, string>) => {
  const fields = { articles: JSON.stringify(numbers) }
  expect((await house.request('boss', 'PUT', '/rest/config/connector/pms', fields)).status).toBe(200)
}

/** An item with an article number, which the property system then does not know any more. */
async function forgotten(house: PropertyHotel, id: string) {
  await articles(house, { [id]: '7' })
  expect((await add(house, { id })).status).toBe(201)
  await articles(house, {})
}

describe('a charge that a property system could never be told of', () => {
  it('is refused where it is made, in words that name the connector, and nothing is stored', async () => {
    const house = await openPropertyHotel({ items: ITEMS })
    await forgotten(house, '12345')
    const answer = await charge(house, '101', '12345', 1)
    expect([answer.status, answer.json.error, answer.json.description]).toEqual([
      422,
      1,
      'pms could not be told of this charge: item 12345 has no article number there; add it to the articles of the connector',
    ])
    expect(await house.log('inventory.refused')).toMatchObject([
      { room: '101', detail: { connector: 'pms', item: '12345' } },
    ])
    expect(await house.deliveries()).toEqual([])

    await articles(house, { 12345: '7' })
    expect((await charge(house, '101', '12345', 1)).status).toBe(200)
  })

  it('is refused when its room has a separator in it, or a letter that the link has no byte for', async () => {
    const mailboxes = [{ number: '10|1' }, { number: '名1' }, { number: 'Ä1' }]
    const house = await openPropertyHotel({ items: ITEMS, site: { mailboxes } })
    for (const room of ['10|1', '名1']) {
      const answer = await charge(house, room, '10', 1)
      expect([answer.status, answer.json.description]).toEqual([
        422,
        `pms could not be told of this charge: the number of room ${room} has a character that its link cannot carry`,
      ])
    }
    expect((await charge(house, 'Ä1', '10', 1)).status).toBe(200)
  })

  it('is refused when its total is no exact amount there, or has too many digits', async () => {
    const house = await openPropertyHotel({ items: ITEMS, connector: { mode: 'direct' } })
    const words = async (id: string, quantity: number) =>
      (await charge(house, '101', id, quantity)).json.description
    expect(await words('11', 1)).toMatch(/0\.005 cannot be posted exactly with 2 decimals$/)
    expect(await words('12', 101)).toMatch(/10099999999998\.99 is too large an amount$/)
    expect((await charge(house, '101', '11', 2)).status).toBe(200)
    expect((await charge(house, '101', '12', 100)).status).toBe(200)
    await house.settled()
    expect(house.pms.folio.bookings).toMatchObject([{ amount: '1' }, { amount: '999999999999900' }])
  })
})

describe('a count', () => {
  it('of as many as a record holds is posted as pairs of 99, and one more is refused', async () => {
    const house = await openPropertyHotel({ items: ITEMS })
    expect((await charge(house, '101', '10', 14_356)).json).toMatchObject({ error: 6 })
    expect((await charge(house, '101', '10', 14_355)).status).toBe(200)
    await house.settled()
    const [booking, ...others] = house.pms.folio.bookings
    expect(others).toEqual([])
    const counts = booking?.articles.map(({ count }) => Number(count)) ?? []
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(14_355)
    expect(Math.max(...counts)).toBe(99)
    expect(house.pms.violations).toEqual([])
  })
})

describe('an item that cannot be posted', () => {
  const NO_ARTICLE =
    'This item could not be posted to pms: item 12345 has no article number there; add it to the articles of the connector'
  const TOO_FINE = 'This item could not be posted to pms: 0.005 cannot be posted exactly with 2 decimals'
  const said = ({ status, json }: Answer) => [status, json.description]
  const change = (house: PropertyHotel, id: string, fields: Record<string, string>) =>
    house.request('boss', 'PUT', `/rest/isi/item/${id}`, fields)

  it('is not added, in words that name the connector, until there is an article number for it', async () => {
    const house = await openPropertyHotel({ items: ITEMS })
    expect(said(await add(house, { id: '12345' }))).toEqual([422, NO_ARTICLE])
    expect((await house.request('boss', 'GET', '/rest/isi/item/12345')).status).toBe(404)
    await articles(house, { 12345: '7' })
    expect((await add(house, { id: '12345' })).status).toBe(201)
  })

  it('is not added or priced so that a total could not be posted exactly', async () => {
    const house = await openPropertyHotel({ items: ITEMS.slice(0, 1), connector: { mode: 'direct' } })
    expect(said(await add(house, { price: '0.005' }))).toEqual([422, TOO_FINE])
    expect(said(await change(house, '10', { price: '0.005' }))).toEqual([422, TOO_FINE])
    expect((await change(house, '10', { price: '0.05' })).status).toBe(200)
  })

  it('can be given another name all the same, if it is the connector that has changed', async () => {
    const house = await openPropertyHotel({ items: ITEMS })
    await forgotten(house, '12345')
    expect((await change(house, '12345', { description: 'Green tea' })).status).toBe(200)
  })

  it('is named by the night check', async () => {
    const house = await openPropertyHotel({ items: ITEMS })
    const itemsLook = async () => {
      const { checks } = (await house.request('boss', 'GET', '/rest/system/check')).json
      return checks.find(({ name }: { name: string }) => name === 'items')
    }
    expect(await itemsLook()).toMatchObject({ name: 'items', ok: true, text: 'Every item can be posted' })
    await forgotten(house, '12345')
    expect(await itemsLook()).toMatchObject({ ok: false, text: expect.stringContaining('pms: item 12345') })
  })
})

describe('a charge that was accepted and cannot be posted any more', () => {
  it('is told as what was never sent, and not as refused by the property system', async () => {
    const house = await openPropertyHotel({ items: ITEMS, connector: { articles: {}, disabled: true } })
    await articles(house, { 12345: '7' })
    expect((await add(house, { id: '12345' })).status).toBe(201)
    expect((await charge(house, '101', '12345', 1)).status).toBe(200)
    const enabled = { articles: '{}', disabled: 'false' }
    expect((await house.request('boss', 'PUT', '/rest/config/connector/pms', enabled)).status).toBe(200)
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)

    expect(await house.alarms()).toMatchObject([
      {
        kind: 'delivery.refused',
        text: 'A charge of room 101 cannot be sent to pms. Not sent: Item 12345 has no article number: add it to the articles of the connector',
      },
    ])
    expect(house.pms.folio.bookings).toEqual([])
  })
})
