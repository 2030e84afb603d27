import { type TProperties, Type } from 'typebox'
import { maybe, text } from '../../kernel/schema.ts'

/** The detail of a row. `address`: where a person did it from; `written`: when, if that was not at once. */
export const detail = <P extends TProperties>(fields: P) =>
  Type.Object({ address: maybe(text), written: maybe(text), ...fields })
