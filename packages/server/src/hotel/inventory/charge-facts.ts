import { type Static, Type } from 'typebox'
import { guardOf, maybe, named, number, text } from '../../kernel/schema.ts'

/** A charge in words and figures, as connectors are told of it; also one that is only a test. */
const TOLD = {
  charge: text,
  item: Type.Object({ id: text, description: text, category: named }),
  quantity: number,
  price: text,
  total: text,
  user: text,
  /** Who stayed in the room; `system` is the property system that told of them. */
  guests: maybe(Type.Array(Type.Object({ name: text, reservation: text, system: text }))),
}

/** The same as the log keeps it, with where it was made. */
export const CHARGE_FACTS = { ...TOLD, room: text, tenant: text }

const told = Type.Object(TOLD)
const facts = Type.Object(CHARGE_FACTS)
export type ChargeTold = Static<typeof told>
export type ChargeFacts = Static<typeof facts>

export const isChargeTold = guardOf(told)
export const isChargeFacts = guardOf(facts)
