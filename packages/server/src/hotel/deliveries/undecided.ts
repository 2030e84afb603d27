import { amountText, isChargeTold } from '../inventory/charge-facts.ts'
import { addUp, formatSum, NO_SUM, type Sum, sumOf } from '../inventory/money.ts'
import { type Delivery, roomOf } from './delivery.ts'

/** Charges of which nobody can tell whether they arrived, or arrived once only, put into words. */

/** What is in doubt: the first may not be there, the second may be there twice. */
export interface InDoubt {
  readonly undecided: readonly Delivery[]
  readonly doubled: readonly Delivery[]
}

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
const amounting = (charges: readonly Delivery[]) => `${charged(charges.length)} of ${sumOfCharges(charges)}`

const namesOf = (charges: readonly Delivery[]) =>
  [...new Set(charges.map(({ destination }) => destination))].join(', ')

/** A guest leaves at this moment, or is expected to today. */
export type Leave = 'now' | 'today'
const LEAVES: Readonly<Record<Leave, string>> = { now: 'checks out', today: 'is due to check out' }

/** Of one room, to whoever sees its guest off. */
export function inDoubtOfRoom(room: string, leave: Leave, { undecided, doubled }: InDoubt): string {
  const doubts = [
    ...(undecided.length > 0
      ? [`nobody can tell whether ${amounting(undecided)} reached ${namesOf(undecided)}`]
      : []),
    ...(doubled.length > 0 ? [`${amounting(doubled)} may be twice at ${namesOf(doubled)}`] : []),
  ]
  const decide = undecided.length > 0 ? ', and decide' : ''
  return `Room ${room} ${LEAVES[leave]}, and ${doubts.join(', and ')}: look at the folio before the guest has left${decide}`
}

const inRoom = (charges: readonly Delivery[]) => `room ${charges[0]?.room} ${sumOfCharges(charges)}`

/** So many rooms are named. */
const MOST_ROOMS = 10

function byRoom(charges: readonly Delivery[]): string {
  const rooms = [...new Set(charges.map(roomOf))]
  const named = rooms
    .slice(0, MOST_ROOMS)
    .map((room) => inRoom(charges.filter((one) => roomOf(one) === room)))
  const others = rooms.length > MOST_ROOMS ? [`${rooms.length - MOST_ROOMS} more rooms`] : []
  return [...named, ...others].join(', ')
}

/** Of the whole house; null where nothing is in doubt. */
export function inDoubtOfHouse({ undecided, doubled }: InDoubt): string | null {
  const doubts = [
    ...(undecided.length > 0
      ? [
          `nobody can tell whether ${charged(undecided.length)} reached ${namesOf(undecided)}: ${byRoom(undecided)}`,
        ]
      : []),
    ...(doubled.length > 0
      ? [`${charged(doubled.length)} may be twice at ${namesOf(doubled)}: ${byRoom(doubled)}`]
      : []),
  ]
  return doubts.length === 0 ? null : doubts.join(', ')
}
