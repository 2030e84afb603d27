import { days, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import type {
  AlarmReason,
  ClockFace,
  Notice,
  SpokenAlarm,
  SpokenByHand,
  SpokenHelp,
} from '../wakeups/announcement.ts'
import type { CallResult } from '../wakeups/call-result.ts'
import type { EscalationStep } from '../wakeups/wakeup-policy.ts'
import { type Alarm, alarmOf, type Telling, tellingOf } from './alarm.ts'
import type { AlarmDetails } from './alarm-kinds.ts'

/** Who is told, one step after the other; after the last the first again. */
type Chain = readonly EscalationStep[]

/** A phone is rung at once, then again at growing distances, until a key is pressed. */
const PHONE_WAITS = [minutes(1), minutes(2), minutes(3), minutes(5)]
/** Somebody speaks at the desk: they will soon have done. */
const BUSY_WAIT = seconds(15)
const MESSAGE_WAITS = [seconds(30), minutes(1), minutes(5), minutes(15)]
/** Looked at again this often while no line is free, as others may have joined it. */
const NO_LINE_WAIT = seconds(10)
/** Who is told has at least so long, or they would not even be rung. */
const SHORTEST_STEP = seconds(15)
/** A guest whom the desk knows of and has not reached: so long after that it is asked again, so many times. */
export const COMES_BACK = minutes(10)
const RETURNS = 3
/** Nothing more is sent: it stays in the list until it is acknowledged. */
const NEVER = days(3_650)

const waitAfter = (waits: readonly number[], times: number): number =>
  waits[Math.min(times, waits.length) - 1] ?? 0

/** Who is told now; null where the hotel has named nobody. */
export const stepOf = ({ step }: Alarm, chain: Chain): EscalationStep | null =>
  chain[step % chain.length] ?? null

/** When the next are told. Where there is but one step, it never ends. */
function endOfStep(alarm: Alarm, chain: Chain): Instant {
  const backAt = alarm.knownAt === null ? alarm.stepAt : alarm.knownAt + COMES_BACK
  const waitMs = chain.length > 1 ? (stepOf(alarm, chain)?.waitMs ?? 0) : Infinity
  return Math.max(alarm.stepAt, backAt) + Math.max(SHORTEST_STEP, waitMs)
}

const notAfterStep = (alarm: Alarm, chain: Chain, at: Instant): Instant =>
  Math.min(at, endOfStep(alarm, chain))

const began = (alarm: Alarm, at: Instant): Telling => ({
  ...tellingOf(alarm),
  step: alarm.step + 1,
  stepAt: at,
  nextAt: at,
  stepCalls: 0,
  known: 0,
  mails: 0,
  posts: 0,
})

/** Nobody has said in time that they know: the next are told from now on. Null while it is not time. */
export const passedOn = (alarm: Alarm, chain: Chain, now: Instant): Telling | null =>
  now < endOfStep(alarm, chain) ? null : began(alarm, now)

/** Whether those who are told are the last; after them the first are told again. */
export const isLast = ({ step }: Alarm, chain: Chain): boolean => (step + 1) % Math.max(1, chain.length) === 0

/** After a call in which nobody pressed a key. */
export function afterRinging(
  alarm: Alarm,
  { kind }: Pick<CallResult, 'kind'>,
  chain: Chain,
  now: Instant,
): Telling {
  const stepCalls = alarm.stepCalls + (kind === 'busy' ? 0 : 1)
  const wait = kind === 'busy' ? BUSY_WAIT : waitAfter(PHONE_WAITS, stepCalls)
  return {
    ...tellingOf(alarm),
    calls: alarm.calls + 1,
    stepCalls,
    nextAt: notAfterStep(alarm, chain, now + wait),
  }
}

/** No line is free to ring anybody. */
export const afterNoLine = (alarm: Alarm, chain: Chain, now: Instant): Telling => ({
  ...tellingOf(alarm),
  nextAt: notAfterStep(alarm, chain, now + NO_LINE_WAIT),
})

/**
 * Somebody knows that a guest is to be reached: they are asked again, and after that the next of the chain. Null when
 * those were the last: whoever could be told knows it.
 */
export function afterKnown(alarm: Alarm, chain: Chain, now: Instant): Telling | null {
  const known = { ...alarm, calls: alarm.calls + 1, known: alarm.known + 1, knownAt: now, stepCalls: 0 }
  const back = now + COMES_BACK
  if (known.known <= RETURNS) return { ...tellingOf(known), nextAt: back }
  return isLast(alarm, chain) ? null : began(known, back)
}

/** One mail is enough for each step, once a mail server has taken it. */
export const isMailWanted = ({ mailedAt, stepAt }: Alarm, step: EscalationStep | null): boolean =>
  step !== null && step.emails.length > 0 && (mailedAt === null || mailedAt < stepAt)

export const isPostWanted = ({ postedAt, stepAt }: Alarm, step: EscalationStep | null): boolean =>
  step !== null && step.webhook !== null && (postedAt === null || postedAt < stepAt)

/** When a message that nobody took is sent again, after so many times. */
export const nextMessage = (times: number, now: Instant): Instant => now + waitAfter(MESSAGE_WAITS, times)

/** When those who have no telephone are looked at again. */
export function nextWithoutPhone(alarm: Alarm, chain: Chain, now: Instant): Instant {
  const step = stepOf(alarm, chain)
  const isMissing = isMailWanted(alarm, step) || isPostWanted(alarm, step)
  const next = isMissing ? nextMessage(Math.max(alarm.mails, alarm.posts), now) : now + NEVER
  return notAfterStep(alarm, chain, next)
}

/** What is said of it at the desk: of a call its room and its time, otherwise that something is wrong. */
export type DeskTold = SpokenAlarm | SpokenByHand | SpokenHelp | Notice

export function toldOf(alarm: Alarm): DeskTold {
  if (alarm.kind === 'wakeup.no-line' || alarm.kind === 'line.down') return 'lines'
  if (isOfSystem(alarm)) return 'system'
  if (alarm.kind === 'disk.low') return 'disk'
  if (isWaiting(alarm)) return { heldBackUntil: clockIn(alarm.detail.until) }
  if (alarm.kind === 'clock.apart' || alarm.kind === 'house.passed-over') return 'system'
  if (isJumped(alarm)) return { shows: clockIn(alarm.detail.shows), expected: clockIn(alarm.detail.expected) }
  if (isAway(alarm)) return { cannotWriteUntil: clockIn(alarm.detail.until) }
  if (alarm.kind === 'guest.needs-help') return { room: alarm.room, help: 'wakeup' }
  if (isByHand(alarm)) return byHand(alarm.room, alarm.detail)
  if (isFailed(alarm)) return told(alarm.room, reasonOf(alarm.detail), alarm.detail.scheduled)
  if (isRefused(alarm) && alarm.detail.scheduled !== undefined)
    return told(alarm.room, 'missed', alarm.detail.scheduled)
  return 'connection'
}

const OF_SYSTEM: readonly Alarm['kind'][] = [
  'night.check',
  'wakeup.left-behind',
  'backup.failed',
  'report.unsent',
  'charge.take-back',
  'menu.guessing',
]
const isOfSystem = ({ kind }: Alarm) => OF_SYSTEM.includes(kind)
const isWaiting = alarmOf('takeover.waiting')
const isJumped = alarmOf('clock.jumped')
const isAway = alarmOf('database.away')
const isByHand = alarmOf('wakeup.by-hand')
const isFailed = alarmOf('wakeup.failed')
const isRefused = alarmOf('property.refused')

function reasonOf({ outcome, proof }: AlarmDetails['wakeup.failed']): AlarmReason {
  if (proof === 'no-key' || proof === 'hung-up' || proof === 'broken-off') return proof
  return outcome === 'complete' ? 'missed' : outcome
}

const told = (room: string, why: AlarmReason, scheduled: string): DeskTold => ({
  room,
  why,
  time: clockIn(scheduled),
})

const byHand = (room: string, { scheduled, rings }: AlarmDetails['wakeup.by-hand']): DeskTold => ({
  room,
  time: clockIn(scheduled),
  rings: rings === undefined ? null : clockIn(rings),
})

function clockIn(instant: string): ClockFace {
  const [hour = 0, minute = 0] = instant.slice(11, 16).split(':').map(Number)
  return { hour, minute }
}
