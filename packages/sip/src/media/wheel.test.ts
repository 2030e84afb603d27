import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WheelTurn, Wheel } from './wheel.ts'

/** Remembers when it ran, by a clock that the test moves. */
function hotelClock(origin = 1_000.25) {
  const clock = { now: origin }
  const wheel = new Wheel(origin)
  const ran: { name: string; at: number; missed: number }[] = []
  const turn = (name: string, periodMs = 20): WheelTurn => ({
    periodMs,
    run: (missed) => ran.push({ name, at: clock.now, missed }),
  })
  const advanceTo = (now: number) => {
    clock.now = now
    return wheel.advance(now)
  }
  return { clock, wheel, ran, turn, advanceTo }
}

describe('the wheel', () => {
  it('keeps its pace for ever, however late each call comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 150, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(20, 30, 40),
        (steps, periodMs) => {
          const { wheel, ran, turn, advanceTo } = hotelClock(0)
          wheel.add(turn('a', periodMs), 0)
          const total = steps.reduce((at, step) => {
            advanceTo(at + step)
            return at + step
          }, 0)
          // The first turn has millisecond 20: phase 0, and never the millisecond of joining.
          expect(ran).toHaveLength(total < 20 ? 0 : Math.floor((Math.floor(total) - 20) / periodMs) + 1)
        },
      ),
    )
  })

  it('spreads streams over twenty milliseconds, and fills the place of one that left', () => {
    const { wheel, ran, turn, advanceTo } = hotelClock(0)
    const turns = Array.from({ length: 40 }, (_, at) => turn(String(at)))
    for (const one of turns) wheel.add(one, 0)
    for (let now = 1; now <= 20; now += 1) expect(advanceTo(now)).toBe(2)
    const left = turns[7]
    if (left) wheel.remove(left)
    wheel.add(turn('new'), 20)
    ran.length = 0
    for (let now = 21; now <= 40; now += 1) expect(advanceTo(now)).toBe(2)
    expect(ran.some(({ name }) => name === 'new')).toBe(true)
  })

  it('makes up for what is at most 200 ms late', () => {
    const { wheel, ran, turn, advanceTo } = hotelClock(0)
    wheel.add(turn('a'), 0)
    advanceTo(20)
    expect(advanceTo(220)).toBe(10)
    expect(ran.every(({ missed }) => missed === 0)).toBe(true)
  })

  it('drops what is later, tells how much, and is in step again', () => {
    const { wheel, ran, turn, advanceTo } = hotelClock(0)
    wheel.add(turn('a'), 0)
    advanceTo(20)
    expect(advanceTo(1_020)).toBe(11)
    expect(ran[1]).toMatchObject({ missed: 39 })
    expect(ran.slice(2).every(({ missed }) => missed === 0)).toBe(true)
    expect(advanceTo(1_039)).toBe(0)
    expect(advanceTo(1_040)).toBe(1)
  })

  it('sleeps through a night without working it off', () => {
    const { wheel, ran, turn, advanceTo } = hotelClock(0)
    wheel.add(turn('a', 30), 0)
    advanceTo(8 * 3_600_000)
    expect(ran.length).toBeLessThan(10)
    expect(ran.reduce((sum, { missed }) => sum + missed + 1, 0)).toBe(
      Math.floor((8 * 3_600_000 - 20) / 30) + 1,
    )
  })

  it('says how long there is nothing to do', () => {
    const { wheel, turn, advanceTo } = hotelClock(0.5)
    expect(wheel.waitMs(0.5)).toBeNull()
    wheel.add(turn('a'), 0.5)
    expect(wheel.waitMs(3)).toBe(17.5)
    advanceTo(20.5)
    expect(wheel.waitMs(21)).toBe(19.5)
    expect(wheel.waitMs(50)).toBe(0)
  })

  it('is awake at once after a day on which nobody called', () => {
    const { wheel, ran, turn, advanceTo } = hotelClock(0)
    wheel.add(turn('a'), 86_400_000)
    expect(wheel.waitMs(86_400_000)).toBe(20)
    expect(advanceTo(86_400_020)).toBe(1)
    expect(ran[0]?.missed).toBe(0)
  })

  it('heeds a new period from the next turn on, and one that leaves in its own turn', () => {
    const { wheel, advanceTo } = hotelClock(0)
    let runs = 0
    const turn = {
      periodMs: 20,
      run: () => {
        runs += 1
        turn.periodMs = 40
        if (runs === 3) wheel.remove(turn)
      },
    }
    wheel.add(turn, 0)
    expect([20, 40, 60, 79, 80, 100, 119, 120, 500].map((now) => advanceTo(now))).toEqual([
      1, 1, 0, 0, 1, 0, 0, 0, 0,
    ])
    expect(wheel.size).toBe(0)
  })
})
