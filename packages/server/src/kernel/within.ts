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
