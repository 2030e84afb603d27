import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days, type Instant, minutes } from '../../kernel/clock.ts'
import { wakeup } from '../../../testing/records.ts'
import { dayOf, formatInstant, toInstant, type Weekday, WEEKDAYS, weekdayOf } from '../time/local-time.ts'
import { parseMoment } from '../time/moment.ts'
import { settleWakeup, toldAs, unrung, type Wakeup } from './wakeup.ts'
import type { Outcome } from './wakeup-outcome.ts'

const ZURICH = 'Europe/Zurich'

const at = (text: string): Instant =>
  parseMoment(text, ZURICH)?.instant ?? expect.fail(`not a moment: ${text}`)

/** A series whose next call is at this wall time; its present day is told as `day 0`. */
const series = (wall: string, of: Partial<Wakeup> = {}): Wakeup =>
  wakeup({
    id: 'series',
    scheduledAt: at(wall),
    wall: `${wall}:00`,
    zone: ZURICH,
    days: WEEKDAYS,
    occurrence: 'day 0',
    ...of,
  })

const by = (outcome: Outcome, byOperator = false) => ({ outcome, proof: null, actor: 'system', byOperator })
const sunday = (of: Partial<Wakeup> = {}) => series('2026-11-15T07:00', of)
const settled = (call: Wakeup, outcome: Outcome = 'complete') =>
  settleWakeup(call, by(outcome), call.scheduledAt + minutes(1), 'day 1')

const told = (call: Wakeup | null) => call && formatInstant(call.scheduledAt, ZURICH)

describe('a day of a series', () => {
  const RUNG = { attempts: 2, snoozes: 1, dials: 3, tries: 1, dialledAt: at('2026-11-15T07:00') }
  const underWay = sunday({ ...RUNG, state: 'calling', dueAt: at('2026-11-15T07:05'), lineTroubles: 1 })

  it('is told under an id of its own from the beginning; a single call under its own', () => {
    expect(toldAs(sunday())).toBe('day 0')
    expect(toldAs(wakeup({ id: 'single' }))).toBe('single')
  })

  it('stays behind under that id when it is over, with all that it has behind it', () => {
    const { record } = settled(underWay)
    expect(record).toEqual({
      ...underWay,
      id: 'day 0',
      series: 'series',
      occurrence: null,
      days: [],
      until: null,
      list: 'answered',
      state: 'done',
      outcome: 'complete',
      machineOutcome: 'complete',
      lastOutcome: 'complete',
      actor: 'system',
      settledAt: at('2026-11-15T07:01'),
    })
    expect(toldAs(record)).toBe(toldAs(underWay))
  })

  it('leaves the series to the next day, unrung, under the id that was decided ahead', () => {
    const monday = at('2026-11-16T07:00')
    expect(settled(underWay).series).toEqual({
      ...sunday(),
      ...unrung(monday),
      scheduledAt: monday,
      wall: '2026-11-16T07:00:00',
      occurrence: 'day 1',
    })
  })

  it('that rang together with another call leaves a series that rings by itself', () => {
    expect(settled(sunday({ follows: 'other' })).series?.follows).toBeNull()
  })

  it('can be decided anew when it is over, and the series stays where it is', () => {
    const { record } = settled(sunday(), 'no-answer')
    const again = settleWakeup(record, by('complete', true), at('2026-11-15T08:00'), 'unused')
    expect(again.series).toBeNull()
    expect(again.record).toMatchObject({
      id: 'day 0',
      series: 'series',
      outcome: 'complete',
      machineOutcome: 'no-answer',
    })
  })

  it('may be decided before its hour, and the series goes on to the day after it', () => {
    const early = settleWakeup(sunday(), by('complete', true), at('2026-11-14T22:00'), 'day 1')
    expect(told(early.record)).toBe('2026-11-15T07:00:00+01:00')
    expect(told(early.series)).toBe('2026-11-16T07:00:00+01:00')
  })
})

describe('the last day of a series', () => {
  const last = sunday({ until: '20261115' })

  it('leaves its result on the series itself, whose id stays known', () => {
    const { record, series: next } = settled(last, 'busy')
    expect(next).toBeNull()
    expect(record).toMatchObject({
      id: 'series',
      list: 'failed',
      state: 'done',
      outcome: 'busy',
      series: null,
    })
  })

  it('is found in the log under the id that it was told under', () => {
    expect(toldAs(settled(last).record)).toBe('day 0')
  })

  it('can be decided anew without bringing the series back', () => {
    const { record } = settled(last, 'no-answer')
    const again = settleWakeup(record, by('complete', true), at('2026-11-15T08:00'), 'unused')
    expect(again).toMatchObject({ record: { id: 'series', outcome: 'complete' }, series: null })
  })
})

describe('the next day of a series', () => {
  it.each<[string, Wakeup, string | null]>([
    ['is the next weekday of its days', sunday({ days: ['sun', 'wed'] }), '2026-11-18T07:00:00+01:00'],
    ['is a week off for one day a week', sunday({ days: ['sun'] }), '2026-11-22T07:00:00+01:00'],
    ['may be its last', sunday({ until: '20261116' }), '2026-11-16T07:00:00+01:00'],
    ['does not come after its last', sunday({ days: ['sun'], until: '20261121' }), null],
    [
      'keeps the wall time when the clocks go forward',
      series('2027-03-27T07:00'),
      '2027-03-28T07:00:00+02:00',
    ],
    ['keeps it when they go back', series('2027-10-30T07:00'), '2027-10-31T07:00:00+01:00'],
    ['rings after the gap that swallows it', series('2027-03-27T02:30'), '2027-03-28T03:30:00+02:00'],
    [
      'returns to the wall time asked for after that',
      series('2027-03-28T02:30'),
      '2027-03-29T02:30:00+02:00',
    ],
    ['rings the first of two half past twos', series('2027-10-30T02:30'), '2027-10-31T02:30:00+02:00'],
    ['rings no second one', series('2027-10-31T02:30'), '2027-11-01T02:30:00+01:00'],
    [
      'is by the clock on the wall also for one that was asked for as an instant',
      series('2027-03-27T07:00', { wall: null }),
      '2027-03-28T07:00:00+02:00',
    ],
  ])('%s', (_, call, expected) => {
    expect(told(settled(call).series)).toBe(expected)
  })
})

