import { amountText, type ChargeFacts } from '../inventory/charge-facts.ts'

/** What the desk is told of charges that it takes back or books by hand. */

export const soldWords = (facts: ChargeFacts) =>
  `${facts.quantity} x ${facts.item.description} (${amountText(facts)})`

/** As somebody finds it at the connector. */
export const postedWords = (facts: ChargeFacts, whose: string, posting: number | null) =>
  `${soldWords(facts)} of room ${facts.room}${whose}${posting === null ? '' : `, posting ${posting}`}`

/** Their folio is not that of the room any more. */
export function chargedTo({ guests = [] }: ChargeFacts): string {
  const names = guests.map(({ name }) => name).filter((name) => name !== '')
  return names.length === 0 ? '' : `, charged to ${names.join(' and ')}`
}
