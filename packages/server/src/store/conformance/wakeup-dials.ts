import { expect, test } from 'vitest'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { NOON, wakeup } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import type { Claimed } from '../stores/wakeup-claims.ts'
import { claim, claimed, idsOf, insertCalls } from './wakeup-claims.ts'

const hold = (hotel: Hotel, calls: readonly Claimed[] = [claimed('w')]) =>
  hotel.write(({ wakeups }) => wakeups.hold(calls))

const EIGHT = Array.from({ length: 8 }, (_, n) => n)

const dial = (hotel: Hotel, calls: readonly Claimed[] = [claimed('w')], now = NOON) =>
  hotel.write(({ wakeups }) => wakeups.dial(calls, now))

const update = (hotel: Hotel, call: Wakeup) => hotel.write(({ wakeups }) => wakeups.update(call))
const updateDialled = (hotel: Hotel, call: Wakeup, dials: number) =>
  hotel.write(({ wakeups }) => wakeups.updateDialled(call, dials))
const updateHeld = (hotel: Hotel, call: Wakeup) =>
  hotel.write(({ wakeups }) => wakeups.updateHeld(call, claimed('w')))

/** One call, claimed by `runner` and dialled for the first time. */
async function ringing(hotel: Hotel): Promise<Wakeup> {
  await insertCalls(hotel, [{}])
  await claim(hotel)
  await dial(hotel)
  return wakeup(await hotel.read.wakeups.get('w'))
}

const DONE = { state: 'done', list: 'answered', outcome: 'complete' } as const

export function testDials(hotel: Hotel) {
  testDialling(hotel)
  testRefusedDials(hotel)
  testAfterwards(hotel)
  testHeld(hotel)
  testPurge(hotel)
}

function testDialling(hotel: Hotel) {
  test('a call that is dialled rings, and its dials, attempts and tries are counted', async () => {
    await insertCalls(hotel, [{ dials: 4, attempts: 3, tries: 1, dialledAt: 7 }])
    await claim(hotel)
    const expected = wakeup({ state: 'calling', dials: 5, attempts: 4, tries: 2, dialledAt: 7 })

    expect(await dial(hotel)).toEqual(['w'])
    expect(await hotel.read.wakeups.get('w')).toEqual(expected)
  })

  test('the moment when a room was first rung stays, however often it is dialled', async () => {
    const first = await ringing(hotel)
    await updateDialled(hotel, { ...first, state: 'pending' }, 1)
    await claim(hotel)
    await dial(hotel, [claimed('w')], NOON + 300_000)

    const second = await hotel.read.wakeups.get('w')
    expect([first.dialledAt, second?.dialledAt]).toEqual([NOON, NOON])
    expect(second).toMatchObject({ dials: 2, attempts: 2, tries: 2 })
  })

  test('a thousand calls are dialled at once, and no other', async () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => `w${n}`)
    await insertCalls(hotel, [...ids.map((id) => ({ id })), { id: 'other' }])
    await claim(hotel, { limit: 2_000 })

    const calls = ids.map((id) => claimed(id))
    expect(idsOf(await hold(hotel, calls))).toEqual(ids.toSorted())
    expect((await dial(hotel, calls)).toSorted()).toEqual(ids.toSorted())
    expect(await hotel.read.wakeups.get('other')).toMatchObject({ state: 'pending', dials: 0 })
  })

  test('nothing to dial is nothing dialled', async () => {
    await insertCalls(hotel, [{}])
    await claim(hotel)

    expect([await hold(hotel, []), await dial(hotel, [])]).toEqual([[], []])
  })

  test('a call that is about to be dialled is told as it is, and nothing changes by that', async () => {
    await insertCalls(hotel, [{ dials: 4 }])
    await claim(hotel)

    expect(await hold(hotel)).toEqual([{ ...wakeup({ dials: 4 }), ...claimed('w') }])
    expect(await hotel.read.wakeups.get('w')).toEqual(wakeup({ dials: 4 }))
    expect(await hold(hotel, [claimed('w', 'another')])).toEqual([])
  })
}

function testRefusedDials(hotel: Hotel) {
  const changes: [string, (call: Wakeup) => Promise<unknown>][] = [
    ['was changed', (call) => update(hotel, call)],
    ['was decided by hand', (call) => update(hotel, { ...call, ...DONE })],
    ['was deleted', (call) => hotel.write(({ wakeups }) => wakeups.remove(call))],
    ['rings with another one', ({ id }) => hotel.write(({ wakeups }) => wakeups.follow([id], 'other'))],
    ['is in nobody’s hands any more', () => hotel.write(({ wakeups }) => wakeups.free([claimed('w')]))],
    ['was claimed by another', () => claim(hotel, { claimer: 'another', now: NOON + 3_600_000 })],
    [
      'was changed and claimed again',
      async (call) => {
        await update(hotel, { ...call, room: '102' })
        await claim(hotel, { claim: 2 })
      },
    ],
  ]
  test.each(changes)(
    'a call that %s since it was claimed is not dialled by the claimer',
    async (_, change) => {
      await insertCalls(hotel, [{}])
      const [held] = await claim(hotel)
      await change(wakeup(held))
      const before = await hotel.read.wakeups.get('w')

      expect([await hold(hotel), await dial(hotel)]).toEqual([[], []])
      expect(await hotel.read.wakeups.get('w')).toEqual(before)
    },
  )

  test('of calls that are dialled together, those that somebody has changed are left out', async () => {
    await insertCalls(hotel, [{ id: 'changed' }, { id: 'as it was' }])
    const both = await claim(hotel)
    await update(hotel, wakeup({ id: 'changed' }))

    expect(idsOf(await hold(hotel, both))).toEqual(['as it was'])
    expect(await hotel.read.wakeups.held(both)).toEqual(['as it was'])
    expect(await dial(hotel, both)).toEqual(['as it was'])
  })

  test('a call is dialled by whoever holds it, and by nobody else', async () => {
    await insertCalls(hotel, [{}])
    await claim(hotel)

    expect(await dial(hotel, [claimed('w', 'another')])).toEqual([])
    expect(await dial(hotel)).toHaveLength(1)
    expect(await dial(hotel)).toEqual([])
  })

  test('eight who dial the same call at the same time: it rings once', async () => {
    await insertCalls(hotel, [{}])
    await claim(hotel)
    const dialled = await Promise.all(EIGHT.map(() => dial(hotel)))

    expect(dialled.flat()).toHaveLength(1)
    expect(await hotel.read.wakeups.get('w')).toMatchObject({ dials: 1, attempts: 1, tries: 1 })
  })
}

