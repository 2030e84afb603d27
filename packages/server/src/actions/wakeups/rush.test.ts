import { describe, expect, it } from 'vitest'
import { toInstant } from '../../hotel/time/local-time.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { days, minutes } from '../../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { watchRush } from './rush.ts'

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')

/** A house with two lines, and calls by the minute; it counts how often it is asked. */
async function houseOf(calls: Map<number, number>, lines = 2) {
  const house = { counted: 0, gone: false, loaded: 0, hidden: 0 }
  const clock = manualClock(SEVEN - minutes(60))
  const countAll = (from: number, before: number) => {
    if (house.gone) return Promise.reject(new Error('gone'))
    const found = [...calls].filter(([minute]) => minute >= from && minute < before)
    house.loaded += found.length
    return Promise.resolve(found.map(([minute, count]) => ({ tenant: '', minute, calls: count })))
  }
  const countOne = (minute: number) => {
    house.counted += 1
    return Promise.resolve([{ tenant: '', minute, calls: (calls.get(minute) ?? 0) - house.hidden }])
  }
  const wakeups = {
    countByMinute: (from: number, before: number) =>
      before - from === minutes(1) ? countOne(from) : countAll(from, before),
  }
  const stores = { wakeups } as unknown as Stores
  const database = { read: stores } as unknown as HotelDatabase
  const rush = await watchRush({ database, clock, capacity: () => lines })
  const ask = (at: number) => {
    const minute = at - (at % minutes(1))
    calls.set(minute, (calls.get(minute) ?? 0) + 1)
    return rush.after(stores, '', at)
  }
  return { house, clock, rush, ask }
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

  it('is how many there are when there are more, those before the start included', async () => {
    const { ask } = await houseOf(new Map([[SEVEN, 2]]))
    expect(await ask(SEVEN)).toMatchObject({ due: 3, lines: 2 })
  })

  it('forgets calls that went away, once a minute seems full', async () => {
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
    expect(await ask(SEVEN)).toMatchObject({ due: 3 })
  })

  it('is true of a day far ahead as well, at the cost of counting it once', async () => {
    const far = SEVEN + days(200)
    const { house, ask } = await houseOf(new Map([[far, 1]]))
    expect(await ask(far)).toBeNull()
    expect(house.counted).toBe(1)
    expect(await ask(far)).toMatchObject({ due: 3, lines: 2 })
    expect(await ask(far + minutes(1))).toBeNull()
    expect(await ask(far + minutes(1))).toBeNull()
    expect(house.counted).toBe(3)
  })

  it('is true of a day that was far ahead at the start and is near by now', async () => {
    const friday = SEVEN + days(5)
    const { clock, ask } = await houseOf(new Map([[friday, 2]]))
    clock.advance(days(5))
    expect(await ask(friday)).toMatchObject({ due: 3 })
  })

  it('is true of a minute far ahead that two ask for at once', async () => {
    const far = SEVEN + days(200)
    const { house, ask } = await houseOf(new Map())
    // Neither transaction sees what the other has not committed.
    house.hidden = 1
    await Promise.all([ask(far), ask(far)])
    house.hidden = 0
    expect(await ask(far)).toMatchObject({ due: 3 })
  })

  it('costs the memory of two days, however many years are asked for', async () => {
    const ahead = Array.from({ length: 100_000 }, (_, n): [number, number] => [SEVEN + minutes(n), 1])
    const { house, ask } = await houseOf(new Map(ahead), 5)
    expect(house.loaded).toBe(48 * 60 - 60)
    for (let n = 48 * 60; n < 20_000; n++) await ask(SEVEN + minutes(n))
    house.counted = 0
    // Those of the two days are still known; the first of the many others was forgotten, and is counted again.
    await ask(SEVEN)
    expect(house.counted).toBe(0)
    await ask(SEVEN + minutes(48 * 60))
    expect(house.counted).toBe(1)
    await ask(SEVEN + minutes(48 * 60))
    expect(house.counted).toBe(1)
  })

  it('is not made worse by another hotel that rings over lines of its own', async () => {
    const lines: Readonly<Record<string, number>> = { '': 0, east: 2, west: 2 }
    const found = [{ tenant: 'west', minute: SEVEN, calls: 50 }]
    const wakeups = { countByMinute: () => Promise.resolve(found) }
    const stores = { wakeups } as unknown as Stores
    const rush = await watchRush({
      database: { read: stores } as unknown as HotelDatabase,
      clock: manualClock(SEVEN - minutes(60)),
      capacity: (tenant) => lines[tenant] ?? 0,
    })

    expect(await rush.after(stores, 'east', SEVEN)).toBeNull()
    expect(await rush.after(stores, 'west', SEVEN)).toMatchObject({ due: 50, lines: 2 })
  })
})
