import { describe, expect, it } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { atOnce, createTimeSlices, inBlocks, takeTurn, unhurried } from './steps.ts'

/** A clock that a worker moves by working. */
function workClock() {
  const waiting: (() => void)[] = []
  let now = 0
  return {
    elapsed: () => now,
    soon: (callback: () => void) => void waiting.push(callback),
    work: (ms: number) => (now += ms),
    /** Lets everything else have its turn; says how many were waiting for that. */
    turn: async () => {
      const called = waiting.splice(0)
      for (const callback of called) callback()
      await new Promise((resolve) => systemClock().soon(() => resolve(undefined)))
      return called.length
    },
  }
}

describe('work in steps', () => {
  it('stops for breath after a few milliseconds, and gives its result', async () => {
    const clock = workClock()
    const done: number[] = []
    const work = unhurried(
      inBlocks(10, 1, (from) => {
        done.push(from)
        clock.work(2)
      }),
      createTimeSlices(clock),
    )
    const ended: string[] = []
    void work.then(() => ended.push('work'))
    await clock.turn()
    expect(done).toEqual([0, 1])
    while (ended.length === 0) expect(await clock.turn()).toBe(1)
    expect(done).toHaveLength(10)
  })

  it('is shared: a hundred workers together take no longer than one', async () => {
    const clock = workClock()
    const slices = createTimeSlices(clock)
    const done: number[] = []
    const workers = Array.from({ length: 100 }, (_, n) =>
      takeTurn(slices, () => {
        clock.work(1)
        done.push(n)
      }),
    )
    let before = done.length
    while (done.length < 100) {
      await clock.turn()
      expect(done.length - before).toBeLessThanOrEqual(3)
      before = done.length
    }
    await Promise.all(workers)
  })

  it('can be done at one go', () => {
    const blocks: string[] = []
    atOnce(inBlocks(5, 2, (from, to) => blocks.push(`${from}-${to}`)))
    expect(blocks).toEqual(['0-2', '2-4', '4-5'])
  })
})
