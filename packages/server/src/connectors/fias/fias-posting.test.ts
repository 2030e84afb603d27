import { describe, expect, it } from 'vitest'
import type { DeliveryToSend, DeliveryVerdict } from '../connector.ts'
import { toInstant } from '../../hotel/time/local-time.ts'
import { answerTo, memoFor, memoOf, postingOf, type PostingRules } from './fias-posting.ts'

const COLA = { id: '10', description: 'Cola', category: { id: '1', description: 'Drinks' } }

const toSend = (payload: object = {}, more: Partial<DeliveryToSend> = {}): DeliveryToSend => ({
  id: 'one',
  kind: 'inventory.charged',
  tenant: '',
  room: '0101',
  sequence: 17,
  attempts: 0,
  at: toInstant('2026-11-15T00:30:05', 'Europe/Zurich'),
  zone: 'Europe/Zurich',
  payload: { charge: 'c', item: COLA, quantity: 2, price: '4.50', total: '9.00', user: 'maid', ...payload },
  memo: null,
  ...more,
})

const MINIBAR: PostingRules = { mode: 'minibar', articles: {}, outlets: {}, decimals: 2, guestsOf: null }
const DIRECT: PostingRules = { ...MINIBAR, mode: 'direct' }

const written = (delivery: DeliveryToSend, rules: PostingRules) =>
  postingOf(delivery, memoOf(delivery), rules)

describe('a charge becomes a posting', () => {
  const common = {
    number: 17,
    room: '0101',
    date: '261115',
    time: '003005',
    text: 'Cola',
    itemText: '2 Cola',
    user: 'maid',
  }
  it.each<[string, object, Partial<PostingRules>, object]>([
    ['of its own id', {}, {}, { what: { articles: [{ article: '10', count: 2 }] } }],
    ['by the map', {}, { articles: { 10: '1450' } }, { what: { articles: [{ article: '1450', count: 2 }] } }],
    [
      'with its leading zeros',
      { item: { ...COLA, id: '0010' } },
      {},
      { what: { articles: [{ article: '0010', count: 2 }] } },
    ],
    [
      'of any length if it is mapped',
      { item: { ...COLA, id: '123456' } },
      { articles: { 123456: '7' } },
      { what: { articles: [{ article: '7', count: 2 }] } },
    ],
    [
      'of a mapped outlet',
      {},
      { outlets: { 1: '100' } },
      { what: { articles: [{ article: '10', count: 2 }] }, outlet: '100' },
    ],
    ['with its exact total', {}, { mode: 'direct' }, { what: { amount: '9.00', decimals: 2 } }],
    [
      'whose total no float could hold',
      { total: '90071992547.41' },
      { mode: 'direct', outlets: { 1: '100' } },
      { what: { amount: '90071992547.41', decimals: 2 }, outlet: '100' },
    ],
    [
      'in a currency of three decimals',
      { total: '1.500' },
      { mode: 'direct', decimals: 3 },
      { what: { amount: '1.500', decimals: 3 } },
    ],
    [
      'of nothing, as the property system knows the price',
      { total: '0.00' },
      {},
      { what: { articles: [{ article: '10', count: 2 }] } },
    ],
    [
      'of an item too long for an article, as a total',
      { item: { ...COLA, id: '123456' } },
      { mode: 'direct' },
      { what: { amount: '9.00', decimals: 2 } },
    ],
  ])('%s', (_, payload, rules, expected) => {
    expect(written(toSend(payload), { ...MINIBAR, ...rules })).toEqual({
      kind: 'posting',
      posting: { ...common, ...expected },
    })
  })
})

describe('a message that is no charge', () => {
  it('is refused, and nothing is posted', () => {
    expect(written(toSend({ item: 'Cola' }), MINIBAR)).toEqual({
      kind: 'refused',
      reason: 'The stored message tells of no charge',
      unsent: true,
    })
  })
})

