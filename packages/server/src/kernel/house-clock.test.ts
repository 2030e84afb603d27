import { describe, expect, it } from 'vitest'
import { steppedClock } from '../../testing/stepped-clock.ts'
import { hours, minutes, seconds } from './clock.ts'
import { houseClock } from './house-clock.ts'

const NOON = 1_794_744_000_000

function house() {
  const machine = steppedClock(NOON)
  return { machine, clock: houseClock(machine) }
}

describe("the house's time", () => {
  it("is that of the machine's clock while it goes with the time since boot", () => {
    const { machine, clock } = house()
    machine.advance(hours(5))

    expect(clock.now()).toBe(NOON + hours(5))
    expect(clock.ahead()).toBe(0)
  })

  it('follows a step of up to two seconds at once, whichever way', () => {
    const { machine, clock } = house()
    for (const step of [seconds(2), -seconds(2), 500]) {
      machine.jump(machine.now() + step)
      expect(clock.now()).toBe(machine.now())
    }
  })

  it.each([hours(1), -hours(1), seconds(3)])('goes on as before when the clock jumps by %i ms', (jump) => {
    const { machine, clock } = house()
    machine.advance(minutes(1))
    machine.jump(machine.now() + jump)
    machine.advance(minutes(1))

    expect(clock.now()).toBe(NOON + minutes(2))
    expect(clock.ahead()).toBe(jump)
  })

  it('makes nobody wake before the moment, also within a millisecond', () => {
    const { machine, clock } = house()
    const woken: boolean[] = []
    for (let n = 0; n < 1_000; n++) {
      machine.advance(1 / 3)
      const moment = clock.now() + n * 0.3717
      clock.at(moment, () => woken.push(clock.now() >= moment))
    }
    machine.advance(seconds(1))

    expect(woken).toHaveLength(1_000)
    expect(woken.filter((isTime) => !isTime)).toHaveLength(0)
  })

  it('is followed once that is decided', () => {
    const { machine, clock } = house()
    machine.jump(NOON + hours(1))
    clock.follow()
    machine.advance(seconds(1))

    expect(clock.now()).toBe(NOON + hours(1) + seconds(1))
    expect(clock.ahead()).toBe(0)
  })

  it('and is one with the clock again when that is set back to where it would be', () => {
    const { machine, clock } = house()
    machine.jump(NOON + hours(1))
    clock.now()
    machine.advance(minutes(3))
    machine.jump(NOON + minutes(3) + 700)

    expect(clock.now()).toBe(NOON + minutes(3) + 700)
    expect(clock.ahead()).toBe(0)
  })

  it('goes on while the machine sleeps, in doubt or not', () => {
    const { machine, clock } = house()
    machine.sleep(hours(2))
    expect(clock.now()).toBe(NOON + hours(2))
    machine.jump(machine.now() + hours(1))
    clock.now()
    machine.sleep(hours(3))

    expect(clock.now()).toBe(NOON + hours(5))
    expect(clock.ahead()).toBe(hours(1))
  })

  it('keeps its waits, whatever the clock shows', () => {
    const { machine, clock } = house()
    const rung: number[] = []
    machine.jump(NOON - hours(1))
    clock.at(NOON + seconds(10), () => rung.push(clock.now()))
    machine.jump(NOON + hours(1))
    machine.advance(seconds(10))

    expect(rung).toEqual([NOON + seconds(10)])
  })
})
