import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { days } from '../../kernel/clock.ts'
import type { Claimed, ClaimedWakeup, WakeupClaim } from '../stores/wakeup-claims.ts'
import { NOON, wakeup } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { plansOf, takeStock } from './plans.ts'
import { IN_BYTE_ORDER, SHUFFLED } from './words.ts'

export const HORIZON = NOON + 60_000
const LEASE_END = NOON + 90_000
const EIGHT = Array.from({ length: 8 }, (_, n) => `${n}`)

const wanted = (of: Partial<WakeupClaim> = {}): WakeupClaim => ({
  before: HORIZON,
  now: NOON,
  until: LEASE_END,
  claimer: 'runner',
  claim: 1,
  limit: 1_000,
  ...of,
})

export const claim = (hotel: Hotel, of: Partial<WakeupClaim> = {}): Promise<ClaimedWakeup[]> =>
  hotel.write(({ wakeups }) => wakeups.claim(wanted(of)))

/** A call as its first claim by this claimer has it. */
export const claimed = (id: string, claimer = 'runner', claim = 1): Claimed => ({
  id,
  lease: `${claimer}/${claim}/${id}`,
})

const isClaimable = (hotel: Hotel, now = NOON) => hotel.read.wakeups.isClaimable(HORIZON, now)

export const insertCalls = (hotel: Hotel, all: readonly Partial<Wakeup>[]) =>
  hotel.write(async (stores) => {
    for (const one of all) await stores.wakeups.insert(wakeup(one))
  })

/** A claim, or whatever else gives calls back, says nothing of their order. */
export const idsOf = (found: readonly Wakeup[]) => found.map(({ id }) => id).toSorted()

const numbered = (count: number, of: Partial<Wakeup> = {}) =>
  Array.from({ length: count }, (_, n) => ({ ...of, id: `w${n}` }))

export function testClaims(hotel: Hotel) {
  testWho(hotel)
  testHouses(hotel)
  testLeases(hotel)
  testClaimers(hotel)
  testCost(hotel)
}

function testWho(hotel: Hotel) {
  test('a call is claimed once its time is nearer than the horizon, as it stands', async () => {
    const near = wakeup({ id: 'near', nextAt: HORIZON - 1, tenant: 't1' })
    await insertCalls(hotel, [near, { id: 'at the horizon', nextAt: HORIZON }])

    expect(await isClaimable(hotel)).toBe(true)
    expect(await claim(hotel)).toEqual([{ ...near, lease: 'runner/1/near' }])
    expect(await hotel.read.wakeups.get('near')).toEqual(near)
    expect(await isClaimable(hotel)).toBe(false)
  })

  test('a call that is overdue is claimed, however long ago it was due', async () => {
    await insertCalls(hotel, [{ nextAt: 0 }])

    expect(await claim(hotel)).toHaveLength(1)
  })

  test.each<[string, Partial<Wakeup>]>([
    ['that rings', { state: 'calling' }],
    ['that was answered', { state: 'done', list: 'answered' }],
    ['that has failed', { state: 'done', list: 'failed' }],
    ['that rings with another one', { follows: 'other' }],
  ])('a call %s is not claimed', async (_, of) => {
    await insertCalls(hotel, [of])

    expect(await isClaimable(hotel)).toBe(false)
    expect(await claim(hotel)).toEqual([])
  })

  test('the earliest are claimed first, by id within an instant, and not more than asked for', async () => {
    await insertCalls(hotel, [
      ...SHUFFLED.map((id) => ({ id })),
      { id: '~', nextAt: 1 },
      { id: '!', nextAt: HORIZON - 1 },
    ])
    const inOrder = ['~', ...IN_BYTE_ORDER, '!']
    const taken: string[][] = []
    for (let n = 0; n < inOrder.length; n += 4) taken.push(idsOf(await claim(hotel, { limit: 4 })))

    const expected = taken.map((_, n) => inOrder.slice(4 * n, 4 * n + 4).toSorted())
    expect(taken).toEqual(expected)
    expect(taken.flat()).toHaveLength(inOrder.length)
  })
}

