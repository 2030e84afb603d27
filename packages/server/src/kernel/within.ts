import type { Clock } from './clock.ts'

/** The result, or null when it takes longer than `ms`. */
export function within<T>(clock: Clock, ms: number, done: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = clock.at(clock.now() + ms, () => resolve(null))
    done.then(resolve, reject).finally(() => timer.cancel())
  })
}

export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.at(clock.now() + ms, resolve))

const LOOKS = 4

/**
 * The same for an answer from outside. Time counts only while we are there to hear it: a process that was frozen, and
 * finds its timers overdue, hears first what has come meanwhile.
 */
export async function heardWithin<T>(clock: Clock, ms: number, done: Promise<T>): Promise<T | null> {
  for (let look = 1; look < LOOKS; look++) {
    const answer = await within(clock, ms / LOOKS, done.then(wrapped))
    if (answer) return answer.value
    await new Promise<void>((resolve) => clock.soon(resolve))
  }
  return within(clock, ms / LOOKS, done)
}

const wrapped = <T>(value: T) => ({ value })
