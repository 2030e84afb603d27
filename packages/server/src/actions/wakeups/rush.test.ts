import { describe, expect, it } from 'vitest'
import { toInstant } from '../../hotel/time/local-time.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { days, hours, minutes, seconds } from '../../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type StoredCalls, watchRush } from './rush.ts'

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')
const perSecond = 20

/** A house with two lines, and calls by the minute; it counts how often it is asked. */
async function houseOf(calls: Map<number, number>, lines = 2, lengths: readonly number[] = []) {
  const house = { counted: 0, gone: false, lengths }
  const clock = manualClock(SEVEN - minutes(60))
  const countByMinute = (from: number, before: number) => {
    house.counted += 1
    if (house.gone) return Promise.reject(new Error('gone'))
    const found = [...calls].filter(([minute]) => minute >= from && minute < before)
    return Promise.resolve(found.map(([minute, count]) => ({ tenant: '', minute, calls: count })))
  }
  const latestLengths = () => Promise.resolve(house.lengths.map((ms) => ({ ms, kind: 'answered' })))
  const stores = { wakeups: { countByMinute }, attempts: { latestLengths } } as unknown as Stores
  const database = { read: stores } as unknown as HotelDatabase
  const told: StoredCalls[] = []
  const rush = await watchRush({
    database,
    clock,
    capacity: () => ({ lines, perSecond }),
    counted: (stored) => void told.push(stored),
  })
  house.counted = 0
  const ask = (...moments: number[]) => {
    for (const at of moments) {
      const minute = at - (at % minutes(1))
      calls.set(minute, (calls.get(minute) ?? 0) + 1)
    }
    return rush.after(
      stores,
      moments.map((scheduledAt) => ({ tenant: '', scheduledAt })),
    )
  }
  return { house, clock, rush, ask, told }
}

