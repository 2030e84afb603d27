import { expect, it } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { systemClock } from './clock.ts'
import { type WakeReason, WakeLoop } from './wake-loop.ts'

const RETRY = 1_000
const turn = () => new Promise<void>((resolve) => systemClock().soon(resolve))

/** A loop whose looks wait for a hand to end them, each with the moment of the next or a failure. */
function open(gathers = false) {
  const clock = manualClock(0)
  const seen: WakeReason[] = []
  const failures: unknown[] = []
  const ends: { with(next: number): void; fail(): void }[] = []
  const loop = new WakeLoop({
    clock,
    retryMs: RETRY,
    gathers,
    failed: (error) => failures.push(error),
    look: (reason) =>
      new Promise<number>((resolve, reject) => {
        seen.push(reason)
        ends.push({ with: resolve, fail: () => reject(new Error('The database is away')) })
      }),
  })
  const end = async (next: number | 'failed') => {
    const one = ends.shift()
    if (next === 'failed') one?.fail()
    else one?.with(next)
    await turn()
  }
  return { clock, loop, seen, failures, end }
}

const started = (gathers = false) => {
  const scene = open(gathers)
  scene.loop.start()
  return scene
}

it('looks at nothing before it is started, and at nothing after it is stopped', async () => {
  const { loop, seen } = open()
  loop.wake()
  loop.start()
  expect(seen).toEqual([])
  await loop.stop()
  loop.wake()
  expect(seen).toEqual([])
})

it('looks when it is woken, and at the moment that the last look named', async () => {
  const { loop, clock, seen, end } = started()
  loop.wake()
  await end(5_000)
  clock.advance(4_999)
  expect(seen).toEqual(['woken'])
  clock.advance(1)
  expect(seen).toEqual(['woken', 'due'])
})

it('does not look by itself when the last look named no moment', async () => {
  const { loop, clock, seen, end } = started()
  loop.wake()
  await end(Infinity)
  clock.advance(1e9)
  expect(seen).toEqual(['woken'])
})

it('looks once more, however often it was woken while it looked', async () => {
  const { loop, seen, end } = started()
  for (let times = 0; times < 3; times++) loop.wake()
  expect(seen).toEqual(['woken'])
  await end(Infinity)
  expect(seen).toEqual(['woken', 'woken'])
  await end(Infinity)
  expect(seen).toEqual(['woken', 'woken'])
})

it('sleeps no longer than to its moment when it is woken before that', async () => {
  const { loop, clock, seen, end } = started()
  loop.wake()
  await end(5_000)
  loop.wake()
  await end(Infinity)
  clock.advance(10_000)
  expect(seen).toEqual(['woken', 'woken'])
})

it('tells of a look that failed and tries again after a while, also when it was woken meanwhile', async () => {
  const { loop, clock, seen, failures, end } = started()
  loop.wake()
  loop.wake()
  await end('failed')
  expect([seen, failures.length]).toEqual([['woken'], 1])
  clock.advance(RETRY)
  expect(seen).toEqual(['woken', 'due'])
})

it('is settled when everything that it was woken for is looked at', async () => {
  const { loop, end } = started()
  const order: string[] = []
  loop.wake()
  const settled = loop.settled().then(() => order.push('settled'))
  loop.wake()
  await end(Infinity)
  order.push('first look')
  await end(Infinity)
  await settled
  expect(order).toEqual(['first look', 'settled'])
})

it('finishes the look that is under way before it stops, and begins no other', async () => {
  const { loop, clock, seen, end } = started()
  loop.wake()
  loop.wake()
  let isStopped = false
  const stopped = loop.stop().then(() => (isStopped = true))
  await turn()
  expect(isStopped).toBe(false)
  await end(1)
  await stopped
  clock.advance(1e6)
  expect(seen).toEqual(['woken'])
})

it('waits a moment for more where many things cost little more than one', async () => {
  const { loop, seen } = started(true)
  loop.wake()
  expect(seen).toEqual([])
  await turn()
  expect(seen).toEqual(['woken'])
})

it('looks again when the clock was set back while it looked: the moment that it named is of another time', async () => {
  const { loop, clock, seen, end } = started()
  clock.advance(10_000_000)
  loop.wake()
  const next = clock.now() + 5_000
  clock.set(0)
  await end(next)
  expect(seen).toEqual(['woken', 'woken'])
  await end(5_000)
  clock.advance(5_000)
  expect(seen).toEqual(['woken', 'woken', 'due'])
})
