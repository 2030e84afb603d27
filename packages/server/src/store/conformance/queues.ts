import { expect, test } from 'vitest'
import { type Delivery, type DeliveryState, REPLACED, roomOf } from '../../hotel/deliveries/delivery.ts'
import { NO_HABIT, WELL } from '../../hotel/deliveries/retry.ts'
import type { QueueRecord } from '../stores/queue-store.ts'
import { delivery, destination, NOON } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { plansOf, takeStock } from './plans.ts'
import { LARGEST, WORLD_TEXT } from './words.ts'

const PMS = { purpose: 'charge', owner: '', destination: 'pms' } as const
const OTHERS: readonly DeliveryState[] = ['sending', 'delivered', 'refused', 'uncertain', 'dead']

const FRESH: QueueRecord = { ...PMS, health: WELL, told: null, disabledAt: null, disabledWhy: '' }
const TROUBLED: QueueRecord = {
  ...PMS,
  health: {
    failures: 2_000_000,
    failingSince: LARGEST,
    probes: 17,
    probeAt: NOON,
    unanswered: 3,
    habit: NO_HABIT,
  },
  told: 'disabled',
  disabledAt: LARGEST,
  disabledWhy: WORLD_TEXT,
}

const insert = (hotel: Hotel, all: readonly Partial<Delivery>[]) =>
  hotel.write(async (stores) => {
    for (const [n, one] of all.entries())
      await stores.deliveries.insert(delivery({ sequence: n + 1, ...one }))
  })

const named = (...ids: readonly string[]) => ids.map((id) => ({ id, memo: null }))

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id)

export function testQueues(hotel: Hotel) {
  testRecords(hotel)
  testNext(hotel)
  testTaking(hotel)
  testSettling(hotel)
  testCollapsing(hotel)
  testCost(hotel)
}

function testRecords(hotel: Hotel) {
  test('a new destination has nothing to be told about, and one that is not there has no queue', async () => {
    await hotel.write(({ destinations }) => destinations.insert(destination()))

    expect(await hotel.read.queues.get(PMS)).toEqual(FRESH)
    expect(await hotel.read.queues.get({ ...PMS, purpose: 'room-status' })).toBeUndefined()
  })

  test('how a destination fares is read as it was written, and whoever changes the destination leaves it', async () => {
    const others = [destination({ name: 'PMS' }), destination({ tenant: 't1' })]
    await hotel.write(async ({ destinations }) => {
      for (const one of [destination(), ...others]) await destinations.insert(one)
    })
    for (const record of [TROUBLED, FRESH, TROUBLED]) {
      await hotel.write(({ queues }) => queues.save(record))
      expect(await hotel.read.queues.get(PMS)).toEqual(record)
    }
    await hotel.write(({ destinations }) => destinations.update(destination({ config: { url: 'new' } })))

    expect(await hotel.read.queues.get(PMS)).toEqual(TROUBLED)
    expect(await hotel.read.queues.get({ ...PMS, destination: 'PMS' })).toMatchObject({ health: WELL })
    expect(await hotel.read.queues.get({ ...PMS, owner: 't1' })).toMatchObject({ health: WELL })
  })
}