describe('what is foretold of a minute', () => {
  it('is nothing while every call finds a line, and costs no counting', async () => {
    const { house, ask } = await houseOf(new Map())
    expect([await ask(SEVEN), await ask(SEVEN + 30_000), await ask(SEVEN + minutes(1))]).toEqual([
      null,
      null,
      null,
    ])
    expect(house.counted).toBe(0)
  })

  it('is nothing without a line, and costs no counting either', async () => {
    const { house, ask } = await houseOf(new Map([[SEVEN, 5]]), 0)
    expect(await ask(SEVEN)).toBeNull()
    expect(house.counted).toBe(0)
  })

  it('counts what was stored at another node, and tells it what is stored here', async () => {
    const calls = new Map<number, number>()
    const { rush, ask, told } = await houseOf(calls)
    calls.set(SEVEN, 2)
    rush.heard({ tenant: '', minute: SEVEN, calls: 2 })
    expect(await ask(SEVEN, SEVEN + seconds(5))).toMatchObject({ due: 4 })
    expect(told).toEqual([{ tenant: '', minute: SEVEN, calls: 2 }])
  })

  it('is how many there are when there are more, those before the start included', async () => {
    const { ask } = await houseOf(new Map([[SEVEN, 2]]))
    expect(await ask(SEVEN)).toMatchObject({ due: 3, lines: 2, last: SEVEN + seconds(40), following: [] })
  })

  it('is that a call waits for those of the minutes before it', async () => {
    const { ask } = await houseOf(new Map([[SEVEN, 20]]))
    const last = SEVEN + seconds(400)
    expect(await ask(SEVEN + minutes(3))).toMatchObject({ due: 1, lines: 2, last })
    expect(await ask(SEVEN + minutes(10))).toBeNull()
  })

  it('names the minutes after it that a call more makes late', async () => {
    const next = SEVEN + minutes(1)
    const { ask } = await houseOf(
      new Map([
        [SEVEN, 4],
        [next, 2],
        [SEVEN + minutes(5), 2],
      ]),
    )
    expect(await ask(SEVEN)).toMatchObject({
      due: 5,
      following: [{ minute: next, due: 2, last: SEVEN + seconds(120) }],
    })
  })

  it('is told once for many that are asked for together, and of the latest of them', async () => {
    const { house, ask } = await houseOf(new Map())
    const moments = [...Array.from({ length: 6 }, () => SEVEN), SEVEN + minutes(1)]
    expect(await ask(...moments)).toMatchObject({ scheduledAt: SEVEN + minutes(1), due: 1 })
    expect(house.counted).toBe(2)
  })

  it('goes by how long the calls of the house take, as it turns out', async () => {
    const { house, clock, ask } = await houseOf(new Map([[SEVEN, 20]]))
    expect(await ask(SEVEN)).toMatchObject({ last: SEVEN + seconds(400) })
    house.lengths = Array.from({ length: 20 }, () => seconds(12))
    clock.advance(minutes(2))
    expect(await ask(SEVEN)).toMatchObject({ last: SEVEN + seconds(120) })
  })

  it('is never earlier than the call itself', async () => {
    const { ask } = await houseOf(new Map([[SEVEN, 2]]))
    expect(await ask(SEVEN + seconds(55))).toMatchObject({ due: 3, last: SEVEN + seconds(55) })
  })

  it('is nothing of a call in the minute that has begun', async () => {
    const { clock, ask } = await houseOf(new Map())
    clock.advance(minutes(60) + seconds(30))
    expect(await ask(SEVEN + seconds(50))).toBeNull()
  })

  it('forgets calls that went away, once a minute seems late', async () => {
    const calls = new Map([[SEVEN, 2]])
    const { ask } = await houseOf(calls)
    calls.delete(SEVEN)
    expect(await ask(SEVEN)).toBeNull()
    expect(await ask(SEVEN)).toBeNull()
    expect(await ask(SEVEN)).toMatchObject({ due: 3 })
  })

  it('stays as it was while the calls cannot be read', async () => {
    const { house, rush, ask } = await houseOf(new Map([[SEVEN, 2]]))
    house.gone = true
    await rush.reload()
    house.gone = false
    expect(await ask(SEVEN)).toMatchObject({ due: 3 })
  })

  it('is true of a day far ahead as well, at the cost of counting it', async () => {
    const far = SEVEN + days(200)
    const { house, ask } = await houseOf(new Map([[far, 1]]))
    expect(await ask(far)).toBeNull()
    expect(house.counted).toBe(1)
    expect(await ask(far)).toMatchObject({ due: 3, lines: 2 })
  })

  it('costs no counting of a day that was far ahead at the start, and is near by now', async () => {
    const friday = SEVEN + days(5)
    const { house, clock, ask } = await houseOf(new Map([[friday, 2]]))
    clock.advance(days(5) - hours(1))
    // What is known of the next days is read again, once.
    expect(await ask(SEVEN + days(4) + hours(23))).toBeNull()
    house.counted = 0
    expect(await ask(friday - minutes(1))).toBeNull()
    expect(house.counted).toBe(0)
    expect(await ask(friday)).toMatchObject({ due: 3 })
  })

  it('is not made worse by another hotel that rings over lines of its own', async () => {
    const lines: Readonly<Record<string, number>> = { '': 0, east: 2, west: 2 }
    const found = [{ tenant: 'west', minute: SEVEN, calls: 50 }]
    const wakeups = { countByMinute: () => Promise.resolve(found) }
    const attempts = { latestLengths: () => Promise.resolve([]) }
    const stores = { wakeups, attempts } as unknown as Stores
    const rush = await watchRush({
      database: { read: stores } as unknown as HotelDatabase,
      clock: manualClock(SEVEN - minutes(60)),
      capacity: (tenant) => ({ lines: lines[tenant] ?? 0, perSecond }),
    })
    const ask = (tenant: string) => rush.after(stores, [{ tenant, scheduledAt: SEVEN }])

    expect(await ask('east')).toBeNull()
    expect(await ask('west')).toMatchObject({ due: 50, lines: 2 })
  })
})
