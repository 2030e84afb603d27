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

it('who comes back sees what has changed meanwhile', () => {
  const { clock, store, calm, end } = openCalm()
  end()
  store.put('101', 7)
  clock.advance(0)
  expect(calm.get().get('101')).toBe(7)
})
