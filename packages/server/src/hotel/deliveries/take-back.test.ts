import { describe, expect, it } from 'vitest'
import { delivery } from '../../../testing/records.ts'
import {
  afterAttempt,
  afterLateAnswer,
  attemptInDoubt,
  type Delivery,
  INTERRUPTED,
  whyNotAgain,
} from './delivery.ts'
import { destinationInForce, type DestinationConfig } from './destination.ts'
import { takeBack, type TakenBack } from './take-back.ts'

const HTTP = { type: 'webhook', url: 'http://10.0.0.5/' } as const
const PMS = { type: 'fias', host: '10.0.0.6', port: 5010 } as const

const JSON_BAR: DestinationConfig = HTTP
const XML_BAR: DestinationConfig = { ...HTTP, format: 'xml' }
const XML_BELOW_ZERO: DestinationConfig = { ...HTTP, format: 'xml', negative: true }
const MINIBAR: DestinationConfig = PMS
const MINIBAR_BELOW_ZERO: DestinationConfig = { ...PMS, negative: true }
const DIRECT: DestinationConfig = { ...PMS, mode: 'direct' }
const DIRECT_BELOW_ZERO: DestinationConfig = { ...PMS, mode: 'direct', negative: true }

const WHY = { by: 'boss', reason: 'wrong room', isTheirs: true }
const settingsOf = (config: DestinationConfig) =>
  destinationInForce({ purpose: 'charge', name: 'x', tenant: '', config, sequence: 0 }).settings
const first = (of: Partial<Delivery>) => delivery({ payload: { total: '9.00' }, ...of })

const UNSENT: Partial<Delivery> = { state: 'waiting' }
const TRIED: Partial<Delivery> = { state: 'waiting', attempts: 2 }
const SENT_AGAIN: Partial<Delivery> = { state: 'waiting', attempts: 1, doubts: 1, memo: { number: 1 } }
const THERE: Partial<Delivery> = { state: 'delivered', attempts: 1 }
const POSTED: Partial<Delivery> = { ...THERE, memo: { number: 1 } }
const PUT_OFF: Partial<Delivery> = { ...TRIED, memo: { number: 1 } }
const DOUBTED: Partial<Delivery> = { state: 'uncertain', attempts: 2, doubts: 2, memo: { number: 1 } }

