import { describe, expect, it } from 'vitest'
import { isFailure } from '../../kernel/failure.ts'
import { formatInstant } from '../time/local-time.ts'
import { parseMoment } from '../time/moment.ts'
import { replanWakeup, settleWakeup, unrung, verdictIn, type Wakeup } from './wakeup.ts'
import { planWakeup, type WakeupWish } from './wakeup-plan.ts'
import type { Outcome } from './wakeup-outcome.ts'
import { wakeup } from '../../../testing/records.ts'

const ZURICH = 'Europe/Zurich'

function at(text: string, zone = ZURICH): number {
  const moment = parseMoment(text, zone)
  if (!moment) throw new Error(`not a moment: ${text}`)
  return moment.instant
}

const plan = (wish: WakeupWish, now = '2026-11-14T20:00', zone = ZURICH) => {
  const planned = planWakeup(wish, at(now, zone), zone)
  return { ...planned, scheduled: formatInstant(planned.scheduledAt, zone) }
}

function refusal(wish: WakeupWish, now?: string): string {
  try {
    plan(wish, now)
    return 'accepted'
  } catch (error) {
    return isFailure(error) ? `${error.code} ${String(error.detail.field)}` : String(error)
  }
}

describe('the moment of a wakeup call', () => {
  it.each<[string, WakeupWish, string]>([
    ['a time to come today', { time: '2130' }, '2026-11-14T21:30:00+01:00'],
    ['a time that has passed today means tomorrow', { time: '0700' }, '2026-11-15T07:00:00+01:00'],
    ['a date and a time', { date: '20261224', time: '0600' }, '2026-12-24T06:00:00+01:00'],
    ['an instant with an offset', { datetime: '2026-11-15T06:00:00Z' }, '2026-11-15T07:00:00+01:00'],
    ['a wall time of the hotel', { datetime: '2026-11-15T07:00' }, '2026-11-15T07:00:00+01:00'],
    ['a fraction of a second is cut', { datetime: '2026-11-15T07:00:30.9' }, '2026-11-15T07:00:30+01:00'],
    [
      'a plus that a form has turned into a space',
      { datetime: '2026-11-15T07:00:00 01:00' },
      '2026-11-15T07:00:00+01:00',
    ],
    [
      'a wall time that DST skips moves on by the gap',
      { datetime: '2027-03-28T02:30' },
      '2027-03-28T03:30:00+02:00',
    ],
    [
      'a wall time that comes twice is the first',
      { datetime: '2027-10-31T02:30' },
      '2027-10-31T02:30:00+02:00',
    ],
    ['this very moment is not past', { datetime: '2026-11-14T20:00:00' }, '2026-11-14T20:00:00+01:00'],
    [
      'a daily call starts at its next occurrence',
      { time: '0700', daily: true },
      '2026-11-15T07:00:00+01:00',
    ],
    [
      'a daily call whose given moment is past',
      { datetime: '2026-01-01T07:00', daily: true },
      '2026-11-15T07:00:00+01:00',
    ],
    [
      'a daily call from a day to come',
      { date: '20261201', time: '0700', daily: true },
      '2026-12-01T07:00:00+01:00',
    ],
    ['weekdays only', { time: '0700', days: 'mon,fri' }, '2026-11-16T07:00:00+01:00'],
    ['weekdays in any order and case', { time: '0700', days: 'Fri, MON' }, '2026-11-16T07:00:00+01:00'],
    [
      'a daily call asked for with an offset keeps the wall time',
      { datetime: '2026-11-15T06:30:00Z', daily: true },
      '2026-11-15T07:30:00+01:00',
    ],
    [
      'a repeat until its last day',
      { time: '0700', daily: true, until: '20261115' },
      '2026-11-15T07:00:00+01:00',
    ],
  ])('%s', (_, wish, scheduled) => {
    expect(plan(wish).scheduled).toBe(scheduled)
  })

  it('says that a passed time means tomorrow only when no date was given', () => {
    expect(plan({ time: '0700' }).tomorrow).toBe(true)
    expect(plan({ time: '2300' }).tomorrow).toBe(false)
    expect(plan({ date: '20261115', time: '0700' }).tomorrow).toBe(false)
  })

  it('keeps the wall time asked for, and none for an exact instant', () => {
    expect(plan({ datetime: '2027-03-28T02:30' }).wall).toBe('2027-03-28T02:30:00')
    expect(plan({ datetime: '2026-11-15T06:00:00Z' }).wall).toBeNull()
  })

  it.each<[string, WakeupWish, string]>([
    ['both forms at once', { datetime: '2026-11-15T07:00', time: '0700' }, 'parameter.invalid datetime'],
    ['neither form', {}, 'parameter.invalid time'],
    ['a date without time', { date: '20261115' }, 'parameter.invalid time'],
    ['a date in words', { date: 'tomorrow', time: '0700' }, 'parameter.invalid date'],
    ['a day that does not exist', { date: '20260230', time: '0700' }, 'parameter.invalid date'],
    ['an hour that does not exist', { time: '2400' }, 'parameter.invalid time'],
    ['a time of three digits', { time: '700' }, 'parameter.invalid time'],
    ['an instant that is past', { datetime: '2026-11-14T19:59:59' }, 'time.past time'],
    ['a date and time that are past', { date: '20261114', time: '0700' }, 'time.past time'],
    ['daily and days together', { time: '0700', daily: true, days: 'mon' }, 'parameter.invalid days'],
    ['a weekday that does not exist', { time: '0700', days: 'mon,noday' }, 'parameter.invalid days'],
    ['no weekday at all', { time: '0700', days: '' }, 'parameter.invalid days'],
    ['until without a repeat', { time: '0700', until: '20261201' }, 'parameter.invalid until'],
    ['until that is no day', { time: '0700', daily: true, until: 'soon' }, 'parameter.invalid until'],
    ['a repeat that has already ended', { time: '0700', daily: true, until: '20261114' }, 'time.past until'],
  ])('refuses %s', (_, wish, expected) => {
    expect(refusal(wish)).toBe(expected)
  })
})

