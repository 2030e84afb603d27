import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import {
  addDays,
  dayOf,
  nextOccurrence,
  parseClockTime,
  parseDay,
  parseMoment,
  toInstant,
  type Day,
  type WallTime,
  wallTime,
  wallTimeAt,
  type Weekday,
  isWeekday,
  WEEKDAYS,
  type Zone,
} from '../time/local-time.ts'
import type { TenantId } from '../accounts/tenancy.ts'
import { listOfOutcome, type Outcome, type WakeupList } from './wakeup-outcome.ts'

export type WakeupState = 'pending' | 'calling' | 'done'
export type Source = 'rest' | 'console' | 'phone' | 'property' | 'site' | 'system'

export interface Wakeup {
  readonly id: string
  readonly tenant: TenantId
  readonly room: string
  readonly list: WakeupList
  readonly state: WakeupState
  readonly outcome: Outcome | null
  readonly machineOutcome: Outcome | null
  readonly scheduledAt: Instant
  /** The wall time asked for; null when an exact instant was asked for. */
  readonly wall: WallTime | null
  readonly zone: Zone
  /** Weekdays of a repeating call; empty for a single one. */
  readonly days: readonly Weekday[]
  readonly until: Day | null
  readonly series: string | null
  readonly confirm: boolean
  readonly prompt: number
  readonly attempts: number
  readonly snoozes: number
  readonly actor: string
  readonly source: Source
  readonly createdAt: Instant
  readonly settledAt: Instant | null
  /** When the present attempt is due by rule; its grace time counts from here. */
  readonly dueAt: Instant
  /** When it is looked at next: then, or later, while no line can carry it. */
  readonly nextAt: Instant
  /** How often it was dialled, whether that counts as an attempt or not. */
  readonly dials: number
  /** Attempts since the call was due or snoozed. */
  readonly tries: number
  /** How often in a row no line could carry it. */
  readonly lineTroubles: number
  /** When the room was first rung for it. */
  readonly dialledAt: Instant | null
  /** The id under which the present occurrence of a series is told and will be kept; null for a single call. */
  readonly occurrence: string | null
  /** Another call of the same room and minute, which rings for both. */
  readonly follows: string | null
}

/** What a call has behind it before it is first due. */
export const unrung = (dueAt: Instant) => ({
  dueAt,
  nextAt: dueAt,
  dials: 0,
  tries: 0,
  lineTroubles: 0,
  dialledAt: null,
  follows: null,
})

/** The id that the log tells this call under: of a series, that of its present occurrence. */
export const toldAs = ({ id, occurrence }: Pick<Wakeup, 'id' | 'occurrence'>) => occurrence ?? id

/** When a call is wanted, in the words of the one who asks. */
export interface WakeupWish {
  readonly datetime?: string | undefined
  readonly date?: string | undefined
  readonly time?: string | undefined
  readonly daily?: boolean | undefined
  readonly days?: string | undefined
  readonly until?: string | undefined
}

export interface WakeupPlan {
  readonly scheduledAt: Instant
  readonly wall: WallTime | null
  readonly days: readonly Weekday[]
  readonly until: Day | null
  /** `time` alone, whose moment has passed today. */
  readonly tomorrow: boolean
}

export const isRepeating = (call: { days: readonly Weekday[] }) => call.days.length > 0
export const isDaily = (call: { days: readonly Weekday[] }) => call.days.length === WEEKDAYS.length

const invalid = (field: string, message: string) => new Failure('parameter.invalid', message, { field })

/** Refuses malformed requests before rooms or the clock are looked at. */
export function checkWish(wish: WakeupWish): void {
  askedFor(wish, 0, 'UTC')
  lastDay(wish, repeatDays(wish))
}

/** Decides the moment of a call from what was asked, at `now`, in the room's zone. */
export function planWakeup(wish: WakeupWish, now: Instant, zone: Zone): WakeupPlan {
  const asked = askedFor(wish, now, zone)
  const days = repeatDays(wish)
  const until = lastDay(wish, days)
  if (days.length > 0) return planRepeat(asked, days, until, now, zone)
  if (asked.instant >= now)
    return { scheduledAt: asked.instant, wall: asked.wall, days, until, tomorrow: false }
  if (!asked.dayOpen || asked.wall === null)
    throw new Failure('time.past', 'The wakeup time is in the past; give a time to come', { field: 'time' })
  const wall = wallTime(addDays(dayOf(now, zone), 1), asked.wall.slice(11))
  return { scheduledAt: toInstant(wall, zone), wall, days, until, tomorrow: true }
}

