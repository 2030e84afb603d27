/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

export const seconds = (n: number) => n * 1_000
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000

export interface Timer {
  cancel(): void
}

/** Time comes in through this door: rules take a `now`, services take a Clock. */
export interface Clock {
  now(): Instant
  /** Milliseconds from an arbitrary origin that no one can set back; for measuring how long something took. */
  elapsed(): number
  /** Calls back once, at the instant or as soon after it as possible. */
  at(when: Instant, callback: () => void): Timer
  /** Calls back once the events that are already waiting have been handled. */
  soon(callback: () => void): void
  /** Calls back a moment later, when more of the same may have come: for work that is cheaper in one go. */
  shortly(callback: () => void): void
}

const MOMENT_MS = 50

// A single setTimeout holds at most 2^31-1 ms; a call for next month is waited for in several legs.
const LONGEST_LEG = 2 ** 31 - 1

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    at(when, callback) {
      let handle: NodeJS.Timeout
      const wait = () => {
        const left = when - Date.now()
        handle = left > LONGEST_LEG ? setTimeout(wait, LONGEST_LEG) : setTimeout(callback, Math.max(0, left))
      }
      wait()
      return { cancel: () => clearTimeout(handle) }
    },
    soon: (callback) => void setImmediate(callback),
    shortly: (callback) => void setTimeout(callback, MOMENT_MS),
  }
}

export interface ManualClock extends Clock {
  /** Moves time forward, firing the timers that fall due on the way, in order. */
  advance(ms: number): void
  /** Sets the wall clock, as an operator or NTP would; timers keep their instants. */
  set(now: Instant): void
}

/** A clock for tests: it stands still until a hand moves it. */
export function manualClock(start: Instant): ManualClock {
  let now = start
  let elapsed = 0
  const waiting = new Set<{ when: Instant; callback: () => void }>()
  const nextDue = (limit: Instant) =>
    [...waiting].filter((timer) => timer.when <= limit).toSorted((a, b) => a.when - b.when)[0]

  return {
    now: () => now,
    elapsed: () => elapsed,
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