const call = (over: Partial<Wakeup> = {}) =>
  wakeup({
    id: 'call',
    scheduledAt: at('2026-11-15T07:00'),
    wall: '2026-11-15T07:00:00',
    zone: ZURICH,
    createdAt: at('2026-11-14T20:00'),
    ...over,
  })

const by = (outcome: Outcome, byOperator = true) => ({ outcome, proof: null, actor: 'maria', byOperator })
const MORNING = at('2026-11-15T07:05')

describe('how a call ends', () => {
  it('marks a single call complete and puts it among the answered', () => {
    const { record, series } = settleWakeup(call(), by('complete'), MORNING, 'unused')
    expect(series).toBeNull()
    expect(record).toMatchObject({
      id: 'call',
      list: 'answered',
      state: 'done',
      outcome: 'complete',
      actor: 'maria',
    })
  })

  it.each(['no-answer', 'busy', 'diverted', 'no-line', 'unreachable', 'missed'] as const)(
    'puts a call that ended in %s among the failed',
    (outcome) => {
      expect(settleWakeup(call(), by(outcome), MORNING, 'unused').record.list).toBe('failed')
    },
  )

  it("keeps the machine's own result beside an operator's", () => {
    const found = { ...by('no-answer', false), proof: 'hung-up' as const }
    const rung = settleWakeup(call(), found, MORNING, 'unused').record
    expect(verdictIn(rung)).toEqual({ outcome: 'no-answer', proof: 'hung-up' })
    const overwritten = settleWakeup(rung, by('complete'), MORNING, 'unused').record
    expect(overwritten).toMatchObject({ outcome: 'complete', machineOutcome: 'no-answer', list: 'answered' })
    expect([overwritten.proof, verdictIn(overwritten)]).toEqual([
      'hung-up',
      { outcome: 'complete', proof: null },
    ])
  })
})

describe('a hotel that moves to another zone', () => {
  it('keeps the wall time of calls asked for in wall time', () => {
    const moved = replanWakeup(call(), 'America/New_York')
    expect(formatInstant(moved.scheduledAt, 'America/New_York')).toBe('2026-11-15T07:00:00-05:00')
  })

  it('rings a call that has not been rung at its new moment', () => {
    const moved = replanWakeup(call({ nextAt: at('2026-11-15T07:03'), follows: 'other' }), 'America/New_York')
    expect(moved).toMatchObject(unrung(at('2026-11-15T07:00', 'America/New_York')))
  })

  it('does not forget that a call was dialled, though nobody was reached', () => {
    expect(replanWakeup(call({ dials: 2 }), 'America/New_York')).toMatchObject({ dials: 2, attempts: 0 })
  })

  it('leaves a call that is on its way where it is', () => {
    const underWay = { attempts: 1, dials: 2, tries: 1, lineTroubles: 1, dialledAt: at('2026-11-15T07:00') }
    const snoozed = { ...underWay, dueAt: at('2026-11-15T07:05'), nextAt: at('2026-11-15T07:06') }
    const moved = replanWakeup(call(snoozed), 'America/New_York')
    expect(moved).toMatchObject(snoozed)
    expect(moved.scheduledAt).toBe(at('2026-11-15T07:00', 'America/New_York'))
  })

  it('leaves calls for an exact instant alone', () => {
    const exact = call({ wall: null })
    expect(replanWakeup(exact, 'America/New_York')).toBe(exact)
  })
})
