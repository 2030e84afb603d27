import { Failure } from '../../kernel/failure.ts'
import {
  type Day,
  dayOfWallTime,
  parseClockTime,
  parseDay,
  wallTime,
  wallTimeAt,
} from '../time/local-time.ts'
import { parseMoment } from '../time/moment.ts'
import { isRepeating, type Wakeup, wallTimeOf } from './wakeup.ts'
import type { WakeupWish } from './wakeup-plan.ts'

/** When a call is to ring instead; of day and time, what is left out stays. */
export type AnotherTime = Pick<WakeupWish, 'datetime' | 'date' | 'time'>

const invalid = (field: string, message: string) => new Failure('parameter.invalid', message, { field })

/** The wish of this call at another time, with its own repeat. */
export function wishAt(call: Wakeup, { datetime, date, time }: AnotherTime): WakeupWish {
  const except = call.skipped.filter((day) => day !== dayNamed(call, { datetime, date }))
  const repeat = isRepeating(call)
    ? { days: call.days.join(','), until: call.until ?? undefined, except }
    : {}
  if (datetime !== undefined || (date === undefined && time === undefined))
    return { datetime, date, time, ...repeat }
  const wall = wallTimeOf(call)
  const day = date === undefined ? dayOfWallTime(wall) : parseDay(date)
  if (day === null) throw invalid('date', 'date must be a calendar day as YYYYMMDD')
  const clockTime = time === undefined ? wall.slice(11) : parseClockTime(time)
  if (clockTime === null) throw invalid('time', 'time must be HHMM, from 0000 to 2359')
  return { datetime: wallTime(day, clockTime), ...repeat }
}

/** A day that was left out, and is asked for now, rings. */
function dayNamed({ zone }: Wakeup, { datetime, date }: AnotherTime): Day | null {
  if (datetime === undefined) return date === undefined ? null : parseDay(date)
  const moment = parseMoment(datetime, zone)
  return moment && dayOfWallTime(moment.wall ?? wallTimeAt(moment.instant, zone))
}

/** A call that is over stays on record, and one that rings now cannot ring at another time. */
export function mustBeWaiting({ state, room }: Wakeup): void {
  if (state === 'done') throw new Failure('call.over', `The call of room ${room} is over; ask for a new one`)
  if (state === 'calling')
    throw new Failure(
      'call.ringing',
      `Room ${room} is being rung for this call; say how it ended with PUT, and ask for a new one`,
    )
}
