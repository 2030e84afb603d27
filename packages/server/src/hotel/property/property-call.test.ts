import { describe, expect, it } from 'vitest'
import { minutes } from '../../kernel/clock.ts'
import { formatInstant, toInstant } from '../time/local-time.ts'
import { isCleared, isClearedToo, keptBackUntil, lastWord, planCall } from './property-call.ts'

const NOW = toInstant('2026-11-15T06:00:00', 'UTC')
const here = { now: NOW, zone: 'Europe/Zurich', graceMs: minutes(10) }
const planned = (wall: string | null, at = here) => planCall(wall, at)

describe('the time of a call that a property system asks for', () => {
  it('is the wall time of the hotel, to the second', () => {
    expect(planned('2026-11-16T06:59:37')).toEqual({
      kind: 'call',
      plan: {
        scheduledAt: toInstant('2026-11-16T05:59:37', 'UTC'),
        wall: '2026-11-16T06:59:37',
        days: [],
        until: null,
        tomorrow: false,
        clockChange: null,
      },
    })
  })

  it('moves forward where the clocks skip it, and is the first of two', () => {
    const at = (wall: string) => {
      const plan = planned(wall, { ...here, now: toInstant('2026-01-01T00:00:00', 'UTC') })
      return plan.kind === 'call' ? formatInstant(plan.plan.scheduledAt, 'UTC') : plan.why
    }
    expect(at('2026-03-29T02:30:00')).toBe('2026-03-29T01:30:00+00:00')
    expect(at('2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00+00:00')
  })

  it.each([
    ['just now', '07:00:00', 'call'],
    ['as late as a call may be', '06:50:00', 'call'],
    ['a second later than that', '06:49:59', 'impossible'],
  ])('%s', (_, time, kind) => expect(planned(`2026-11-15T${time}`).kind).toBe(kind))

  it('says why it cannot be', () => {
    expect(planned('2026-11-15T06:00:00')).toEqual({ kind: 'impossible', why: 'its time is over' })
    expect(planned(null)).toEqual({ kind: 'impossible', why: 'there is no such date or time' })
  })
})

describe('a property system that clears', () => {
  const zone = 'Europe/Zurich'
  const single = { days: [], zone, scheduledAt: toInstant('2026-11-16T06:00:30', 'UTC') }
  const series = { ...single, days: ['mon', 'tue'] } as const

  const DAY = '20261116'
  it.each([
    ['everything', null, null, { day: null, time: null }, true, true, true],
    ['that call', '261116', '070030', { day: DAY, time: '07:00:30' }, true, true, false],
    ['that day', '261116', null, { day: DAY, time: null }, true, true, false],
    ['that time of any day', null, '070030', { day: null, time: '07:00:30' }, true, true, false],
    ['another second', '261116', '070000', { day: DAY, time: '07:00:00' }, false, false, false],
    ['another day', '261117', null, { day: '20261117', time: null }, false, false, false],
    ['a day that does not exist', '261131', '070030', null, false, false, false],
  ])('%s', (_, date, time, moment, itsOwn, another, repeating) => {
    const key = { room: '101', date: '261116', time: '070030' }
    expect(isCleared(key, { date, time })).toBe(itsOwn)
    expect(isClearedToo(single, { date, time, moment })).toBe(another)
    expect(isClearedToo(series, { date, time, moment })).toBe(repeating)
  })

  it('means a call whose time the clocks skip', () => {
    const moved = { ...single, scheduledAt: toInstant('2026-03-29T01:30:00', 'UTC') }
    const moment = { day: '20260329', time: '02:30:00' }
    expect(isClearedToo(moved, { date: '260329', time: '023000', moment })).toBe(true)
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