function testNext(hotel: Hotel) {
  const next = async (but: readonly string[] = [], limit = 100) =>
    idsOf(await hotel.read.queues.next(PMS, but, limit))

  test('what waits for a destination comes in the order of acceptance, a few at a time', async () => {
    await insert(hotel, [
      { id: 'third', sequence: 30 },
      { id: 'first', sequence: 4, nextAt: LARGEST },
      { id: 'second', sequence: 5, createdAt: 1 },
      { id: 'later', sequence: 2_147_483_648 },
    ])

    expect(await next()).toEqual(['first', 'second', 'third', 'later'])
    expect(await next([], 2)).toEqual(['first', 'second'])
    expect(await hotel.read.queues.next(PMS, [], 1)).toEqual([
      delivery({ id: 'first', sequence: 4, nextAt: LARGEST }),
    ])
  })

  test('messages that do not wait, or that wait for others, do not come', async () => {
    await insert(hotel, [
      { id: 'waits' },
      ...OTHERS.map((state) => ({ id: state, state })),
      { id: 'of a server', purpose: 'room-status' },
      { id: 'of another', destination: 'PMS' },
      { id: 'of a tenant', owner: 't1' },
    ])

    expect(await next()).toEqual(['waits'])
  })

  test('rooms can be left out, each by its tenant and number', async () => {
    await insert(hotel, [
      { id: '101' },
      { id: '0101', room: '0101' },
      { id: 'of t1', tenant: 't1' },
      { id: WORLD_TEXT, room: WORLD_TEXT },
    ])

    expect(await next([roomOf(delivery())])).toEqual(['0101', 'of t1', WORLD_TEXT])
    expect(await next(['t1/101', '/0101'])).toEqual(['101', WORLD_TEXT])
    expect(await next([`/${WORLD_TEXT}`])).toEqual(['101', '0101', 'of t1'])
  })
}

function testTaking(hotel: Hotel) {
  const states = async () =>
    (await hotel.read.deliveries.page({ scope: null, limit: 100 })).map(({ id, state }) => `${id} ${state}`)

  test('of those that are taken up, the ones that still wait are being sent from then on', async () => {
    await insert(hotel, [{ id: 'a' }, { id: 'b', state: 'dead' }, { id: 'c' }, { id: 'd' }])
    const taken = await hotel.write(({ queues }) => queues.take(named('a', 'b', 'c', 'e')))

    expect([...taken].toSorted()).toEqual(['a', 'c'])
    expect(await hotel.write(({ queues }) => queues.take(named('a', 'b', 'c')))).toEqual(new Set())
    expect(await hotel.write(({ queues }) => queues.take([]))).toEqual(new Set())
    expect(await states()).toEqual(['a sending', 'b dead', 'c sending', 'd waiting'])
  })

  test('those that were not sent after all wait again, and nothing else about them changes', async () => {
    await insert(hotel, [
      { id: 'a', trigger: 'boss', attempts: 3, note: 'Cut off' },
      { id: 'b', state: 'dead' },
    ])
    await hotel.write(({ queues }) => queues.take(named('a')))
    expect(idsOf(await hotel.read.queues.interrupted(null))).toEqual(['a'])
    await hotel.write(({ queues }) => queues.release(['a', 'b']))
    await hotel.write(({ queues }) => queues.release([]))

    expect(await hotel.read.deliveries.get('a')).toEqual(
      delivery({ id: 'a', trigger: 'boss', attempts: 3, note: 'Cut off' }),
    )
    expect(await states()).toEqual(['a waiting', 'b dead'])
    expect(await hotel.read.queues.interrupted(null)).toEqual([])
  })

  test('what was being sent is found house by house', async () => {
    await insert(hotel, [{ id: 'a' }, { id: 'b', owner: 'east' }, { id: 'c', owner: 'west' }])
    await hotel.write(({ queues }) => queues.take(named('a', 'b', 'c')))

    const found = async (whose: readonly string[]) =>
      idsOf(await hotel.read.queues.interrupted(whose)).toSorted()
    expect([await found(['west', '']), await found([])]).toEqual([['a', 'c'], []])
  })

  test('what is to be remembered of a message is there when it is read again', async () => {
    await insert(hotel, [{ id: 'a' }, { id: 'b' }])
    const memo = { posting: 1733, words: WORLD_TEXT }
    await hotel.write(({ queues }) => queues.take([{ id: 'a', memo }, ...named('b')]))

    expect((await hotel.read.deliveries.get('a'))?.memo).toEqual(memo)
    expect((await hotel.read.deliveries.get('b'))?.memo).toBeNull()
  })

  test('what is to be remembered of a message is there when it is read again', async () => {
    await insert(hotel, [{ id: 'a' }, { id: 'b' }])
    await hotel.write(({ queues }) => queues.remember('a', { posting: 1733, words: WORLD_TEXT }))

    expect((await hotel.read.deliveries.get('a'))?.memo).toEqual({ posting: 1733, words: WORLD_TEXT })
    expect((await hotel.read.deliveries.get('b'))?.memo).toBeNull()
  })
}

