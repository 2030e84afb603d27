import { describe, expect, it } from 'vitest'
import { formatInstant, toInstant } from '../time/local-time.ts'
import { nextNightCheck, warningOf } from './night-check.ts'

const ZONE = 'Europe/Zurich'
const next = (clock: string | null, now: string) => {
  const at = nextNightCheck(clock, toInstant(now, ZONE), ZONE)
  return at === null ? null : formatInstant(at, ZONE)
}

describe('the check at night', () => {
  it.each([
    ['later today', '03:00', '2026-11-15T02:59:59', '2026-11-15T03:00:00+01:00'],
    ['tomorrow, once it was made', '03:00', '2026-11-15T03:00:00', '2026-11-16T03:00:00+01:00'],
    ['tonight, seen from the evening', '03:00', '2026-11-14T20:00:00', '2026-11-15T03:00:00+01:00'],
    ['before midnight as well', '23:30', '2026-11-14T20:00:00', '2026-11-14T23:30:00+01:00'],
    // The hour from two to three does not exist.
    [
      'an hour later, when the clocks go forward over it',
      '02:30',
      '2027-03-27T20:00:00',
      '2027-03-28T03:30:00+02:00',
    ],
    ['once, when the clocks go back over it', '02:30', '2026-10-25T02:30:00', '2026-10-26T02:30:00+01:00'],
  ])('is made next %s', (_, clock, now, expected) => {
    expect(next(clock, now)).toBe(expected)
  })

  it('is never made where the hotel has set no hour', () => {
    expect(next(null, '2026-11-15T02:00:00')).toBeNull()
  })

  it('says in one sentence what is wrong, and nothing of what is well', () => {
    const findings = [
      { name: 'lines', ok: false, text: 'line voice1: no answer' },
      { name: 'disk', ok: true, text: '50% of the disk are free' },
      { name: 'clock', ok: false, text: "No time service keeps the machine's clock right" },
    ]
    expect(warningOf(findings)).toBe(
      "Before the morning: line voice1: no answer; No time service keeps the machine's clock right",
    )
    expect(warningOf(findings.filter(({ ok }) => ok))).toBeNull()
    expect(warningOf([])).toBeNull()
  })
})
