import { days, type Instant, minutes } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import {
  addDays,
  type ClockChange,
  clockChangeAt,
  dayOf,
  dayOfWallTime,
  nextOccurrence,
  parseClockTime,
  parseDay,
  startOfDay,
  toInstant,
  toLastInstant,
  type Day,
  type WallTime,
  wallTime,
  wallTimeAt,
  type Weekday,
  isWeekday,
  WEEKDAYS,
  type Zone,
} from '../time/local-time.ts'
import { minuteOf } from '../time/calendar.ts'
import { parseMoment } from '../time/moment.ts'

/** When a call is wanted, in the words of the one who asks. */
export interface WakeupWish {
  readonly datetime?: string | undefined
  readonly date?: string | undefined
  readonly time?: string | undefined
  /** Minutes from now. */
  readonly in?: number | undefined
  readonly daily?: boolean | undefined
  readonly days?: string | undefined
  readonly until?: string | undefined
  /** Days of a repeat that are left out. */
  readonly except?: readonly Day[] | undefined
}

export interface WakeupPlan {
  readonly scheduledAt: Instant
  readonly wall: WallTime | null
  readonly days: readonly Weekday[]
  readonly until: Day | null
  /** `time` alone, whose moment has passed today. */
  readonly tomorrow: boolean
  /** The clocks of the zone skip the wall time asked for, or show it twice. */
  readonly clockChange: ClockChange | null
}

const invalid = (field: string, message: string) => new Failure('parameter.invalid', message, { field })

/** Refuses malformed requests before rooms or the clock are looked at. */
export function checkWish(wish: WakeupWish): void {
  askedFor(wish, 0, 'UTC')
  lastDay(wish, repeatDays(wish))
}

/** A wish for the year 9999 is a slip of the hand, and would never be seen again. */
const FARTHEST_AHEAD = days(731)
export const isTooFar = (at: Instant, now: Instant) => at > now + FARTHEST_AHEAD

/** Refuses a last day that is farther ahead than any call. */
export function checkLastDay({ until }: WakeupWish, now: Instant, zone: Zone): void {
  const day = until === undefined ? null : parseDay(until)
  if (day !== null && isTooFar(startOfDay(day, zone), now))
    throw new Failure('time.too-far', 'The last day is more than two years ahead; give an earlier one', {
      field: 'until',
    })
}

/** Decides the moment of a call from what was asked, at `now`, in the room's zone. */
export function planWakeup(wish: WakeupWish, now: Instant, zone: Zone): WakeupPlan {
  const moment = momentOf(wish, now, zone)
  if (isTooFar(moment.scheduledAt, now))
    throw new Failure('time.too-far', 'The wakeup time is more than two years ahead; give an earlier one', {
      field: wish.datetime === undefined ? 'date' : 'datetime',
    })
  const { wall } = moment
  return { clockChange: wall === null ? null : clockChangeAt(wall, zone), ...moment }
}

type PlannedMoment = Omit<WakeupPlan, 'clockChange'> & Partial<Pick<WakeupPlan, 'clockChange'>>

function momentOf(wish: WakeupWish, now: Instant, zone: Zone): PlannedMoment {
  const asked = askedFor(wish, now, zone)
  const on = repeatDays(wish)
  const until = lastDay(wish, on)
  if (on.length > 0) return planRepeat(asked, { days: on, until, except: wish.except }, now, zone)
  if (asked.instant >= now)
    return { scheduledAt: asked.instant, wall: asked.wall, days: on, until, tomorrow: false }
  const second = asked.wall === null ? asked.instant : toLastInstant(asked.wall, zone)
  // As an exact instant: the same wall time would mean the first of the two.
  if (second >= now)
    return { scheduledAt: second, wall: null, days: on, until, tomorrow: false, clockChange: 'second' }
  if (!asked.dayOpen || asked.wall === null)
    throw new Failure('time.past', 'The wakeup time is in the past; give a time to come', { field: 'time' })
  const wall = wallTime(addDays(dayOf(now, zone), 1), asked.wall.slice(11))
  return { scheduledAt: toInstant(wall, zone), wall, days: on, until, tomorrow: true }
}

