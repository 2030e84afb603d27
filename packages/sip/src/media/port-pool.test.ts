import { describe, expect, it } from 'vitest'
import { PortPool } from './port-pool.ts'

const all = (pool: PortPool, now = 0) => {
  const ports: number[] = []
  for (let port = pool.take(now); port !== null; port = pool.take(now)) ports.push(port)
  return ports
}

describe('the ports', () => {
  it('are the even ones whose neighbour is also in the range', () => {
    expect(all(new PortPool({ low: 4_001, high: 4_006 }, 0, 0))).toEqual([4_002, 4_004])
    expect(all(new PortPool({ low: 4_000, high: 4_005 }, 0, 4))).toEqual([4_002, 4_004, 4_000])
    expect(all(new PortPool({ low: 4_001, high: 4_001 }, 0, 7))).toEqual([])
  })

  it('rest before they are used again, and come last', () => {
    const pool = new PortPool({ low: 4_000, high: 4_005 }, 5_000, 0)
    expect([pool.take(0), pool.take(0)]).toEqual([4_000, 4_002])
    pool.giveBack(4_002, 5)
    pool.giveBack(4_000, 10)
    expect(pool.take(20)).toBe(4_004)
    expect(pool.take(5_010)).toBe(4_002)
  })

  it('that rest are used before a call fails, the one that has rested longest first', () => {
    const pool = new PortPool({ low: 4_000, high: 4_003 }, 5_000, 0)
    all(pool)
    pool.giveBack(4_002, 10)
    pool.giveBack(4_000, 11)
    expect(all(pool, 12)).toEqual([4_002, 4_000])
  })

  it('that somebody else has are not asked for again before they have rested', () => {
    const pool = new PortPool({ low: 4_000, high: 4_003 }, 5_000, 0)
    all(pool)
    pool.giveBack(4_000, 10, true)
    pool.giveBack(4_002, 11)
    expect(pool.take(20)).toBe(4_002)
    expect(pool.take(5_009)).toBeNull()
    expect(pool.take(5_010)).toBe(4_000)
  })
})
