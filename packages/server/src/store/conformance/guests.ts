import { expect, test } from 'vitest'
import { guest } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
import { EMPTY_TEXT, IN_BYTE_ORDER, LARGEST, SHUFFLED, SMALLEST, WORLD_TEXT, ZEROS } from './words.ts'

export function testGuests(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'a guest',
    variants: [
      guest({
        tenant: 't1',
        room: ZEROS,
        name: WORLD_TEXT,
        language: 'de',
        vip: true,
        arrivedAt: LARGEST,
        system: 'pms',
        reservation: '0077',
        departs: '20261115',
        cameFrom: '99',
      }),
      guest({
        tenant: 't1',
        room: '70',
        name: EMPTY_TEXT,
        language: null,
        vip: false,
        arrivedAt: SMALLEST,
      }),
    ],
    neighbours: [guest({ id: 'G' }), guest({ id: 'g ' }), guest()],
    get: async ({ guests }, { tenant, room, id }) =>
      (await guests.ofRoom(tenant, room)).find((found) => found.id === id),
    insert: ({ guests }, value) => guests.insert(value),
    update: ({ guests }, value) => guests.update(value),
    remove: ({ guests }, value) => guests.remove(value),
  })

  const ofRoom = async (tenant: string, room: string) =>
    (await hotel.read.guests.ofRoom(tenant, room)).map(({ id }) => id)

  test('the guests of a room are listed as they arrived, and by id where they came together', async () => {
    await hotel.write(async (stores) => {
      for (const id of SHUFFLED) await stores.guests.insert(guest({ id }))
      await stores.guests.insert(guest({ id: '~', arrivedAt: 1 }))
    })

    expect(await ofRoom('', '101')).toEqual(['~', ...IN_BYTE_ORDER])
  })

  test('a guest is found by id, to the letter, and by another tenant not at all', async () => {
    await hotel.write(async (stores) => {
      await stores.guests.insert(guest({ id: 'g1', tenant: 't1' }))
      await stores.guests.insert(guest({ id: 'G1' }))
    })
    const { guests: store } = hotel.read

    expect(await store.find('g1', 't1')).toEqual(guest({ id: 'g1', tenant: 't1' }))
    expect(await store.find('g1', null)).toMatchObject({ tenant: 't1' })
    expect(await store.find('g1', '')).toBeUndefined()
    expect(await store.find('g2', null)).toBeUndefined()
  })

  test('all who stay are listed as they arrived; to a tenant only its own', async () => {
    await hotel.write(async (stores) => {
      await stores.guests.insert(guest({ id: 'second', arrivedAt: 2, room: '9' }))
      await stores.guests.insert(guest({ id: 'first', arrivedAt: 1 }))
      await stores.guests.insert(guest({ id: 'of a tenant', tenant: 't1', arrivedAt: 3 }))
    })
    const ids = async (scope: string | null) => (await hotel.read.guests.list(scope)).map(({ id }) => id)

    expect(await ids(null)).toEqual(['first', 'second', 'of a tenant'])
    expect(await ids('')).toEqual(['first', 'second'])
    expect(await ids('t1')).toEqual(['of a tenant'])
    expect(await ids('t2')).toEqual([])
  })

  test('the guests of several rooms of a tenant are found at once, as they arrived', async () => {
    await hotel.write(async (stores) => {
      await stores.guests.insert(guest({ id: 'second', arrivedAt: 2 }))
      await stores.guests.insert(guest({ id: 'first', arrivedAt: 1, room: '102' }))
      await stores.guests.insert(guest({ id: 'of a tenant', tenant: 't1' }))
      await stores.guests.insert(guest({ id: 'elsewhere', room: '0101' }))
    })
    const { guests: store } = hotel.read

    const ids = async (tenant: string) =>
      (await store.ofRooms(tenant, ['101', '102', '999'])).map(({ id }) => id)
    expect(await ids('')).toEqual(['first', 'second'])
    expect(await ids('t1')).toEqual(['of a tenant'])
    expect(await store.ofRooms('', [])).toEqual([])
  })

  test('a guest is found by the reservation of a system, and a system has its own guests', async () => {
    await hotel.write(async (stores) => {
      await stores.guests.insert(guest({ id: 'late', system: 'pms', reservation: '77', arrivedAt: 2 }))
      await stores.guests.insert(guest({ id: 'early', system: 'pms', reservation: '077', arrivedAt: 1 }))
      await stores.guests.insert(guest({ id: 'of another', system: 'PMS', reservation: '77' }))
      await stores.guests.insert(guest({ id: 'of the desk' }))
    })
    const { guests: store } = hotel.read

    expect(await store.ofReservation('pms', '77')).toMatchObject({ id: 'late' })
    expect(await store.ofReservation('pms', '7')).toBeUndefined()
    expect((await store.ofSystem('pms')).map(({ id }) => id)).toEqual(['early', 'late'])
    expect(await store.ofSystem('other')).toEqual([])
  })

  test('those who leave by a day are found, the earliest first, and nobody of whom that is not known', async () => {
    await hotel.write(async (stores) => {
      await stores.guests.insert(guest({ id: 'today', departs: '20261115' }))
      await stores.guests.insert(guest({ id: 'overdue', departs: '20261031', tenant: 't1' }))
      await stores.guests.insert(guest({ id: 'tomorrow', departs: '20261116' }))
      await stores.guests.insert(guest({ id: 'unknown' }))
    })

    const leaving = async (by: string) => (await hotel.read.guests.leaving(by)).map(({ id }) => id)
    expect(await leaving('20261115')).toEqual(['overdue', 'today'])
    expect(await leaving('20261030')).toEqual([])
  })

  test('rooms of the same number in two tenants have their own guests', async () => {
    await hotel.write(async (stores) => {
      for (const tenant of ['', 't1']) await stores.guests.insert(guest({ id: `of ${tenant}`, tenant }))
    })

    expect(await ofRoom('t1', '101')).toEqual(['of t1'])
    expect(await ofRoom('', '101')).toEqual(['of '])
    expect(await ofRoom('', '0101')).toEqual([])
  })
}
