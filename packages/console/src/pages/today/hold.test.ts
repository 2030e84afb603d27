import { expect, it } from 'vitest'
import { handClock } from '../../../testing/hand-clock.ts'
import { Hold } from './hold.ts'

function openHold() {
  const clock = handClock(0)
  const hold = new Hold(clock)
  let ended = 0
  hold.ended.watch(() => void ended++)
  return { clock, hold, ended: () => ended }
}

it('lines stay while somebody moves among them, and are let go once when they have stopped', () => {
  const { clock, hold, ended } = openHold()
  expect(hold.keeps('101')).toBe(false)
  for (let at = 0; at < 30; at++) {
    hold.moved()
    clock.advance(1_000)
    expect(hold.keeps('101')).toBe(true)
  }
  clock.advance(10_000)
  expect([hold.keeps('101'), ended()]).toEqual([false, 1])
  hold.moved()
  expect(hold.keeps('101')).toBe(true)
})

it('a pointer left lying there lets go after ten seconds at most', () => {
  const { clock, hold } = openHold()
  hold.moved()
  clock.advance(4_999)
  hold.moved()
  clock.advance(4_999)
  expect(hold.keeps('101')).toBe(true)
  clock.advance(5_001)
  expect(hold.keeps('101')).toBe(false)
})

it('the line that the keyboard is in stays until it leaves, and no other does', () => {
  const { clock, hold } = openHold()
  hold.moved()
  hold.focus('1731652200000 101')
  clock.advance(60_000)
  expect([hold.keeps('101'), hold.keeps('102')]).toEqual([true, false])
  hold.focus('')
  expect(hold.keeps('101')).toBe(false)
})
