import { Type } from 'typebox'
import { maybe, numberOrNull, text, yesNo } from '../../kernel/schema.ts'
import { ALARM_DETAILS } from '../desk/alarm-kinds.ts'
import { detail } from './detail.ts'

const about = { alarm: text, kind: Type.KeyOf(Type.Object(ALARM_DETAILS)) }

/** How the desk was told: by telephone or by mail. */
const told = {
  by: maybe(Type.Enum(['phone', 'mail'])),
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
  'alarm.told': detail({ ...about, ...told }),
  'alarm.waiting': detail({ ...about, ...told }),
}
