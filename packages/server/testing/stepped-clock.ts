import type { ManualClock } from './manual-clock.ts'
import type { Instant } from '../src/kernel/clock.ts'

/** A clock that stands still until a hand moves it, and that knows what it is waited for. */
export interface SteppedClock extends ManualClock {
  /** The machine's clock is set to this, as an operator or NTP would; nothing passes. */
  jump(now: Instant): void
  /** The machine is suspended for so long: its clocks go on, and nothing else does. */
  sleep(ms: number): void
  /** This process is stopped for so long, while the machine goes on: what fell due meanwhile is late when it wakes. */
  stall(ms: number): void
  /** When the next timer falls due; null when nobody waits. */
  next(): Instant | null
  /** How often anybody has wanted anything of it: while this rises, something is going on. */
  readonly asked: number
}

interface Waiting {
  when: Instant
  readonly callback: () => void
}

export function steppedClock(start: Instant): SteppedClock {
  const waiting = new Set<Waiting>()
  let [now, elapsed, slept, asked] = [start, 0, 0, 0]
  const first = (): Waiting | undefined => {
    let found: Waiting | undefined
    for (const timer of waiting) if (!found || timer.when < found.when) found = timer
    return found
  }
  // Timers of a machine count what passes, not what its clock shows: setting it makes none of them earlier or later.
  const show = (instant: Instant) => {
    for (const timer of waiting) timer.when += instant - now
    now = instant
  }
  const asking = <T>(answer: T): T => {
    asked += 1
    return answer
  }

  return {
    get asked() {
      return asked
    },
    now: () => asking(now),
    elapsed: () => asking(elapsed),
    sinceBoot: () => asking(elapsed + slept),
    at(when, callback) {
      const timer = asking({ when, callback })
      waiting.add(timer)
      return { cancel: () => void asking(waiting.delete(timer)) }
    },
    soon: (callback) => void setImmediate(asking(callback)),
    shortly: (callback) => void setImmediate(asking(callback)),
    next: () => first()?.when ?? null,
    advance(ms) {
      const target = now + ms
      for (let due = first(); due && due.when <= target; due = first()) {
        waiting.delete(due)
        elapsed += Math.max(0, due.when - now)
        now = Math.max(now, due.when)
        due.callback()
      }
      elapsed += target - now
      now = target
    },
    set(instant) {
      slept += instant - now
      show(instant)
    },
    stall(ms) {
      now += ms
      elapsed += ms
    },
    jump: (instant) => show(instant),
    sleep(ms) {
      slept += ms
      show(now + ms)
    },
  }
}
