import type { Clock } from '../../kernel/clock.ts'

/** Long work that can pause after each step. */
export type Steps<Result> = Generator<undefined, Result>

/** Undefined while there is time left; otherwise a promise to wait for before going on. */
export type TimeSlices = () => Promise<void> | undefined

// Audio leaves every 20 ms and a request is answered in 1 or 2 ms: neither may wait much longer than this.
const SLICE_MS = 3

/** All work that shares these slices together runs for at most one slice before other work has its turn. */
export function createTimeSlices(clock: Pick<Clock, 'elapsed' | 'soon'>): TimeSlices {
  let since = clock.elapsed()
  let breath: Promise<void> | undefined
  const breathe = () =>
    new Promise<void>((resolve) =>
      clock.soon(() => {
        since = clock.elapsed()
        breath = undefined
        resolve()
      }),
    )
  return () => (clock.elapsed() - since < SLICE_MS ? undefined : (breath ??= breathe()))
}

/** Does something short as soon as there is time for it. */
export async function takeTurn<Result>(slices: TimeSlices, work: () => Result): Promise<Result> {
  // Other work that waited for the same pause may have used up the slice already.
  for (let breath = slices(); breath; breath = slices()) await breath
  return work()
}

export async function unhurried<Result>(work: Steps<Result>, slices: TimeSlices): Promise<Result> {
  for (;;) {
    const step = await takeTurn(slices, () => work.next())
    if (step.done) return step.value
  }
}

export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Goes through so many things a block at a time. */
export function* inBlocks(
  count: number,
  block: number,
  work: (from: number, to: number) => void,
): Steps<void> {
  for (let from = 0; from < count; from += block) {
    work(from, Math.min(count, from + block))
    yield
  }
}
