import { expect, it } from 'vitest'
import { handClock } from '../../testing/hand-clock.ts'
import { Calm } from './calm.ts'
import { KeyedStore } from './keyed-store.ts'

function openCalm() {
  const clock = handClock(0)
  const store = new KeyedStore<number>((act) => clock.frame(act))
  const calm = new Calm(store, clock)
  let told = 0
  const end = calm.watch(() => void told++)
  return { clock, store, calm, end, told: () => told }
}

it('one change is told soon, after what has changed itself', () => {
  const { clock, store, calm, told } = openCalm()
  store.put('101', 1)
  clock.advance(0)
  expect(told()).toBe(0)
  clock.advance(40)
  expect([told(), calm.get().get('101')]).toEqual([1, 1])
})

it('a rush of a second is told three times, with its end', () => {
  const { clock, store, calm, told } = openCalm()
  for (let at = 0; at < 400; at++) {
    store.put('101', at)
    clock.advance(2.5)
  }
  clock.advance(1_000)
  expect([told(), calm.get().get('101')]).toEqual([3, 399])
})

it('where adding up takes 60 ms, a rush of three seconds is told twice', () => {
  const clock = handClock(0)
  const store = new KeyedStore<number>((act) => clock.frame(act))
  let late = 0
  // What is to happen at once happens when the page is free again.
  const calm = new Calm(store, {
    ...clock,
    now: () => clock.now() + late,
    after: (ms, act) =>
      clock.after(ms, () => {
        late = ms === 0 ? 60 : 0
        act()
        late = 0
      }),
  })
  let told = 0
  calm.watch(() => void told++)
  for (let at = 0; at < 300; at++) {
    store.put('101', at)
    clock.advance(10)
  }
  expect(told).toBe(2)
})

it('who comes back sees what has changed meanwhile', () => {
  const { clock, store, calm, end } = openCalm()
  end()
  store.put('101', 7)
  clock.advance(0)
  expect(calm.get().get('101')).toBe(7)
})
