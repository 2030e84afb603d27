import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/calendar.ts'
import { byDay, categoryBars, dayIn, gapOf, nameOfSpan, outcomesOf, spanNamed } from './report.ts'

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
  answers: '',
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

  it('tell what calls came to, each once', () => {
    const figures = { answered: 5, failed: 4, 'no-answer': 2, busy: 1, pending: 3 }
    expect(outcomesOf(figures)).toEqual({ answered: 5, nobody: 2, busy: 1, other: 1, pending: 3 })
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
