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
  /** When the desk is told again. */
  readonly nextAt: Instant
  /** How often the desk was rung, and written to, for it. */
  readonly calls: number
  readonly mails: number
  /** When a mail server took the message. */
  readonly mailedAt: Instant | null
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
  calls: 0,
  mails: 0,
  mailedAt: null,
})

const fits = fitsIn(ALARM_DETAILS)

/** An alarm of this kind whose detail has the right shape. */
export const alarmOf =
  <K extends AlarmKind>(kind: K) =>
  (alarm: Alarm): alarm is Alarm & AlarmFact<K> =>
    alarm.kind === kind && fits(kind, alarm.detail)

/** It has happened again before it was acknowledged. */
export function repeated(open: Alarm, { text, detail }: Pick<AlarmNews, 'text' | 'detail'>): Alarm {
  const times = (typeof open.detail['times'] === 'number' ? open.detail['times'] : 1) + 1
  return { ...open, text: `${text} (${times} times)`, detail: { ...detail, times } }
}

/** The call that an alarm is about, in whose log it stands. */
export const wakeupOf = ({ kind, subject }: Pick<Alarm, 'kind' | 'subject'>): string | null =>
  kind.startsWith('wakeup.') ? subject : null
