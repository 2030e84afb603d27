import type { Instant } from '../../kernel/clock.ts'
import {
  addDays,
  dayOf,
  dayOfWallTime,
  nextOccurrence,
  toInstant,
  type Day,
  type WallTime,
  wallTimeAt,
  type Weekday,
  WEEKDAYS,
  type Zone,
} from '../time/local-time.ts'
import type { TenantId } from '../accounts/tenancy.ts'
import type { Proof, Verdict } from './proof.ts'
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
  /** What shows the outcome that the system itself found. */
  readonly proof: Proof | null
  readonly scheduledAt: Instant
  /** The wall time asked for; null when an exact instant was asked for. */
  readonly wall: WallTime | null
  readonly zone: Zone
  /** Weekdays of a repeating call; empty for a single one. */
  readonly days: readonly Weekday[]
  readonly until: Day | null
  /** Days of a repeating call that are left out, until they are over. */
  readonly skipped: readonly Day[]
  readonly series: string | null
  readonly confirm: boolean
  readonly prompt: number
  readonly attempts: number
  readonly snoozes: number
  /** Who asked for it, and who acted on it last. */
  readonly askedBy: string
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
  /** What came of ringing it last; of a call that was never rung, why. */
  readonly lastOutcome: Outcome | null
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
  lastOutcome: null,
  follows: null,
})

/** The id that the log tells this call under: of a series, that of its present occurrence. */
export const toldAs = ({ id, occurrence }: Pick<Wakeup, 'id' | 'occurrence'>) => occurrence ?? id

export const isRepeating = (call: { days: readonly Weekday[] }) => call.days.length > 0
export const isDaily = (call: { days: readonly Weekday[] }) => call.days.length === WEEKDAYS.length

/** The wall time of a call, also of one that was asked for as an exact instant. */
export const wallTimeOf = ({ wall, scheduledAt, zone }: Pick<Wakeup, 'wall' | 'scheduledAt' | 'zone'>) =>
  wall ?? wallTimeAt(scheduledAt, zone)

/** What decides on which days a series rings. */
export type SeriesDays = Pick<Wakeup, 'wall' | 'scheduledAt' | 'zone' | 'days' | 'until' | 'skipped'>

/** The next call of a series after the present one, or null when the series has come to its end. */
function nextOfSeries(series: SeriesDays) {
  const wall = wallTimeOf(series)
  const { days, until, skipped } = series
  const from = addDays(dayOfWallTime(wall), 1)
  const rule = { time: wall.slice(11), days, from, until, except: skipped }
  return nextOccurrence(rule, series.scheduledAt, series.zone)
}

/** When a series rings after its present day, one day after the other, as long as somebody asks. */
export function* laterDays(series: SeriesDays): Generator<Instant, void> {
  let next = nextOfSeries(series)
  while (next) {
    yield next.instant
    next = nextOfSeries({ ...series, scheduledAt: next.instant, wall: next.wall })
  }
}

/** A pending call on each of its days from an instant on and before another: a series has several. */
export function daysWithin(call: Wakeup, from: Instant, before: Instant): Wakeup[] {
  const found = call.scheduledAt >= from && call.scheduledAt < before ? [call] : []
  if (!isRepeating(call)) return found
  for (const at of laterDays(call)) {
    if (at >= before) break
    if (at >= from)
      found.push({ ...call, ...unrung(at), state: 'pending', scheduledAt: at, attempts: 0, snoozes: 0 })
  }
  return found
}

/** The series at its next day, unrung; null when there is none. `nextId` is the id that it gives to that day. */
export function movedOn(series: Wakeup, now: Instant, nextId: string): Wakeup | null {
  const next = nextOfSeries(series)
  if (!next) return null
  const moved: Wakeup = {
    ...series,
    ...unrung(next.instant),
    state: 'pending',
    scheduledAt: next.instant,
    wall: next.wall,
    skipped: series.skipped.filter((day) => day >= dayOf(now, series.zone)),
    attempts: 0,
    snoozes: 0,
  }
  return { ...moved, occurrence: occurrenceOf(moved, nextId) }
}

/** An operator proves nothing: what the system has found stands beside it. */
export interface WakeupSettlement extends Verdict {
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
  const series = movedOn(call, now, nextId)
  // The last day of a series leaves its result on the series itself, so that its id stays known.
  if (!series) return { record, series: null }
  const single = { series: call.id, occurrence: null, days: [], until: null, skipped: [] }
  return { record: { ...record, id: toldAs(call), ...single }, series }
}

/** The id of the present day of a series. Its last day, which nothing comes after, is the series itself. */
export const occurrenceOf = (series: Wakeup, id: string): string | null =>
  isRepeating(series) && nextOfSeries(series) ? id : null

function withOutcome(call: Wakeup, by: WakeupSettlement, now: Instant): Wakeup {
  return {
    ...call,
    state: 'done',
    list: listOfOutcome(by.outcome),
    outcome: by.outcome,
    machineOutcome: by.byOperator ? call.machineOutcome : by.outcome,
    proof: by.byOperator ? call.proof : by.proof,
    lastOutcome: by.byOperator ? call.lastOutcome : by.outcome,
    actor: by.actor,
    settledAt: now,
  }
}

/** What became of it; null while it has no outcome. Of what was set by hand there is no proof. */
export function verdictIn({ outcome, machineOutcome, proof }: Wakeup): Verdict | null {
  return outcome === null ? null : { outcome, proof: outcome === machineOutcome ? proof : null }
}

/** Somebody says that the guest was woken; the system itself did not. */
export const isReachedByHand = ({ outcome, machineOutcome }: Wakeup): boolean =>
  outcome === 'complete' && machineOutcome !== 'complete'

/** A pending call after its zone or the zone's rules changed: the same wall time, perhaps another instant. */
export function replanWakeup(call: Wakeup, zone: Zone): Wakeup {
  if (call.wall === null) return call
  const scheduledAt = toInstant(call.wall, zone)
  // A call that has been rung is under way: only its scheduled time changes.
  const plan = call.attempts === 0 ? { ...unrung(scheduledAt), dials: call.dials } : {}
  return { ...call, ...plan, zone, scheduledAt }
}
