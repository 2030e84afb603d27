import { describe, expect, it } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { Together } from './together.ts'

/** A book that writes when the test lets it, and what was written in one go. */
function bookThat(fails: (items: readonly number[]) => boolean = () => false) {
  const written: number[][] = []
  const waiting: (() => void)[] = []
  const together = new Together<number, number>({
    turn: () => Promise.resolve(),
    async write(items) {
      await new Promise<void>((resolve) => waiting.push(resolve))
      if (fails(items)) throw new Error('The database is gone')
      written.push([...items])
      return items.map((item) => item * 10)
    },
  })
  const step = async () => {
    await settle()
    waiting.shift()?.()
    await settle()
  }
  return { together, written, step }
}

const settle = () => new Promise<void>((resolve) => systemClock().soon(resolve))

describe('what is written together', () => {
  it('is what comes at once, and then all that came meanwhile; each hears of its own', async () => {
    const { together, written, step } = bookThat()
    const told = [1, 2].map((item) => together.add(item))
    await settle()
    told.push(...[3, 4].map((item) => together.add(item)))
    await step()
    await step()
    expect(written).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(await Promise.all(told)).toEqual([10, 20, 30, 40])
  })

  it('is never more than a hundred', async () => {
    const { together, written, step } = bookThat()
    for (let item = 0; item < 202; item++) void together.add(item)
    for (let times = 0; times < 3; times++) await step()
    expect(written.map(({ length }) => length)).toEqual([100, 100, 2])
  })

  it('fails together, and what has failed is tried alone: it may be the one to blame', async () => {
    const { together, written, step } = bookThat((items) => items.includes(2))
    const told = [2, 3].map((item) => together.add(item).catch(() => null))
    await step()
    expect(await Promise.all(told)).toEqual([null, null])
    const again = [2, 3].map((item) => together.add(item, true).catch(() => null))
    void together.add(4)
    for (let times = 0; times < 3; times++) await step()
    expect(await Promise.all(again)).toEqual([null, 30])
    expect(written).toEqual([[3], [4]])
  })
})
