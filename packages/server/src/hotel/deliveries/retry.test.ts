import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days, hours, minutes, seconds } from '../../kernel/clock.ts'
import { DEFAULTS } from '../settings/defaults.ts'
import { toInstant } from '../time/local-time.ts'
import {
  afterFailure,
  afterSuccess,
  alertAt,
  alertOf,
  failuresToPause,
  flickers,
  gateOf,
  quickWaitAfter,
  underWayAtMost,
  type DeliveryHealth,
  isGivenUp,
  type DeliveryTrouble,
  waitAfter,
  waitsOf,
  WELL,
} from './retry.ts'

const NOON = toInstant('2026-11-14T12:00:00', 'UTC')
const WAITS = waitsOf(DEFAULTS.http)

const trouble = (of: Partial<DeliveryTrouble> = {}): DeliveryTrouble => ({
  waits: WAITS,
  attempts: 1,
  chance: 0,
  ...of,
})

describe('a message that failed', () => {
  it.each([
    [1, seconds(5)],
    [2, minutes(5)],
    [3, minutes(30)],
    [4, hours(2)],
    [5, hours(5)],
    [6, hours(10)],
    [7, hours(14)],
    [8, hours(20)],
    [9, hours(24)],
    [10, hours(24)],
    [1_000, hours(24)],
  ])('for the %i. time waits as the list says, and the last wait repeats', (attempts, wait) => {
    expect(waitAfter(trouble({ attempts }))).toBe(wait)
  })

  it('waits as its destination wants it', () => {
    const waits = waitsOf({ retry: ['200ms', '1m'] })
    expect([1, 2, 3].map((attempts) => waitAfter(trouble({ waits, attempts })))).toEqual([
      200, 60_000, 60_000,
    ])
  })

  it.each([
    ['less than planned', seconds(1), seconds(5)],
    ['as planned', seconds(5), seconds(5)],
    ['somewhat more', seconds(20), seconds(20)],
    ['ten times as much', seconds(50), seconds(50)],
    ['more than that', hours(3), seconds(50)],
  ])('waits %s when it is asked to: between one and ten times the planned wait', (_, afterMs, wait) => {
    expect(waitAfter(trouble({ afterMs }))).toBe(wait)
  })

  it('never comes back early, and at most a fifth of the planned wait late', () => {
    const anyTrouble = fc.record({
      waits: fc.constant(WAITS),
      attempts: fc.integer({ min: 1, max: 100 }),
      chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      afterMs: fc.option(fc.integer({ min: 0, max: days(30) }), { nil: undefined }),
    })
    fc.assert(
      fc.property(anyTrouble, (one) => {
        const exact = waitAfter({ ...one, chance: 0 })
        const planned = waitAfter({ ...one, chance: 0, afterMs: undefined })
        const wait = waitAfter(one)
        expect(wait).toBeGreaterThanOrEqual(exact)
        expect(wait).toBeLessThanOrEqual(exact + planned * 0.2)
        expect(exact).toBeLessThanOrEqual(planned * 10)
      }),
    )
  })
})

/** A destination after so many failures, each a probe once it is paused, at the moment it is tried. */
function failing(
  times: number,
  of: Partial<DeliveryTrouble> = {},
): { health: DeliveryHealth; pauses: number[] } {
  const pauses: number[] = []
  let [health, now] = [WELL, NOON]
  for (let n = 1; n <= times; n++) {
    health = afterFailure(health, trouble({ attempts: n, ...of }), health.probeAt !== null, now)
    if (health.probeAt === null) continue
    pauses.push(health.probeAt - now)
    now = health.probeAt
  }
  return { health, pauses }
}

describe('a destination', () => {
  it('gets messages while fewer than five failed one after the other', () => {
    expect(gateOf(WELL, NOON)).toBe('flowing')
    expect(gateOf(failing(4).health, NOON)).toBe('flowing')
    expect(failing(4).health).toEqual({ ...WELL, failures: 4, failingSince: NOON, probes: 0, probeAt: null })
  })

  it('is paused at the fifth, for 30 seconds, and then tried with one', () => {
    const { health } = failing(5)
    expect(health).toEqual({
      ...WELL,
      failures: 5,
      failingSince: NOON,
      probes: 0,
      probeAt: NOON + seconds(30),
    })
    expect(gateOf(health, NOON + seconds(30) - 1)).toBe('paused')
    expect(gateOf(health, NOON + seconds(30))).toBe('probing')
  })

  it('is tried at distances that double, up to 15 minutes', () => {
    expect(failing(13).pauses).toEqual([
      seconds(30),
      minutes(1),
      minutes(2),
      minutes(4),
      minutes(8),
      minutes(15),
      minutes(15),
      minutes(15),
      minutes(15),
    ])
  })

  it('is never paused for longer than the retry list would wait', () => {
    expect(failing(8, { waits: [seconds(5)] }).pauses).toEqual(Array(4).fill(seconds(5)))
    expect(failing(8, { waits: [minutes(1)] }).pauses).toEqual([seconds(30), ...Array(3).fill(minutes(1))])
  })

  it('that asks for a pause gets it, up to ten times the planned one', () => {
    expect(failing(5, { afterMs: minutes(2) }).pauses).toEqual([minutes(2)])
    expect(failing(5, { afterMs: hours(2) }).pauses).toEqual([minutes(5)])
  })

  it('is not paused for longer because of what was under way when it was paused', () => {
    const { health } = failing(5)
    const late = afterFailure(health, trouble(), false, NOON + seconds(20))
    expect(late).toEqual({ ...health, failures: 6 })
  })

  it('is always tried again within 18 minutes, whatever happened', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 200 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (n, chance) => {
          for (const pause of failing(n, { chance }).pauses) {
            expect(pause).toBeGreaterThanOrEqual(seconds(30))
            expect(pause).toBeLessThanOrEqual(minutes(18))
          }
        },
      ),
    )
  })
})

