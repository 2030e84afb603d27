import { describe, expect, it } from 'vitest'
import { minutes } from '../../kernel/clock.ts'
import { formatInstant, toInstant } from '../time/local-time.ts'
import { isCleared, isClearedToo, keptBackUntil, lastWord, planCall, wallOf } from './property-call.ts'

const NOW = toInstant('2026-11-15T06:00:00', 'UTC')
const here = { now: NOW, zone: 'Europe/Zurich', graceMs: minutes(10) }
const planned = (date: string, time: string, at = here) => planCall({ room: '101', date, time }, at)

describe('the time of a call that a property system asks for', () => {
  it.each([
    ['261115', '070030', '2026-11-15T07:00:30'],
    ['261115', '0700', '2026-11-15T07:00:00'],
    ['280229', '235959', '2028-02-29T23:59:59'],
    ['270229', '070000', null],
    ['261131', '070000', null],
    ['261115', '240000', null],
    ['261115', '076000', null],
    ['261115', '070060', null],
    ['261115', '07003', null],
    ['20261115', '070000', null],
    ['2611', '070000', null],
    ['', '', null],
    ['abcdef', 'ghijkl', null],
  ])('%s %s', (date, time, wall) => expect(wallOf({ date, time })).toBe(wall))

  it('is the wall time of the hotel, to the second', () => {
    expect(planned('261116', '065937')).toEqual({
      kind: 'call',
      plan: {
        scheduledAt: toInstant('2026-11-16T05:59:37', 'UTC'),
        wall: '2026-11-16T06:59:37',
        days: [],
        until: null,
        tomorrow: false,
      },
    })
  })

  it('moves forward where the clocks skip it, and is the first of two', () => {
    const at = (date: string, time: string) => {
      const plan = planned(date, time, { ...here, now: toInstant('2026-01-01T00:00:00', 'UTC') })
      return plan.kind === 'call' ? formatInstant(plan.plan.scheduledAt, 'UTC') : plan.why
    }
    expect(at('260329', '023000')).toBe('2026-03-29T01:30:00+00:00')
    expect(at('261025', '023000')).toBe('2026-10-25T00:30:00+00:00')
  })

  it.each([
    ['just now', '070000', 'call'],
    ['as late as a call may be', '065000', 'call'],
    ['a second later than that', '064959', 'impossible'],
  ])('%s', (_, time, kind) => expect(planned('261115', time).kind).toBe(kind))

  it('says why it cannot be', () => {
    expect(planned('261115', '060000')).toEqual({ kind: 'impossible', why: 'its time is over' })
    expect(planned('261131', '060000')).toEqual({ kind: 'impossible', why: 'there is no such date or time' })
  })
})

describe('a property system that clears', () => {
  const zone = 'Europe/Zurich'
  const single = { days: [], zone, scheduledAt: toInstant('2026-11-16T06:00:30', 'UTC') }
  const series = { ...single, days: ['mon', 'tue'] } as const

  it.each([
    ['everything', null, null, true, true, true],
    ['that call', '261116', '070030', true, true, false],
    ['that day', '261116', null, true, true, false],
    ['that time of any day', null, '070030', true, true, false],
    ['another second', '261116', '070000', false, false, false],
    ['another day', '261117', null, false, false, false],
    ['a day that does not exist', '261131', '070030', false, false, false],
  ])('%s', (_, date, time, itsOwn, another, repeating) => {
    const key = { room: '101', date: '261116', time: '070030' }
    expect(isCleared(key, { date, time })).toBe(itsOwn)
    expect(isClearedToo(single, { date, time })).toBe(another)
    expect(isClearedToo(series, { date, time })).toBe(repeating)
  })

  it('means a call whose time the clocks skip', () => {
    const moved = { ...single, scheduledAt: toInstant('2026-03-29T01:30:00', 'UTC') }
    expect(isClearedToo(moved, { date: '260329', time: '023000' })).toBe(true)
  })
})

describe('the last word about a call', () => {
  const failed = { outcome: 'no-answer', settledAt: NOW } as const

  it('is its outcome', () => {
    expect(lastWord({ outcome: 'complete', settledAt: NOW }, false, NOW)).toBe('complete')
    expect(lastWord(failed, false, NOW)).toBe('no-answer')
  })

  it('is that it was taken back, when it is gone', () =>
    expect(lastWord(null, false, NOW)).toBe('taken back'))

  it('is kept back while the desk has it in its hands, but not for ever', () => {
    expect(lastWord(failed, true, NOW)).toBeNull()
    expect(lastWord(failed, true, keptBackUntil(failed) - 1)).toBeNull()
    expect(lastWord(failed, true, keptBackUntil(failed))).toBe('no-answer')
    expect(keptBackUntil(failed)).toBe(NOW + minutes(15))
  })
})
