import { describe, expect, it } from 'vitest'
import { toInstant } from '../hotel/local-time.ts'
import { hours, seconds } from '../kernel/clock.ts'
import { LinePool } from './line-pool.ts'

const NOON = toInstant('2026-11-15T12:00:00', 'Europe/Zurich')

/** Lines of the house, one call each. */
function poolOf(...names: string[]) {
  const pool = new LinePool()
  for (const name of names) pool.add({ name, tenant: '', calls: 1 }, true)
  return pool
}
const health = (pool: LinePool, name: string) => pool.describe().find((line) => line.name === name)

describe('a pool of lines', () => {
  it('gives out a line that is free, the longest idle first, and none when all are taken', () => {
    const pool = poolOf('a', 'b')
    const taken = [pool.take('', NOON), pool.take('', NOON), pool.take('', NOON)]
    expect(taken).toEqual(['a', 'b', null])
    pool.release('a', 'well', NOON)
    pool.release('b', 'well', NOON)
    expect(pool.take('', NOON)).toBe('a')
  })

  it('gives out as many calls as a line carries, and says how many all carry', () => {
    const pool = new LinePool()
    pool.add({ name: 'trunk', tenant: '', calls: 3 }, true)
    pool.add({ name: 'east', tenant: 'east', calls: 2 }, true)
    expect(Array.from({ length: 4 }, () => pool.take('', NOON))).toEqual(['trunk', 'trunk', 'trunk', null])
    expect(pool.capacity('')).toBe(3)
    expect(pool.capacity('east')).toBe(5)
    expect(health(pool, 'trunk')).toMatchObject({ busy: 3 })
  })

  it("keeps a tenant's lines for its own calls", () => {
    const pool = new LinePool()
    pool.add({ name: 'east', tenant: 'east', calls: 1 }, true)
    expect(pool.take('', NOON)).toBeNull()
    expect(pool.take('west', NOON)).toBeNull()
    expect(pool.take('east', NOON)).toBe('east')
  })

  it('gives out no line that does not work', () => {
    const pool = new LinePool()
    pool.add({ name: 'a', tenant: '', calls: 1 }, false)
    expect(pool.take('', NOON)).toBeNull()
    pool.setWorking('a', true, 'Registered')
    expect(pool.take('', NOON)).toBe('a')
    pool.setWorking('a', false, '403 Forbidden')
    expect(health(pool, 'a')).toMatchObject({ working: false, why: '403 Forbidden' })
  })

  it('takes back a line that was not used, as if it had not been taken', () => {
    const pool = poolOf('a')
    pool.take('', NOON)
    pool.release('a', 'unused', NOON)
    expect(health(pool, 'a')).toMatchObject({ busy: 0, troubles: 0 })
    expect(pool.take('', NOON)).toBe('a')
  })

  it('knows nothing of lines that were never added', () => {
    const pool = poolOf('a')
    pool.release('b', 'well', NOON)
    pool.setWorking('b', true, '')
    expect(pool.describe().map(({ name }) => name)).toEqual(['a'])
  })
})

describe('a line after trouble', () => {
  const troubled = (times: number, restMs = 0) => {
    const pool = poolOf('a')
    let now = NOON
    for (let n = 0; n < times; n++) {
      pool.take('', now)
      pool.release('a', 'badly', now, restMs, '503 Service Unavailable')
      now = pool.nextAwake(now) ?? now
    }
    return { pool, now }
  }
  const restAfter = (times: number, restMs = 0) => {
    const { pool, now } = troubled(times - 1, restMs)
    pool.take('', now)
    pool.release('a', 'badly', now, restMs)
    return (pool.nextAwake(now) ?? 0) - now
  }

  it('rests for a moment, and longer when it goes on, but never longer than a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((times) => restAfter(times))).toEqual(
      [2, 4, 8, 16, 32, 60, 60].map(seconds),
    )
  })

  it('rests as long as the exchange asks, within that minute', () => {
    expect(restAfter(1, seconds(30))).toBe(seconds(30))
    expect(restAfter(1, seconds(900))).toBe(seconds(60))
    expect(restAfter(1, seconds(1))).toBe(seconds(2))
  })

  it('is not given out while it rests, and says why', () => {
    const { pool } = troubled(1)
    expect(pool.take('', NOON + seconds(2) - 1)).toBeNull()
    expect(health(pool, 'a')).toMatchObject({ why: '503 Service Unavailable', troubles: 1 })
    expect(pool.take('', NOON + seconds(2))).toBe('a')
  })

  it('is given to somebody who takes it even so, but not twice', () => {
    const { pool } = troubled(1)
    expect([pool.take('', NOON, true), pool.take('', NOON, true)]).toEqual(['a', null])
  })

  it('gives way to one that has none', () => {
    const pool = poolOf('a', 'b')
    pool.take('', NOON)
    pool.release('a', 'badly', NOON)
    const later = NOON + seconds(10)
    expect([pool.take('', later), pool.take('', later)]).toEqual(['b', 'a'])
  })

  it('is as good as new once it has carried a call, or was registered anew', () => {
    const { pool, now } = troubled(3)
    pool.take('', now)
    pool.release('a', 'well', now)
    expect(health(pool, 'a')).toMatchObject({ troubles: 0, why: '' })
    expect(pool.nextAwake(now)).toBeNull()
    const other = troubled(3)
    other.pool.setWorking('a', false, 'lost')
    other.pool.setWorking('a', true, '')
    expect(other.pool.take('', NOON)).toBe('a')
  })

  it('does not rest for an hour because the clock was set back', () => {
    const { pool } = troubled(1)
    expect(pool.take('', NOON - hours(1))).toBe('a')
  })
})

describe('a line that is set anew while it carries a call', () => {
  it('still carries it, and never more than it may', () => {
    const pool = poolOf('a')
    pool.take('', NOON)
    pool.remove('a')
    pool.add({ name: 'a', tenant: '', calls: 1 }, true)
    expect(pool.take('', NOON)).toBeNull()
    pool.release('a', 'well', NOON)
    expect([pool.take('', NOON), pool.take('', NOON)]).toEqual(['a', null])
  })

  it('and is then gone is not missed', () => {
    const pool = poolOf('a')
    pool.take('', NOON)
    pool.remove('a')
    pool.release('a', 'well', NOON)
    pool.add({ name: 'a', tenant: '', calls: 1 }, true)
    expect(health(pool, 'a')).toMatchObject({ busy: 0 })
  })
})