interface Asked {
  instant: Instant
  wall: WallTime | null
  /** No date was given, so that a time that has passed may mean tomorrow. */
  dayOpen: boolean
}

const askedFor = (wish: WakeupWish, now: Instant, zone: Zone): Asked =>
  wish.datetime === undefined ? askedByClock(wish, now, zone) : askedByMoment(wish, zone)

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

function lastDay(wish: WakeupWish, days: readonly Weekday[]): Day | null {
  if (wish.until === undefined) return null
  if (days.length === 0) throw invalid('until', 'until belongs to a repeating call: give daily or days')
  const until = parseDay(wish.until)
  if (!until) throw invalid('until', 'until must be a calendar day as YYYYMMDD')
  return until
}

/** A repeat keeps its wall time and starts at its next occurrence, also when the given moment has passed. */
function planRepeat(
  asked: Asked,
  days: readonly Weekday[],
  until: Day | null,
  now: Instant,
  zone: Zone,
): WakeupPlan {
  const wall = asked.wall ?? wallTimeAt(asked.instant, zone)
  const from = wall.slice(0, 10).replaceAll('-', '')
  const first = nextOccurrence({ time: wall.slice(11), days, from, until }, now - 1, zone)
  if (!first) throw new Failure('time.past', 'No day of this repeat is still to come', { field: 'until' })
  const passed = asked.dayOpen && asked.instant < now
  const tomorrow = passed && dayOf(first.instant, zone) === addDays(dayOf(now, zone), 1)
  return { scheduledAt: first.instant, wall: first.wall, days, until, tomorrow }
}

/** The next call of a series after the present one, or null when the series has come to its end. */
function nextOfSeries(series: Wakeup, zone: Zone) {
  const wall = series.wall ?? wallTimeAt(series.scheduledAt, zone)
  const from = addDays(wall.slice(0, 10).replaceAll('-', ''), 1)
  return nextOccurrence(
    { time: wall.slice(11), days: series.days, from, until: series.until },
    series.scheduledAt,
    zone,
  )
}

export interface WakeupSettlement {
  readonly outcome: Outcome
  readonly actor: string
  readonly byOperator: boolean
}

/** What is left behind when a call is over: the settled record, and the series moved to its next day. */
export interface Settled {
  readonly record: Wakeup
  readonly series: Wakeup | null
}

/** `nextId` is the id that a series gives to its next day. */
export function settleWakeup(call: Wakeup, by: WakeupSettlement, now: Instant, nextId: string): Settled {
  const record = withOutcome(call, by, now)
  if (!isRepeating(call) || call.state === 'done') return { record, series: null }
  const next = nextOfSeries(call, call.zone)
  // The last day of a series leaves its result on the series itself, so that its id stays known.
  if (!next) return { record, series: null }
  const series: Wakeup = {
    ...call,
    ...unrung(next.instant),
    state: 'pending',
    scheduledAt: next.instant,
    wall: next.wall,
    attempts: 0,
    snoozes: 0,
  }
  return {
    record: { ...record, id: toldAs(call), series: call.id, occurrence: null, days: [], until: null },
    series: { ...series, occurrence: occurrenceOf(series, nextId) },
  }
}

/** The id of the present day of a series. Its last day, which nothing comes after, is the series itself. */
export const occurrenceOf = (series: Wakeup, id: string): string | null =>
  isRepeating(series) && nextOfSeries(series, series.zone) ? id : null

function withOutcome(call: Wakeup, by: WakeupSettlement, now: Instant): Wakeup {
  return {
    ...call,
    state: 'done',
    list: listOfOutcome(by.outcome),
    outcome: by.outcome,
    machineOutcome: by.byOperator ? call.machineOutcome : by.outcome,
    actor: by.actor,
    settledAt: now,
  }
}

/** A pending call after its zone or the zone's rules changed: the same wall time, perhaps another instant. */
export function replanWakeup(call: Wakeup, zone: Zone): Wakeup {
  if (call.wall === null) return call
  const scheduledAt = toInstant(call.wall, zone)
  // A call that has been rung is under way: only its scheduled time changes.
  const plan = call.attempts === 0 ? { ...unrung(scheduledAt), dials: call.dials } : {}
  return { ...call, ...plan, zone, scheduledAt }
}