/** A destination that failed so often before each of the messages it took. */
const withHabit = (each: number, taken = 16): DeliveryHealth => ({
  ...WELL,
  habit: { taken, failuresEach: each },
})

describe('a destination that fails now and then', () => {
  it.each([
    ['has taken nothing yet', WELL, 5],
    ['takes everything', withHabit(0), 5],
    ['took one, at once', withHabit(0, 1), 5],
    ['fails every tenth time', withHabit(1 / 9), 6],
    ['fails every second time', withHabit(1), 20],
    ['took one after a failure', withHabit(1, 1), 20],
    ['took two, one of them after a failure', withHabit(0.5, 2), 20],
    ['takes every fifth', withHabit(4), 62],
    ['takes hardly any', withHabit(99), 300],
  ])('and %s is paused after the failures in a row that chance does not explain', (_, health, failures) => {
    expect(failuresToPause(health)).toBe(failures)
  })

  it('is known by what it did before the last sixteen it took', () => {
    let health = WELL
    for (const failures of [3, 1, 0, 0]) health = afterSuccess({ ...health, failures })
    expect(health.habit).toEqual({ taken: 4, failuresEach: 1 })
    for (let n = 0; n < 40; n++) health = afterSuccess(health)
    expect(health.habit.taken).toBe(16)
    expect([flickers(health), failuresToPause(health)]).toEqual([false, 5])
  })

  it('is not known as such because it was gone for a while', () => {
    const { health } = failing(9)
    expect(afterSuccess(health)).toEqual(WELL)
  })

  it.each([
    [0, 0, 16],
    [0.25, 0, 7],
    [1, 0, 1],
    [0, 1, 1],
    [1, 3, 1],
    [4, 0, 1],
    [0, 300, 1],
  ])('has %d failures each, and %i in a row: at most %i of 16 are under way', (each, failures, most) => {
    expect(underWayAtMost({ ...withHabit(each), failures }, 16)).toBe(most)
  })

  it.each([
    [0.2, 16, false],
    [0.25, 16, true],
    [1, 16, true],
    [1, 7, false],
    [4, 8, true],
    [4.5, 16, false],
  ])('with %d failures each of %i messages flickers: %s', (each, taken, does) => {
    expect(flickers(withHabit(each, taken))).toBe(does)
  })

  it('gets a message again soon, at distances that double, up to the first of the list', () => {
    const waits = [0, 1, 2, 5, 6, 9].map((quick) => quickWaitAfter(trouble({ attempts: quick + 1, quick })))
    expect(waits).toEqual([100, 200, 400, 3_200, seconds(5), seconds(5)])
    expect(quickWaitAfter(trouble({ waits: [20], quick: 3 }))).toBe(20)
  })

  it('does not use up the list by that', () => {
    expect(waitAfter(trouble({ attempts: 40, quick: 39 }))).toBe(seconds(5))
    expect(waitAfter(trouble({ attempts: 41, quick: 39 }))).toBe(minutes(5))
    expect(waitAfter(trouble({ attempts: 40, quick: 40 }))).toBe(seconds(5))
  })
})

describe('the desk', () => {
  const health = (failures: number): DeliveryHealth => ({ ...WELL, failures, failingSince: NOON })

  it.each([
    [0, 100, null],
    [minutes(10) - 1, 100, null],
    [minutes(10), 1, 'failing'],
    [days(4) - 1, 400, 'failing'],
    [days(4), 400, 'disabling'],
    [days(5) - 1, 400, 'disabling'],
    [days(5), 400, 'disabled'],
    // One failure on Monday and one on Sunday are not days of nothing but failure.
    [days(6), 2, 'failing'],
  ] as const)('hears after %i ms and %i failures: %s', (passed, failures, alert) => {
    expect(alertOf(health(failures), NOON + passed)).toBe(alert)
  })

  it('hears of nothing while messages arrive', () => {
    expect(alertOf(WELL, NOON)).toBeNull()
    expect(alertAt(WELL)).toBeNull()
    expect(alertAt(health(1))).toBe(NOON + minutes(10))
  })
})

describe('giving up', () => {
  it.each([
    ['room-status', days(7) - 1, false],
    ['room-status', days(7), true],
    ['charge', days(7), false],
    ['charge', days(3_650), false],
  ] as const)('a %s after %i ms: %s', (purpose, age, isOver) => {
    expect(isGivenUp({ purpose, kind: '', createdAt: NOON }, NOON + age)).toBe(isOver)
  })

  it('an alarm or a result after a week, wherever it is told', () => {
    const alarm = { purpose: 'charge', kind: 'alarm.raised', createdAt: NOON }
    expect([days(7) - 1, days(7)].map((age) => isGivenUp(alarm, NOON + age))).toEqual([false, true])
  })
})
