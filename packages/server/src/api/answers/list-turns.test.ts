import { beforeEach, expect, test } from 'vitest'
import { manualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { json } from './answer.ts'
import { listTurns, type ListTurns } from './list-turns.ts'

let clock: ManualClock
let turns: ListTurns
let gaveWay: number
beforeEach(() => {
  clock = manualClock(0)
  gaveWay = 0
  turns = listTurns({
    ...clock,
    soon(callback) {
      gaveWay += 1
      callback()
    },
  })
})

/** A list that keeps the process busy for as long. */
const list = (ms: number) =>
  turns('desk', () => {
    clock.advance(ms)
    return json([])
  })

test('many short lists share a turn of the event loop', async () => {
  for (let n = 0; n < 40; n++) await list(0.1)
  expect(gaveWay).toBe(10)
})

test('after a long list everything else has its turn', async () => {
  await list(5)
  await list(5)
  expect(gaveWay).toBe(2)
})

test('one account never has every place', async () => {
  const made: string[] = []
  const waiting: (() => void)[] = []
  const ask = (account: string) =>
    turns(account, async () => {
      made.push(account)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return json([])
    })
  const all = [ask('desk'), ask('desk'), ask('desk'), ask('desk'), ask('till')]
  expect(made).toEqual(['desk', 'desk', 'desk', 'till'])
  for (let n = 0; n < all.length; n++) {
    while (waiting.length === 0) await Promise.resolve()
    waiting.shift()?.()
  }
  await Promise.all(all)
  expect(made).toHaveLength(all.length)
})
