import { expect, test } from 'vitest'
import type { DestinationKey } from '../../hotel/deliveries/destination.ts'
import { delivery, destination } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
import { IN_BYTE_ORDER, SHUFFLED, WORLD_TEXT, ZEROS } from './words.ts'

const LAST_SEQUENCE = 2_147_483_647

export function testDestinations(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'a destination',
    variants: [
      destination({
        config: {
          type: 'webhook',
          url: 'http://10.0.0.5/',
          headers: { a: WORLD_TEXT, b: '' },
          disabled: true,
        },
        sequence: 7,
      }),
      destination({
        config: { type: 'fias', host: '10.0.0.6', port: 5010, articles: { [ZEROS]: '1450' } },
        sequence: 7,
      }),
    ],
    neighbours: [
      destination({ purpose: 'room-status' }),
      destination({ name: 'PMS' }),
      destination({ tenant: ZEROS }),
    ],
    get: ({ destinations }, value) => destinations.get(value),
    insert: ({ destinations }, value) => destinations.insert(value),
    update: ({ destinations }, value) => destinations.update(value),
    remove: ({ destinations }, value) => destinations.remove(value),
  })
  testVisibility(hotel)
  testSequence(hotel)
  testConcurrentSequence(hotel)
  testFormerSequence(hotel)
  testSubscribers(hotel)
}

function testVisibility(hotel: Hotel) {
  test('destinations of one purpose are listed by name', async () => {
    await hotel.write(async ({ destinations }) => {
      for (const name of SHUFFLED) await destinations.insert(destination({ name }))
      await destinations.insert(destination({ name: 'c', purpose: 'room-status' }))
    })

    const listed = await hotel.read.destinations.list('charge', null)
    const reached = await hotel.read.destinations.reachedFrom('charge', 't1')
    expect(listed.map(({ name }) => name)).toEqual(IN_BYTE_ORDER)
    expect(reached).toEqual(listed)
  })

  test('a name means one destination to its tenant, and one for each tenant to those who see all', async () => {
    await hotel.write(async ({ destinations }) => {
      for (const tenant of ['t2', '', 't1']) await destinations.insert(destination({ tenant }))
    })
    const tenants = async (scope: string | null, name = 'pms') =>
      (await hotel.read.destinations.find('charge', name, scope)).map(({ tenant }) => tenant)

    expect(await tenants(null)).toEqual(['', 't1', 't2'])
    expect(await tenants('t1')).toEqual(['t1'])
    expect(await tenants('')).toEqual([''])
    expect(await tenants(null, 'PMS')).toEqual([])
  })

  test('a tenant lists its own destinations, and its messages reach those of no tenant too', async () => {
    await hotel.write(async ({ destinations }) => {
      for (const tenant of ['', 't1', 't2'])
        await destinations.insert(destination({ name: `of ${tenant}`, tenant }))
    })

    const { destinations: store } = hotel.read
    const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)
    expect(names(await store.list('charge', null))).toEqual(['of ', 'of t1', 'of t2'])
    expect(names(await store.list('charge', 't1'))).toEqual(['of t1'])
    expect(names(await store.list('charge', ''))).toEqual(['of '])
    expect(names(await store.reachedFrom('charge', 't1'))).toEqual(['of ', 'of t1'])
    expect(names(await store.reachedFrom('charge', ''))).toEqual(['of '])
    expect(names(await store.reachedFrom('room-status', 't1'))).toEqual([])
  })
}

const PMS = { purpose: 'charge', tenant: '', name: 'pms' } as const

const take = (hotel: Hotel, of: Partial<DestinationKey> = {}) =>
  hotel.write((stores) => stores.destinations.takeSequence({ ...PMS, ...of }))

