import { describe, expect, it } from 'vitest'
import { DEFAULTS } from '../settings/defaults.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import {
  afterCall,
  afterInterruption,
  type Decision,
  type Interrupted,
  isFinalCall,
  maySnooze,
  needsKey,
  type CallSoFar,
} from './after-call.ts'
import { isAnsweredForGood } from './answered-for-good.ts'
import type { Proof } from './proof.ts'
import type { Answered, CallResult, Unanswered } from './call-result.ts'
import { MACHINE_SIGNS } from './machine-signs.ts'
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
  machineSigns: [],
  ...EVIDENCE,
  ...of,
})
const unanswered = (kind: Unanswered['kind'], of: Partial<Unanswered> = {}): Unanswered => ({
  kind,
  rang: kind === 'no-answer',
  ...EVIDENCE,
  ...of,
})
const FORWARDED = { forwarded: true, machineSigns: ['forwarded' as const] }
const PASSED_ON = { forwarded: true }
const MAILBOX: Partial<Answered> = { machineSigns: ['long-speech', 'beep'] }

/** What is decided when the call was dialled at seven and ended half a minute later. */
const after = (result: CallResult, of: Partial<CallSoFar> = {}, rules = policy()): Decision =>
  afterCall(call(of), result, rules, SEVEN, SEVEN + seconds(30))

const settle = (outcome: Outcome, proof: Proof | null = null): Decision => ({
  do: 'settle',
  outcome,
  proof,
})

describe('what an attempt amounts to', () => {
  const LOST = { heardMs: 1_000, hungUpBy: 'lost' } as const
  const BROKEN = { status: 503, rang: true } as const
  it.each<[string, CallResult, Outcome, Proof | null]>([
    ['three seconds heard', answered({ heardMs: 3_000 }), 'complete', 'heard'],
    ['everything heard', answered({ heardMs: 90_000, hungUpBy: 'us' }), 'complete', 'heard'],
    ['hung up before that', answered({ heardMs: 2_999 }), 'no-answer', 'hung-up'],
    ['picked up and put down', answered({ heardMs: 0 }), 'no-answer', 'hung-up'],
    ['lost early', answered(LOST), 'no-answer', 'hung-up'],
    ['lost after three seconds', answered({ ...LOST, heardMs: 3_000 }), 'complete', 'heard'],
    ['a key, however early', answered({ heardMs: 0, keys: '5' }), 'complete', 'key'],
    ['the snooze key, where nobody may snooze', answered({ keys: '1' }), 'complete', 'key'],
    ['a phone that nobody picks up', unanswered('no-answer'), 'no-answer', null],
    ['a phone that is busy', unanswered('busy'), 'busy', null],
    ['a phone that refuses', unanswered('rejected'), 'unreachable', null],
    ['a phone that is not there', unanswered('unreachable'), 'unreachable', null],
    [
      'a phone that rang until the exchange gave up',
      unanswered('line-trouble', BROKEN),
      'no-answer',
      'broken-off',
    ],
    [
      'the same, forwarded',
      unanswered('line-trouble', { ...BROKEN, forwarded: true }),
      'no-answer',
      'broken-off',
    ],
    ['somebody else who answered', answered(FORWARDED), 'diverted', 'elsewhere'],
    ['somebody else who hung up at once', answered({ ...FORWARDED, heardMs: 0 }), 'diverted', 'elsewhere'],
    ['somebody else who pressed a key', answered({ ...FORWARDED, keys: '2' }), 'complete', 'key'],
    ['a mailbox that speaks and beeps', answered(MAILBOX), 'diverted', 'elsewhere'],
    [
      'a mailbox that answers at once',
      answered({ machineSigns: ['long-speech', 'quick-answer'] }),
      'diverted',
      'elsewhere',
    ],
    ['one that beeps at once', answered({ machineSigns: ['beep', 'quick-answer'] }), 'diverted', 'elsewhere'],
    ['a guest who talks and talks', answered({ machineSigns: ['long-speech'] }), 'complete', 'heard'],
    ['a guest whose clock beeps', answered({ machineSigns: ['beep'] }), 'complete', 'heard'],
    [
      'an exchange that answers for the phone',
      answered({ machineSigns: ['quick-answer'] }),
      'complete',
      'heard',
    ],
    [
      'a key, whatever else is heard',
      answered({ keys: '3', machineSigns: [...MACHINE_SIGNS] }),
      'complete',
      'key',
    ],
    ['a call forwarded in vain', unanswered('no-answer', PASSED_ON), 'diverted', null],
    ['a call forwarded to a busy phone', unanswered('busy', PASSED_ON), 'diverted', null],
    ['a call forwarded to one that refuses', unanswered('rejected', PASSED_ON), 'diverted', null],
    ['a call forwarded to nowhere', unanswered('unreachable', PASSED_ON), 'diverted', null],
  ])('%s: %j is %s, by %s', (_, result, outcome, proof) => {
    const again: Decision = { do: 'retry', at: SEVEN + DELAY, after: outcome, proof }
    expect(after(result, { tries: 1 })).toEqual(outcome === 'complete' ? settle(outcome, proof) : again)
    expect(after(result, { tries: 2 })).toEqual(outcome === 'complete' ? settle(outcome, proof) : again)
    expect(after(result, { tries: 3 })).toEqual(settle(outcome, proof))
  })

  it('is a hang-up, which is rung again, unless it was answered for good', () => {
    for (const heardMs of [0, 2_999, 3_000, 20_000])
      for (const keys of ['', '1', '#'])
        expect(after(answered({ heardMs, keys })).do).toBe(
          isAnsweredForGood({ heardMs, keys }) ? 'settle' : 'retry',
        )
  })
})

