import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Cancel, Clock } from '../kernel/clock.ts'
import { Audience } from '../kernel/listeners.ts'

export const ClockContext = createContext<Clock | null>(null)

export function useClock(): Clock {
  const clock = useContext(ClockContext)
  if (clock === null) throw new Error('There is no clock above this part')
  return clock
}

/** The hotel's now, anew every so often: at the turn of each second, minute and so on. */
export function useNow(everyMs: number): number {
  const beat = beatOf(useClock(), everyMs)
  return useSyncExternalStore(beat.watch, beat.get)
}

const MINUTE = 60_000
const A_WHILE = 10_000

/** The same for whoever shows how long ago something was: in its first minute the seconds count. */
export function useNowSince(since: number): number {
  return useNow(stepOf(useClock().now() - since))
}

/**
 * What turns each minute may be a minute behind: in the second minute it would tell an age of seconds again, and one
 * that had been longer already.
 */
export const stepOf = (age: number): number => (age < 2 * MINUTE ? A_WHILE : MINUTE)

/** Older than this it is looked at anew when somebody comes to whom nobody has told it. */
const FRESH_MS = 1_000

/** One timer for all who show the same: two hundred ages on a board turn together. */
class Beat {
  readonly #clock: Clock
  readonly #everyMs: number
  readonly #audience = new Audience(
    () => this.#begin(),
    () => this.#stop(),
  )
  #now: number
  #timer: Cancel = () => {}
  #unset: Cancel = () => {}

  constructor(clock: Clock, everyMs: number) {
    this.#clock = clock
    this.#everyMs = everyMs
    this.#now = clock.now()
  }

  readonly get = (): number => {
    const now = this.#clock.now()
    if (this.#audience.isEmpty && Math.abs(now - this.#now) >= FRESH_MS) this.#now = now
    return this.#now
  }

  readonly watch = this.#audience.watch

  #begin(): void {
    this.#unset = this.#clock.onSet(() => this.#turn())
    this.#wait()
  }

  #wait(): void {
    this.#timer()
    const left = this.#everyMs - (this.#clock.now() % this.#everyMs)
    this.#timer = this.#clock.after(left + 1, () => this.#turn())
  }

  #stop(): void {
    this.#timer()
    this.#unset()
  }

  #turn(): void {
    this.#now = this.#clock.now()
    this.#wait()
    this.#audience.tell()
  }
}

const beats = new WeakMap<Clock, Map<number, Beat>>()

function beatOf(clock: Clock, everyMs: number): Beat {
  const known = beats.get(clock) ?? new Map<number, Beat>()
  beats.set(clock, known)
  const beat = known.get(everyMs) ?? new Beat(clock, everyMs)
  known.set(everyMs, beat)
  return beat
}
