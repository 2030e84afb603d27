import { describe, expect, it } from 'vitest'
import { destination, item } from '../../../testing/records.ts'
import { unpostableItems, whyNotPostable } from './postable.ts'

const PMS = { type: 'fias', host: '10.0.0.6', port: 5010 } as const
const pms = (more: object = {}, tenant = '') => destination({ tenant, config: { ...PMS, ...more } })
const bar = destination({ name: 'bar', config: { type: 'webhook', url: 'http://10.0.0.5/' } })
const COLA = { room: '101', item: { id: '10' }, quantity: 2, total: '9.00' }
const DIRECT = { mode: 'direct' }
const any = () => true

const why = (charge: object, ...connectors: Parameters<typeof whyNotPostable>[1]) =>
  whyNotPostable({ ...COLA, ...charge }, connectors, any)

describe('a charge', () => {
  it.each<[string, object, object]>([
    ['of an item whose id is an article number', {}, {}],
    ['of one that the connector has a number for', { item: { id: '12345' } }, { articles: { 12345: '7' } }],
    ['of more than go into one pair', { quantity: 14_355 }, {}],
    ['of an exact total', { total: '9.00' }, DIRECT],
    ['of a total whose last decimals are nothing', { total: '9.0000' }, DIRECT],
    ['of three decimals, where the currency has three', { total: '0.005' }, { ...DIRECT, decimals: 3 }],
    ['of fifteen digits', { total: '9999999999999.99' }, DIRECT],
    ['of any item, as a total', { item: { id: '12345' } }, DIRECT],
    ['of any number of them, as a total', { quantity: 999_999 }, DIRECT],
  ])('%s can be posted', (_, charge, connector) => {
    expect(why(charge, pms(connector))).toBeNull()
  })

  it.each<[string, object, object, string]>([
    [
      'of an item without article number',
      { item: { id: '12345' } },
      {},
      'item 12345 has no article number there; add it to the articles of the connector',
    ],
    ['of a fraction of a cent', { total: '0.005' }, DIRECT, '0.005 cannot be posted exactly with 2 decimals'],
    ['of sixteen digits', { total: '99999999999999.99' }, DIRECT, '99999999999999.99 is too large an amount'],
    [
      'that could not be taken back',
      { total: '9999999999999.99' },
      { ...DIRECT, negative: true },
      '9999999999999.99 is too large an amount',
    ],
    [
      'to a room with a separator',
      { room: '10|1' },
      DIRECT,
      'the number of room 10|1 has a character that its link cannot carry',
    ],
  ])('%s is refused in words that name the connector', (_, charge, connector, words) => {
    expect(why(charge, bar, pms(connector))).toMatchObject({
      code: 'charge.unpostable',
      message: `pms could not be told of this charge: ${words}`,
      detail: { connector: 'pms' },
    })
  })

  it('of more than one record holds is one of too many', () => {
    expect(why({ quantity: 14_356 }, pms())?.code).toBe('quantity.over-max')
  })

  it('to a room that the code page has no letters for is refused', () => {
    expect(whyNotPostable(COLA, [pms({ codepage: 'cp437' })], (_, page) => page !== 'cp437')).not.toBeNull()
    expect(whyNotPostable(COLA, [pms({ codepage: 'utf-8' })], (_, page) => page !== 'cp437')).toBeNull()
  })

  it('may be anything where there is no property system', () => {
    expect(why({ room: '10|1', item: { id: '12345' }, quantity: 1e15, total: '0.0001' }, bar)).toBeNull()
  })
})

describe('items that cannot be posted', () => {
  it('are named for each property system that would have to be told', () => {
    const items = [item({ id: '12345' }), item({ id: '10' }), item({ id: '67890' })]
    expect(unpostableItems(items, [bar, pms()])).toEqual([
      'pms: item 12345 has no article number there; add it to the articles of the connector, and 1 more items like it',
    ])
    expect(unpostableItems([item({ price: { minor: 5, scale: 3 } })], [pms(DIRECT)])).toEqual([
      'pms: 0.005 cannot be posted exactly with 2 decimals',
    ])
  })

  it("of another tenant are no business of a tenant's property system", () => {
    expect(unpostableItems([item({ id: '12345', tenant: 'e' })], [pms({}, 'w')])).toEqual([])
    expect(unpostableItems([item({ id: '12345', tenant: 'e' })], [pms({}, 'e')])).toHaveLength(1)
  })
})
