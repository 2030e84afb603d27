import { expect, test } from 'vitest'
import { Turnstile } from './turnstile.ts'

const gate = () => {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

const WIDE = { most: 2, mostOfOne: 2, waitingOfOne: 100, waiting: 100 }

/** Works of these holders, each of which lasts until it is let go. */
function crowd(turnstile: Turnstile, holders: readonly string[]) {
  const entered: string[] = []
  const works = holders.map((holder, at) => {
    const name = `${holder}${at}`
    const { open, opened } = gate()
    const done = turnstile.through(holder, async () => {
      entered.push(name)
      await opened
      return name
    })
    return { done, end: async () => (open(), await done) }
  })
  return { entered, works, end: async (at: number) => await works[at]?.end() }
}

test('never more than so many are inside, and the others follow in their order', async () => {
  const { entered, end, works } = crowd(new Turnstile(WIDE), ['a', 'a', 'a', 'a'])
  expect(entered).toEqual(['a0', 'a1'])
  await end(1)
  expect(entered).toEqual(['a0', 'a1', 'a2'])
  await Promise.all(works.map((work) => work.end()))
  expect(entered).toEqual(['a0', 'a1', 'a2', 'a3'])
})

test('holders take turns, whoever asked for more', async () => {
  const { entered, end } = crowd(new Turnstile({ ...WIDE, most: 1 }), ['a', 'a', 'a', 'b', 'b', 'c'])
  for (const at of [0, 1, 3, 5, 2, 4]) await end(at)
  expect(entered).toEqual(['a0', 'a1', 'b3', 'c5', 'a2', 'b4'])
})

test('a holder has a share, and leaves the rest to others', async () => {
  const { entered, end } = crowd(new Turnstile({ ...WIDE, mostOfOne: 1 }), ['a', 'a', 'a', 'b'])
  expect(entered).toEqual(['a0', 'b3'])
  await end(3)
  expect(entered).toEqual(['a0', 'b3'])
  await end(0)
  expect(entered).toEqual(['a0', 'b3', 'a1'])
})

test('one that fails lets the next one in', async () => {
  const turnstile = new Turnstile({ ...WIDE, most: 1 })
  const failing = turnstile.through('a', () => Promise.reject(new Error('no')))
  const next = turnstile.through('a', () => Promise.resolve('in'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('in')
})

test('it is full for a holder when so many of theirs wait, and for all when so many wait', async () => {
  const turnstile = new Turnstile({ most: 1, mostOfOne: 1, waitingOfOne: 1, waiting: 2 })
  expect(turnstile.isFullFor('a')).toBe(false)
  const { works, end } = crowd(turnstile, ['a', 'a', 'b'])
  expect(turnstile.isFullFor('a')).toBe(true)
  expect(turnstile.isFullFor('c')).toBe(true)
  await end(0)
  expect(turnstile.isFullFor('c')).toBe(false)
  await Promise.all(works.map((work) => work.end()))
  expect(turnstile.isFullFor('a')).toBe(false)
})
