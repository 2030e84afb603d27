import { type FiasRecord, valueOf } from '../src/wire/record.ts'
import { type WakeupKey, wakeupRequest } from '../src/records/wakeup.ts'
import type { PmsEvent } from './pms-events.ts'

export interface WakeupNote extends Omit<WakeupKey, 'room'> {
  room: string
  readonly by: 'pms' | 'client'
  answer: string | null
  isCleared: boolean
}

/** The wake-up calls that the property system knows of. */
export class WakeupBook {
  readonly notes: WakeupNote[] = []

  ask(key: WakeupKey, by: 'pms' | 'client') {
    this.notes.push({ ...key, by, answer: null, isCleared: false })
  }

  clear(room: string, date: string | null, time: string | null) {
    for (const note of this.notes)
      if (note.room === room && (date ?? note.date) === note.date && (time ?? note.time) === note.time)
        note.isCleared = true
  }

  /** FIAS 2.20: with the guest, into a room that was empty. */
  move(from: string, to: string) {
    for (const note of this.notes)
      if (note.room === from && note.answer === null && !note.isCleared) note.room = to
  }

  /** `WR`, `WC` or `WA` of the client. */
  take(record: FiasRecord, tell: (event: PmsEvent) => void) {
    if (record.id === 'WA') return this.#answered(record, tell)
    const request = wakeupRequest(record)
    if (request?.kind === 'request') this.ask(request, 'client')
    else if (request) this.clear(request.room, request.date, request.time)
  }

  /** FIAS 2.20: the first answer is the last, and it says the time as it was asked for. */
  #answered(record: FiasRecord, tell: (event: PmsEvent) => void) {
    const key = {
      room: valueOf(record, 'RN') ?? '',
      date: valueOf(record, 'DA') ?? '',
      time: valueOf(record, 'TI') ?? '',
    }
    const status = valueOf(record, 'AS') ?? ''
    const note = this.notes.findLast(
      (one) => one.room === key.room && one.date === key.date && one.time === key.time,
    )
    if (!note)
      tell({ kind: 'violation', rule: `WA for no wake-up call: ${key.room} ${key.date} ${key.time}` })
    else if (note.answer !== null)
      tell({ kind: 'violation', rule: `A second WA for ${key.room} at ${key.time}` })
    if (note) note.answer ??= status
    tell({ kind: 'wakeup answered', key, status })
  }
}
