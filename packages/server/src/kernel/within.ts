import type { Clock } from './clock.ts'

/** What comes of it, or null when that takes longer. */
export function within<T>(clock: Clock, ms: number, done: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = clock.at(clock.now() + ms, () => resolve(null))
    done.then(resolve, reject).finally(() => timer.cancel())
  })
}

export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.at(clock.now() + ms, resolve))