function testSettling(hotel: Hotel) {
  test('many are delivered at once, each with one more attempt; whatever was not being sent stays', async () => {
    await insert(hotel, [
      { id: 'a', state: 'sending', attempts: 4, trigger: 'boss' },
      { id: 'b', state: 'sending' },
      { id: 'c', state: 'dead' },
    ])
    const done = await hotel.write(({ queues }) => queues.delivered(['a', 'b', 'c']))

    expect([...done].toSorted()).toEqual(['a', 'b'])
    expect(await hotel.read.deliveries.get('a')).toMatchObject({
      state: 'delivered',
      attempts: 5,
      trigger: '',
    })
    expect(await hotel.read.deliveries.get('c')).toEqual(delivery({ id: 'c', state: 'dead', sequence: 3 }))
    expect(await hotel.write(({ queues }) => queues.delivered(['a', 'b']))).toEqual(new Set())
  })

  test('many have failed and stay taken up, each counted once; whatever was not being sent stays', async () => {
    await insert(hotel, [
      { id: 'a', state: 'sending', attempts: 1, quick: 1, trigger: 'boss' },
      { id: 'b', state: 'sending', attempts: 2, quick: 2 },
      { id: 'c', state: 'dead', attempts: 1 },
    ])
    const tried = await hotel.write(({ queues }) => queues.retried(['a', 'b', 'c'], 2, LARGEST))

    expect([...tried]).toEqual(['a'])
    expect(await hotel.read.deliveries.get('a')).toMatchObject({
      state: 'sending',
      attempts: 2,
      quick: 2,
      nextAt: LARGEST,
      trigger: '',
    })
    expect(await hotel.read.deliveries.get('b')).toMatchObject({ attempts: 2, quick: 2 })
    expect(await hotel.write(({ queues }) => queues.retried(['a'], 2, LARGEST))).toEqual(new Set())
  })

  test('what may have arrived is found, whoever is to decide about it', async () => {
    await insert(hotel, [
      { id: 'held', state: 'uncertain', doubts: 2, memo: { number: 1 } },
      { id: 'to be sent again', state: 'waiting', doubts: 1, memo: { number: 2 } },
      { id: 'fresh', state: 'waiting' },
      { id: 'arrived', state: 'delivered', doubts: 1 },
      { id: 'under way', state: 'sending', doubts: 1 },
      { id: 'of another', state: 'uncertain', doubts: 1, destination: 'other' },
    ])
    const doubted = await hotel.read.queues.doubted(PMS)
    expect(doubted.map(({ id, memo }) => [id, memo])).toEqual([
      ['held', { number: 1 }],
      ['to be sent again', { number: 2 }],
    ])
  })

  test('one that was being sent is settled once, with everything that follows from it', async () => {
    await insert(hotel, [{ id: 'a', state: 'sending', trigger: 'boss', memo: { posting: 1 } }])
    const after = delivery({
      id: 'a',
      state: 'uncertain',
      attempts: 2,
      nextAt: LARGEST,
      doubts: 2,
      note: WORLD_TEXT,
      told: true,
      memo: { posting: 1 },
    })

    expect(await hotel.write(({ queues }) => queues.settle(after))).toBe(true)
    expect(await hotel.read.deliveries.get('a')).toEqual(after)
    expect(await hotel.write(({ queues }) => queues.settle({ ...after, state: 'delivered' }))).toBe(false)
    expect(await hotel.read.deliveries.get('a')).toEqual(after)
  })

  test('attempts are kept with who had them made', async () => {
    const attempt = { at: NOON, status: 503, ms: 12, text: WORLD_TEXT, trigger: '' }
    const byHand = { ...attempt, status: null, trigger: 'boss' }
    await hotel.write(({ queues }) =>
      queues.addAttempts([
        { tenant: '', delivery: 'a', number: 1, ...attempt },
        { tenant: '', delivery: 'a', number: 2, ...byHand },
        { tenant: '', delivery: 'b', number: 1, ...attempt },
      ]),
    )

    expect(await hotel.read.deliveries.attempts({ tenant: '', id: 'a' })).toEqual([attempt, byHand])
  })

  test('an answer that comes late stands at the attempt that it answers, which stays the one that it was', async () => {
    const sent = { at: NOON, status: null, ms: 30_000, text: 'No answer within 30 s', trigger: 'boss' }
    const late = { at: NOON + 5, status: null, ms: 0, text: 'OK (answered late)', trigger: '' }
    await hotel.write(async ({ queues }) => {
      await queues.addAttempts([{ tenant: '', delivery: 'a', number: 1, ...sent }])
      await queues.answerAttempt({ tenant: '', delivery: 'a', number: 1, ...late })
      await queues.answerAttempt({ tenant: '', delivery: 'b', number: 1, ...late })
    })

    const { attempts } = hotel.read.deliveries
    expect(await attempts({ tenant: '', id: 'a' })).toEqual([{ ...sent, text: late.text }])
    expect(await attempts({ tenant: '', id: 'b' })).toEqual([late])
  })
}

