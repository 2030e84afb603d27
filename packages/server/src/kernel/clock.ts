import { uptime } from 'node:os'

/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

export const seconds = (n: number) => n * 1_000
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000

/** As certificates write it: `Nov 16 08:00:00 2026 GMT`. */
export const instantIn = (text: string): Instant => Date.parse(text)

export interface Timer {
  cancel(): void
}

/** The only source of time: rules take a `now`, services take a Clock. */
export interface Clock {
  now(): Instant
  /** Milliseconds from an arbitrary origin, unaffected by clock changes; for measuring how long something took. */
  elapsed(): number
  /** Milliseconds since the machine started, to about ten: unlike `elapsed`, it goes on while the machine sleeps. */
  sinceBoot(): number
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
    sinceBoot: () => uptime() * 1_000,
    at(when, callback) {
      let handle: NodeJS.Timeout
      // By what passes, not by what the clock shows: one that is set makes no timer earlier or later.
      const end = performance.now() + when - Date.now()
      const wait = () => {
        const left = end - performance.now()
        handle = left > LONGEST_LEG ? setTimeout(wait, LONGEST_LEG) : setTimeout(callback, Math.max(0, left))
      }
      wait()
      return { cancel: () => clearTimeout(handle) }
    },
    soon: (callback) => void setImmediate(callback),
    shortly: (callback) => void setTimeout(callback, MOMENT_MS),
  }
}
