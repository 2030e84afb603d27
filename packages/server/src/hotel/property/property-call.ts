import { type Instant, minutes } from '../../kernel/clock.ts'
import { type ClockTime, wallTime } from '../time/calendar.ts'
import { clockChangeAt, dayOf, toInstant, wallTimeAt, type Zone } from '../time/local-time.ts'
import type { CallKey, Clearing, LastWord, RequestedWall } from './property.ts'
import { isRepeating, type Wakeup } from '../wakeups/wakeup.ts'
import { isTooFar, type WakeupPlan } from '../wakeups/wakeup-plan.ts'

/** What becomes of a call that a property system asks for. */
export type CallPlan =
  | { readonly kind: 'call'; readonly plan: WakeupPlan }
  | { readonly kind: 'impossible'; readonly why: string }

interface Circumstances {
  readonly now: Instant
  readonly zone: Zone
  /** How late a call is still worth making. */
  readonly graceMs: number
}

/** A call may be asked for just at its time, or a moment too late: then it is rung at once. */
export function planCall(wall: RequestedWall, { now, zone, graceMs }: Circumstances): CallPlan {
  if (wall === null) return { kind: 'impossible', why: 'there is no such date or time' }
  const scheduledAt = toInstant(wall, zone)
  if (isTooFar(scheduledAt, now)) return { kind: 'impossible', why: 'it is more than two years ahead' }
  if (scheduledAt < now - graceMs) return { kind: 'impossible', why: 'its time is over' }
  return {
    kind: 'call',
    plan: {
      scheduledAt,
      wall,
      days: [],
      until: null,
      tomorrow: false,
      clockChange: clockChangeAt(wall, zone),
    },
  }
}

/** Whether this call of its own is cleared. */
export const isCleared = (key: CallKey, { date, time }: Pick<Clearing, 'date' | 'time'>): boolean =>
  (date ?? key.date) === key.date && (time ?? key.time) === key.time

/** Whether another call of the room is cleared: of that moment; a repeating one only with everything. */
export function isClearedToo(
  call: Pick<Wakeup, 'days' | 'scheduledAt' | 'zone'>,
  { date, time, moment }: Clearing,
): boolean {
  if (date === null && time === null) return true
  if (moment === null || isRepeating(call)) return false
  const { scheduledAt, zone } = call
  const wall = wallTime(moment.day ?? dayOf(scheduledAt, zone), moment.time ?? clockTimeAt(scheduledAt, zone))
  return toInstant(wall, zone) === scheduledAt
}

const clockTimeAt = (at: Instant, zone: Zone): ClockTime => wallTimeAt(at, zone).slice(11)

/** The answer about a failed call waits at most this long for the desk to settle it. */
const DESK_HAS_IT_FOR = minutes(15)

/** How a call ended that is over. */
export type Ending = Pick<Wakeup, 'outcome' | 'settledAt'>

/** Until when the answer is held back, because the desk may still reach the guest. */
export const keptBackUntil = ({ settledAt }: Ending): Instant => (settledAt ?? 0) + DESK_HAS_IT_FOR

/**
 * The final answer about a finished call (null: it is gone), or null while it must wait. A property system takes
 * the first answer as final: an outcome that the desk may still change is held back for a while.
 */
export function lastWord(ending: Ending | null, isWithDesk: boolean, now: Instant): LastWord | null {
  if (ending === null) return 'taken back'
  if (isWithDesk && now < keptBackUntil(ending)) return null
  return ending.outcome
}
