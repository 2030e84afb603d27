import { describe, expect, it } from 'vitest'
import { days, seconds } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import {
  afterAttempt,
  afterCutOff,
  afterLateAnswer,
  type Delivery,
  DELIVERY_STATES,
  GIVEN_UP,
  INTERRUPTED,
  mayBeThereTwice,
  replayDelivery,
  RULINGS,
  ruleOn,
  sequenceOnWire,
  type DeliveryVerdict,
} from './delivery.ts'
import { toInstant } from '../time/local-time.ts'
import { delivery } from '../../../testing/records.ts'

const NOON = toInstant('2026-11-14T12:00:00', 'UTC')

const sent = (of: Partial<Delivery> = {}) =>
  delivery({ nextAt: NOON, createdAt: NOON, state: 'sending', trigger: 'boss', ...of })

const how = { waits: [seconds(5)], chance: 0, onUncertain: 'resend' } as const
const UNCLEAR: DeliveryVerdict = { kind: 'uncertain', reason: 'no answer came' }
const LATER: DeliveryVerdict = { kind: 'later' }

describe('a message that was sent', () => {
  it.each<[string, Partial<Delivery>, DeliveryVerdict, Partial<Delivery>]>([
    ['and taken', {}, { kind: 'delivered' }, { state: 'delivered' }],
    ['and refused', {}, { kind: 'refused', reason: 'no' }, { state: 'refused', note: 'no' }],
    ['and put off', {}, LATER, { state: 'waiting', nextAt: NOON + seconds(5) }],
    [
      'and put off for longer',
      {},
      { kind: 'later', afterMs: 9_000 },
      { state: 'waiting', nextAt: NOON + 9_000 },
    ],
    [
      'and put off until its destination is ready, however often before',
      { attempts: 7 },
      { kind: 'later', held: true },
      { state: 'waiting', nextAt: NOON },
    ],
    ['in doubt', {}, UNCLEAR, { state: 'waiting', doubts: 1, nextAt: NOON + seconds(5) }],
    ['in doubt again', { doubts: 1 }, UNCLEAR, { state: 'uncertain', doubts: 2, note: 'no answer came' }],
    ['for years', { createdAt: NOON - days(900) }, LATER, { state: 'waiting' }],
  ])('%s', (_, of, verdict, expected) => {
    const before = sent(of)
    const after = afterAttempt(before, verdict, how, NOON)
    expect(after).toMatchObject({ ...expected, attempts: before.attempts + 1, trigger: '' })
  })

  it('in doubt is held for a person where the site wants that', () => {
    expect(afterAttempt(sent(), UNCLEAR, { ...how, onUncertain: 'hold' }, NOON)).toMatchObject({
      state: 'uncertain',
    })
  })

  it('and is a status of last week is given up', () => {
    const push = sent({ purpose: 'room-status', createdAt: NOON - days(7) })
    expect(afterAttempt(push, LATER, how, NOON)).toMatchObject({ state: 'dead', note: GIVEN_UP })
  })
})

describe('an answer that comes late', () => {
  it.each<[string, Partial<Delivery>, DeliveryVerdict, Partial<Delivery>]>([
    ['delivers', { state: 'uncertain', doubts: 1 }, { kind: 'delivered' }, { state: 'delivered', doubts: 0 }],
    [
      'to the first of two leaves a doubt',
      { state: 'uncertain', doubts: 2 },
      { kind: 'delivered' },
      { doubts: 1 },
    ],
    [
      'refuses',
      { state: 'waiting', doubts: 1 },
      { kind: 'refused', reason: 'no' },
      { state: 'refused', note: 'no' },
    ],
    ['puts off', { state: 'uncertain', doubts: 1 }, LATER, { state: 'waiting', doubts: 0 }],
  ])('%s', (_, before, verdict, after) => {
    expect(afterLateAnswer(sent({ ...before, attempts: 1 }), verdict, how, NOON)).toMatchObject({
      attempts: 1,
      ...after,
    })
  })
})

it('an answer to what another house has sent, before this one was restored, is one attempt', () => {
  const held = sent({ state: 'uncertain', doubts: 1, attempts: 0 })
  expect(afterLateAnswer(held, { kind: 'delivered' }, how, NOON).attempts).toBe(1)
})

