import { expect, test } from 'vitest'
import type { Room } from '../../hotel/rooms/room.ts'
import { customRoom, mailbox } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { IN_BYTE_ORDER, SHUFFLED } from './words.ts'

interface Given {
  readonly custom?: readonly string[]
  readonly mailboxes?: readonly string[]
}

/** `t1:101` is room 101 of tenant t1, `101` that of no tenant. */
const toRoom = (text: string): Room => {
  const [number = '', tenant = ''] = text.split(':').toReversed()
  return { tenant, number }
}
const toText = ({ tenant, number }: Room) => (tenant === '' ? number : `${tenant}:${number}`)

const give = (hotel: Hotel, { custom = [], mailboxes = [] }: Given) =>
  hotel.write(async (stores) => {
    for (const room of custom.map(toRoom)) await stores.rooms.insertCustom(customRoom(room))
    for (const room of mailboxes.map(toRoom)) await stores.mailboxes.insert(mailbox(room))
  })

export function testRooms(hotel: Hotel) {
  testCustomList(hotel)
  testInForce(hotel)
  testEither(hotel)
}

function testCustomList(hotel: Hotel) {
  const listCustom = async (scope: string | null) => (await hotel.read.rooms.listCustom(scope)).map(toText)

  test('the custom list keeps its rooms until they are removed', async () => {
    await give(hotel, { custom: ['0070', '70', 't1:70', 'T1:70'] })
    expect(await listCustom(null)).toEqual(['0070', '70', 'T1:70', 't1:70'])

    await hotel.write((stores) => stores.rooms.removeCustom(toRoom('t1:70')))
    await hotel.write((stores) => stores.rooms.removeCustom(toRoom('t1:70')))
    expect(await listCustom(null)).toEqual(['0070', '70', 'T1:70'])
  })

  test('where a room of the custom list lies is kept, and changed in that room only', async () => {
    const one = customRoom({ floor: '03', section: 'West' })
    await hotel.write(async ({ rooms }) => {
      for (const room of [one, customRoom({ tenant: 't1' }), customRoom({ number: 'spa' })])
        await rooms.insertCustom(room)
    })
    const find = (scope: string | null) => hotel.read.rooms.findCustom('SPA', scope)
    expect(await find('')).toEqual([one])
    expect(await find('t2')).toEqual([])

    await hotel.write(({ rooms }) => rooms.updateCustom({ ...one, floor: '', section: 'Est – été' }))
    expect(await find('')).toEqual([{ ...one, floor: '', section: 'Est – été' }])
    expect(await find('t1')).toEqual([customRoom({ tenant: 't1' })])
    expect(await find(null)).toHaveLength(2)
  })

  test('a room stands in the custom list once', async () => {
    await give(hotel, { custom: ['t1:70'] })
    const second = await give(hotel, { custom: ['t1:70'] }).catch((reason: unknown) => reason)

    expect(hotel.dialect.isUniqueViolation(second)).toBe(true)
  })

  test('the custom list stands in the order of numbers as text; to a tenant only its own', async () => {
    await give(hotel, { custom: [...SHUFFLED, 't1:9'] })

    expect(await listCustom('')).toEqual(IN_BYTE_ORDER)
    expect(await listCustom('t1')).toEqual(['t1:9'])
    expect(await listCustom('t2')).toEqual([])
  })
}

function testInForce(hotel: Hotel) {
  const list = async (scope: string | null) => (await hotel.read.rooms.listInForce(scope)).map(toText)
  const find = async (number: string, scope: string | null) =>
    (await hotel.read.rooms.findInForce(number, scope)).map(toText).toSorted()

  test('without a custom list, the mailboxes are the rooms', async () => {
    await give(hotel, { mailboxes: [...SHUFFLED, 't1:9'] })

    expect(await list(null)).toEqual(IN_BYTE_ORDER.flatMap((room) => (room === '9' ? ['9', 't1:9'] : [room])))
    expect(await list('t1')).toEqual(['t1:9'])
    expect(await list('')).toEqual(IN_BYTE_ORDER)
  })

  test('a tenant’s custom list replaces the mailboxes of that tenant, and of no other', async () => {
    await give(hotel, { mailboxes: ['1', '2', 'a:1', 'a:2', 'b:1', 'b:2'], custom: ['a:2', 'a:3'] })

    expect(await list(null)).toEqual(['1', 'b:1', '2', 'a:2', 'b:2', 'a:3'])
    expect(await list('a')).toEqual(['a:2', 'a:3'])
    expect(await list('b')).toEqual(['b:1', 'b:2'])
    expect(await list('')).toEqual(['1', '2'])
    expect(await list('c')).toEqual([])
    expect(await find('2', null)).toEqual(['2', 'a:2', 'b:2'])
    expect(await find('1', null)).toEqual(['1', 'b:1'])
    expect(await find('1', 'a')).toEqual([])
    expect(await find('3', 'a')).toEqual(['a:3'])
    expect(await find('02', null)).toEqual([])
  })

  test('the custom list of no tenant replaces the mailboxes of no tenant only', async () => {
    await give(hotel, { mailboxes: ['1', 'a:1'], custom: ['7'] })

    expect(await list(null)).toEqual(['a:1', '7'])
    expect(await list('')).toEqual(['7'])
    expect(await list('a')).toEqual(['a:1'])
  })

  test('when the last room of a custom list goes, the mailboxes are the rooms again', async () => {
    await give(hotel, { mailboxes: ['a:1'], custom: ['a:7'] })
    await hotel.write((stores) => stores.rooms.removeCustom(toRoom('a:7')))

    expect(await list(null)).toEqual(['a:1'])
  })
}

function testEither(hotel: Hotel) {
  const find = async (number: string, scope: string | null) =>
    (await hotel.read.rooms.findEither(number, scope)).map(toText).toSorted()

  test('a room of either list is found, and found once if it stands in both', async () => {
    await give(hotel, { mailboxes: ['1', 'a:1', 'a:2', 'b:2'], custom: ['a:2', 'a:3', 'b:3'] })

    expect(await find('1', null)).toEqual(['1', 'a:1'])
    expect(await find('2', null)).toEqual(['a:2', 'b:2'])
    expect(await find('3', null)).toEqual(['a:3', 'b:3'])
    expect(await find('1', 'a')).toEqual(['a:1'])
    expect(await find('2', 'a')).toEqual(['a:2'])
    expect(await find('3', '')).toEqual([])
    expect(await find('1', '')).toEqual(['1'])
    expect(await find('01', null)).toEqual([])
  })

  test('rooms of several numbers are found at once', async () => {
    await give(hotel, { mailboxes: ['1', 'a:1', 'a:2'], custom: ['a:2', 'a:3'] })
    const findAll = async (numbers: readonly string[], scope: string | null) =>
      (await hotel.read.rooms.findEitherOf(numbers, scope)).map(toText).toSorted()

    expect(await findAll(['1', '2', '3', '01'], null)).toEqual(['1', 'a:1', 'a:2', 'a:3'])
    expect(await findAll(['1', '3'], 'a')).toEqual(['a:1', 'a:3'])
    expect(await findAll(['3'], '')).toEqual([])
    expect(await findAll([], null)).toEqual([])
  })
}
