import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/calendar.ts'
import {
  alongDays,
  byDay,
  categoryBars,
  dayIn,
  daysBetween,
  gapOf,
  missingIn,
  money,
  nameOfSpan,
  noCallsOn,
  outcomesOf,
  setApart,
  spanNamed,
} from './report.ts'

const row = (day: string, destination: string, accepted: number, delivered: number) => ({
  day,
  destination,
  purpose: 'charge',
  accepted,
  delivered,
  refused: 0,
  waiting: 1,
  uncertain: 0,
  dead: 0,
  takenBack: 0,
  doubts: 0,
})
const charge = (day: string, category: string, net: string) => ({
  day,
  category,
  description: `Category ${category}`,
  color: '#3366cc',
  currency: 'CHF',
  charges: 1,
  quantity: 1,
  total: net,
  voids: 0,
  voided: '0.00',
  net,
  voidedQuantity: 0,
  netQuantity: 1,
  answers: '',
  connectors: [],
})

describe('reports', () => {
  it.each([
    ['today', { start: '2026-11-15', end: '2026-11-15' }],
    ['yesterday', { start: '2026-11-14', end: '2026-11-14' }],
    ['week', { start: '2026-11-09', end: '2026-11-15' }],
    ['month', { start: '2026-10-17', end: '2026-11-15' }],
  ] as const)('know %s', (name, span) => {
    expect(spanNamed(name, '2026-11-15', addDays)).toEqual(span)
    expect(nameOfSpan(span, '2026-11-15', addDays)).toBe(name)
  })

  it('know a span of one’s own, and a day', () => {
    expect(nameOfSpan({ start: '2026-01-01', end: '2026-01-02' }, '2026-11-15', addDays)).toBe('own')
    expect(dayIn('20261115')).toBe('2026-11-15')
  })

  it('know how many charges have not arrived at each connector, save those that were taken back', () => {
    const bar = { name: 'bar', delivered: 5, waiting: 1, uncertain: 2, refused: 3, dead: 6, takenBack: 2 }
    const pms = { ...bar, waiting: 0, uncertain: 0, refused: 0, dead: 2 }
    expect(missingIn([bar, pms].map(setApart))).toBe(10)
    expect(missingIn([setApart(pms)])).toBe(0)
  })

  it('leave no day out', () => {
    const days = daysBetween({ start: '2026-10-30', end: '2026-11-02' }, addDays)
    expect(days).toEqual(['20261030', '20261031', '20261101', '20261102'])
    const rows = alongDays(days, [{ ...noCallsOn('20261101'), calls: 3 }], noCallsOn)
    expect(rows.map(({ day, calls }) => [day, calls])).toEqual([
      ['20261030', 0],
      ['20261031', 0],
      ['20261101', 3],
      ['20261102', 0],
    ])
  })

  it.each([
    ['21.8', 'CHF', '21.80'],
    ['85', '', '85.00'],
    ['-4.50', 'EUR', '-4.50'],
    ['1200', 'JPY', '1200'],
    ['1.2', 'KWD', '1.200'],
    ['0.125', 'CHF', '0.125'],
    ['', 'CHF', ''],
  ])('write %s %s as money', (amount, currency, written) => {
    expect(money(amount, currency)).toBe(written)
  })

  it('tell what calls came to, each once', () => {
    const figures = { answered: 5, 'by-hand': 1, failed: 4, 'no-answer': 2, busy: 1, pending: 3 }
    expect(outcomesOf(figures)).toEqual({ answered: 4, byHand: 1, nobody: 2, busy: 1, other: 1, pending: 3 })
  })

  it('add destinations up by day, and see a gap', () => {
    const days = byDay([
      row('20261114', 'bar', 3, 2),
      row('20261114', 'pms', 2, 1),
      row('20261115', 'bar', 1, 0),
    ])
    expect(days.map(({ day, accepted, delivered }) => [day, accepted, delivered])).toEqual([
      ['20261114', 5, 3],
      ['20261115', 1, 0],
    ])
    expect(days.map(gapOf)).toEqual([0, 0])
    expect(gapOf(row('', '', 4, 2))).toBe(1)
  })

  it('draw a bar for each category, along the days', () => {
    const rows = [
      charge('20261114', '1', '9.00'),
      charge('20261115', '1', '4.50'),
      charge('20261115', '2', '3.20'),
    ]
    expect(categoryBars(rows, ['20261114', '20261115']).map(({ name, values }) => [name, values])).toEqual([
      ['Category 1', [9, 4.5]],
      ['Category 2', [0, 3.2]],
    ])
  })
})
