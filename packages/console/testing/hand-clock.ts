import type { HouseClock } from '../src/kernel/clock.ts'

interface Due {
  readonly at: number
  readonly every: number | null
  readonly act: () => void
}

/** A clock that a test moves by hand. */
export function handClock(start: number): HouseClock & { advance(ms: number): void } {
  let now = start
  const due = new Set<Due>()
  const plan = (one: Due) => {
    due.add(one)
    return () => void due.delete(one)
  }
  const next = (until: number) =>
    [...due].filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)[0]
  const run = (one: Due) => {
    due.delete(one)
    now = one.at
    if (one.every !== null) due.add({ ...one, at: one.at + one.every })
    one.act()
  }
  return {
    own: () => now,
    now: () => now,
    hear: () => {},
    onSet: () => () => {},
    after: (ms, act) => plan({ at: now + ms, every: null, act }),
    every: (ms, act) => plan({ at: now + ms, every: ms, act }),
    frame: (act) => plan({ at: now, every: null, act }),
    spareFrame: (act) => plan({ at: now, every: null, act }),
    advance(ms) {
      const until = now + ms
      for (let one = next(until); one !== undefined; one = next(until)) run(one)
      now = until
    },
  }
}
