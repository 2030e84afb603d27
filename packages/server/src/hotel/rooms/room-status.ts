import type { Instant } from '../../kernel/clock.ts'
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
