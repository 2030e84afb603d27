import type { Clock, Instant } from '../src/kernel/clock.ts'

export interface ManualClock extends Clock {
  /** Moves time forward, firing the timers that fall due on the way, in order. */
  advance(ms: number): void
  /** Begins anew at another moment; timers keep their instants. */
  set(now: Instant): void
}

/** It stands still until a hand moves it. */
export function manualClock(start: Instant): ManualClock {
  let now = start
  let elapsed = 0
  const waiting = new Set<{ when: Instant; callback: () => void }>()
  const nextDue = (limit: Instant) =>
    [...waiting].filter((timer) => timer.when <= limit).toSorted((a, b) => a.when - b.when)[0]

  return {
    now: () => now,
    elapsed: () => elapsed,
    sinceBoot: () => now - start,
    at(when, callback) {
      const timer = { when, callback }
      waiting.add(timer)
      return { cancel: () => void waiting.delete(timer) }
    },
    soon: (callback) => void setImmediate(callback),
    // Not a matter of the hour: nobody has to move a hand for it.
    shortly: (callback) => void setImmediate(callback),
    advance(ms) {
      const target = now + ms
      for (let due = nextDue(target); due; due = nextDue(target)) {
        waiting.delete(due)
        elapsed += Math.max(0, due.when - now)
        now = Math.max(now, due.when)
        due.callback()
      }
      elapsed += target - now
      now = target
    },
    set(instant) {
      now = instant
    },
  }
}
