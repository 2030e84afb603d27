import type { Instant } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { TenantId } from './tenancy.ts'

export type Purpose = 'charge' | 'room-status'
export type DeliveryState = 'waiting' | 'sending' | 'delivered' | 'refused' | 'uncertain' | 'dead'

/** Where messages go: a connector of the inventory, or a server that takes room-status pushes. */
export interface Destination {
  readonly purpose: Purpose
  readonly name: string
  readonly tenant: TenantId
  readonly config: Readonly<Record<string, unknown>>
  readonly sequence: number
}

/** One message for one destination. */
export interface Delivery {
  readonly id: string
  readonly purpose: Purpose
  readonly destination: string
  readonly tenant: TenantId
  readonly kind: string
  readonly room: string
  readonly sequence: number
  readonly state: DeliveryState
  readonly attempts: number
  readonly nextAt: Instant
  readonly createdAt: Instant
  readonly payload: Readonly<Record<string, unknown>>
}

export interface DeliveryAttempt {
  readonly at: Instant
  readonly status: number | null
  readonly ms: number
  readonly text: string
}

/** An operator sends a message again: due at once, in its old place, under its old id. */
export function replayDelivery(
  one: Delivery,
  how: { force: boolean; reason: string },
  now: Instant,
): Delivery {
  if (one.state === 'sending')
    throw new Failure('state.conflict', 'This delivery is being sent at this moment')
  const mayHaveArrived = one.state === 'delivered' || one.state === 'uncertain'
  if (mayHaveArrived && !(how.force && how.reason !== ''))
    throw new Failure(
      'state.conflict',
      'This delivery may have arrived already; sending it again may bill twice: give force=true and a reason',
    )
  return { ...one, state: 'waiting', nextAt: now }
}