describe('a posting may be there twice', () => {
  const memo = { number: 7 }

  it.each<[string, Partial<Delivery>, boolean]>([
    ['sent once and taken', { state: 'delivered' }, false],
    ['sent once, and nobody knows', { state: 'uncertain', doubts: 1 }, false],
    ['to be sent once more', { state: 'waiting', doubts: 1 }, false],
    ['sent once more and taken', { state: 'delivered', doubts: 1 }, true],
    ['sent once more and refused', { state: 'refused', doubts: 1 }, false],
    ['sent twice, and nobody knows', { state: 'uncertain', doubts: 2 }, true],
  ])('%s', (_, of, expected) => {
    expect(mayBeThereTwice(sent({ memo, ...of }))).toBe(expected)
    expect(mayBeThereTwice(sent({ ...of, memo: null }))).toBe(false)
  })

  it('that was delivered and is sent again by force', () => {
    const force = { force: true, reason: 'lost', by: 'boss' }
    const again = replayDelivery(sent({ memo, state: 'delivered' }), force, NOON)
    expect(again.doubts).toBe(1)
    expect(mayBeThereTwice(afterAttempt(again, { kind: 'delivered' }, how, NOON))).toBe(true)
    expect(replayDelivery(sent({ state: 'delivered' }), force, NOON).doubts).toBe(0)
    expect(replayDelivery(sent({ memo, state: 'uncertain', doubts: 1 }), force, NOON).doubts).toBe(1)
  })
})

describe('a message whose sender died', () => {
  it('is sent again under its old id when it can be told from its repetition', () => {
    expect(afterCutOff(sent(), how, NOON + 1)).toEqual(sent({ state: 'waiting', nextAt: NOON + 1 }))
  })

  it('may have arrived when it cannot', () => {
    const before = sent({ memo: { posting: 7 } })
    expect(afterCutOff(before, how, NOON)).toMatchObject({ state: 'waiting', doubts: 1, attempts: 1 })
    const held = afterCutOff(before, { ...how, onUncertain: 'hold' }, NOON)
    expect(held).toMatchObject({ state: 'uncertain', note: INTERRUPTED, memo: { posting: 7 } })
  })
})

describe('an operator', () => {
  const by = { force: false, reason: '', by: 'boss' }
  /** What becomes of a message, or the code of the refusal. */
  const outcome = (work: () => Delivery) => {
    try {
      return work().state
    } catch (error) {
      return error instanceof Failure ? error.code : error
    }
  }

  it.each([
    ['waiting', false, 'waiting'],
    ['refused', false, 'waiting'],
    ['dead', false, 'waiting'],
    ['sending', true, 'delivery.sending'],
    ['delivered', false, 'delivery.perhaps-there'],
    ['delivered', true, 'waiting'],
    ['uncertain', false, 'delivery.perhaps-there'],
    ['uncertain', true, 'waiting'],
  ] as const)('sends one again that is %s (by force: %s)', (state, force, expected) => {
    const replay = () =>
      replayDelivery(sent({ state }), { ...by, force, reason: force ? 'lost' : '' }, NOON + 1)
    expect(outcome(replay)).toBe(expected)
  })

  it.each(DELIVERY_STATES.flatMap((state) => RULINGS.map((as) => [state, as] as const)))(
    'decides about one that is %s: %s',
    (state, as) => {
      const rule = () => ruleOn(sent({ state }), { as, reason: 'seen on the folio', by: 'boss' }, NOON)
      const may = state === 'uncertain' || (state === 'waiting' && as === 'drop')
      const ruled = { delivered: 'delivered', resend: 'waiting', drop: 'dead' }[as]
      const refused = state === 'sending' ? 'delivery.sending' : 'delivery.settled'
      expect(outcome(rule)).toBe(may ? ruled : refused)
    },
  )

  it('is named as the one who had it sent again', () => {
    const again = replayDelivery(sent({ state: 'refused', note: 'no', told: true }), by, NOON + 1)
    expect(again).toMatchObject({ nextAt: NOON + 1, trigger: 'boss', note: '', told: false })
  })

  it('says why, and it is kept', () => {
    const ruled = ruleOn(
      sent({ state: 'uncertain' }),
      { as: 'drop', reason: 'paid in cash', by: 'boss' },
      NOON,
    )
    expect(ruled.note).toBe('Dropped by boss: paid in cash')
  })
})

it.each([
  [1, 1],
  [2_147_483_647, 2_147_483_647],
  [2_147_483_648, 1],
  [4_294_967_295, 1],
])('message %i has the number %i on the wire', (sequence, shown) => {
  expect(sequenceOnWire(sequence)).toBe(shown)
})
