import { type Static, Type } from 'typebox'
import { days, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
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

/** Reported in the place of a status: what was said of the room was a mistake, and it has none. */
export const NO_STATUS: StatusType = { tenant: '', id: '', description: '', condition: null }

export const hasStatus = ({ status }: Pick<RoomStatus, 'status'>): boolean => status !== NO_STATUS.id

/** A change of a room's status, as the log keeps it and as servers are told of it. */
export const STATUS_FACTS = { status: named, previous: Type.Union([named, Type.Null()]), user: text }

const told = Type.Object(STATUS_FACTS)
export type StatusTold = Static<typeof told>

export const isStatusTold = guardOf(told)

/** Clocks of devices go ahead a little. */
const AHEAD_MS = minutes(5)

/** When something was reported: now, or at a moment that a device without a connection has noted. */
export function reportedAt(at: Instant | undefined, now: Instant): Instant {
  if (at === undefined) return now
  if (at > now + AHEAD_MS) throw wrongMoment('at must not be in the future')
  if (at < now - days(1)) throw wrongMoment('at must not be more than 24 hours ago')
  return Math.min(at, now)
}

const wrongMoment = (words: string) => new Failure('parameter.invalid', words, { field: 'at' })

/** Moments come in whole seconds: of two within one, the one that comes last counts. */
export const isOlder = (at: Instant, last: Pick<RoomStatus, 'changedAt'> | undefined) =>
  last !== undefined && at < last.changedAt - (last.changedAt % seconds(1))
