import { amountText, isChargeTold } from '../inventory/charge-facts.ts'
import { addUp, formatSum, NO_SUM, type Sum, sumOf } from '../inventory/money.ts'
import { type Delivery, roomOf } from './delivery.ts'

/** Charges of which nobody can tell whether they arrived, put into words. */

/** What they come to; amounts of two currencies are never added up: `9.00 CHF and 3.00 EUR`. */
export function sumOfCharges(charges: readonly Delivery[]): string {
  const sums = new Map<string, Sum>()
  for (const { payload } of charges) {
    if (!isChargeTold(payload)) continue
    const { currency = '', total } = payload
    sums.set(currency, addUp(sums.get(currency) ?? NO_SUM, sumOf(total)))
  }
  return Array.from(sums, ([currency, sum]) => amountText({ total: formatSum(sum), currency })).join(' and ')
}

const charged = (count: number) => (count === 1 ? '1 charge' : `${count} charges`)

const namesOf = (charges: readonly Delivery[]) =>
  [...new Set(charges.map(({ destination }) => destination))].join(', ')

/** Of one room, to whoever sees its guest off. */
export const undecidedOfRoom = (room: string, charges: readonly Delivery[]): string =>
  `Room ${room} checks out, and nobody can tell whether ${charged(charges.length)} of ${sumOfCharges(charges)} reached ${namesOf(charges)}: look at the folio before the guest has left, and decide`

const inRoom = (charges: readonly Delivery[]) => `room ${charges[0]?.room} ${sumOfCharges(charges)}`

/** So many rooms are named. */
const MOST_ROOMS = 10

/** Of the whole house. */
export function undecidedOfHouse(charges: readonly Delivery[]): string {
  const rooms = [...new Set(charges.map(roomOf))]
  const named = rooms
    .slice(0, MOST_ROOMS)
    .map((room) => inRoom(charges.filter((one) => roomOf(one) === room)))
  const others = rooms.length > MOST_ROOMS ? [`${rooms.length - MOST_ROOMS} more rooms`] : []
  return `nobody can tell whether ${charged(charges.length)} reached ${namesOf(charges)}: ${[...named, ...others].join(', ')}`
}
