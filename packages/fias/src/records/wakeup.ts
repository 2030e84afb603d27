import { isDate, isTime } from '../wire/field-types.ts'
import { type Field, type FiasRecord, valueOf } from '../wire/record.ts'

/** FIAS 2.20: room, date and time are the key of a wake-up call. The time is kept as it came, seconds and all. */
export interface WakeupKey {
  readonly room: string
  readonly date: string
  readonly time: string
}

export type FiasWakeup =
  | ({ readonly kind: 'request' } & WakeupKey)
  /** Without a date or a time, every call of the room, whatever its date or time. */
  | {
      readonly kind: 'clear'
      readonly room: string
      readonly date: string | null
      readonly time: string | null
    }

/** The final word about a call. There is no `RY`: the property system takes the first answer for the last. */
export type WakeupStatus = 'OK' | 'NR' | 'BY' | 'UR' | 'DE'

/**
 * Null for a `WR` or `WC` that says too little. A date or time that does not exist is passed on as it came: the sender
 * must be told that this call cannot be made.
 */
export function wakeupRequest(record: FiasRecord): FiasWakeup | null {
  const room = valueOf(record, 'RN') ?? ''
  const [date, time] = [valueOf(record, 'DA') || null, valueOf(record, 'TI') || null]
  if (room === '') return null
  if (record.id === 'WC') return { kind: 'clear', room, date, time }
  return date === null || time === null ? null : { kind: 'request', room, date, time }
}

export const wakeupRequestRecord = (request: FiasWakeup): FiasRecord => ({
  id: request.kind === 'request' ? 'WR' : 'WC',
  fields: keyFields(request),
})

export const wakeupAnswerRecord = (key: WakeupKey, status: WakeupStatus): FiasRecord => ({
  id: 'WA',
  fields: [...keyFields(key), ['AS', status]],
})

const keyFields = ({ room, date, time }: Omit<FiasWakeup, 'kind'>): Field[] => [
  ['RN', room],
  ['DA', date ?? ''],
  ['TI', time ?? ''],
]

/** What keeps a request of ours from being sent. */
export function wakeupMistake({ kind, room, date, time }: FiasWakeup): string | null {
  const isWhole = date !== null && time !== null
  const isRight = (date === null || isDate(date)) && (time === null || isTime(time))
  return room !== '' && isRight && (isWhole || kind === 'clear')
    ? null
    : 'A wake-up call needs a room, a date (YYMMDD) and a time (HHMMSS)'
}

/** What keeps an answer from being sent: it says room, date and time as they came, whatever they are. */
export const answerMistake = ({ room, date, time }: WakeupKey): string | null =>
  [room, date, time].includes('') ? 'A wake-up call is answered by its room, date and time' : null
