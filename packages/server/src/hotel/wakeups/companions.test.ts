import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../../kernel/clock.ts'
import { wakeup } from '../../../testing/records.ts'
import {
  areCompanions,
  atItsOwnTime,
  broughtForward,
  crowdOf,
  followersAmong,
  leaderOf,
} from './companions.ts'
import { toInstant } from '../time/local-time.ts'
import type { Wakeup } from './wakeup.ts'

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')

const call = (id: string, of: Partial<Wakeup> = {}) => wakeup({ scheduledAt: SEVEN, ...of, id })

const at = (id: string, secondsPast: number, of: Partial<Wakeup> = {}) =>
  call(id, { scheduledAt: SEVEN + seconds(secondsPast), ...of })

describe('two calls ring as one', () => {
  it.each<[string, Partial<Wakeup>, boolean]>([
    ['in the same minute', { scheduledAt: SEVEN + minutes(1) - 1 }, true],
    ['at the same moment, for another reason', { prompt: 7, days: ['mon'] }, true],
    ['not in the next minute', { scheduledAt: SEVEN + minutes(1) }, false],
    ['not in the minute before, however close', { scheduledAt: SEVEN - 1 }, false],
    ['not in another room', { room: '0101' }, false],
    ['not in a room of another tenant', { tenant: 't1' }, false],
  ])('%s', (_, of, together) => {
    expect(areCompanions(call('a'), call('b', of))).toBe(together)
    expect(areCompanions(call('b', of), call('a'))).toBe(together)
  })

  it('but no call with itself', () => {
    expect(areCompanions(call('a'), call('a'))).toBe(false)
  })
})

describe('who rings for a room', () => {
  /** Who rings for each of those that could. */
  const leadersOf = (pending: readonly Wakeup[]) =>
    pending
      .filter((one) => one.follows === null && areCompanions(one, call('any')))
      .map((one) => (leaderOf(one, pending) ?? one).id)

  it.each<[string, Wakeup[], string]>([
    ['a call that is alone', [at('a', 0), at('next', 60)], 'a'],
    ['the call for the earlier moment', [at('a', 50), at('b', 10), at('c', 30)], 'b'],
    ['at the same moment, the first by id', [at('b', 0), at('a', 0)], 'a'],
    [
      'the call that has been dialled before, whenever it is for',
      [at('a', 0), at('b', 9, { dials: 1 })],
      'b',
    ],
    [
      'one that wants a key, before all others',
      [at('a', 0, { dials: 1 }), at('b', 9, { confirm: true })],
      'b',
    ],
    ['of two that have been dialled, the earlier', [at('b', 9, { dials: 1 }), at('a', 0, { dials: 2 })], 'a'],
    ['not one that rings with another itself', [at('a', 0, { follows: 'x' }), at('b', 5)], 'b'],
  ])('%s', (_, pending, expected) => {
    expect(new Set(leadersOf(pending))).toEqual(new Set([expected]))
  })

  it('is one call for each room and minute, so that none waits for another that waits', () => {
    const anyCall = fc.record({
      scheduledAt: fc.integer({ min: SEVEN, max: SEVEN + minutes(2) - 1 }),
      dials: fc.constantFrom(0, 0, 0, 1, 2),
      room: fc.constantFrom('101', '102'),
    })
    fc.assert(
      fc.property(fc.array(anyCall), (all) => {
        const pending = all.map((of, n) => call(`${n}`, of))
        const leaders = pending.filter((one) => leaderOf(one, pending) === null)
        const places = new Set(
          pending.map((one) => `${one.room} ${Math.floor(one.scheduledAt / minutes(1))}`),
        )
        expect(leaders).toHaveLength(places.size)
        const followed = pending.flatMap((one) => leaderOf(one, pending) ?? [])
        expect(followed.filter((one) => leaderOf(one, pending) !== null)).toEqual([])
      }),
    )
  })
})

describe('when a room is rung', () => {
  it('is the earliest moment of those that ring together, whoever leads', () => {
    const strict = at('strict', 40, { confirm: true })
    const crowd = [at('plain', 10), strict, at('other', 30)]
    const leader = broughtForward(strict, followersAmong(strict, crowd))
    expect(leader).toMatchObject({ dueAt: SEVEN + seconds(10), nextAt: SEVEN + seconds(10) })
    expect(leader.scheduledAt).toBe(strict.scheduledAt)
    expect(broughtForward(at('plain', 10), crowd)).toEqual(at('plain', 10))
  })

  it('is not earlier for a call that has been rung, nor for one that rings by itself', () => {
    const rung = at('rung', 40, { confirm: true, dials: 1 })
    expect(broughtForward(rung, [at('plain', 10)])).toBe(rung)
    const strict = at('strict', 40, { confirm: true })
    expect(
      followersAmong(strict, [at('dialled', 10, { dials: 1 }), at('led', 20, { follows: 'x' })]),
    ).toEqual([])
  })

  it('is its own moment again once it rings alone, unless it has been rung', () => {
    const strict = at('strict', 40, { confirm: true })
    const early = broughtForward(strict, [at('plain', 10)])
    expect(atItsOwnTime(early)).toEqual(strict)
    expect(atItsOwnTime(strict)).toBe(strict)
    const rung = { ...early, dials: 1 }
    expect(atItsOwnTime(rung)).toBe(rung)
  })
})

describe('where companions are looked for', () => {
  it('leaves out whoever is alone', () => {
    const pending = [at('a', 0), at('b', 30), at('alone', 60), at('elsewhere', 0, { room: '102' })]
    expect(crowdOf(pending).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(crowdOf([])).toEqual([])
  })
})
