import { describe, expect, it } from 'vitest'
import { toInstant } from '../time/local-time.ts'
import { lastReportDay, reportSpan, daysInWords } from './report-times.ts'

const ZONE = 'Europe/Zurich'
const at = (wall: string) => toInstant(wall, ZONE)

describe('the last report by mail', () => {
  it.each([
    ['day', '2026-11-18T05:59:00', '20261117'],
    ['day', '2026-11-18T06:00:00', '20261118'],
    ['week', '2026-11-18T12:00:00', '20261116'],
    ['week', '2026-11-16T05:59:59', '20261109'],
    ['week', '2026-11-16T06:00:00', '20261116'],
    ['month', '2026-11-01T05:00:00', '20261001'],
    ['month', '2026-11-01T06:00:00', '20261101'],
    ['month', '2026-01-01T00:00:00', '20251201'],
  ] as const)('of a %s, at %s, was to be sent on %s', (span, now, day) => {
    expect(lastReportDay({ span, at: '06:00' }, at(now), ZONE)).toBe(day)
  })

  it('at an hour that the clocks skip is sent all the same', () => {
    const plan = { span: 'day', at: '02:30' } as const
    expect(lastReportDay(plan, at('2026-03-29T03:31:00'), ZONE)).toBe('20260329')
  })

  it('is of the days of the hotel, also of one with 25 hours', () => {
    const { from, before } = reportSpan('20261025', '20261026', ZONE)
    expect((before - from) / 3_600_000).toBe(25)
  })

  it.each([
    ['20261117', '20261118', '20261117'],
    ['20261109', '20261116', '20261109 to 20261115'],
  ])('from %s until %s is called %s', (since, until, words) => {
    expect(daysInWords(since, until)).toBe(words)
  })
})
