import { type Static, Type } from 'typebox'
import type { Instant } from '../../kernel/clock.ts'
import { guardOf, named, text } from '../../kernel/schema.ts'
import type { TenantId } from '../accounts/tenancy.ts'

export interface StatusType {
  readonly tenant: TenantId
  readonly id: string
  readonly description: string
  readonly condition: string | null
}

/** The last reported status of a room, in the words it had then. */
export interface RoomStatus {
  readonly tenant: TenantId
  readonly room: string
  readonly status: string
  readonly description: string
  readonly changedAt: Instant
  readonly actor: string
}

/** A change of a room's status, as the log keeps it and as servers are told of it. */
export const STATUS_FACTS = { status: named, previous: Type.Union([named, Type.Null()]), user: text }

const told = Type.Object(STATUS_FACTS)
export type StatusTold = Static<typeof told>

export const isStatusTold = guardOf(told)
