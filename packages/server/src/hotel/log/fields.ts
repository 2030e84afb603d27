import { type TProperties, Type } from 'typebox'

/** The words in which details are written down, of rows of the log and of alarms. */

export const text = Type.String()
export const number = Type.Number()
export const yesNo = Type.Boolean()
export const textOrNull = Type.Union([text, Type.Null()])
export const numberOrNull = Type.Union([number, Type.Null()])
export const texts = Type.Immutable(Type.Array(text))
/** What the check at night has found. */
export const findings = Type.Immutable(Type.Array(Type.Object({ name: text, ok: yesNo, text })))
export const maybe = Type.Optional

/** The detail of a row. `address`: where a person did it from. */
export const detail = <P extends TProperties>(fields: P) => Type.Object({ ...fields, address: maybe(text) })