function testCollapsing(hotel: Hotel) {
  test('of what waits for a room only the latest is left; rooms, destinations and all else stay', async () => {
    const push = { purpose: 'room-status' } as const
    await insert(hotel, [
      { id: 'a1', ...push },
      { id: 'a2', ...push },
      { id: 'b1', ...push, room: '0101' },
      { id: 'of t1', ...push, tenant: 't1' },
      { id: 'on its way', ...push, state: 'sending' },
      { id: 'a3', ...push },
      { id: 'charge' },
      { id: 'elsewhere', ...push, destination: 'PMS' },
      { id: 'of another', ...push, owner: 't1' },
    ])
    const replaced = await hotel.write(({ queues }) => queues.collapse({ ...PMS, purpose: 'room-status' }))

    expect(replaced.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'a1', tenant: '', room: '101' },
      { id: 'a2', tenant: '', room: '101' },
    ])
    const all = await hotel.read.deliveries.page({ scope: null, limit: 100 })
    const dead = all.filter(({ state }) => state === 'dead')
    expect(dead.map(({ id, note }) => [id, note])).toEqual([
      ['a1', REPLACED],
      ['a2', REPLACED],
    ])
    expect(all.filter(({ state }) => state === 'waiting')).toHaveLength(6)
  })
}

function testCost(hotel: Hotel) {
  test('what waits is found by an index, however many messages are behind it', async () => {
    await hotel.write(async ({ tables }) => {
      const old = Array.from({ length: 500 }, (_, n) => ({
        id: `old ${n}`,
        purpose: 'charge' as const,
        owner: '',
        destination: 'pms',
        tenant: '',
        kind: '',
        room: '101',
        sequence: n,
        state: 'delivered' as const,
        attempts: 1,
        next_at: 0,
        created_at: n,
        payload: '{}',
      }))
      await tables.insertInto('delivery').values(old).execute()
    })
    await insert(hotel, [{ id: 'waits', sequence: 501 }])
    await takeStock(hotel, 'delivery')
    const plans = await plansOf(hotel, async ({ queues, deliveries }) => {
      await deliveries.has(PMS, 'waiting')
      await queues.collapse(PMS)
    })

    for (const plan of plans) expect(plan).toContain('delivery_by_queue')
  })
}
