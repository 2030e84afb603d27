import { once } from 'node:events'
import { connect } from 'node:net'
import type { PmsBehaviour } from '@reveille/fias/testing'
import { expect } from 'vitest'
import { openPropertyHotel, type PropertyHotel } from './property-hotel.ts'

/** Six charges of two rooms, and what a property system makes of them. */

export const ROOMS = ['101', '102', '101', '101', '102', '101'] as const

/** A charge for each, told apart by its quantity. */
export async function chargeAll(house: PropertyHotel, first = 0) {
  for (const [n, room] of ROOMS.entries()) if (n >= first) await house.charge(room, n + 1)
}

export const IN_ORDER = ROOMS.map((room, n) => [room, String(n + 1), String(n + 1)])

/** Room, quantity and posting number of each booking. */
export const folioOf = ({ pms }: PropertyHotel) =>
  pms.folio.bookings.map(({ room, articles, number }) => [room, articles[0]?.count, number])

export const statesOf = async (house: PropertyHotel) => (await house.deliveries()).map(({ state }) => state)

export const kindsOf = async (house: PropertyHotel) => (await house.alarms()).map(({ kind }) => kind)

export const postingsTo = ({ pms }: PropertyHotel) => pms.received.filter(({ id }) => id === 'PS')

/** As often as the first of them came. */
export const firstPosting = (house: PropertyHotel) =>
  postingsTo(house).filter(({ fields }) => fields.some(([id, value]) => id === 'P#' && value === '1'))

/** Everything is on the folio once and in order, by the rules of FIAS, and nobody needed to be told anything. */
export async function expectAllBookedOnce(house: PropertyHotel) {
  expect(folioOf(house)).toEqual(IN_ORDER)
  expect(house.pms.violations).toEqual([])
  expect(await statesOf(house)).toEqual(ROOMS.map(() => 'delivered'))
  expect(await kindsOf(house)).toEqual([])
}

/** Every charge is there, and in each room in order; one that came twice is looked at once. */
export function expectOrderInRooms(house: PropertyHotel) {
  const found = house.pms.folio.bookings.filter(({ isDuplicate }) => !isDuplicate)
  const byRoom = (room: string) =>
    found.filter((one) => one.room === room).map(({ articles, number }) => [room, articles[0]?.count, number])
  expect([...byRoom('101'), ...byRoom('102')]).toEqual(
    IN_ORDER.toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
  )
}

/** How often we have connected, and described ourselves. */
export const linksOf = ({ pms }: PropertyHotel) => [
  pms.connections,
  pms.received.filter(({ id }) => id === 'LD').length,
]

/** The first posting meets this behaviour, and everything after it one that is as it should be. */
export async function openWith(behaviour: Partial<PmsBehaviour>, connector = {}) {
  const house = await openPropertyHotel({ system: { behaviour }, connector })
  await house.linked()
  await house.charge(ROOMS[0], 1)
  await house.until(() => postingsTo(house).length === 1)
  house.pms.behave({ posting: 'answer', books: true, status: null, text: '' })
  await chargeAll(house, 1)
  return house
}

/** Somebody else connects to the port of ours. */
export async function kick({ pms }: PropertyHotel) {
  const other = connect(pms.address)
  await once(other, 'connect')
  other.on('error', () => {}).resume()
}
