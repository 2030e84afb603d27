import { type Static, Type } from 'typebox'
import { guardOf, maybe, named, number, text } from '../../kernel/schema.ts'
import type { Charge } from './charge.ts'
import { formatMoney, negatedText, parseMoney, times } from './money.ts'

/** What was charged, in words and figures. */
const SOLD = {
  item: Type.Object({ id: text, description: text, category: named }),
  quantity: number,
  price: text,
  total: text,
}

/**
 * A charge as connectors are told of it; also one that is only a test. Of what takes a charge back, `charge` is the id of
 * that charge, quantity and total are below zero, and `reason` says why.
 */
const TOLD = {
  charge: text,
  ...SOLD,
  user: text,
  /** Who stayed in the room; `system` is the property system that told of them. */
  guests: maybe(Type.Array(Type.Object({ id: text, name: text, reservation: text, system: text }))),
  currency: maybe(text),
  taxRate: maybe(text),
  reference: maybe(text),
  reason: maybe(text),
  /** Of a charge that stands in the place of another: the id of that one, and what it said. */
  corrects: maybe(text),
  previous: maybe(Type.Object(SOLD)),
}

/** The same as the log keeps it, with where it was made. */
export const CHARGE_FACTS = { ...TOLD, room: text, tenant: text }

const told = Type.Object(TOLD)
const facts = Type.Object(CHARGE_FACTS)
export type ChargeTold = Static<typeof told>
export type ChargeFacts = Static<typeof facts>

export const isChargeTold = guardOf(told)
export const isChargeFacts = guardOf(facts)

export const chargeFacts = (of: Charge): ChargeFacts => ({
  charge: of.id,
  room: of.room,
  item: {
    id: of.item.id,
    description: of.item.description,
    category: { id: of.category.id, description: of.category.description },
  },
  quantity: of.quantity,
  price: formatMoney(of.item.price),
  total: formatMoney(of.total),
  user: of.user,
  tenant: of.tenant,
  ...(of.currency === '' ? {} : { currency: of.currency }),
  ...(of.taxRate === '' ? {} : { taxRate: of.taxRate }),
  ...(of.reference === '' ? {} : { reference: of.reference }),
})

/** The same with nothing of its own history: for what is told or written about it next. */
const bare = ({ corrects: _, previous: _previous, reason: _reason, ...first }: ChargeFacts): ChargeFacts =>
  first

/** What takes a charge back. */
export const takenBackFacts = (first: ChargeFacts, user: string, reason: string): ChargeFacts => ({
  ...bare(first),
  quantity: -first.quantity,
  total: negatedText(first.total),
  user,
  reason,
})

/** What was sold, without who and where. */
export const soldIn = ({ item, quantity, price, total }: ChargeFacts) => ({ item, quantity, price, total })

/** So many of the same, at the price of then; null when the total is too large to be kept exactly. */
export function withQuantity(first: ChargeFacts, quantity: number): ChargeFacts | null {
  const price = parseMoney(first.price)
  try {
    return price && { ...bare(first), quantity, total: formatMoney(times(price, quantity)) }
  } catch {
    return null
  }
}

/** `9.00 CHF`, for people. */
export const amountText = ({ total, currency = '' }: Pick<ChargeFacts, 'total' | 'currency'>) =>
  currency === '' ? total : `${total} ${currency}`
