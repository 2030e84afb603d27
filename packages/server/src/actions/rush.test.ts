import { describe, expect, it } from 'vitest'
import { toInstant } from '../hotel/local-time.ts'
import { manualClock, minutes } from '../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../store/stores.ts'
import { watchRush } from './rush.ts'

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')

/** A house with two lines, and calls by the minute; it counts how often it is asked. */
async function houseOf(calls: Map<number, number>, lines = 2) {
  const house = { counted: 0, gone: false }
  const wakeups = {
    countByMinute: () => (house.gone ? Promise.reject(new Error('gone')) : Promise.resolve([...calls])),
    countDue: (_: unknown, from: number) => {
      house.counted += 1
      return Promise.resolve(calls.get(from) ?? 0)
    },
  }
  const stores = { wakeups } as unknown as Stores
  const database = { read: stores } as unknown as HotelDatabase
  const rush = await watchRush({ database, clock: manualClock(SEVEN - minutes(60)), capacity: () => lines })
  const ask = (at: number) => {
    const minute = at - (at % minutes(1))
    calls.set(minute, (calls.get(minute) ?? 0) + 1)
    return rush.after(stores, '', at)
  }
  return { house, rush, ask }
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
})
