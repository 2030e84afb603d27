import type { WebhookEventKind } from '../deliveries/events.ts'
import { listOfOutcome } from '../wakeups/wakeup-outcome.ts'
import { kindIn, rowIn } from './row.ts'
import type { LogRow } from './seal.ts'
import { ALARM_ROWS } from './alarm-rows.ts'
import { CALL_END_ROWS } from './wakeup-rows.ts'

/** A row as it is written, before the database has numbered it. */
export type UnnumberedRow = Omit<LogRow, 'id'>

/** What destinations that have asked for it are told of a row. */
export interface RowEvent {
  readonly kind: WebhookEventKind
  readonly data: Readonly<Record<string, unknown>>
}

const ALARMS = {
  'alarm.raised': ALARM_ROWS['alarm.raised'],
  'alarm.acknowledged': ALARM_ROWS['alarm.acknowledged'],
  'alarm.over': ALARM_ROWS['alarm.over'],
}
const RESULTS = {
  'wakeup.settled': CALL_END_ROWS['wakeup.settled'],
  'wakeup.overwritten': CALL_END_ROWS['wakeup.overwritten'],
}
const isAlarm = rowIn(ALARMS)
const isResult = rowIn(RESULTS)

/** Whether a row of this kind may be an event. */
export const mayBeEvent = kindIn({ ...ALARMS, ...RESULTS })

/** An alarm that came, was acknowledged or is over; a call that has its result, also when a person sets it. */
export function eventInRow(row: UnnumberedRow): RowEvent | null {
  const { wakeup, text, actor } = row
  if (isAlarm(row)) {
    const { alarm, kind } = row.detail
    const told = { alarm, kind, wakeup, text }
    if (row.kind !== 'alarm.acknowledged') return { kind: row.kind, data: told }
    const note = 'note' in row.detail ? row.detail.note : undefined
    return { kind: row.kind, data: { ...told, by: actor, note: note ?? '' } }
  }
  if (!isResult(row)) return null
  const { outcome } = row.detail
  const kind = listOfOutcome(outcome) === 'answered' ? 'wakeup.answered' : 'wakeup.failed'
  const proof = 'proof' in row.detail ? (row.detail.proof ?? null) : null
  return { kind, data: { wakeup, outcome, proof, by: actor, text } }
}