describe('the guest of a posting', () => {
  const ADA = { id: 'g', name: 'Ada', reservation: '4711', system: 'pms' }

  it.each<[string, object[], string | null, string | undefined]>([
    ['is named by the reservation', [ADA], 'pms', '4711'],
    ['is not named where the room is shared', [ADA, { ...ADA, reservation: '4712' }], 'pms', undefined],
    ['is not named to another system', [ADA], 'opera', undefined],
    ['is not named over a link without guests', [ADA], null, undefined],
    [
      'is not named where the desk checked them in',
      [{ ...ADA, system: '', reservation: '' }],
      'pms',
      undefined,
    ],
  ])('%s', (_, guests, guestsOf, reservation) => {
    const found = written(toSend({ guests }), { ...MINIBAR, guestsOf })
    expect(found.kind === 'posting' && found.posting.reservation).toBe(reservation)
  })
})

describe('a posting that is sent again', () => {
  it('has the number and the time that were remembered', () => {
    const memo = { number: 5, date: '261114', time: '235959' }
    expect(memoFor(toSend({}, { memo }))).toEqual(memo)
    expect(memoFor(toSend())).toEqual(memoOf(toSend()))
  })
})

describe('a charge of nothing', () => {
  it.each(['0', '0.00', '0.0000'])('is not posted as a total: %s', (total) => {
    expect(written(toSend({ total }), DIRECT)).toEqual({
      kind: 'delivered',
      reason: `Nothing to post: the total is ${total}`,
    })
  })

  it('is one of nothing only when every digit is', () => {
    expect(written(toSend({ total: '0.01' }), DIRECT).kind).toBe('posting')
    expect(written(toSend({ total: '10.00' }), DIRECT).kind).toBe('posting')
  })
})

describe('a charge is refused', () => {
  it('when its item has no article number, and the reason says what to do', () => {
    const delivery = toSend({ item: { ...COLA, id: '12345' } })

    expect(written(delivery, MINIBAR)).toEqual({
      kind: 'refused',
      reason: 'Item 12345 has no article number: add it to the articles of the connector',
      unsent: true,
    })
  })

  it.each(['10|1', '10\u00031', '101\u007f', '\u0085'])('when FIAS cannot carry its room %j', (room) => {
    for (const rules of [MINIBAR, DIRECT])
      expect(written(toSend({}, { room }), rules)).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining(JSON.stringify(room)),
      })
  })
})

describe('the number of a posting', () => {
  it.each([
    [1, 1],
    [99_999_999, 99_999_999],
    [100_000_000, 1],
    [2_147_483_647, 47_483_668],
  ])('of message %i is %i', (sequence, number) => {
    expect(memoOf({ ...toSend(), sequence }).number).toBe(number)
  })
})

describe('the end of a posting', () => {
  it.each<[Parameters<typeof answerTo>[0], DeliveryVerdict, string]>([
    [{ kind: 'delivered', status: 'OK' }, { kind: 'delivered' }, 'OK'],
    [{ kind: 'later', status: 'RY', text: 'again' }, { kind: 'later' }, 'RY: again'],
    [
      { kind: 'later', status: 'NA', afterMs: 900_000, text: 'audit' },
      { kind: 'later', held: true },
      'NA: audit',
    ],
    [{ kind: 'refused', status: 'NG', text: 'nobody' }, { kind: 'refused', reason: 'nobody' }, 'NG: nobody'],
    [{ kind: 'refused', status: '', text: 'no word' }, { kind: 'refused', reason: 'no word' }, 'no word'],
    [
      { kind: 'uncertain', why: 'no answer', text: 'silence' },
      { kind: 'uncertain', reason: 'silence', silent: true },
      'silence',
    ],
    [
      { kind: 'uncertain', why: 'link lost', text: 'closed' },
      { kind: 'uncertain', reason: 'closed' },
      'closed',
    ],
    [
      { kind: 'written' },
      { kind: 'delivered' },
      'Written to the link, which counts as delivered where nothing is answered',
    ],
    [
      { kind: 'invalid', text: 'too much' },
      { kind: 'refused', reason: 'too much', unsent: true },
      'too much',
    ],
  ])('%j is %j', (end, verdict, text) => {
    expect(answerTo(end)).toEqual({ verdict, status: null, text })
  })
})
