import { Type } from 'typebox'
import { text } from '../../kernel/schema.ts'
import { OUTCOMES } from '../wakeups/wakeup-outcome.ts'
import { detail } from './detail.ts'

/** What a property system knows a call by. */
const key = { room: text, date: text, time: text }
const word = Type.Union([Type.Enum(OUTCOMES), Type.Enum(['impossible', 'taken back']), Type.Null()])

/** A property system has asked for a call. */
export const REQUEST_ROWS = {
  'property.asked': detail(key),
  'property.refused': detail(key),
}

export const PROPERTY_ROWS = {
  ...REQUEST_ROWS,
  'property.told': detail({ ...key, call: text, system: text, word }),
  /** It was told of a call that was made here. */
  'property.announced': detail({ ...key, call: text, system: text }),
  'property.resync': detail({ system: text }),
}