function testSequence(hotel: Hotel) {
  test('messages to a destination are numbered 1, 2, 3, each destination for itself', async () => {
    await hotel.write(async ({ destinations }) => {
      await destinations.insert(destination())
      await destinations.insert(destination({ purpose: 'room-status' }))
      await destinations.insert(destination({ name: 'PMS' }))
      await destinations.insert(destination({ tenant: 't1' }))
    })

    expect([await take(hotel), await take(hotel), await take(hotel)]).toEqual([1, 2, 3])
    expect(await take(hotel, { purpose: 'room-status' })).toBe(1)
    expect(await take(hotel, { name: 'PMS' })).toBe(1)
    expect(await take(hotel, { tenant: 't1' })).toBe(1)
    expect(await hotel.read.destinations.get(PMS)).toEqual(destination({ sequence: 3 }))
  })

  test('numbering goes on beyond 32 bits: what receivers see of it is put on at the edge', async () => {
    await hotel.write(({ destinations }) => destinations.insert(destination({ sequence: LAST_SEQUENCE - 1 })))

    expect([await take(hotel), await take(hotel)]).toEqual([LAST_SEQUENCE, LAST_SEQUENCE + 1])
  })

  test('a number is not used up by a work that fails', async () => {
    await hotel.write(({ destinations }) => destinations.insert(destination()))
    const failed = hotel.write(async (stores) => {
      await stores.destinations.takeSequence(PMS)
      throw new Error('No')
    })

    await expect(failed).rejects.toThrow('No')
    expect(await take(hotel)).toBe(1)
  })

  test('whoever changes a destination does not turn its numbering back', async () => {
    await hotel.write(({ destinations }) => destinations.insert(destination()))
    await take(hotel)
    await hotel.write(({ destinations }) =>
      destinations.update(destination({ config: { type: 'webhook', url: 'http://10.0.0.9/' } })),
    )

    expect(await take(hotel)).toBe(2)
    expect(await hotel.read.destinations.get(PMS)).toMatchObject({
      config: { url: 'http://10.0.0.9/' },
    })
  })

  test('a destination that is not there gives no number', async () => {
    await expect(take(hotel)).rejects.toThrow('no result')
  })
}

function testConcurrentSequence(hotel: Hotel) {
  const post = (n: number) =>
    hotel.write(async (stores) => {
      const sequence = await stores.destinations.takeSequence(PMS)
      await stores.deliveries.insert(delivery({ id: `${n}`, sequence }))
      return sequence
    })

  test('many takers at a time never get the same number, and none is left out', async () => {
    await hotel.write(({ destinations }) => destinations.insert(destination()))
    const taken = (await Promise.all(Array.from({ length: 40 }, (_, n) => post(n)))).toSorted((a, b) => a - b)

    expect(taken).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    const stored = await hotel.read.deliveries.page({ scope: null, limit: 100 })
    expect(stored.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(taken)
    expect(await take(hotel)).toBe(41)
  })
}

function testFormerSequence(hotel: Hotel) {
  test('one that is deleted and added again under its name goes on with its numbers; another begins with 1', async () => {
    const take = (of: DestinationKey) => hotel.write(({ destinations }) => destinations.takeSequence(of))
    const [pms, bar] = [destination({ sequence: 41 }), destination({ name: 'bar', sequence: 0 })]
    for (const round of [42, 43]) {
      await hotel.write(({ destinations }) =>
        destinations.insert({ ...pms, sequence: round === 42 ? 41 : 0 }),
      )
      expect(await take(pms)).toBe(round)
      await hotel.write(({ destinations }) => destinations.remove(pms))
    }
    await hotel.write(({ destinations }) => destinations.insert(bar))
    expect(await take(bar)).toBe(1)
  })
}

function testSubscribers(hotel: Hotel) {
  test('those who are told more than their kind is are found, as they are at the moment', async () => {
    const url = 'http://10.0.0.5/'
    const of = (name: string, events?: ('alarm.raised' | 'wakeup.failed')[]) =>
      destination({ name, config: { type: 'webhook', url, ...(events ? { events } : {}) } })
    await hotel.write(async ({ destinations }) => {
      for (const one of [of('c', ['alarm.raised', 'wakeup.failed']), of('b', []), of('a')])
        await destinations.insert(one)
    })
    const found = async () =>
      (await hotel.read.destinations.subscribers()).map(({ name, events }) => [name, ...events])
    expect(await found()).toEqual([['c', 'alarm.raised', 'wakeup.failed']])
    await hotel.write(async ({ destinations }) => {
      await destinations.update(of('a', ['alarm.raised']))
      await destinations.update(of('c'))
      await destinations.lock(of('a'))
    })
    expect(await found()).toEqual([['a', 'alarm.raised']])
  })
}
