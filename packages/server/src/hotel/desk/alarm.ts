import type { Instant } from '../../kernel/clock.ts'
import type { TenantId } from '../accounts/tenancy.ts'

/** What the desk must know of. */
export type AlarmKind =
  /** A guest was not woken. */
  | 'wakeup.failed'
  /** A call waits, because no line can carry it. */
  | 'wakeup.no-line'
  /** A guest has moved, and only they can say what is to become of a call: it stays, or it is cancelled. */
  | 'wakeup.left-behind'
  /** A line is out of order. */
  | 'line.down'
  /** What the check at night found. */
  | 'night.check'
  /** Messages do not reach a destination. */
  | 'delivery.failing'
  /** A destination will be disabled soon, because nothing has reached it for days. */
  | 'delivery.disabling'
  /** A destination was disabled: its messages are kept, and none are sent. */
  | 'delivery.disabled'
  /** One message does not get through, while others do. */
  | 'delivery.late'
  /** A destination has refused a message. */
  | 'delivery.refused'
  /** Nobody can tell whether a message has arrived: a person must decide. */
  | 'delivery.uncertain'
  /** A property system asked for a call that cannot be made. */
  | 'property.refused'
  /** Nothing can be heard of a property system, and nothing said to it. */
  | 'property.down'
  /** What a property system told could not be kept. */
  | 'property.lost'

/** `over`: it has mended itself before anybody said a word. */
export type AlarmState = 'open' | 'acknowledged' | 'over'

/** Something that somebody at the desk must know, until somebody says that they do. */
export interface Alarm {
  readonly id: string
  readonly tenant: TenantId
  readonly kind: AlarmKind
  /** What it is about, a call, a line or a destination: of a kind, there is one open alarm for each. */
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

export type NewAlarm = Pick<Alarm, 'id' | 'tenant' | 'kind' | 'subject' | 'room' | 'text' | 'detail'>

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
