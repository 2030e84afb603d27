import { describe, expect, it } from 'vitest'
import { call } from '../../../testing/calls.ts'
import { formatFor } from '../../texts/format.ts'
import { LaterDays, laterDays } from './later-days.ts'
import type { LiveCall } from './live-call.ts'

const format = formatFor('en', { zone: 'Europe/Zurich', clock: '24h' })
const until = (end: string) => ({ date: format.date, minute: format.minute, end })
const series = (of: Partial<LiveCall> = {}) =>
  call({ daily: true, scheduled: '2026-11-19T07:15:00+01:00', ...of })
const told = (of: Partial<LiveCall>, end: string) =>
  laterDays(series(of), until(end)).map(({ scheduled }) => scheduled)

describe('the days after the next one', () => {
  it.each<[string, Partial<LiveCall>, string, readonly string[]]>([
    ['of a daily call', {}, '202611201200', ['2026-11-20T07:15:00+01:00']],
    ['end where nobody looks any more', {}, '202611200715', []],
    ['of a call that does not repeat', { daily: false }, '202611251200', []],
    ['of a finished day of a series', { series: 's' }, '202611251200', []],
    ['of one that is over', { status: 2, result: 1 }, '202611251200', []],
    ['that are left out', { skipped: '20261120,20261121' }, '202611221200', ['2026-11-22T07:15:00+01:00']],
    ['after the last one', { until: '20261120' }, '202611251200', ['2026-11-20T07:15:00+01:00']],
    ['on certain weekdays', { daily: false, days: 'thu,sun' }, '202611251200', ['2026-11-22T07:15:00+01:00']],
    [
      'where the clocks change',
      { scheduled: '2026-10-24T07:15:00+02:00' },
      '202610261200',
      ['2026-10-25T07:15:00+01:00', '2026-10-26T07:15:00+01:00'],
    ],
  ])('%s', (_, of, end, days) => expect(told(of, end)).toEqual(days))

  it('are to be rung, and lead to the series', () => {
    const [day] = laterDays(series({ status: 1, attempts: 2, alarm: 'x' }), until('202611201200'))
    expect(day).toMatchObject({ id: 'a 20261120', dayOf: 'a', status: 0, attempts: 0 })
    expect(day).not.toHaveProperty('alarm')
  })

  it('are told beside the calls, and go with them', () => {
    const later = new LaterDays(until('202611201200'))
    const glance = (all: ReadonlyMap<string, LiveCall>) =>
      later.beside({
        version: 0,
        get: (id) => all.get(id),
        keys: () => [...all.keys()],
        changedSince: () => ['a'],
      })
    const there = glance(new Map([['a', series()]]))
    expect([there.keys(), there.changedSince(0)]).toEqual([['a 20261120'], ['a 20261120']])
    expect(there.get('a 20261120')?.dayOf).toBe('a')
    const gone = glance(new Map())
    expect([gone.changedSince(0), gone.get('a 20261120')]).toEqual([['a 20261120'], undefined])
  })
})
