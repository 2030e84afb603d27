import { describe, expect, it } from 'vitest'
import { DEFAULTS } from '../settings/defaults.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import {
  afterCall,
  afterInterruption,
  type Decision,
  isFinalCall,
  maySnooze,
  needsKey,
  type CallSoFar,
} from './after-call.ts'
import type { Answered, CallResult, Unanswered } from './call-result.ts'
import { type WakeupPolicy, policyOf } from './wakeup-policy.ts'
import { toInstant } from '../time/local-time.ts'
import type { Outcome } from './wakeup-outcome.ts'

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')
const GRACE = minutes(10)
const DELAY = minutes(5)

const policy = (of: Partial<WakeupPolicy> = {}): WakeupPolicy => ({
  ...policyOf({ ...DEFAULTS.wakeup }, null),
  attempts: 3,
  retryDelayMs: DELAY,
  graceMs: GRACE,
  ...of,
})

const SNOOZING = policy({ snooze: { limit: 2, delayMs: minutes(7) } })

const call = (of: Partial<CallSoFar> = {}): CallSoFar => ({
  dueAt: SEVEN,
  tries: 1,
  snoozes: 0,
  confirm: false,
  lineTroubles: 0,
  ...of,
})

const EVIDENCE = { status: null, reason: '', cause: null, forwarded: false }
const answered = (of: Partial<Answered> = {}): Answered => ({
  kind: 'answered',
  heardMs: 5_000,
  keys: '',
  hungUpBy: 'them',
  ...EVIDENCE,
  ...of,
})
const unanswered = (kind: Unanswered['kind'], forwarded = false): Unanswered => ({
  kind,
  ...EVIDENCE,
  forwarded,
})

/** What is decided when the call was dialled at seven and ended half a minute later. */
const after = (result: CallResult, of: Partial<CallSoFar> = {}, rules = policy()): Decision =>
  afterCall(call(of), result, rules, SEVEN, SEVEN + seconds(30))

const settle = (outcome: Outcome): Decision => ({ do: 'settle', outcome })

describe('what an attempt amounts to', () => {
  const LOST = { heardMs: 1_000, hungUpBy: 'lost' } as const
  it.each<[string, CallResult, Outcome]>([
    ['a guest who hears three seconds is awake', answered({ heardMs: 3_000 }), 'complete'],
    ['a guest who hears everything is awake', answered({ heardMs: 90_000, hungUpBy: 'us' }), 'complete'],
    ['a guest who hangs up before that is not', answered({ heardMs: 2_999 }), 'no-answer'],
    ['a guest who picks up and puts down is not', answered({ heardMs: 0 }), 'no-answer'],
    ['a call that was lost early is not heard', answered(LOST), 'no-answer'],
    ['a call that was lost after three seconds is', answered({ ...LOST, heardMs: 3_000 }), 'complete'],
    ['a key is enough, however early', answered({ heardMs: 0, keys: '5' }), 'complete'],
    ['the snooze key confirms where nobody may snooze', answered({ keys: '1' }), 'complete'],
    ['a phone that nobody picks up', unanswered('no-answer'), 'no-answer'],
    ['a phone that is busy', unanswered('busy'), 'busy'],
    ['a phone that refuses', unanswered('rejected'), 'unreachable'],
    ['a phone that is not there', unanswered('unreachable'), 'unreachable'],
    ['somebody else who answered', answered({ forwarded: true }), 'diverted'],
    ['somebody else who hung up at once', answered({ forwarded: true, heardMs: 0 }), 'diverted'],
    ['somebody who was forwarded to and pressed a key', answered({ forwarded: true, keys: '2' }), 'complete'],
    ['a call that was forwarded in vain', unanswered('no-answer', true), 'diverted'],
    ['a call that was forwarded to a busy phone', unanswered('busy', true), 'diverted'],
    ['a call that was forwarded to one that refuses', unanswered('rejected', true), 'diverted'],
    ['a call that was forwarded to nowhere', unanswered('unreachable', true), 'diverted'],
  ])('%s: %j is %s', (_, result, outcome) => {
    const again: Decision = { do: 'retry', at: SEVEN + DELAY, after: outcome }
    expect(after(result, { tries: 1 })).toEqual(outcome === 'complete' ? settle(outcome) : again)
    expect(after(result, { tries: 2 })).toEqual(outcome === 'complete' ? settle(outcome) : again)
    expect(after(result, { tries: 3 })).toEqual(settle(outcome))
  })
})

