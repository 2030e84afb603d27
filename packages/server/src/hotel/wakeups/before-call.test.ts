import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULTS } from '../settings/defaults.ts'
import { minutes } from '../../kernel/clock.ts'
import { beforeCall, byPrecedence, type Due, type FirstStep, type Precedence } from './before-call.ts'
import { type WakeupPolicy, policyOf, type Method } from './wakeup-policy.ts'
import { toInstant } from '../time/local-time.ts'

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')
const GRACE = minutes(10)
const DESK = minutes(3)

const POLICY: WakeupPolicy = {
  ...policyOf({ ...DEFAULTS.wakeup }, null),
  graceMs: GRACE,
  backupAfterMs: DESK,
}

const due = (of: Partial<Due> = {}): Due => ({
  dueAt: SEVEN,
  attempts: 0,
  vip: false,
  lineTroubles: 0,
  awaited: true,
  wasAway: false,
  ...of,
})

const RING: FirstStep = { do: 'ring' }
const waitUntil = (until: number): FirstStep => ({ do: 'wait', until })
const toDesk = (until: number, rings: number | null): FirstStep => ({ do: 'leave-to-desk', until, rings })
const settle = (outcome: 'missed' | 'no-line' | 'no-database'): FirstStep => ({ do: 'settle', outcome })

type Case = [string, Partial<Due>, number, FirstStep]
const check =
  (policy: Partial<WakeupPolicy>) =>
  (_: string, call: Partial<Due>, after: number, expected: FirstStep): void => {
    expect(beforeCall(due(call), { ...POLICY, ...policy }, SEVEN + after)).toEqual(expected)
  }

describe('a call that the system rings', () => {
  it.each<Case>([
    ['is not rung a moment before its time', {}, -1, waitUntil(SEVEN)],
    ['is rung at its time', {}, 0, RING],
    ['is rung as long as its grace time lasts', {}, GRACE, RING],
    ['finds no line when its grace time has ended while it waited', {}, GRACE + 1, settle('no-line')],
    ['is missed when we were down until then', { awaited: false }, GRACE + 1, settle('missed')],
    [
      'is missed because of the database when that was away until then',
      { awaited: false, wasAway: true },
      GRACE + 1,
      settle('no-database'),
    ],
    ['is rung when the database is back before that', { awaited: false, wasAway: true }, GRACE, RING],
    ['is rung when we are up again before that', { awaited: false }, GRACE, RING],
    [
      'found no line when lines had refused it before, though we were down in between',
      { awaited: false, lineTroubles: 1 },
      GRACE + 1,
      settle('no-line'),
    ],
    ['is rung again at once after a line has refused it', { lineTroubles: 1 }, 0, RING],
    ['is rung again when its next attempt is due', { attempts: 2 }, 0, RING],
    [
      'is missed when we were down for its next attempt',
      { attempts: 2, awaited: false },
      GRACE + 1,
      settle('missed'),
    ],
  ])('%s', check({}))
})

describe('a call that the desk makes, with the system as backup', () => {
  const backup = check({ method: 'backup', vipMethod: 'backup' })

  it.each<Case>([
    ['is left to nobody a moment before its time', {}, -1, waitUntil(SEVEN)],
    ['is left to the desk at its time', {}, 0, toDesk(SEVEN + DESK, SEVEN + DESK)],
    ['is left to the desk to the last moment', {}, DESK - 1, toDesk(SEVEN + DESK, SEVEN + DESK)],
    ['is rung when nobody has marked it by then', {}, DESK, RING],
    ['has its whole grace time after that', {}, DESK + GRACE, RING],
    ['finds no line after that', {}, DESK + GRACE + 1, settle('no-line')],
    ['is missed when we were down until then', { awaited: false }, DESK + GRACE + 1, settle('missed')],
    ['has its whole grace time also when lines refuse it', { lineTroubles: 7 }, DESK + GRACE, RING],
    ['is rung again without the desk, once the room was rung', { attempts: 1 }, 0, RING],
    ['has only its grace time then', { attempts: 1 }, GRACE + 1, settle('no-line')],
  ])('%s', backup)

  it('has its grace time also where the desk has longer than that', () => {
    const slow = check({ method: 'backup', backupAfterMs: 2 * GRACE })
    slow('', { lineTroubles: 1 }, 3 * GRACE, RING)
    slow('', { lineTroubles: 1 }, 3 * GRACE + 1, settle('no-line'))
  })
})

describe('a call that only the desk makes', () => {
  const manual = check({ method: 'manual', vipMethod: 'manual' })

  it.each<Case>([
    ['is left to nobody a moment before its time', {}, -1, waitUntil(SEVEN)],
    ['is never rung, and left to the desk at its time', {}, 0, toDesk(SEVEN + GRACE, null)],
    ['can be marked until its grace time ends', {}, GRACE - 1, toDesk(SEVEN + GRACE, null)],
    ['was missed when nobody has marked it by then', {}, GRACE, settle('missed')],
    [
      'was rung before the hotel chose so: the desk has its time for the next attempt as well',
      { attempts: 1 },
      0,
      toDesk(SEVEN + GRACE, null),
    ],
  ])('%s', manual)
})

describe('a VIP room', () => {
  const step = (vip: boolean, method: Method, vipMethod: Method) =>
    beforeCall(due({ vip }), { ...POLICY, method, vipMethod }, SEVEN)

  it.each<[Method, Method]>([
    ['automatic', 'manual'],
    ['manual', 'backup'],
    ['backup', 'automatic'],
  ])('is rung its own way: rooms %s, VIP rooms %s', (method, vipMethod) => {
    expect(step(true, method, vipMethod)).toEqual(step(false, vipMethod, vipMethod))
    expect(step(false, method, vipMethod)).toEqual(step(false, method, method))
    expect(step(true, method, vipMethod)).not.toEqual(step(false, method, vipMethod))
  })
})

describe('who goes first when there are more calls than lines', () => {
  const one = (id: string, of: Partial<Precedence> = {}): Precedence => ({
    id,
    vip: false,
    dueAt: SEVEN,
    createdAt: 1,
    ...of,
  })

  it('rings VIPs, then by time, then by who asked first', () => {
    const queue = [
      one('VIP, early', { vip: true }),
      one('VIP, late', { vip: true, dueAt: SEVEN + 1, createdAt: 0 }),
      one('early', { dueAt: SEVEN - 1, createdAt: 9 }),
      one('asked first', { createdAt: 0 }),
      one('asked second, a'),
      one('asked second, b'),
    ]
    expect(queue.toReversed().toSorted(byPrecedence)).toEqual(queue)
  })

  it('is the same queue however it came together', () => {
    const anyone = fc.record({
      id: fc.uuid(),
      vip: fc.boolean(),
      dueAt: fc.integer({ min: SEVEN, max: SEVEN + 2 }),
      createdAt: fc.integer({ min: 0, max: 2 }),
    })
    const anybody = fc
      .uniqueArray(anyone, { selector: ({ id }) => id })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(anybody, ([all, shuffled]) => {
        expect(shuffled.toSorted(byPrecedence)).toEqual(all.toSorted(byPrecedence))
      }),
    )
  })
})
