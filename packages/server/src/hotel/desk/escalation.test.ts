import { describe, expect, it } from 'vitest'
import { days, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { type Alarm, movedAlarm, raise, type Telling } from './alarm.ts'
import type { EscalationStep } from '../wakeups/wakeup-policy.ts'
import { toInstant } from '../time/local-time.ts'
import {
  afterKnown,
  afterNoLine,
  afterRinging,
  isLast,
  isMailWanted,
  isPostWanted,
  nextMessage,
  nextWithoutPhone,
  passedOn,
  stepOf,
  toldOf,
} from './escalation.ts'

const NOW = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')
const step = (of: Partial<EscalationStep>): EscalationStep => ({
  extension: null,
  emails: [],
  webhook: null,
  waitMs: minutes(5),
  ...of,
})
const DESK = step({ extension: '0' })
const MANAGER = step({ extension: '0041791234567', waitMs: minutes(20) })
const MAIL = step({ emails: ['desk@hotel.example'] })
const POST = step({ webhook: { url: 'https://pager.example/' } })

const alarm = (of: Partial<Alarm> = {}): Alarm => ({
  ...raise(
    {
      id: 'a',
      tenant: '',
      kind: 'wakeup.failed',
      subject: 'w',
      room: '101',
      text: '',
      detail: { outcome: 'busy', scheduled: '2026-11-15T07:05:00+01:00' },
    },
    NOW,
  ),
  ...of,
})

const SILENCE = { kind: 'no-answer' } as const
const BUSY = { kind: 'busy' } as const

describe('an alarm', () => {
  it('is told at once to the first of the chain', () => {
    expect(alarm()).toMatchObject({ nextAt: NOW, state: 'open', step: 0, calls: 0, known: 0 })
    expect(stepOf(alarm(), [DESK, MANAGER])).toBe(DESK)
  })

  it.each([
    [0, minutes(1)],
    [1, minutes(2)],
    [2, minutes(3)],
    [3, minutes(5)],
    [9, minutes(5)],
  ])('is told again by telephone after %i calls and one more without a key: in %i ms', (stepCalls, wait) => {
    expect(afterRinging(alarm({ stepCalls }), SILENCE, [DESK], NOW)).toMatchObject({
      nextAt: NOW + wait,
      calls: 1,
      stepCalls: stepCalls + 1,
    })
  })

  it('is told again after 15 seconds to a desk that is busy, which does not lengthen later waits', () => {
    expect(afterRinging(alarm({ stepCalls: 1 }), BUSY, [DESK], NOW)).toMatchObject({
      nextAt: NOW + seconds(15),
      calls: 1,
      stepCalls: 1,
    })
  })

  it('that finds no line is looked at again soon', () => {
    expect(afterNoLine(alarm(), [DESK], NOW).nextAt).toBe(NOW + seconds(10))
  })

  it('in no way, where the hotel has named nobody: it stands in the list', () => {
    expect(stepOf(alarm(), [])).toBeNull()
    expect(nextWithoutPhone(alarm(), [], NOW) - NOW).toBeGreaterThan(days(365))
  })
})

describe('an alarm that nobody says they know', () => {
  const CHAIN = [DESK, MANAGER, MAIL]
  const told = (of: Partial<Alarm>, after: number) => passedOn(alarm(of), CHAIN, NOW + after)

  it('goes to the next once the first have had their time, and to the first again after the last', () => {
    const seen: (EscalationStep | null)[] = []
    let [now, one]: [Instant, Alarm] = [NOW, alarm()]
    for (let n = 0; n < 5; n++) {
      seen.push(stepOf(one, CHAIN))
      now += seen.at(-1)?.waitMs ?? 0
      expect(passedOn(one, CHAIN, now - 1)).toBeNull()
      one = { ...one, ...passedOn(one, CHAIN, now) }
    }
    expect(seen).toEqual([DESK, MANAGER, MAIL, DESK, MANAGER])
  })

  it('begins with the next afresh', () => {
    expect(told({ stepCalls: 3, calls: 3, mails: 2, posts: 1, known: 2 }, minutes(5))).toEqual({
      nextAt: NOW + minutes(5),
      step: 1,
      stepAt: NOW + minutes(5),
      stepCalls: 0,
      known: 0,
      knownAt: null,
      calls: 3,
      mails: 0,
      mailedAt: null,
      posts: 0,
      postedAt: null,
    } satisfies Telling)
  })

  it('is never told later than the next are to be told', () => {
    expect(afterRinging(alarm({ stepCalls: 8 }), SILENCE, CHAIN, NOW + minutes(4)).nextAt).toBe(
      NOW + minutes(5),
    )
    expect(afterNoLine(alarm(), CHAIN, NOW + minutes(5) - 1).nextAt).toBe(NOW + minutes(5))
    expect(nextWithoutPhone(alarm({ step: 2, mailedAt: NOW }), CHAIN, NOW)).toBe(NOW + minutes(5))
  })

  it('stays with the first where there are no others', () => {
    expect(passedOn(alarm(), [DESK], NOW + days(1))).toBeNull()
    expect(passedOn(alarm(), [], NOW + days(1))).toBeNull()
  })

  it.each([
    [0, false],
    [1, false],
    [2, true],
    [3, false],
    [5, true],
  ])('passed on %i times is with the last of three: %s', (times, last) => {
    expect(isLast(alarm({ step: times }), CHAIN)).toBe(last)
  })
})

describe('a guest whom the desk knows of and has not reached', () => {
  const CHAIN = [DESK, MANAGER]

  it.each([0, 1, 2])('comes back after ten minutes, asked for %i times before', (known) => {
    expect(afterKnown(alarm({ known, stepCalls: 2 }), CHAIN, NOW)).toMatchObject({
      nextAt: NOW + minutes(10),
      step: 0,
      known: known + 1,
      knownAt: NOW,
      stepCalls: 0,
      calls: 1,
    })
  })

  it('goes to the next of the chain after the third time', () => {
    expect(afterKnown(alarm({ known: 3 }), CHAIN, NOW)).toMatchObject({
      nextAt: NOW + minutes(10),
      step: 1,
      stepAt: NOW + minutes(10),
      known: 0,
    })
  })

  it('is told no more once the last of the chain know it as often', () => {
    expect(afterKnown(alarm({ known: 3, step: 1 }), CHAIN, NOW)).toBeNull()
    expect(afterKnown(alarm({ known: 3 }), [DESK], NOW)).toBeNull()
  })

  it('goes to the next of the chain when nobody answers as it comes back', () => {
    const known = { ...alarm(), ...afterKnown(alarm(), CHAIN, NOW) }
    expect(passedOn(known, CHAIN, NOW + minutes(15) - 1)).toBeNull()
    expect(passedOn(known, CHAIN, NOW + minutes(15))).toMatchObject({ step: 1 })
  })
})

describe('a message', () => {
  it.each([
    [1, seconds(30)],
    [2, minutes(1)],
    [3, minutes(5)],
    [4, minutes(15)],
    [9, minutes(15)],
  ])('that nobody took %i times is sent again in %i ms', (times, wait) => {
    expect(nextMessage(times, NOW) - NOW).toBe(wait)
  })

  it.each([
    ['mail', isMailWanted, MAIL, 'mailedAt'],
    ['post', isPostWanted, POST, 'postedAt'],
  ] as const)('by %s goes once to each of the chain', (_, isWanted, to, takenAt) => {
    expect(isWanted(alarm(), to)).toBe(true)
    expect(isWanted(alarm({ [takenAt]: NOW }), to)).toBe(false)
    expect(isWanted(alarm({ [takenAt]: NOW, step: 1, stepAt: NOW + 1 }), to)).toBe(true)
    expect(isWanted(alarm(), DESK)).toBe(false)
    expect(isWanted(alarm(), null)).toBe(false)
  })
})

describe('what the desk hears', () => {
  it('of a call is the room, its time and the reason', () => {
    expect(toldOf(alarm())).toEqual({ room: '101', why: 'busy', time: { hour: 7, minute: 5 } })
  })

  it('of a call that it makes is the room, its time and when the system rings', () => {
    const detail = { call: 'w', scheduled: '2026-11-15T07:05:00+01:00' }
    const byHand = { room: '101', time: { hour: 7, minute: 5 } }
    expect(toldOf(alarm({ kind: 'wakeup.by-hand', detail }))).toEqual({ ...byHand, rings: null })
    const rings = '2026-11-15T07:08:00+01:00'
    expect(toldOf(alarm({ kind: 'wakeup.by-hand', detail: { ...detail, rings } }))).toEqual({
      ...byHand,
      rings: { hour: 7, minute: 8 },
    })
  })

  it('of a call that a property system asked for in vain is room and time as well', () => {
    const detail = { system: 'pms', why: 'there is no such room', scheduled: '2026-11-15T07:05:30' }
    expect(toldOf(alarm({ kind: 'property.refused', room: '999', detail }))).toEqual({
      room: '999',
      why: 'missed',
      time: { hour: 7, minute: 5 },
    })
  })

  it('of calls that are held back is until when', () => {
    const detail = { until: '2026-11-15T07:10:00+01:00' }
    expect(toldOf(alarm({ kind: 'takeover.waiting', detail }))).toEqual({
      heldBackUntil: { hour: 7, minute: 10 },
    })
  })

  it.each([
    ['wakeup.no-line', 'lines'],
    ['line.down', 'lines'],
    ['disk.low', 'disk'],
    ['night.check', 'system'],
    ['wakeup.left-behind', 'system'],
    ['delivery.failing', 'connection'],
    ['property.down', 'connection'],
    ['property.refused', 'connection'],
  ] as const)('of %s is that something is wrong with the %s', (kind, notice) => {
    expect(toldOf(alarm({ kind, detail: {} }))).toBe(notice)
  })
})

it.each([minutes(60), -minutes(60)])(
  'of a clock that is set by %d ms nobody gets a mail twice, and the next of the chain get theirs',
  (by) => {
    const next = step({ emails: ['manager@hotel.example'] })
    const told = alarm({ mails: 1, mailedAt: NOW + seconds(2), posts: 1, postedAt: NOW + seconds(2) })
    const moved = movedAlarm(told, by)
    expect([isMailWanted(moved, MAIL), isPostWanted(moved, POST)]).toEqual([false, false])
    const passed = { ...moved, ...passedOn(moved, [MAIL, next], NOW + by + minutes(5)) }
    expect(isMailWanted(passed, next)).toBe(true)
  },
)
