import type { Clock } from '../src/wire/clock.ts'

export interface ManualClock extends Clock {
  /** Moves time forward, firing what falls due on the way, in order. */
  advance(ms: number): void
  /** How many timers are running. */
  readonly waiting: number
}

/** A clock that stands still until a hand moves it. */
export function manualClock(start = 0): ManualClock {
  let now = start
  const waiting = new Set<{ when: number; callback: () => void }>()
  const due = (limit: number) =>
    [...waiting].filter((timer) => timer.when <= limit).toSorted((a, b) => a.when - b.when)[0]
  return {
    now: () => now,
    get waiting() {
      return waiting.size
    },
    after(ms, callback) {
      const timer = { when: now + ms, callback }
      waiting.add(timer)
      return { cancel: () => void waiting.delete(timer) }
    },
    advance(ms) {
      const target = now + ms
      for (let timer = due(target); timer; timer = due(target)) {
        waiting.delete(timer)
        now = timer.when
        timer.callback()
      }
      now = target
    },
  }
}
