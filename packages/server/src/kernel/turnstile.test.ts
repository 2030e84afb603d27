import { expect, test } from 'vitest'
import { Turnstile } from './turnstile.ts'

const gate = () => {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test('never more than so many are inside, and the others follow in their order', async () => {
  const turnstile = new Turnstile(2)
  const gates = [gate(), gate(), gate(), gate()]
  const entered: number[] = []
  const all = gates.map(({ opened }, number) =>
    turnstile.through(async () => {
      entered.push(number)
      await opened
      return number
    }),
  )
  expect(entered).toEqual([0, 1])
  gates[1]?.open()
  await all[1]
  expect(entered).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
})

test('one that fails lets the next one in', async () => {
  const turnstile = new Turnstile(1)
  const failing = turnstile.through(() => Promise.reject(new Error('no')))
  const next = turnstile.through(() => Promise.resolve('in'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('in')
})

test('it is full when so many are inside and so many wait', async () => {
  const turnstile = new Turnstile(1, 1)
  const first = gate()
  const inside = turnstile.through(() => first.opened)
  expect(turnstile.isFull).toBe(false)
  const waiting = turnstile.through(() => Promise.resolve())
  expect(turnstile.isFull).toBe(true)
  first.open()
  await Promise.all([inside, waiting])
  expect(turnstile.isFull).toBe(false)
})
