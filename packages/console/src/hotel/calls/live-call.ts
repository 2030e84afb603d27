import type { WakeupRecord, WholeWakeup } from '@reveille/contract'
import { instantOf } from '../../kernel/clock.ts'
import { type Change, type HouseEvent, textOf } from '../house-event.ts'

/** What only the stream tells of a phone that rings. */
export interface Ringing {
  readonly since: number
  readonly line: string
  /** How often the room was dialled by then. */
  readonly number: number
  readonly isPickedUp: boolean
}

/** Who took a call away, while somebody looked. */
interface Gone {
  readonly by: string
  readonly at: string
}

/** A call, and how its phone rings at this moment. */
export interface LiveCall extends WholeWakeup {
  readonly rings?: Ringing
  /** The server has it no longer. */
  readonly gone?: Gone
  /** A later day of this series, of which the server has no record yet. */
  readonly dayOf?: string
}

const PENDING = 0
const CALLING = 1
const DONE = 2
const COMPLETE = 1

export const isPending = ({ status, gone }: LiveCall): boolean => status === PENDING && gone === undefined
export const isRinging = ({ status, gone }: LiveCall): boolean => status === CALLING && gone === undefined
export const isOver = ({ status }: WholeWakeup): boolean => status === DONE

/** After these a call is in no list any more. */
const REMOVALS = ['wakeup.deleted', 'wakeup.cancelled', 'wakeup.rescheduled']
/** Of those: somebody wanted it no longer. What was moved is there at its other time. */
const CANCELLATIONS = ['wakeup.deleted', 'wakeup.cancelled']

/** What is left of a call to be shown, struck, after this event; null: it is not about its end. */
export const goneBy = (call: LiveCall | undefined, { kind, actor, at }: HouseEvent): LiveCall | null =>
  call !== undefined && CANCELLATIONS.includes(kind) ? { ...call, gone: { by: actor, at } } : null

/** So close together, who set one and took the other away meant one for the other. */
const AT_ONCE = 60_000

/** The call that rings in the place of one that is gone: of its room and moment, set by whoever took that away then. */
export const inPlaceOf = ({ id, room, tenant, scheduled, gone }: LiveCall, calls: Iterable<LiveCall>) =>
  [...calls].find(
    (other) =>
      gone !== undefined &&
      other.id !== id &&
      other.gone === undefined &&
      other.room === room &&
      other.tenant === tenant &&
      instantOf(other.scheduled) === instantOf(scheduled) &&
      other.askedBy === gone.by &&
      Math.abs(instantOf(other.created) - instantOf(gone.at)) < AT_ONCE,
  )

const PLANS = [...REMOVALS, 'wakeup.created', 'wakeup.changed', 'wakeup.restored', 'wakeup.skipped']

/** Other calls are to come than before. */
export const changesPlans = ({ kind }: HouseEvent): boolean => PLANS.includes(kind)

/** Steps of an attempt: what becomes of the call is told by another event. */
const STEPS = ['wakeup.claimed', 'wakeup.progress', 'wakeup.key', 'wakeup.ended']

/**
 * What an event means for the calls that a page holds. A finished day of a series is a record of its own: it is read beside
 * the series.
 */
export function callChange({ kind, call, wakeup }: HouseEvent): Change | null {
  if (call === null || !(kind.startsWith('wakeup.') || kind.startsWith('alarm.'))) return null
  if (REMOVALS.includes(kind)) return { deed: 'remove', id: call }
  return { deed: 'read', id: call, ...(wakeup === null || wakeup === call ? {} : { also: [wakeup] }) }
}

/** These may change what is told of another call of the room, which had not woken the guest: that it was rung again. */
const TOLD_OF_ROOM = ['wakeup.created', 'wakeup.settled', 'wakeup.overwritten']

/** The same with those calls; `failedIn` are the ones of its room. */
export function changeWithRoom(
  event: HouseEvent,
  failedIn: (room: string) => Iterable<string>,
): Change | null {
  const change = callChange(event)
  if (change?.deed !== 'read' || !TOLD_OF_ROOM.includes(event.kind)) return change
  const also = [...(change.also ?? []), ...failedIn(event.room)]
  return also.length === 0 ? change : { ...change, also }
}

/** It repeats: it is not one of its finished days. */
export const isSeries = ({ daily, days, series }: Pick<LiveCall, 'daily' | 'days' | 'series'>): boolean =>
  series === undefined && (daily || days !== undefined)

/** Over, and the guest was not woken by it. */
export const isFailed = ({ status, result }: WholeWakeup): boolean => status === DONE && result !== COMPLETE

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

/** What an event alone makes of a call; null: it must be read. */
export function reduceCall(call: LiveCall, { kind, at, detail }: HouseEvent): LiveCall | null {
  if (STEPS.includes(kind)) return call
  if (kind === 'wakeup.dialled') return isOver(call) ? null : dialled(call, at, detail)
  if (kind === 'wakeup.answered')
    return call.rings === undefined ? null : { ...call, rings: { ...call.rings, isPickedUp: true } }
  return null
}

const dialled = (call: LiveCall, at: string, detail: HouseEvent['detail']): LiveCall => ({
  ...call,
  status: CALLING,
  next: null,
  dialled: call.dialled ?? at,
  rings: {
    since: instantOf(at),
    line: textOf(detail['line']),
    number: numberOf(detail['number']),
    isPickedUp: false,
  },
})

/** Since when the phone rings: read without events, only the first time is known. */
export function ringsSince(call: LiveCall): number | null {
  if (call.rings !== undefined) return call.rings.since
  return call.dialled === null || call.attempts > 1 ? null : instantOf(call.dialled)
}

/** Under which the board has its room: of rooms without a tenant the calls name the site. */
export const roomOf = ({ tenant, room }: Pick<WakeupRecord, 'tenant' | 'room'>, site: string): string =>
  `${tenant === site ? '' : tenant} ${room}`
