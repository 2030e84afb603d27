import { type Static, Type } from 'typebox'
import { guardOf, named, text } from '../../kernel/schema.ts'

/** A change of a room's status, as the log keeps it and as servers are told of it. */
export const STATUS_FACTS = { status: named, previous: Type.Union([named, Type.Null()]), user: text }

const told = Type.Object(STATUS_FACTS)
export type StatusTold = Static<typeof told>

export const isStatusTold = guardOf(told)
