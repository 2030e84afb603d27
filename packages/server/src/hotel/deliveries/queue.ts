import type { Instant } from '../../kernel/clock.ts'
import type { Destination, Purpose } from './destination.ts'
import { type DeliveryHealth, TOLD_AFTER, WELL } from './retry.ts'
import type { TenantId } from '../accounts/tenancy.ts'

/** How a link is at the moment, since when and why. */
export interface LinkStanding {
  readonly isUp: boolean
  /** It is not tried again until an operator acts. */
  readonly isGivenUp: boolean
  readonly since: Instant
  readonly why: string
}

/** How the queue of a destination is at the moment. */
export const QUEUE_STATES = ['flowing', 'probing', 'paused', 'unready', 'disabled'] as const
export type QueueState = (typeof QUEUE_STATES)[number]

/** The same for people: `failing`, when nothing has reached the destination for so long that the desk was told. */
export const DESTINATION_STATES = [...QUEUE_STATES, 'failing'] as const
export type DestinationState = (typeof DESTINATION_STATES)[number]

export function stateAt({ state, failingSince, link }: QueueView, now: Instant): DestinationState {
  if (state === 'disabled') return state
  const since = failingSince ?? (link && !link.isUp ? link.since : null)
  return since !== null && now - since >= TOLD_AFTER ? 'failing' : state
}

/** What a queue says of itself. */
export interface QueueView extends DeliveryHealth {
  readonly purpose: Purpose
  readonly name: string
  readonly tenant: TenantId
  readonly state: QueueState
  /** How its link is; null where it is reached anew for each message. */
  readonly link: LinkStanding | null
  /** Messages that are under way. */
  readonly underWay: number
  /** When the system has disabled it by itself, and why. */
  readonly disabledAt: Instant | null
  readonly disabledWhy: string
}

/** Since when nothing gets to a destination; null while it does, or where nobody can tell. */
export const awaySince = ({ disabledAt, failingSince, link }: QueueView): Instant | null =>
  disabledAt ?? failingSince ?? (link !== null && !link.isUp ? link.since : null)

/** For a destination that cannot be sent to. */
export const idleQueue = ({ purpose, name, tenant, settings }: Destination): QueueView => ({
  purpose,
  name,
  tenant,
  state: settings.disabled ? 'disabled' : 'unready',
  link: null,
  underWay: 0,
  ...WELL,
  disabledAt: null,
  disabledWhy: '',
})
