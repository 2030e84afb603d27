import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { eventActions, type SealedActivity } from './events.ts'
import { activity } from '../../../testing/records.ts'

const GUEST: Actor = { name: 'guest', scope: null, permissions: [], source: 'rest', address: '' }

const row = (seal: number): SealedActivity => ({ ...activity(), id: seal, seal, hash: '' })

/** A database that answers when it is told to, and a sealer in our hands. */
function house() {
  let post: (rows: readonly SealedActivity[]) => void = () => {}
  const questions: ((rows: SealedActivity[]) => void)[] = []
  let reads = 0
  const seals = {
    last: () => Promise.resolve({ number: reads++ }),
    sealedAfter: () => new Promise<SealedActivity[]>((answer) => questions.push(answer)),
  }
  const events = eventActions({
    database: { read: { seals } } as unknown as HotelDatabase,
    clock: manualClock(0),
    sealer: { onSealed: (listener) => void (post = listener) },
    isAway: () => false,
  })
  const asked = async () => {
    while (questions.length === 0) await Promise.resolve()
    return questions.shift() ?? (() => {})
  }
  return { events, asked, reads: () => reads, post: (...numbers: number[]) => post(numbers.map(row)) }
}

describe('one who follows while the database is slow', () => {
  const options = { onStalled: () => {} }

  it('is told what was sealed during the first answer', async () => {
    const { events, asked, post } = house()
    const follower = events.follow(GUEST, options)
    const first = follower.next()
    const answer = await asked()
    post(1, 2, 3)
    answer([])
    expect((await first).value).toEqual({ kind: 'caught-up', number: 0 })
    expect((await follower.next()).value).toMatchObject({ kind: 'rows', rows: [1, 2, 3].map(row) })
  })

  it('is told what was sealed during a later answer, and need not wait for the next event', async () => {
    const { events, asked, post } = house()
    const follower = events.follow(GUEST, options)
    const first = follower.next()
    ;(await asked())([])
    await first
    const second = follower.next()
    const answer = await asked()
    post(1)
    answer([])
    expect((await second).value).toMatchObject({ kind: 'rows', rows: [row(1)] })
  })

  it('is not told twice what the answer held already', async () => {
    const { events, asked, post } = house()
    const follower = events.follow(GUEST, options)
    const first = follower.next()
    const answer = await asked()
    post(1, 2)
    answer([row(1), row(2)])
    expect((await first).value).toMatchObject({ kind: 'rows', rows: [row(1), row(2)] })
    expect((await follower.next()).value).toEqual({ kind: 'caught-up', number: 2 })
  })

  it('hears of the end at once', async () => {
    const { events, asked } = house()
    const follower = events.follow(GUEST, options)
    const first = follower.next()
    ;(await asked())([])
    await first
    const second = follower.next()
    const answer = await asked()
    events.close()
    answer([])
    expect((await second).done).toBe(true)
    expect(() => events.follow(GUEST, options)).toThrow(/stopping/)
  })
})

describe('the number up to which a list is true', () => {
  it('is read once, and is the last seal from then on', async () => {
    const { events, post, reads } = house()
    expect([await events.lastSeal(), await events.lastSeal()]).toEqual([0, 0])
    post(1, 2, 3)
    expect(await events.lastSeal()).toBe(3)
    expect(reads()).toBe(1)
  })

  it('is not older than what was sealed while it was read', async () => {
    const { events, post } = house()
    const number = events.lastSeal()
    post(1, 2)
    expect([await number, await events.lastSeal()]).toEqual([2, 2])
  })
})