describe('a call that must be confirmed', () => {
  it.each<[string, Answered, Outcome]>([
    ['any key confirms it', answered({ keys: '0' }), 'complete'],
    ['a key before the announcement as well', answered({ heardMs: 0, keys: '#' }), 'complete'],
    ['whoever listens in silence may be a mailbox', answered({ hungUpBy: 'us' }), 'diverted'],
    ['whoever hangs up without a key as well', answered({ hungUpBy: 'them' }), 'diverted'],
    ['whoever hangs up at once is rung again', answered({ heardMs: 2_999 }), 'no-answer'],
  ])('%s', (_, result, outcome) => {
    const rules = policy({ confirm: true })
    for (const decision of [after(result, { tries: 3, confirm: true }), after(result, { tries: 3 }, rules)])
      expect(decision).toEqual(settle(outcome))
  })

  it.each([
    [false, false, false],
    [true, false, true],
    [false, true, true],
  ])('asked for with the call %s, by the house %s: a key is needed %s', (asked, house, needed) => {
    expect(needsKey({ confirm: asked }, policy({ confirm: house }))).toBe(needed)
  })
})

describe('the next attempt', () => {
  const at = (retryDelayMs: number, startedAt: number, now: number) =>
    afterCall(call(), unanswered('busy'), policy({ retryDelayMs }), startedAt, now)

  it('is counted from when the last one was dialled, not from when it ended', () => {
    expect(at(DELAY, SEVEN + 1, SEVEN + seconds(30))).toMatchObject({ at: SEVEN + 1 + DELAY })
  })

  it('comes at once when the last one took longer than that', () => {
    expect(at(seconds(10), SEVEN, SEVEN + seconds(30))).toMatchObject({ at: SEVEN + seconds(30) })
  })

  it('is not put off by an hour when the clock is set back an hour meanwhile', () => {
    const back = SEVEN - minutes(60)
    expect(at(DELAY, SEVEN, back)).toMatchObject({ at: back + DELAY })
  })

  it('does not come where the hotel rings once', () => {
    expect(after(unanswered('busy'), {}, policy({ attempts: 1 }))).toEqual(settle('busy'))
  })

  it('does not come when the hotel has lowered their number meanwhile', () => {
    expect(after(unanswered('busy'), { tries: 5 })).toEqual(settle('busy'))
  })

  it('leaves the result of the last one, whatever those before were', () => {
    expect(after(unanswered('unreachable'), { tries: 3 })).toEqual(settle('unreachable'))
  })
})

describe('a guest who wants to sleep on', () => {
  const again: Decision = { do: 'snooze', at: SEVEN + seconds(30) + minutes(7) }

  it.each<[string, Partial<Answered>, Decision]>([
    ['presses 1 and is called again', { keys: '1' }, again],
    ['may press 1 before anything was said', { keys: '1', heardMs: 0 }, again],
    ['is held to the first key: 1, then another', { keys: '12' }, again],
    ['is held to the first key: another, then 1', { keys: '21' }, settle('complete')],
    ['confirms with any other key', { keys: '0' }, settle('complete')],
    ['is awake without any key', {}, settle('complete')],
  ])('%s', (_, of, expected) => {
    expect(after(answered(of), {}, SNOOZING)).toEqual(expected)
  })

  it('may do so up to the limit; the last call says so, and the key confirms', () => {
    const told = [0, 1, 2].map((snoozes) => ({
      asked: maySnooze({ snoozes }, SNOOZING),
      final: isFinalCall({ snoozes }, SNOOZING),
      next: after(answered({ keys: '1' }), { snoozes }, SNOOZING).do,
    }))
    expect(told).toEqual([
      { asked: true, final: false, next: 'snooze' },
      { asked: true, final: false, next: 'snooze' },
      { asked: false, final: true, next: 'settle' },
    ])
  })

  it('hears of no last call where nobody may snooze', () => {
    expect(isFinalCall({ snoozes: 0 }, policy())).toBe(false)
  })

  it('may do so in the last attempt as well, and is then rung as often as at first', () => {
    expect(after(answered({ keys: '1' }), { tries: 3 }, SNOOZING)).toEqual(again)
    expect(after(unanswered('no-answer'), { tries: 1, snoozes: 1 }, SNOOZING)).toMatchObject({ do: 'retry' })
    expect(after(unanswered('no-answer'), { tries: 3, snoozes: 1 }, SNOOZING)).toEqual(settle('no-answer'))
  })

  it('may do so in a call that must be confirmed', () => {
    expect(after(answered({ keys: '1' }), { confirm: true }, SNOOZING)).toEqual(again)
  })
})

