import { type Static, type TProperties, Type } from 'typebox'
import { maybe, number, text, yesNo } from '../../kernel/schema.ts'
import { PROOFS } from '../wakeups/proof.ts'
import { OUTCOMES } from '../wakeups/wakeup-outcome.ts'
import { findings } from './night-check.ts'

/** The detail of an alarm. `times`: how often it has happened while the alarm was open. */
const detail = <P extends TProperties>(fields: P) => Type.Object({ ...fields, times: maybe(number) })

const ofDestination = detail({ destination: text, purpose: Type.Enum(['charge', 'room-status']), why: text })
/** `why`: what the destination said, or what went wrong on the way. */
const ofMessage = detail({ delivery: text, destination: text, why: maybe(text) })

/** What the desk must know of. */
export const ALARM_DETAILS = {
  /** A guest was not woken. */
  'wakeup.failed': detail({
    outcome: Type.Enum(OUTCOMES),
    proof: maybe(Type.Enum(PROOFS)),
    scheduled: text,
  }),
  /** The hour of a call that the desk makes has come. `rings`: when the system rings it, if the desk has not. */
  'wakeup.by-hand': detail({ call: text, scheduled: text, rings: maybe(text) }),
  /** A call waits, because no line can carry it. */
  'wakeup.no-line': detail({}),
  /** A guest has moved without a call, which stays or is cancelled: the desk must ask them. */
  'wakeup.left-behind': detail({ scheduled: text }),
  /** A guest did not get along with a menu, and waits to be called. */
  'guest.needs-help': detail({ called: text }),
  /** Somebody tries numbers and PINs by telephone. */
  'menu.guessing': detail({ phone: text, number: text, locked: text }),
  /** A line is out of order. */
  'line.down': detail({ why: text }),
  /** The database takes nothing. `until`: what is due by then is known, and rings. */
  'database.away': detail({ why: text, until: text }),
  /** Another process may still ring: calls due before `until` are held back until then. */
  'takeover.waiting': detail({ until: text }),
  /** Calls were due since the backup that the house was restored from: nobody knows whether they were rung. */
  'house.passed-over': detail({ backup: text, calls: number }),
  /** The disk will be full before long. `free`, `size`: bytes. */
  'disk.low': detail({ free: number, size: number }),
  /** The machine's clock shows another time than it should: `calls` may ring at a wrong one. */
  'clock.jumped': detail({ seconds: number, shows: text, expected: text, calls: number }),
  /** The clocks of this machine and of the database's differ. */
  'clock.apart': detail({ seconds: number }),
  /** What the check at night found. */
  'night.check': detail({ findings }),
  /** The backup of the night could not be made, or not be restored. */
  'backup.failed': detail({ why: text }),
  /** A report could not be sent by mail. */
  'report.unsent': detail({ report: text, why: text }),
  /** Messages do not reach a destination. */
  'delivery.failing': ofDestination,
  /** A destination will be disabled soon, because nothing has reached it for days. */
  'delivery.disabling': ofDestination,
  /** A destination was disabled: its messages are kept, and none are sent. */
  'delivery.disabled': ofDestination,
  /** One message does not get through, while others do. */
  'delivery.late': ofMessage,
  /** A destination has refused a message. */
  'delivery.refused': ofMessage,
  /** It is unknown whether a message arrived: an operator must decide. */
  'delivery.uncertain': ofMessage,
  /** A message may be there twice: it was sent more than once, and each time may have arrived. */
  'delivery.doubled': ofMessage,
  /**
   * A guest checks out, or is due to, whose charges nobody can tell to be on the folio, or to be there once. `total`: what
   * they come to. `doubled`: how many may be there twice.
   */
  'delivery.check-out': detail({
    deliveries: number,
    total: text,
    doubled: number,
    charges: Type.Array(Type.Object({ delivery: text, doubts: number })),
  }),
  /**
   * A charge was taken back, and somebody must do so in the connector's own books. `posting`: its number there. `instead`: the
   * message about the charge in its place, where that is to be booked by hand as well.
   */
  'charge.take-back': detail({
    charge: text,
    delivery: text,
    destination: text,
    item: text,
    /** Its name; alarms of earlier versions have none. */
    description: maybe(text),
    quantity: number,
    total: text,
    posting: maybe(number),
    certain: yesNo,
    instead: maybe(text),
  }),
  /** A property system asked for a call that cannot be made. */
  'property.refused': detail({ system: text, why: text, scheduled: maybe(text) }),
  /** A property system can be neither heard nor told anything. */
  'property.down': detail({ why: text }),
  /** News from a property system could not be kept. */
  'property.lost': detail({ count: number }),
}

export type AlarmKind = keyof typeof ALARM_DETAILS
export type AlarmDetails = { readonly [K in AlarmKind]: Static<(typeof ALARM_DETAILS)[K]> }
