import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'

/** Lets so many through in each second of the clock for each account, and refuses the rest. */
export function pace(clock: Clock, perSecond: number) {
  const counted = new Map<string, { readonly second: number; readonly times: number }>()
  return (account: string): void => {
    const second = Math.floor(clock.now() / 1_000)
    const before = counted.get(account)
    const times = before?.second === second ? before.times + 1 : 1
    counted.set(account, { second, times })
    if (times > perSecond)
      throw new Failure('requests.too-many', 'Too many requests of this kind in one second', {
        retrySeconds: 1,
      })
  }
}