function testHouses(hotel: Hotel) {
  test('whoever has some of the houses claims, looks ahead and takes up in those alone', async () => {
    const tenants = ['', 'east', 'west']
    await insertCalls(
      hotel,
      tenants.flatMap((tenant) => [
        { id: `${tenant}1`, tenant, nextAt: NOON },
        { id: `${tenant}2`, tenant, nextAt: NOON, follows: 'gone' },
      ]),
    )
    const whose = ['east', '']
    const { wakeups } = hotel.read
    expect([
      await wakeups.isClaimable(HORIZON, NOON, []),
      await wakeups.isClaimable(HORIZON, NOON, ['west']),
    ]).toEqual([false, true])
    expect(idsOf(await wakeups.ahead(HORIZON, 10, whose))).toEqual(['1', 'east1'])
    expect((await wakeups.orphans(whose)).toSorted()).toEqual(['2', 'east2'])
    expect(idsOf(await claim(hotel, { whose }))).toEqual(['1', 'east1'])
    expect(idsOf(await claim(hotel, { claimer: 'other' }))).toEqual(['west1'])
    expect(await wakeups.abandoned('runner', HORIZON, whose)).toEqual([])
    expect(await wakeups.abandoned('runner', HORIZON)).toEqual(['west1'])
  })
}

function testLeases(hotel: Hotel) {
  test('a call that is claimed is not claimed again until its lease is over', async () => {
    await insertCalls(hotel, [{}])
    expect(await claim(hotel)).toHaveLength(1)

    expect(await claim(hotel)).toEqual([])
    expect(await claim(hotel, { claimer: 'another', now: LEASE_END })).toEqual([])
    expect(await isClaimable(hotel, LEASE_END)).toBe(false)
    expect(await isClaimable(hotel, LEASE_END + 1)).toBe(true)
    expect(await claim(hotel, { claimer: 'another', now: LEASE_END + 1 })).toHaveLength(1)
  })

  test('a lease that is renewed by a new claim lasts from then on', async () => {
    await insertCalls(hotel, [{}])
    await claim(hotel)
    const later = LEASE_END + 1
    await claim(hotel, { now: later, until: later + 10 })

    expect(await claim(hotel, { now: later + 10 })).toEqual([])
    expect(await claim(hotel, { now: later + 11 })).toHaveLength(1)
  })

  test('a call that was changed since it was claimed is free for the next claim', async () => {
    await insertCalls(hotel, [{}])
    const [held] = await claim(hotel)
    await hotel.write(({ wakeups }) => wakeups.update({ ...wakeup(held), room: '102' }))

    expect(await claim(hotel, { claimer: 'another' })).toMatchObject([{ id: 'w', room: '102' }])
  })

  test('whoever holds calls finds those that are to be looked at soon, and can let some of them go', async () => {
    await insertCalls(hotel, [...numbered(3), { id: 'rings' }, { id: 'later', nextAt: HORIZON - 1 }])
    await claim(hotel)
    await insertCalls(hotel, [{ id: 'of another' }])
    await claim(hotel, { claimer: 'another' })
    await hotel.write(({ wakeups }) => wakeups.dial([claimed('rings')], NOON))
    const held = async () => (await hotel.read.wakeups.heldBy('runner', HORIZON - 1)).toSorted()

    expect(await held()).toEqual(['w0', 'w1', 'w2'])
    await hotel.write(({ wakeups }) => wakeups.freeThose(['w0', 'w2', 'of another'], 'runner', 'own'))
    await hotel.write(({ wakeups }) => wakeups.freeThose([], 'runner', 'own'))
    expect(await held()).toEqual(['w1'])
    expect(idsOf(await claim(hotel, { claimer: 'third' }))).toEqual(['w0', 'w2'])
  })

  test('when the process is gone that held them, calls are free again, and those that rang still ring', async () => {
    await insertCalls(hotel, [...numbered(3), { id: 'z' }])
    await claim(hotel, { limit: 3 })
    await hotel.write(({ wakeups }) => wakeups.dial([claimed('w0')], NOON))
    const abandoned = (claimer: string, before = HORIZON) => hotel.read.wakeups.abandoned(claimer, before)
    expect([await abandoned('runner'), await abandoned('another', NOON)]).toEqual([[], []])
    const left = await abandoned('another')
    expect(left.toSorted()).toEqual(['w0', 'w1', 'w2'])
    await hotel.write(({ wakeups }) => wakeups.freeThose(left, 'runner', 'of others'))
    expect(await abandoned('another')).toHaveLength(3)
    await hotel.write(({ wakeups }) => wakeups.freeThose(left, 'another', 'of others'))

    expect(idsOf(await claim(hotel, { claimer: 'another' }))).toEqual(['w1', 'w2', 'z'])
    expect(await hotel.read.wakeups.get('w0')).toMatchObject({ state: 'calling', dials: 1 })
  })
}

