import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import {
  dayOf,
  dayOfWallTime,
  parseDay,
  startOfDay,
  type Day,
  weekdayOf,
  type Zone,
} from '../time/local-time.ts'
import { isRepeating, movedOn, occurrenceOf, type Wakeup, wallTimeOf } from './wakeup.ts'
import { isTooFar } from './wakeup-plan.ts'

/** The series without one of its days; the same series where that day was left out before. */
export interface SkippedDay {
  readonly series: Wakeup
  readonly day: Day
}

/** Which day is left out: the one named, otherwise the next. */
interface Skip {
  readonly date: string | undefined
  readonly now: Instant
  /** For the day after it. */
  readonly nextId: string
  /** Something of the present day was told under its id. */
  readonly isTold: boolean
}

export function skipDay(series: Wakeup, { date, now, nextId, isTold }: Skip): SkippedDay {
  mustRepeat(series)
  const present = dayOfWallTime(wallTimeOf(series))
  const day = date === undefined ? present : parseDay(date)
  if (day === null)
    throw new Failure('parameter.invalid', 'date must be a calendar day as YYYYMMDD', { field: 'date' })
  if (series.skipped.includes(day)) return { series, day }
  mustBeToCome(series, day, present)
  mustBeNear(day, now, series.zone)
  const skipped = [...series.skipped.filter((other) => other >= dayOf(now, series.zone)), day].toSorted()
  const without = { ...series, skipped }
  const left = day === present ? movedOn(without, now, nextId) : withOccurrence(without, nextId, isTold)
  if (!left)
    throw new Failure('series.no-day-left', 'No day of this series would be left; delete it instead', {
      field: 'date',
    })
  return { series: left, day }
}

function mustRepeat(call: Wakeup) {
  if (!isRepeating(call))
    throw new Failure(
      'call.not-repeating',
      'This call does not repeat: there is no day to leave out; delete it',
    )
  if (call.state === 'done') throw new Failure('call.over', 'This series has come to its end')
}

function mustBeToCome(series: Wakeup, day: Day, present: Day) {
  if (day === present && (series.state === 'calling' || series.attempts > 0))
    throw new Failure(
      'call.ringing',
      'The room is being woken for this day; say how it ended with PUT, or delete the series',
    )
  const isOne =
    day >= present && series.days.includes(weekdayOf(day)) && (series.until === null || day <= series.until)
  if (!isOne)
    throw new Failure('series.no-such-day', `This series has no call to come on ${day}`, { field: 'date' })
}

/** No call is asked for farther ahead either. */
function mustBeNear(day: Day, now: Instant, zone: Zone) {
  if (isTooFar(startOfDay(day, zone), now))
    throw new Failure('time.too-far', 'The day is more than two years ahead; give an earlier one', {
      field: 'date',
    })
}

/**
 * A day to come is left out: the present one may have become the last, which is told under the id of the series. What
 * the desk and the log were told of it before stays its own.
 */
const withOccurrence = (series: Wakeup, nextId: string, isTold: boolean): Wakeup =>
  isTold ? series : { ...series, occurrence: occurrenceOf(series, series.occurrence ?? nextId) }
