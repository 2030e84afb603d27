import { expect, test } from 'vitest'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { NOON, wakeup } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { claim, insertCalls } from './wakeup-claims.ts'

const inOrder = (found: readonly Wakeup[]) => found.map(({ id }) => id)
const follow = (hotel: Hotel, ids: readonly string[], leader: string) =>
  hotel.write(({ wakeups }) => wakeups.follow(ids, leader))

export function testCompanions(hotel: Hotel) {
  testSpan(hotel)
  testFollowing(hotel)
  testForecast(hotel)
}

function testSpan(hotel: Hotel) {
  test('rooms with several pending calls in a span are found with all of them, by time, then id', async () => {
    await insertCalls(hotel, [
      { id: 'last', scheduledAt: NOON + 59_999 },
      { id: 'rings', room: '0101', state: 'calling', dials: 1 },
      { id: 'first' },
      { id: 'before', scheduledAt: NOON - 1 },
      { id: 'after', scheduledAt: NOON + 60_000 },
      { id: 'settled', state: 'done', list: 'failed' },
      { id: 'next door', room: '102' },
      { id: 'of a tenant', tenant: 't1' },
    ])
    const pending = (tenant: string, rooms: readonly string[]) =>
      hotel.read.wakeups.crowded(
        rooms.map((room) => ({ tenant, room })),
        NOON,
        NOON + 60_000,
      )

    expect(inOrder(await pending('', ['101', '0101', '999']))).toEqual(['first', 'last'])
    expect(await pending('', ['102', '0101'])).toEqual([])
    expect(await pending('t1', ['101'])).toEqual([])
    expect(await pending('', [])).toEqual([])
    // A room that another tenant has too, and that is crowded there, is not meant.
    const mixed = [
      { tenant: 't1', room: '101' },
      { tenant: '', room: '102' },
    ]
    expect(await hotel.read.wakeups.crowded(mixed, NOON, NOON + 60_000)).toEqual([])
  })
}

function testFollowing(hotel: Hotel) {
  test('calls that ring with another one are found by it, and claimed by nobody', async () => {
    await insertCalls(hotel, [{ id: 'leader' }, { id: 'b' }, { id: 'a' }, { id: 'alone' }])
    await follow(hotel, ['a', 'b'], 'leader')
    await follow(hotel, [], 'alone')

    expect(await hotel.read.wakeups.followersOf('leader')).toEqual([
      wakeup({ id: 'a', follows: 'leader' }),
      wakeup({ id: 'b', follows: 'leader' }),
    ])
    expect(await hotel.read.wakeups.followersOf('alone')).toEqual([])
    expect(inOrder(await claim(hotel)).toSorted()).toEqual(['alone', 'leader'])
  })

  test('a leader that is brought forward is looked at then, by whoever has claimed it', async () => {
    await insertCalls(hotel, [{ id: 'leader' }, { id: 'other' }])
    const [claimed] = (await claim(hotel)).filter(({ id }) => id === 'leader')
    const earlier = wakeup({ id: 'leader', dueAt: NOON - 30_000, nextAt: NOON - 30_000 })
    await hotel.write(({ wakeups }) => wakeups.bringForward(earlier))

    expect(await hotel.read.wakeups.get('leader')).toEqual(earlier)
    expect(await hotel.read.wakeups.get('other')).toEqual(wakeup({ id: 'other' }))
    expect(await hotel.read.wakeups.held(claimed ? [claimed] : [])).toEqual(['leader'])
  })

  test('calls that follow one which is over, gone or on another day are orphans, and lead from then on', async () => {
    await insertCalls(hotel, [
      { id: 'waits' },
      { id: 'rings', state: 'calling', room: '102' },
      { id: 'over', list: 'failed', state: 'done', room: '103' },
      { id: 'tomorrow', scheduledAt: NOON + 86_400_000, room: '104' },
      ...['waits', 'rings', 'over', 'tomorrow', 'gone'].map((leader) => ({
        id: `of ${leader}`,
        follows: leader,
      })),
      { id: 'old', follows: 'over', list: 'failed' as const, state: 'done' as const },
    ])
    const orphans = await hotel.read.wakeups.orphans()
    expect(orphans.toSorted()).toEqual(['of gone', 'of over', 'of tomorrow'])
    await hotel.write(({ wakeups }) => wakeups.lead(orphans))
    await hotel.write(({ wakeups }) => wakeups.lead([]))

    expect(await hotel.read.wakeups.orphans()).toEqual([])
    expect(await hotel.read.wakeups.get('of gone')).toEqual(wakeup({ id: 'of gone' }))
    expect(await hotel.read.wakeups.get('of rings')).toMatchObject({ follows: 'rings' })
  })

  test('those that are still to be settled are held for one transaction', async () => {
    await insertCalls(hotel, [
      { id: 'a' },
      { id: 'b', state: 'calling' },
      { id: 'c', list: 'failed', state: 'done' },
    ])
    const held = (ids: readonly string[]) => hotel.write(({ wakeups }) => wakeups.lock(ids))

    expect(inOrder(await held(['c', 'b', 'a', 'none']))).toEqual(['a', 'b'])
    expect(await held([])).toEqual([])
  })

  test('a call that comes to ring with another one is out of the hands that held it', async () => {
    await insertCalls(hotel, [{ id: 'leader' }, { id: 'follower' }])
    await claim(hotel)
    await follow(hotel, ['follower'], 'leader')
    await hotel.write(({ wakeups }) => wakeups.update(wakeup({ id: 'follower' })))

    expect(inOrder(await claim(hotel))).toEqual(['follower'])
  })

  test('what a series led on another day, and what was decided by hand, waits for it no more', async () => {
    const over = { follows: 'leader', state: 'done' } as const
    await insertCalls(hotel, [
      { id: 'yesterday', ...over, list: 'answered' },
      { id: 'by hand', ...over, list: 'failed' },
      { id: 'today', follows: 'leader' },
    ])

    expect(inOrder(await hotel.read.wakeups.followersOf('leader'))).toEqual(['today'])
  })

  test.each<Partial<Wakeup>>([{ state: 'calling' }, { state: 'done', list: 'answered' }])(
    'a call that is %j comes to ring with none',
    async (of) => {
      await insertCalls(hotel, [of])
      await follow(hotel, ['w'], 'leader')

      expect(await hotel.read.wakeups.get('w')).toEqual(wakeup(of))
    },
  )
}

function testForecast(hotel: Hotel) {
  test('the calls to come are counted minute by minute, each tenant for itself', async () => {
    await insertCalls(hotel, [
      { id: 'first', nextAt: NOON },
      { id: 'last', nextAt: NOON + 59_999, tenant: 't1' },
      { id: 'rings', nextAt: NOON + 60_000, state: 'calling' },
      { id: 'tomorrow', nextAt: NOON + 86_400_000 },
      { id: 'later', nextAt: NOON + 86_460_000 },
      { id: 'before', nextAt: NOON - 1 },
      { id: 'settled', state: 'done', list: 'failed' },
    ])

    const counts = await hotel.read.wakeups.countByMinute(NOON, NOON + 86_460_000)
    expect(counts).toHaveLength(4)
    expect(counts).toEqual(
      expect.arrayContaining([
        { tenant: '', minute: NOON, calls: 1 },
        { tenant: 't1', minute: NOON, calls: 1 },
        { tenant: '', minute: NOON + 60_000, calls: 1 },
        { tenant: '', minute: NOON + 86_400_000, calls: 1 },
      ]),
    )
  })
}
