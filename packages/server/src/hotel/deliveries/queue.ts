import type { Instant } from '../../kernel/clock.ts'
import type { Destination, Purpose } from './delivery.ts'
import type { LinkStanding } from '../property/property.ts'
import { type Health, WELL } from './retry.ts'
import type { TenantId } from '../site/tenancy.ts'

/** How the lane of a destination is at the moment. */
export const LANE_STATES = ['flowing', 'probing', 'paused', 'unready', 'disabled'] as const
export type LaneState = (typeof LANE_STATES)[number]

/** What a lane says of itself. */
export interface LaneView extends Health {
  readonly purpose: Purpose
  readonly name: string
  readonly tenant: TenantId
  readonly state: LaneState
  /** How its link is; null where it is reached anew for each message. */
  readonly link: LinkStanding | null
  /** Messages that are under way. */
  readonly flying: number
  /** When the system has disabled it by itself, and why. */
  readonly disabledAt: Instant | null
  readonly disabledWhy: string
}

/** Of a destination that nobody here can send to. */
export const idleLane = ({ purpose, name, tenant, config }: Destination): LaneView => ({
  purpose,
  name,
  tenant,
  state: config.disabled === true ? 'disabled' : 'unready',
  link: null,
  flying: 0,
  ...WELL,
  disabledAt: null,
  disabledWhy: '',
})
