import { Type } from 'typebox'
import { maybe, number, numberOrNull, text, yesNo } from '../../kernel/schema.ts'
import { ALARM_DETAILS } from '../desk/alarm-kinds.ts'
import { detail } from './detail.ts'

const about = { alarm: text, kind: Type.KeyOf(Type.Object(ALARM_DETAILS)) }

/** How it was told: by telephone, by mail or to a server. */
const told = {
  by: maybe(Type.Enum(['phone', 'mail', 'webhook'])),
  extension: maybe(text),
  line: maybe(text),
  result: maybe(text),
  status: maybe(numberOrNull),
  to: maybe(text),
  delivered: maybe(yesNo),
}

/** After these an alarm is over. */
export const ALARM_END_ROWS = {
  'alarm.over': detail(about),
  'alarm.acknowledged': detail({ ...about, ...told, note: maybe(text) }),
}

export const ALARM_ROWS = {
  ...ALARM_END_ROWS,
  /** Room, date and time are those that a property system asked for. */
  'alarm.raised': detail({ ...about, room: maybe(text), date: maybe(text), time: maybe(text) }),
  /** It has happened again while it was open. */
  'alarm.repeated': detail({ ...about, times: number }),
  'alarm.told': detail({ ...about, ...told }),
  'alarm.waiting': detail({ ...about, ...told }),
  /** Somebody knows of a guest who is still to be reached. */
  'alarm.known': detail({ ...about, ...told }),
  /** Nobody has said in time that they know. `step`: how often it has been passed on. */
  'alarm.passed-on': detail({ ...about, to: text, step: number }),
}
