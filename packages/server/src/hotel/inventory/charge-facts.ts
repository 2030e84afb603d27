import { type Static, Type } from 'typebox'
import { fitsIn, number, text } from '../../kernel/schema.ts'

const named = Type.Object({ id: text, description: text })

/** A charge in words and figures, as the log keeps it and as connectors are told of it. */
export const CHARGE_FACTS = {
  charge: text,
  room: text,
  item: Type.Object({ id: text, description: text, category: named }),
  quantity: number,
  price: text,
  total: text,
  user: text,
  tenant: text,
}

const told = Type.Object(CHARGE_FACTS)
export type ChargeFacts = Static<typeof told>

const fits = fitsIn({ told })
export const isChargeFacts = (payload: unknown): payload is ChargeFacts => fits('told', payload)
