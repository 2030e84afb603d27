import type { Clock } from '../../kernel/clock.ts'
import { heardWithin } from '../../kernel/within.ts'

/** Counting a million rows takes a moment: however often it is asked for, it is done once in a while. */
const FRESH_MS = 5_000
/** A database that is away keeps no figure back: the last one known is shown. */
const PATIENCE_MS = 1_000

/** Reads anew once in a while, and leaves what is known when there is no answer. */
export function freshly<T>(clock: Clock, read: () => Promise<T>, take: (value: T) => void) {
  let readAt = Number.NEGATIVE_INFINITY
  let reading = Promise.resolve()
  const look = async () => {
    const value = await heardWithin(clock, PATIENCE_MS, read()).catch(() => null)
    if (value !== null) take(value)
  }
  return () => {
    // All figures are collected at once: each waits for the one look.
    if (clock.elapsed() - readAt < FRESH_MS) return reading
    readAt = clock.elapsed()
    reading = look()
    return reading
  }
}
