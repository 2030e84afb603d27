import { type TProperties, Type } from 'typebox'
import { maybe, text } from '../../kernel/schema.ts'

/** The detail of a row. `address`: where a person did it from. */
export const detail = <P extends TProperties>(fields: P) => Type.Object({ ...fields, address: maybe(text) })
