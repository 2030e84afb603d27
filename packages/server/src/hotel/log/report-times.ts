import type { Instant } from '../../kernel/clock.ts'
import type { MailPlan } from '../settings/sections.ts'
import {
  addDays,
  type Day,
  dayOf,
  startOfDay,
  toInstant,
  wallTime,
  WEEKDAYS,
  weekdayOf,
  type Zone,
} from '../time/local-time.ts'

type Span = MailPlan['span']

/** The first day of the day, week or month that a day is in. */
const FIRST_OF: Readonly<Record<Span, (day: Day) => Day>> = {
  day: (day) => day,
  week: (day) => addDays(day, -WEEKDAYS.indexOf(weekdayOf(day))),
  month: (day) => `${day.slice(0, 6)}01`,
}

/** The day on which the last report was to be sent by now: it is of all days before that one. */
export function lastReportDay({ span, at }: Pick<MailPlan, 'span' | 'at'>, now: Instant, zone: Zone): Day {
  const first = FIRST_OF[span](dayOf(now, zone))
  const due = toInstant(wallTime(first, `${at}:00`), zone)
  return due <= now ? first : FIRST_OF[span](addDays(first, -1))
}

/** What a report is of. Reports that could not be sent in time are made up for by the next one, which is of more days. */
export const reportSpan = (since: Day, until: Day, zone: Zone) => ({
  from: startOfDay(since, zone),
  before: startOfDay(until, zone),
})

/** `20261109 to 20261115`, or one day. */
export function daysInWords(since: Day, until: Day): string {
  const last = addDays(until, -1)
  return since === last ? since : `${since} to ${last}`
}

/** One for each plan: what was sent is remembered by it. */
export const planName = ({ report, by, span, to }: MailPlan) => ['report', report, by, span, to].join('/')
