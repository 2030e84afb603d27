import { Type } from 'typebox'
import { maybe, number, numberOrNull, text, yesNo } from '../../kernel/schema.ts'
import { DELIVERY_STATES, RULINGS } from '../deliveries/delivery.ts'
import { CLEARINGS } from '../deliveries/clearance.ts'
import { detail } from './detail.ts'

const purpose = Type.Enum(['charge', 'room-status'])
const state = Type.Enum(DELIVERY_STATES)

/** What became of one message; without an answer where it was never sent. */
const settled = detail({
  delivery: text,
  destination: text,
  purpose,
  attempts: maybe(number),
  status: maybe(numberOrNull),
  ms: maybe(number),
})

/** Rows that tell of messages, each of which tells of a guest. */
export const MESSAGE_ROWS = {
  'delivery.delivered': settled,
  'delivery.refused': settled,
  'delivery.uncertain': settled,
  'delivery.dead': settled,
  /** One by its id, or all of a destination since a moment. */
  'delivery.replayed': detail({
    destination: text,
    delivery: maybe(text),
    was: maybe(state),
    force: maybe(yesNo),
    reason: maybe(text),
    since: maybe(number),
    replayed: maybe(number),
    /** Of them, those that had arrived, or may have. */
    delivered: maybe(number),
    uncertain: maybe(number),
  }),
  'delivery.ruled': detail({
    delivery: text,
    destination: text,
    was: state,
    as: Type.Enum([...RULINGS, 'handover']),
    /** The destination that has taken it over, and what it is there. */
    to: maybe(text),
    reason: text,
  }),
  /** An answer that came when somebody had decided, and says otherwise. */
  'delivery.contradicted': detail({
    delivery: text,
    destination: text,
    purpose,
    was: state,
    answer: text,
  }),
}

const tested = detail({
  key: text,
  id: text,
  status: numberOrNull,
  ms: number,
  verdict: Type.Enum(['delivered', 'later', 'refused', 'uncertain']),
})

export const DELIVERY_ROWS = {
  ...MESSAGE_ROWS,
  'delivery.disabled': detail({ destination: text, why: text }),
  /** All that waited for it was dropped or handed over; of those, how many may have arrived or were there already. */
  'delivery.cleared': detail({
    destination: text,
    purpose,
    as: Type.Enum(CLEARINGS),
    to: maybe(text),
    reason: text,
    cleared: number,
    uncertain: number,
    known: number,
  }),
  'delivery.enabled': detail({ destination: text, since: numberOrNull }),
  'connector.tested': tested,
  'server.tested': tested,
}