function testClaimers(hotel: Hotel) {
  test('eight who claim at the same time never get the same call, and leave none', async () => {
    const calls = numbered(200)
    await insertCalls(hotel, calls)
    const claimAll = async (claimer: string) => {
      const mine: string[] = []
      for (let found = await claim(hotel, { claimer, limit: 7 }); found.length > 0;) {
        expect(found.length).toBeLessThanOrEqual(7)
        mine.push(...idsOf(found))
        found = await claim(hotel, { claimer, limit: 7 })
      }
      return mine
    }

    const taken = (await Promise.all(EIGHT.map(claimAll))).flat()
    expect(taken.toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
  })

  test('eight who want the one call that is left: one of them gets it', async () => {
    await insertCalls(hotel, [{}])
    const claims = await Promise.all(EIGHT.map((claimer) => claim(hotel, { claimer })))

    expect(claims.flat()).toHaveLength(1)
  })
}

const LATER = sql.lit(NOON + days(1))

/** Calls for the days to come, as a large house has them. */
const fillTheBook = (hotel: Hotel, count: number) =>
  hotel.write(({ tables }) =>
    sql`insert into wakeup (id, tenant, room, list, state, scheduled_at, zone, days, skipped, confirm, prompt, attempts,
        snoozes, asked_by, actor, source, created_at, due_at, next_at)
      with recursive book(n) as (select 1 union all select n + 1 from book where n < ${sql.lit(count)})
      select 'later' || n, '', 'room' || n, 'pending', 'pending', n + ${LATER}, 'UTC', '', '', 0, 0, 0,
        0, '', '', 'rest', 0, n + ${LATER}, n + ${LATER} from book`.execute(tables),
  )

function testCost(hotel: Hotel) {
  test('however many calls are to come, the series of a day is found at once', async () => {
    await insertCalls(hotel, [{ id: 'series', days: ['mon'], occurrence: 'day' }])
    await fillTheBook(hotel, 20_000)
    await takeStock(hotel, 'wakeup')

    const plans = await plansOf(hotel, async ({ wakeups }) => {
      await wakeups.ofDay('day')
      await wakeups.named(['day'])
    })
    expect(plans).toHaveLength(3)
    for (const plan of plans) {
      expect(plan).toMatch(/wakeup_by_occurrence|wakeup_by_id/)
      expect(plan).not.toMatch(/SCAN wakeup|Seq Scan|by_list/)
    }
  })

  test('however many calls are to come, a claim looks only at those that are due', async () => {
    await insertCalls(hotel, numbered(50))
    await fillTheBook(hotel, 20_000)
    const plan = () => plansOf(hotel, ({ wakeups }) => wakeups.claim(wanted({ limit: 500 })))
    const unknown = await plan()
    await takeStock(hotel, 'wakeup')

    for (const [found] of [unknown, await plan()]) {
      expect(found).toContain('wakeup_by_list_next_at_id')
      expect(found).not.toMatch(/SCAN wakeup|Seq Scan|wakeup_by_follows/)
    }
  })

  test('however many calls are to come, those that nobody will ring are found among few', async () => {
    await insertCalls(hotel, [...numbered(50), { id: 'orphan', follows: 'gone' }])
    await fillTheBook(hotel, 20_000)
    const plans = () =>
      plansOf(hotel, async ({ wakeups }) => {
        await wakeups.orphans()
        await wakeups.abandoned('runner', HORIZON)
        await wakeups.heldBy('runner', HORIZON)
      })
    const unknown = await plans()
    await takeStock(hotel, 'wakeup')

    for (const [followers, ...held] of [unknown, await plans()]) {
      expect(followers).toContain('wakeup_by_follows')
      expect(followers).not.toMatch(/SCAN wakeup|SCAN leader|Seq Scan|by_list/)
      for (const one of held) expect(one).toContain('wakeup_by_list_next_at_id')
    }
  })
}
