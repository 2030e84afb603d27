import { amountText, type ChargeFacts, isChargeFacts } from '../inventory/charge-facts.ts'
import type { Delivery } from './delivery.ts'
import { CORRECT_MESSAGE } from './take-back.ts'

/** What the desk is told of charges that it takes back or books by hand. */

export const soldWords = (facts: ChargeFacts) =>
  `${facts.quantity} x ${facts.item.description} (${amountText(facts)})`

/** A correction that its connector will not have: what it was to take the place of stands there still. */
export const isLostCorrection = ({ kind, state }: Delivery) =>
  kind === CORRECT_MESSAGE && (state === 'refused' || state === 'dead')

/** What somebody has to look for there. */
export const stillThere = (one: Delivery, facts: ChargeFacts): ChargeFacts =>
  isLostCorrection(one) && isChargeFacts(one.payload) ? { ...facts, ...one.payload.previous } : facts

/** As somebody finds it at the connector. */
export const postedWords = (facts: ChargeFacts, whose: string, posting: number | null) =>
  `${soldWords(facts)} of room ${facts.room}${whose}${posting === null ? '' : `, posting ${posting}`}`

/** Their folio is not that of the room any more. */
export function chargedTo({ guests = [] }: ChargeFacts): string {
  const names = guests.map(({ name }) => name).filter((name) => name !== '')
  return names.length === 0 ? '' : `, charged to ${names.join(' and ')}`
}