describe('a machine that answers', () => {
  const NOTE = policy({ machines: 'note' })

  it('counts as a guest where the house only takes note of machines', () => {
    for (const result of [answered(MAILBOX), answered(FORWARDED)])
      expect(after(result, {}, NOTE)).toEqual(settle('complete', 'heard'))
  })

  it('still needs three seconds to count as one', () => {
    const short = answered({ ...MAILBOX, heardMs: 2_999 })
    expect(after(short, { tries: 3 }, NOTE)).toEqual(settle('no-answer', 'hung-up'))
  })

  it('does not press the key that is wanted', () => {
    const rules = policy({ machines: 'note', confirm: true })
    expect(after(answered(MAILBOX), { tries: 3 }, rules)).toEqual(settle('diverted', 'no-key'))
  })
})

describe('a call that must be confirmed', () => {
  it.each<[string, Answered, Outcome, Proof]>([
    ['any key confirms it', answered({ keys: '0' }), 'complete', 'key'],
    ['a key before the announcement as well', answered({ heardMs: 0, keys: '#' }), 'complete', 'key'],
    ['one who listens in silence may be a mailbox', answered({ hungUpBy: 'us' }), 'diverted', 'no-key'],
    ['one who hangs up without a key as well', answered({ hungUpBy: 'them' }), 'diverted', 'no-key'],
    ['one who hangs up at once is rung again', answered({ heardMs: 2_999 }), 'no-answer', 'hung-up'],
  ])('%s', (_, result, outcome, proof) => {
    const rules = policy({ confirm: true })
    for (const decision of [after(result, { tries: 3, confirm: true }), after(result, { tries: 3 }, rules)])
      expect(decision).toEqual(settle(outcome, proof))
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
    ['is held to the first key: another, then 1', { keys: '21' }, settle('complete', 'key')],
    ['confirms with any other key', { keys: '0' }, settle('complete', 'key')],
    ['has heard it without any key', {}, settle('complete', 'heard')],
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

  it('counts once the phone has rung, so that a guest is not rung more often than the hotel wants', () => {
    const rang = unanswered('line-trouble', { status: 503, rang: true })
    expect(after(rang, {}, policy({ attempts: 1 }))).toEqual(settle('no-answer', 'broken-off'))
    expect(after(unanswered('line-trouble'), {}, policy({ attempts: 1 }))).toMatchObject({
      do: 'wait-for-line',
    })
  })

  describe('and was lost while the phone rang', () => {
    const LOST = unanswered('line-trouble', { rang: true, reason: 'The exchange has lost the call' })

    it('is dialled again at once, even after the last attempt: how long it rang nobody knows', () => {
      expect(after(LOST, { tries: 3 })).toEqual(waits(SEVEN + seconds(30)))
    })

    it('counts like any other when it is lost once more, so that no guest is rung without end', () => {
      expect(after(LOST, { lineTroubles: 1 })).toMatchObject({ do: 'retry', proof: 'broken-off' })
      expect(after(LOST, { lineTroubles: 1, tries: 3 })).toEqual(settle('no-answer', 'broken-off'))
    })

    it('counts when the grace time is over', () => {
      const now = SEVEN + GRACE + 1
      expect(afterCall(call({ tries: 3 }), LOST, policy(), SEVEN, now)).toEqual(
        settle('no-answer', 'broken-off'),
      )
    })
  })

  it('is no word about the guest, even if the exchange spoke of forwarding before', () => {
    const decision = afterCall(call(), unanswered('line-trouble', PASSED_ON), policy(), SEVEN, SEVEN)
    expect(decision).toEqual(waits(SEVEN))
  })
})

describe('a call that a crash cut off', () => {
  const SOON = SEVEN + seconds(40)
  const HEARD = { answered: true, keys: '', heardMs: 3_000 }
  const RANG = { answered: false, keys: '', heardMs: 0 }
  const PICKED_UP = { ...RANG, answered: true }
  const keyed = (keys: string) => ({ ...PICKED_UP, keys })
  const cutOff = (attempt: Interrupted, of: Partial<CallSoFar> = {}, now = SOON, rules = policy()) =>
    afterInterruption(call(of), attempt, rules, now)

  it.each<[string, Decision, Decision]>([
    ['never rings a guest again who had heard it', cutOff(HEARD), settle('complete', 'heard')],
    ['nor one who had pressed a key', cutOff(keyed('5')), settle('complete', 'key')],
    ['rings one again who had only picked up', cutOff(PICKED_UP), { do: 'wait-for-line', at: SOON }],
    ['counts a key as confirmed', cutOff(keyed('5'), { confirm: true }), settle('complete', 'key')],
    [
      'tells the desk when no key confirms it',
      cutOff(HEARD, { confirm: true }),
      settle('diverted', 'no-key'),
    ],
    [
      'tells the desk also where the house wants the key',
      cutOff(HEARD, {}, SOON, policy({ confirm: true })),
      settle('diverted', 'no-key'),
    ],
    ['has rung in vain: it rings anew, at once', cutOff(RANG), { do: 'wait-for-line', at: SOON }],
    ['rings anew in the last attempt too', cutOff(RANG, { tries: 3 }), { do: 'wait-for-line', at: SOON }],
    [
      'rings anew until the grace time ends',
      cutOff(RANG, {}, SEVEN + GRACE),
      { do: 'wait-for-line', at: SEVEN + GRACE },
    ],
    ['is missed after that', cutOff(RANG, {}, SEVEN + GRACE + 1), settle('missed')],
    ['is complete however late', cutOff(HEARD, {}, SEVEN + 10 * GRACE), settle('complete', 'heard')],
  ])('%s', (_, decision, expected) => {
    expect(decision).toEqual(expected)
  })

  it('calls a guest again who had asked for it', () => {
    const again: Decision = { do: 'snooze', at: SOON + minutes(7) }
    expect(cutOff(keyed('1'), {}, SOON, SNOOZING)).toEqual(again)
    expect(cutOff(keyed('1'), { confirm: true }, SOON, SNOOZING)).toEqual(again)
    expect(cutOff(keyed('1'), { snoozes: 2 }, SOON, SNOOZING)).toEqual(settle('complete', 'key'))
    expect(cutOff(keyed('1'))).toEqual(settle('complete', 'key'))
  })

  it('has missed a guest who had asked for it, when it comes up too late', () => {
    const last = SEVEN + minutes(7) + GRACE
    expect(cutOff(keyed('1'), {}, last, SNOOZING)).toMatchObject({ do: 'snooze' })
    expect(cutOff(keyed('1'), {}, last + 1, SNOOZING)).toEqual(settle('missed'))
  })

  it('has the time of the desk before its grace time', () => {
    const rules = policy({ vipMethod: 'backup', backupAfterMs: minutes(20) })
    expect(cutOff(RANG, {}, SEVEN + minutes(30), rules)).toMatchObject({ do: 'wait-for-line' })
    expect(cutOff(RANG, {}, SEVEN + minutes(30) + 1, rules)).toEqual(settle('missed'))
  })
})
