import type { Instant } from '../../kernel/clock.ts'
import { fitsIn } from '../../kernel/schema.ts'
import type { TenantId } from '../accounts/tenancy.ts'
import { ALARM_DETAILS, type AlarmDetails, type AlarmKind } from './alarm-kinds.ts'

export type { AlarmKind }

/** `over`: the cause ended before it was acknowledged. */
export type AlarmState = 'open' | 'acknowledged' | 'over'

/** Something that the desk must know, until a person acknowledges it. */
export interface Alarm {
  readonly id: string
  readonly tenant: TenantId
  readonly kind: AlarmKind
  /** What it is about: a call, a line or a destination. Each has one open alarm of a kind. */
  readonly subject: string
  readonly room: string
  /** One sentence for a person. */
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly raisedAt: Instant
  readonly state: AlarmState
  readonly endedBy: string | null
  readonly endedAt: Instant | null
  readonly note: string
  /** When it is told again. */
  readonly nextAt: Instant
  /** How often it was passed on to the next of those who are told, and since when these are told. */
  readonly step: number
  readonly stepAt: Instant
  /** How often they were rung; a busy phone does not count. */
  readonly stepCalls: number
  /** How often they said that they know, and when that was last. */
  readonly known: number
  readonly knownAt: Instant | null
  /** How often anybody was rung for it. */
  readonly calls: number
  /** How often they were written to, and when a mail server last took the message. */
  readonly mails: number
  readonly mailedAt: Instant | null
  /** How often it was posted to their server, and when that last took it. */
  readonly posts: number
  readonly postedAt: Instant | null
}

/** How far the telling of an alarm has come, and when it goes on. */
export type Telling = Pick<
  Alarm,
  | 'nextAt'
  | 'step'
  | 'stepAt'
  | 'stepCalls'
  | 'known'
  | 'knownAt'
  | 'calls'
  | 'mails'
  | 'mailedAt'
  | 'posts'
  | 'postedAt'
>

/** An alarm has more to it than its telling. */
export const tellingOf = (alarm: Telling): Telling => {
  const { nextAt, step, stepAt, stepCalls, known, knownAt, calls, mails, mailedAt, posts, postedAt } = alarm
  return { nextAt, step, stepAt, stepCalls, known, knownAt, calls, mails, mailedAt, posts, postedAt }
}

/** What an alarm tells: a kind, and the detail that belongs to it. */
type AlarmFact<K extends AlarmKind = AlarmKind> = {
  readonly [P in K]: { readonly kind: P; readonly detail: AlarmDetails[P] }
}[K]

/** What the desk is to be told. */
export type AlarmNews<K extends AlarmKind = AlarmKind> = Pick<Alarm, 'tenant' | 'subject' | 'room' | 'text'> &
  AlarmFact<K>

export type NewAlarm<K extends AlarmKind = AlarmKind> = AlarmNews<K> & Pick<Alarm, 'id'>

export const raise = (alarm: NewAlarm, now: Instant): Alarm => ({
  ...alarm,
  raisedAt: now,
  state: 'open',
  endedBy: null,
  endedAt: null,
  note: '',
  nextAt: now,
  step: 0,
  stepAt: now,
  stepCalls: 0,
  known: 0,
  knownAt: null,
  calls: 0,
  mails: 0,
  mailedAt: null,
  posts: 0,
  postedAt: null,
})

const fits = fitsIn(ALARM_DETAILS)

/** An alarm of this kind whose detail has the right shape. */
export const alarmOf =
  <K extends AlarmKind>(kind: K) =>
  (alarm: Alarm): alarm is Alarm & AlarmFact<K> =>
    alarm.kind === kind && fits(kind, alarm.detail)

/** It has happened again before it was acknowledged. */
export function repeated(open: Alarm, { room, text, detail }: AlarmNews): Alarm & { readonly times: number } {
  const times = (typeof open.detail['times'] === 'number' ? open.detail['times'] : 1) + 1
  return { ...open, room, text: `${text} (${times} times)`, detail: { ...detail, times }, times }
}

/** The call that an alarm is about, in whose log it stands. */
export const wakeupOf = ({ kind, subject }: Pick<Alarm, 'kind' | 'subject'>): string | null =>
  kind.startsWith('wakeup.') ? subject : null

/** The id of that call: of a day of a series that is not over, the id of the series. */
export const callOf = (alarm: Alarm): string => (isByHand(alarm) ? alarm.detail.call : alarm.subject)

const isByHand = alarmOf('wakeup.by-hand')

/** The time is another by so much: it waits as long as it would have. */
export const movedAlarm = (alarm: Alarm, by: number): Alarm => ({
  ...alarm,
  nextAt: alarm.nextAt + by,
  stepAt: alarm.stepAt + by,
  knownAt: later(alarm.knownAt, by),
  // Compared with the moment at which those are told who are told now.
  mailedAt: later(alarm.mailedAt, by),
  postedAt: later(alarm.postedAt, by),
})

const later = (at: Instant | null, by: number): Instant | null => (at === null ? null : at + by)
