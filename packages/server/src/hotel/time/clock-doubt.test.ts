import { describe, expect, it } from 'vitest'
import { hours, minutes, seconds } from '../../kernel/clock.ts'
import { clockEventOf, type ClockEvidence, inDoubtBefore, verdictOn } from './clock-doubt.ts'

const HOUR = hours(1)
const NOTHING: ClockEvidence = { database: null, synchronised: null, desk: null, waitedMs: 0 }
const verdict = (evidence: Partial<ClockEvidence>, ahead = HOUR) =>
  verdictOn(ahead, { ...NOTHING, ...evidence })
const still = (ahead: number) => ({ before: ahead, now: ahead })

describe('whether a clock that was set an hour forward is right', () => {
  it.each<[string, Partial<ClockEvidence>, ReturnType<typeof verdict>]>([
    ['nothing is known', {}, null],
    [
      'a database elsewhere has shown the new time before',
      { database: still(HOUR + 900) },
      { isRight: true, by: 'database' },
    ],
    [
      'a database elsewhere shows the old time',
      { database: still(-900) },
      { isRight: false, by: 'database' },
    ],
    ['a database elsewhere shows yet another time', { database: still(minutes(20)) }, null],
    [
      'the database has jumped along: it is on the same machine',
      { database: { before: 0, now: HOUR } },
      null,
    ],
    ['a time service keeps it', { synchronised: true }, { isRight: true, by: 'kernel' }],
    ['no time service keeps it', { synchronised: false }, null],
    ['the desk says so', { desk: { isRight: true } }, { isRight: true, by: 'desk' }],
    ['the desk says that it is wrong', { desk: { isRight: false } }, { isRight: false, by: 'desk' }],
    [
      'the database outweighs a time service',
      { database: still(0), synchronised: true },
      { isRight: false, by: 'database' },
    ],
    [
      'a time service outweighs the desk',
      { synchronised: true, desk: { isRight: false } },
      { isRight: true, by: 'kernel' },
    ],
    ['nobody has said anything for just under five minutes', { waitedMs: minutes(5) - 1 }, null],
    ['nobody has said anything for five minutes', { waitedMs: minutes(5) }, { isRight: true, by: 'nobody' }],
  ])('%s', (_, evidence, expected) => {
    expect(verdict(evidence)).toEqual(expected)
  })

  it('is as well known after a jump of less than twice the tolerance: the new time is looked at first', () => {
    expect(verdict({ database: still(seconds(40)) }, seconds(40))).toEqual({ isRight: true, by: 'database' })
  })
})

describe('what a look at the clock brings', () => {
  it.each([
    [{ state: 'in step', aheadMs: 0 }, seconds(2), null],
    [{ state: 'in step', aheadMs: 0 }, seconds(3), 'small jump'],
    [{ state: 'in step', aheadMs: 0 }, -seconds(30), 'small jump'],
    [{ state: 'in step', aheadMs: 0 }, seconds(31), 'large jump'],
    [{ state: 'in doubt', aheadMs: HOUR }, HOUR + 900, null],
    [{ state: 'in doubt', aheadMs: HOUR }, 2 * HOUR, 'large jump'],
    [{ state: 'in doubt', aheadMs: HOUR }, seconds(5), 'small jump'],
    [{ state: 'kept', aheadMs: HOUR }, 300, 'returned'],
  ] as const)('%o, %i ms ahead: %s', (standing, ahead, event) => {
    expect(clockEventOf(standing, ahead, null)).toBe(event)
  })

  it('is what was found, while nothing else has happened', () => {
    const doubt = { state: 'in doubt', aheadMs: HOUR } as const
    expect(clockEventOf(doubt, HOUR, { isRight: true, by: 'desk' })).toBe('found right')
    expect(clockEventOf(doubt, HOUR, { isRight: false, by: 'desk' })).toBe('found wrong')
    expect(clockEventOf(doubt, 2 * HOUR, { isRight: true, by: 'desk' })).toBe('large jump')
  })
})

it('calls are in doubt that ring before it is decided, by the old time or by the new', () => {
  expect(inDoubtBefore(0, HOUR)).toBe(HOUR + minutes(5))
  expect(inDoubtBefore(0, -HOUR)).toBe(minutes(5))
})
