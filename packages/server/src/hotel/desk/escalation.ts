import { days, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { type Alarm, alarmOf } from './alarm.ts'
import type { AlarmReason, ClockFace, Notice } from '../wakeups/announcement.ts'
import type { Outcome } from '../wakeups/wakeup-outcome.ts'
import type { Escalation } from '../wakeups/wakeup-policy.ts'

/** The desk is rung at once, then again at growing distances, until a key is pressed. */
const PHONE_WAITS = [minutes(1), minutes(2), minutes(3), minutes(5)]
const MAIL_WAITS = [seconds(30), minutes(1), minutes(5), minutes(15)]
/** Nothing more is sent: it stays in the list until it is acknowledged. */
const NEVER = days(3_650)

const waitAfter = (waits: readonly number[], times: number): number =>
  waits[Math.min(times, waits.length) - 1] ?? 0

/** When the desk is rung again, after a call without a key. */
export const nextCall = ({ calls }: Alarm, now: Instant): Instant => now + waitAfter(PHONE_WAITS, calls)

/** When a mail is tried again, unless a mail server has taken it. */
export const nextMail = ({ mails, mailedAt }: Alarm, now: Instant): Instant =>
  now + (mailedAt === null ? waitAfter(MAIL_WAITS, mails) : NEVER)

/** The desk is not told again. */
export const nextForNobody = (now: Instant): Instant => now + NEVER

/** Whether a mail is due: one is enough, once a mail server has taken it. */
export const isMailWanted = (alarm: Alarm, { email }: Escalation): boolean =>
  email !== null && alarm.mailedAt === null

/** What is said of it at the desk: of a call its room and its time, otherwise that something is wrong. */
export type DeskTold = { readonly room: string; readonly why: AlarmReason; readonly time: ClockFace } | Notice

export function toldOf(alarm: Alarm): DeskTold {
  if (alarm.kind === 'wakeup.no-line' || alarm.kind === 'line.down') return 'lines'
  if (alarm.kind === 'night.check' || alarm.kind === 'wakeup.left-behind') return 'system'
  if (isAway(alarm)) return { cannotWriteUntil: clockIn(alarm.detail.until) }
  if (isFailed(alarm)) return told(alarm.room, reasonOf(alarm.detail.outcome), alarm.detail.scheduled)
  if (isRefused(alarm) && alarm.detail.scheduled !== undefined)
    return told(alarm.room, 'missed', alarm.detail.scheduled)
  return 'connection'
}

const isAway = alarmOf('database.away')
const isFailed = alarmOf('wakeup.failed')
const isRefused = alarmOf('property.refused')

const reasonOf = (outcome: Outcome): AlarmReason => (outcome === 'complete' ? 'missed' : outcome)

const told = (room: string, why: AlarmReason, scheduled: string): DeskTold => ({
  room,
  why,
  time: clockIn(scheduled),
})

function clockIn(instant: string): ClockFace {
  const [hour = 0, minute = 0] = instant.slice(11, 16).split(':').map(Number)
  return { hour, minute }
}