const MOST_DAYS = 100

/** What is left of a series when the system comes up again: each day that is past is settled as missed, in turn. */
function caughtUp(call: Wakeup, now: Instant) {
  const records: Wakeup[] = []
  let next: Wakeup | null = call
  while (next && next.dueAt <= now && records.length < MOST_DAYS) {
    const { record, series: rest }: ReturnType<typeof settleWakeup> = settleWakeup(
      next,
      by('missed'),
      now,
      `day ${records.length + 1}`,
    )
    records.push(record)
    next = rest
  }
  return { records, next }
}

describe('an outage of several days', () => {
  it('leaves one record for each day that was missed, and the series at the next', () => {
    const { records, next } = caughtUp(sunday(), at('2026-11-17T12:00'))
    expect(records.map((record) => [record.id, told(record), record.series, record.outcome])).toEqual([
      ['day 0', '2026-11-15T07:00:00+01:00', 'series', 'missed'],
      ['day 1', '2026-11-16T07:00:00+01:00', 'series', 'missed'],
      ['day 2', '2026-11-17T07:00:00+01:00', 'series', 'missed'],
    ])
    expect(next).toMatchObject({ id: 'series', state: 'pending', list: 'pending', occurrence: 'day 3' })
    expect(told(next)).toBe('2026-11-18T07:00:00+01:00')
  })

  it('leaves none for days on which it would not have rung', () => {
    const working = sunday({ days: ['mon', 'tue', 'wed', 'thu', 'fri'], ...fridayThe13th })
    const { records, next } = caughtUp(working, at('2026-11-17T12:00'))
    expect(records.map(told)).toEqual([
      '2026-11-13T07:00:00+01:00',
      '2026-11-16T07:00:00+01:00',
      '2026-11-17T07:00:00+01:00',
    ])
    expect(told(next)).toBe('2026-11-18T07:00:00+01:00')
  })

  const fridayThe13th = {
    scheduledAt: at('2026-11-13T07:00'),
    wall: '2026-11-13T07:00:00',
    dueAt: at('2026-11-13T07:00'),
  }

  it('ends a series whose last day it covers, with the last record on the series itself', () => {
    const { records, next } = caughtUp(sunday({ until: '20261117' }), at('2026-12-01T12:00'))
    expect(records.map(({ id }) => id)).toEqual(['day 0', 'day 1', 'series'])
    expect(records.map(toldAs)).toEqual(['day 0', 'day 1', 'series'])
    expect(next).toBeNull()
  })

  it('counts the night on which the clocks change as one', () => {
    const spring = caughtUp(series('2027-03-27T02:30'), at('2027-03-29T12:00'))
    expect(spring.records.map(told)).toEqual([
      '2027-03-27T02:30:00+01:00',
      '2027-03-28T03:30:00+02:00',
      '2027-03-29T02:30:00+02:00',
    ])
    const autumn = caughtUp(series('2027-10-30T02:30'), at('2027-11-01T12:00'))
    expect(autumn.records.map(told)).toEqual([
      '2027-10-30T02:30:00+02:00',
      '2027-10-31T02:30:00+02:00',
      '2027-11-01T02:30:00+01:00',
    ])
  })
})

describe('any series, anywhere', () => {
  const anySeries = fc.record({
    zone: fc.constantFrom(ZURICH, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'),
    time: fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })),
    daysOf: fc.subarray<Weekday>([...WEEKDAYS], { minLength: 1 }),
    start: fc.integer({ min: at('2026-01-01T00:00'), max: at('2027-12-31T00:00') }),
  })

  it('leaves a record of its own for each of its days, in order, and none for another', () => {
    fc.assert(
      fc.property(anySeries, ({ zone, time, daysOf, start }) => {
        const day = firstDay(start, zone, daysOf)
        const clock = time.map((n) => String(n).padStart(2, '0')).join(':')
        const wall = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${clock}:00`
        const call = series('2026-11-15T07:00', {
          zone,
          wall,
          days: daysOf,
          ...planned(toInstant(wall, zone)),
        })
        const end = call.scheduledAt + days(30)
        const { records, next } = caughtUp(call, end)

        const walls = records.map((record) => record.wall?.slice(0, 10) ?? '')
        expect(walls).toEqual([...new Set(walls)].toSorted())
        expect(records.every((record) => record.wall?.endsWith(`${clock}:00`))).toBe(true)
        expect(walls.map((date) => weekdayOf(date.replaceAll('-', '')))).toEqual(
          walls.map((date) => daysOf.find((one) => one === weekdayOf(date.replaceAll('-', '')))),
        )
        expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
        expect(next?.dueAt).toBeGreaterThan(end)
        expect(records.length).toBeGreaterThanOrEqual(4 * daysOf.length)
      }),
    )
  })

  const planned = (scheduledAt: Instant) => ({ scheduledAt, ...unrung(scheduledAt) })

  function firstDay(start: Instant, zone: string, daysOf: readonly Weekday[]) {
    const all = WEEKDAYS.map((_, n) => dayOf(start + days(n), zone))
    return all.find((day) => daysOf.includes(weekdayOf(day))) ?? dayOf(start, zone)
  }
})
