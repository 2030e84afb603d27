import { addDays, weekdayOf } from '../../kernel/calendar.ts'
import { instantOf } from '../../kernel/clock.ts'
import type { Glance } from '../../kernel/glance.ts'
import { isOver, isSeries, type LiveCall } from './live-call.ts'

/** The hotel's calendar, and until when somebody looks, YYYYMMDDHHMM. */
export interface DaysAhead {
  date(at: number): string
  minute(at: number): number
  readonly end: string
}

const [MINUTE, DAY] = [60_000, 86_400_000]
const HALF_A_DAY = 720
/** A list of a week is long enough. */
const MOST_DAYS = 8
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

const compact = (date: string) => date.replaceAll('-', '')
const two = (value: number) => String(value).padStart(2, '0')
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

function isItsDay({ daily, days = '', until, skipped = '' }: LiveCall, date: string): boolean {
  const day = compact(date)
  const isWeekday = daily || days.split(',').includes(WEEKDAYS[weekdayOf(date)] ?? '')
  return isWeekday && (until === undefined || day <= until) && !skipped.split(',').includes(day)
}

/** On that day at the same time of the clock, also where the clocks change in between. */
function sameTimeOn(call: LiveCall, day: number, { date, minute }: DaysAhead): number {
  const first = instantOf(call.scheduled)
  const about = first + day * DAY
  const apart = minute(about) - minute(first)
  const drift =
    apart > HALF_A_DAY ? apart - 2 * HALF_A_DAY : apart < -HALF_A_DAY ? apart + 2 * HALF_A_DAY : apart
  const at = about - drift * MINUTE
  return date(at) === addDays(date(first), day) ? at : about
}

/** What a call that repeats is on the days after its next one: the server has a record of the next day only. */
export function laterDays(call: LiveCall, ahead: DaysAhead): readonly LiveCall[] {
  if (!isSeries(call) || isOver(call) || call.gone !== undefined) return []
  const found: LiveCall[] = []
  for (let day = 1; day <= MOST_DAYS; day++) {
    const at = sameTimeOn(call, day, ahead)
    const [date, time] = [ahead.date(at), clock(ahead.minute(at))]
    if (compact(date) + time.replace(':', '') >= ahead.end) return found
    if (isItsDay(call, date)) found.push(onDay(call, at, date, time))
  }
  return found
}

function onDay(call: LiveCall, at: number, date: string, time: string): LiveCall {
  const { alarm: _, rings: __, occurrence: ___, ...own } = call
  const offset = Math.round((instantOf(`${date}T${time}:00Z`) - at) / MINUTE)
  const sign = offset < 0 ? '-' : '+'
  return {
    ...own,
    id: `${call.id} ${compact(date)}`,
    dayOf: call.id,
    scheduled: `${date}T${time}:00${sign}${clock(Math.abs(offset))}`,
    status: 0,
    attempts: 0,
    snoozes: 0,
    dialled: null,
    lastResult: -1,
  }
}

const NONE: readonly LiveCall[] = []

/** The later days of all calls that repeat, as one who tells of calls. */
export class LaterDays {
  readonly #ahead: DaysAhead
  readonly #seen = new WeakMap<LiveCall, readonly LiveCall[]>()
  /** Under which each was ever told of. */
  readonly #told = new Map<string, Set<string>>()

  constructor(ahead: DaysAhead) {
    this.#ahead = ahead
  }

  of(call: LiveCall): readonly LiveCall[] {
    // Most are rung once, and all are asked at every change.
    if (!isSeries(call)) return NONE
    const known = this.#seen.get(call)
    if (known !== undefined) return known
    const fresh = laterDays(call, this.#ahead)
    this.#seen.set(call, fresh)
    if (fresh.length > 0) {
      const told = this.#told.get(call.id) ?? new Set()
      for (const { id } of fresh) told.add(id)
      this.#told.set(call.id, told)
    }
    return fresh
  }

  beside(calls: Glance<LiveCall>): Glance<LiveCall> {
    const idsOf = (id: string) => {
      const call = calls.get(id)
      const now = call === undefined ? [] : this.of(call).map((one) => one.id)
      return [...new Set([...now, ...(this.#told.get(id) ?? [])])]
    }
    return {
      version: calls.version,
      get: (id) => {
        const call = calls.get(id.split(' ')[0] ?? '')
        return call === undefined ? undefined : this.of(call).find((one) => one.id === id)
      },
      keys: () => calls.keys().flatMap(idsOf),
      changedSince: (version) => calls.changedSince(version)?.flatMap(idsOf) ?? null,
    }
  }
}
