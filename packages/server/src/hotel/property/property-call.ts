import { type Instant, minutes } from '../../kernel/clock.ts'
import {
  parseClockTime,
  parseDay,
  toInstant,
  type WallTime,
  wallTime,
  wallTimeAt,
  type Zone,
} from '../time/local-time.ts'
import type { CallKey, LastWord } from './property.ts'
import { isRepeating, type Wakeup, type WakeupPlan } from '../wakeups/wakeup.ts'

/** What becomes of a call that a property system asks for. */
export type CallPlan =
  { readonly kind: 'call'; readonly plan: WakeupPlan } | { readonly kind: 'impossible'; readonly why: string }

interface Circumstances {
  readonly now: Instant
  readonly zone: Zone
  /** How late a call is still worth making. */
  readonly graceMs: number
}

/** FIAS lets a call be asked for just at its time, or a moment too late: then it is rung at once. */
export function planCall(key: CallKey, { now, zone, graceMs }: Circumstances): CallPlan {
  const wall = wallOf(key)
  if (wall === null) return { kind: 'impossible', why: 'there is no such date or time' }
  const scheduledAt = toInstant(wall, zone)
  if (scheduledAt < now - graceMs) return { kind: 'impossible', why: 'its time is over' }
  return { kind: 'call', plan: { scheduledAt, wall, days: [], until: null, tomorrow: false } }
}

/** Null for a date or time that does not exist. */
export function wallOf({ date, time }: Pick<CallKey, 'date' | 'time'>): WallTime | null {
  const day = parseDay(`20${date}`)
  const clockTime = parseClockTime(time.slice(0, 4))
  const seconds = time.slice(4)
  if (day === null || clockTime === null || !/^(?:[0-5]\d)?$/.test(seconds)) return null
  return wallTime(day, seconds === '' ? clockTime : `${clockTime.slice(0, 6)}${seconds}`)
}

/** What a property system clears: what is null may be anything. */
type Clearing = { readonly date: string | null; readonly time: string | null }

/** Whether a call that it asked for is meant. */
export const isCleared = (key: CallKey, { date, time }: Clearing): boolean =>
  (date ?? key.date) === key.date && (time ?? key.time) === key.time

/** Whether any other call of the room is meant: at that very moment; a repeating one only where everything is cleared. */
export function isClearedToo(
  call: Pick<Wakeup, 'days' | 'scheduledAt' | 'zone'>,
  cleared: Clearing,
): boolean {
  const { date, time } = cleared
  if (date === null && time === null) return true
  if (isRepeating(call)) return false
  const at = wallTimeAt(call.scheduledAt, call.zone)
  const wall = wallOf({
    date: date ?? at.slice(2, 10).replaceAll('-', ''),
    time: time ?? at.slice(11).replaceAll(':', ''),
  })
  return wall !== null && toInstant(wall, call.zone) === call.scheduledAt
}

/** So long after a call has failed, the property system waits at most for what the desk makes of it. */
const DESK_HAS_IT_FOR = minutes(15)

/** How a call ended that is over. */
export type Ending = Pick<Wakeup, 'outcome' | 'settledAt'>

/** Until when the last word is kept back, because the desk may still reach the guest. */
export const keptBackUntil = ({ settledAt }: Ending): Instant => (settledAt ?? 0) + DESK_HAS_IT_FOR

/**
 * The last word about a call that is over (null: it is gone), or null while it is not to be said. A property system takes
 * the first answer for the last: an outcome that the desk may still change is kept back for a while.
 */
export function lastWord(ending: Ending | null, isWithDesk: boolean, now: Instant): LastWord | null {
  if (ending === null) return 'taken back'
  if (isWithDesk && now < keptBackUntil(ending)) return null
  return ending.outcome
}