describe('a line that cannot carry the call', () => {
  const trouble = (of: Partial<CallSoFar>, now: number, rules = policy()) =>
    afterCall(call(of), unanswered('line-trouble'), rules, now, now)
  const waits = (at: number): Decision => ({ do: 'wait-for-line', at })

  it('does not use up an attempt', () => {
    expect(trouble({ tries: 3 }, SEVEN)).toEqual(waits(SEVEN))
  })

  it.each([
    [0, 0],
    [1, 5],
    [2, 10],
    [3, 20],
    [4, 30],
    [5, 30],
    [100, 30],
  ])('after %i troubles before, the next line is tried in %i s', (lineTroubles, wait) => {
    expect(trouble({ lineTroubles }, SEVEN)).toEqual(waits(SEVEN + seconds(wait)))
  })

  it('is tried until the grace time ends, and then there was no line', () => {
    const last = SEVEN + GRACE - seconds(30)
    expect(trouble({ lineTroubles: 9 }, last)).toEqual(waits(SEVEN + GRACE))
    expect(trouble({ lineTroubles: 9 }, last + 1)).toEqual(settle('no-line'))
    expect(trouble({ lineTroubles: 0 }, SEVEN + GRACE)).toEqual(waits(SEVEN + GRACE))
  })

  it('has the grace time of each attempt anew', () => {
    const dueAt = SEVEN + minutes(30)
    expect(trouble({ dueAt, tries: 2 }, dueAt + GRACE)).toEqual(waits(dueAt + GRACE))
  })

  it('has it after the time of the desk, where that came first', () => {
    const rules = policy({ method: 'backup', backupAfterMs: minutes(20) })
    expect(trouble({}, SEVEN + minutes(20), rules)).toEqual(waits(SEVEN + minutes(20)))
    expect(trouble({}, SEVEN + minutes(30) + 1, rules)).toEqual(settle('no-line'))
    expect(trouble({ tries: 2 }, SEVEN + minutes(20), rules)).toEqual(settle('no-line'))
    expect(trouble({ snoozes: 1 }, SEVEN + minutes(20), rules)).toEqual(settle('no-line'))
  })

  it('is no word about the guest, even if the exchange spoke of forwarding before', () => {
    const decision = afterCall(call(), unanswered('line-trouble', true), policy(), SEVEN, SEVEN)
    expect(decision).toEqual(waits(SEVEN))
  })
})

describe('a call that a crash cut off', () => {
  const SOON = SEVEN + seconds(40)
  const cutOff = (keys: string | null, of: Partial<CallSoFar> = {}, now = SOON, rules = policy()) =>
    afterInterruption(call(of), { answered: keys !== null, keys: keys ?? '' }, rules, now)

  it.each<[string, Decision, Decision]>([
    ['never rings a guest again who had answered', cutOff(''), settle('complete')],
    ['counts a key as confirmed', cutOff('5', { confirm: true }), settle('complete')],
    ['tells the desk when no key confirms it', cutOff('', { confirm: true }), settle('diverted')],
    [
      'tells the desk also where the house wants the key',
      cutOff('', {}, SOON, policy({ confirm: true })),
      settle('diverted'),
    ],
    ['has rung in vain: it rings anew, at once', cutOff(null), { do: 'wait-for-line', at: SOON }],
    ['rings anew in the last attempt too', cutOff(null, { tries: 3 }), { do: 'wait-for-line', at: SOON }],
    [
      'rings anew until the grace time ends',
      cutOff(null, {}, SEVEN + GRACE),
      { do: 'wait-for-line', at: SEVEN + GRACE },
    ],
    ['is missed after that', cutOff(null, {}, SEVEN + GRACE + 1), settle('missed')],
    ['is complete however late', cutOff('', {}, SEVEN + 10 * GRACE), settle('complete')],
  ])('%s', (_, decision, expected) => {
    expect(decision).toEqual(expected)
  })

  it('calls a guest again who had asked for it', () => {
    const again: Decision = { do: 'snooze', at: SOON + minutes(7) }
    expect(cutOff('1', {}, SOON, SNOOZING)).toEqual(again)
    expect(cutOff('1', { confirm: true }, SOON, SNOOZING)).toEqual(again)
    expect(cutOff('1', { snoozes: 2 }, SOON, SNOOZING)).toEqual(settle('complete'))
    expect(cutOff('1')).toEqual(settle('complete'))
  })

  it('has missed a guest who had asked for it, when it comes up too late', () => {
    const last = SEVEN + minutes(7) + GRACE
    expect(cutOff('1', {}, last, SNOOZING)).toMatchObject({ do: 'snooze' })
    expect(cutOff('1', {}, last + 1, SNOOZING)).toEqual(settle('missed'))
  })

  it('has the time of the desk before its grace time', () => {
    const rules = policy({ vipMethod: 'backup', backupAfterMs: minutes(20) })
    expect(cutOff(null, {}, SEVEN + minutes(30), rules)).toMatchObject({ do: 'wait-for-line' })
    expect(cutOff(null, {}, SEVEN + minutes(30) + 1, rules)).toEqual(settle('missed'))
  })
})