function testAfterwards(hotel: Hotel) {
  test('what came of a call is written by the one who dialled it, and the call is free again', async () => {
    const call = await ringing(hotel)
    const next = { ...call, state: 'pending', nextAt: NOON + 1 } as const

    expect(await updateDialled(hotel, next, 1)).toBe(true)
    expect(await hotel.read.wakeups.get('w')).toEqual(next)
    expect(await claim(hotel, { claimer: 'another' })).toMatchObject([next])
  })

  const changes: [string, (call: Wakeup) => Promise<unknown>][] = [
    ['was overwritten by hand', (call) => update(hotel, { ...call, ...DONE })],
    ['was deleted', (call) => hotel.write(({ wakeups }) => wakeups.remove(call))],
    ['has ended before', (call) => updateDialled(hotel, { ...call, state: 'pending' }, 1)],
    [
      'was dialled anew',
      async (call) => {
        await updateDialled(hotel, { ...call, state: 'pending' }, 1)
        await claim(hotel, { claimer: 'another' })
        await dial(hotel, [claimed('w', 'another')])
      },
    ],
  ]
  test.each(changes)('what came of a call that %s is not written any more', async (_, change) => {
    const call = await ringing(hotel)
    await change(call)
    const before = await hotel.read.wakeups.get('w')

    expect(await updateDialled(hotel, { ...call, ...DONE, outcome: 'busy' }, 1)).toBe(false)
    expect(await hotel.read.wakeups.get('w')).toEqual(before)
  })

  test('eight who write what came of the same call: one is heard', async () => {
    const call = await ringing(hotel)
    const heard = await Promise.all(
      EIGHT.map((n) => updateDialled(hotel, { ...call, ...DONE, actor: `${n}` }, 1)),
    )

    expect(heard.filter(Boolean)).toHaveLength(1)
    expect(await hotel.read.wakeups.get('w')).toMatchObject({ actor: `${heard.indexOf(true)}` })
  })
}

function testPurge(hotel: Hotel) {
  test('old calls that are over are purged a few at a time; young and pending ones stay', async () => {
    const old = { scheduledAt: NOON - 1, state: 'done' } as const
    await insertCalls(hotel, [
      { id: 'answered', ...old, list: 'answered' },
      { id: 'failed', ...old, list: 'failed' },
      { id: 'pending', scheduledAt: NOON - 1 },
      { id: 'young', scheduledAt: NOON, state: 'done', list: 'failed' },
    ])
    const purge = (limit: number) => hotel.write(({ wakeups }) => wakeups.purge(NOON, limit))

    expect([await purge(1), await purge(10), await purge(10)]).toEqual([1, 1, 0])
    const left = await Promise.all(['pending', 'young'].map((id) => hotel.read.wakeups.get(id)))
    expect(left.map((call) => call?.id)).toEqual(['pending', 'young'])
  })
}

function testHeld(hotel: Hotel) {
  test('a call that was claimed is put off by the claimer, and is free again', async () => {
    await insertCalls(hotel, [{}])
    await claim(hotel)
    const later = wakeup({ nextAt: NOON + 1 })

    expect(await updateHeld(hotel, later)).toBe(true)
    expect(await hotel.read.wakeups.get('w')).toEqual(later)
    expect(await claim(hotel, { claimer: 'another' })).toMatchObject([later])
  })

  const changes: [string, () => Promise<unknown>][] = [
    ['was changed', () => update(hotel, wakeup({ room: '102' }))],
    ['was decided by hand', () => update(hotel, wakeup(DONE))],
    ['was deleted', () => hotel.write(({ wakeups }) => wakeups.remove(wakeup()))],
    ['rings already', () => dial(hotel)],
    ['was claimed by another', () => claim(hotel, { claimer: 'another', now: NOON + 3_600_000 })],
  ]
  test.each(changes)('a call that %s since it was claimed is not put off any more', async (_, change) => {
    await insertCalls(hotel, [{}])
    await claim(hotel)
    await change()
    const before = await hotel.read.wakeups.get('w')

    expect(await updateHeld(hotel, wakeup({ nextAt: NOON + 1 }))).toBe(false)
    expect(await hotel.read.wakeups.get('w')).toEqual(before)
  })
}