describe('a charge that is taken back', () => {
  it('is told of where it may have arrived before a stop, and was refused when it was sent again', () => {
    const cutOff = first({ state: 'sending', note: INTERRUPTED })
    const how = { waits: [], chance: 0, onUncertain: 'hold' as const }
    const refused = afterAttempt(cutOff, { kind: 'refused', reason: '409' }, how, 0)
    expect(takeBack(refused, settingsOf(JSON_BAR), WHY)).toMatchObject({ how: 'told' })
    const straight = afterAttempt({ ...cutOff, note: '' }, { kind: 'refused', reason: '409' }, how, 0)
    expect(takeBack(straight, settingsOf(JSON_BAR), WHY)).toMatchObject({ how: 'none' })
  })

  it.each<[string, DestinationConfig, Partial<Delivery>, TakenBack, Delivery['state']]>([
    ['is told in the format that has a word for it', JSON_BAR, THERE, 'told', 'delivered'],
    ['is told below zero where the connector takes that', XML_BELOW_ZERO, THERE, 'told', 'delivered'],
    ['is a task for the desk where it does not', XML_BAR, THERE, 'desk', 'delivered'],
    ['is always a task where articles are counted', MINIBAR, POSTED, 'desk', 'delivered'],
    ['is a task there whatever the connector says', MINIBAR_BELOW_ZERO, POSTED, 'desk', 'delivered'],
    ['is a task where totals may not be below zero', DIRECT, POSTED, 'desk', 'delivered'],
    ['is posted below zero where they may', DIRECT_BELOW_ZERO, POSTED, 'told', 'delivered'],
    [
      'is not given back by a property system that never had it',
      DIRECT_BELOW_ZERO,
      THERE,
      'desk',
      'delivered',
    ],
    ['is not told to a webhook that never had it', JSON_BAR, POSTED, 'desk', 'delivered'],
    ['is not sent if it was not yet: webhook', JSON_BAR, UNSENT, 'withdrawn', 'dead'],
    ['is not sent if it was not yet: property system', DIRECT_BELOW_ZERO, UNSENT, 'withdrawn', 'dead'],
    ['is not sent again that was put off', MINIBAR, PUT_OFF, 'withdrawn', 'dead'],
    ['follows one whose answer may have been lost', JSON_BAR, TRIED, 'told', 'waiting'],
    ['is looked for by hand where nothing can follow it', XML_BELOW_ZERO, TRIED, 'desk', 'dead'],
    ['is looked for by hand if it was to be sent once more', DIRECT_BELOW_ZERO, SENT_AGAIN, 'desk', 'dead'],
    ['gives nothing back for what is perhaps not there', DIRECT_BELOW_ZERO, DOUBTED, 'desk', 'uncertain'],
    ['is over where it was refused', DIRECT_BELOW_ZERO, { state: 'refused' }, 'none', 'dead'],
    ['stays over where it was given up', JSON_BAR, { state: 'dead' }, 'none', 'dead'],
    ['of nothing was never posted', DIRECT, { ...POSTED, payload: { total: '0.00' } }, 'none', 'delivered'],
  ])('%s', (_, config, of, how, state) => {
    const done = takeBack(first(of), settingsOf(config), WHY)

    expect([done.how, done.after.state, done.after.withdrawn]).toEqual([how, state, true])
  })

  it('is a task for the desk where others are in the room by now', () => {
    const gone = { ...WHY, isTheirs: false }
    expect(takeBack(first(THERE), settingsOf(DIRECT_BELOW_ZERO), gone).how).toBe('desk')
    expect(takeBack(first(UNSENT), settingsOf(DIRECT_BELOW_ZERO), gone).how).toBe('withdrawn')
  })

  it('is a task for the desk where the connector was removed since', () => {
    expect(takeBack(first(THERE), undefined, WHY).how).toBe('desk')
  })

  it('says who has taken back what is not sent, and why', () => {
    expect(takeBack(first(UNSENT), settingsOf(JSON_BAR), WHY).after.note).toBe(
      'Taken back by boss: wrong room',
    )
  })

  it.each<[string, Partial<Delivery>, string]>([
    ['refused', { state: 'refused', note: 'no such room' }, 'It was refused: no such room'],
    ['dropped', { state: 'dead', note: 'Dropped by maid: slip' }, 'Dropped by maid: slip'],
  ])('says of what was %s how it had ended before, and is not sent again', (_, of, before) => {
    const { after } = takeBack(first(of), settingsOf(JSON_BAR), WHY)
    expect(after.note).toBe(`Taken back by boss: wrong room. ${before}`)
    expect(whyNotAgain(after)).toBe('taken-back')
  })

  it('is over when its refusal comes afterwards, and says both', () => {
    const how = { waits: [], chance: 0, onUncertain: 'hold' as const }
    const { after } = takeBack(first(TRIED), settingsOf(JSON_BAR), WHY)
    const refused = afterAttempt({ ...after, state: 'sending' }, { kind: 'refused', reason: '422' }, how, 0)
    expect(refused).toMatchObject({
      state: 'dead',
      note: 'Its charge was taken back since: it is not sent any more. It was refused: 422',
    })
  })

  it('is over when a property system that gave no answer refuses it after all', () => {
    const how = { waits: [], chance: 0, onUncertain: 'hold' as const }
    const { after } = takeBack(first({ ...DOUBTED, doubts: 1 }), settingsOf(DIRECT), WHY)
    const refused = afterLateAnswer(after, { kind: 'refused', reason: 'NG' }, how, 0)
    expect([refused.state, refused.doubts]).toEqual(['dead', 0])
  })

  it('after a refusal keeps its answer where it is: what comes later is to the attempt before', () => {
    const refused = first({ state: 'refused', attempts: 2, doubts: 1, memo: { number: 1 } })
    const { after } = takeBack(refused, settingsOf(DIRECT), WHY)
    expect([attemptInDoubt(refused), attemptInDoubt(after)]).toEqual([1, 1])
  })

  it('waits for the answer to what is being sent', () => {
    expect(() => takeBack(first({ state: 'sending' }), settingsOf(JSON_BAR), WHY)).toThrow(
      expect.objectContaining({ code: 'charge.under-way' }),
    )
  })
})