interface Asked {
  instant: Instant
  wall: WallTime | null
  /** No date was given, so that a time that has passed may mean tomorrow. */
  dayOpen: boolean
}

function askedFor(wish: WakeupWish, now: Instant, zone: Zone): Asked {
  if (wish.in !== undefined) return askedFromNow(wish, wish.in, now)
  return wish.datetime === undefined ? askedByClock(wish, now, zone) : askedByMoment(wish, zone)
}

/** From the minute that the clock shows: at 23:04:30, 20 minutes are 23:24. */
function askedFromNow({ datetime, date, time }: WakeupWish, ahead: number, now: Instant): Asked {
  if (datetime !== undefined || date !== undefined || time !== undefined)
    throw invalid('in', 'Give either in, or datetime, or date and time')
  return { wall: null, instant: minuteOf(now) + minutes(ahead), dayOpen: false }
}

function askedByMoment(wish: WakeupWish, zone: Zone): Asked {
  if (wish.date !== undefined || wish.time !== undefined)
    throw invalid('datetime', 'Give either datetime, or date and time, not both')
  const moment = parseMoment(wish.datetime ?? '', zone)
  if (!moment)
    throw invalid('datetime', 'datetime must be an ISO 8601 date and time, such as 2026-11-15T07:00')
  return { ...moment, dayOpen: false }
}

function askedByClock(wish: WakeupWish, now: Instant, zone: Zone): Asked {
  if (wish.time === undefined)
    throw invalid(
      'time',
      wish.date === undefined ? 'Give datetime, or time as HHMM' : 'date needs time as HHMM',
    )
  const clockTime = parseClockTime(wish.time)
  if (!clockTime) throw invalid('time', 'time must be HHMM, from 0000 to 2359')
  const day = wish.date === undefined ? dayOf(now, zone) : parseDay(wish.date)
  if (!day) throw invalid('date', 'date must be a calendar day as YYYYMMDD')
  const wall = wallTime(day, clockTime)
  return { instant: toInstant(wall, zone), wall, dayOpen: wish.date === undefined }
}

function repeatDays(wish: WakeupWish): readonly Weekday[] {
  if (wish.days === undefined) return wish.daily ? WEEKDAYS : []
  if (wish.daily) throw invalid('days', 'Give either daily or days, not both')
  const named = wish.days.split(',').map((day) => day.trim().toLowerCase())
  if (!named.every(isWeekday))
    throw invalid('days', 'days must be weekdays such as mon,tue,wed,thu,fri,sat,sun')
  return WEEKDAYS.filter((day) => named.includes(day))
}

function lastDay(wish: WakeupWish, on: readonly Weekday[]): Day | null {
  if (wish.until === undefined) return null
  if (on.length === 0) throw invalid('until', 'until belongs to a repeating call: give daily or days')
  const until = parseDay(wish.until)
  if (!until) throw invalid('until', 'until must be a calendar day as YYYYMMDD')
  return until
}

interface Repeat extends Pick<WakeupWish, 'except'>, Pick<WakeupPlan, 'days' | 'until'> {}

/** A repeat keeps its wall time and starts at its next occurrence, also when the given moment has passed. */
function planRepeat(asked: Asked, repeat: Repeat, now: Instant, zone: Zone): PlannedMoment {
  const wall = asked.wall ?? wallTimeAt(asked.instant, zone)
  const { days: on, until, except = [] } = repeat
  const from = dayOfWallTime(wall)
  const first = nextOccurrence({ time: wall.slice(11), days: on, from, until, except }, now - 1, zone)
  if (!first) throw new Failure('time.past', 'No day of this repeat is still to come', { field: 'until' })
  const passed = asked.dayOpen && asked.instant < now
  const tomorrow = passed && dayOf(first.instant, zone) === addDays(dayOf(now, zone), 1)
  return { scheduledAt: first.instant, wall: first.wall, days: on, until, tomorrow }
}
