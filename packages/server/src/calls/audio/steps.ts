import type { Clock } from '../../kernel/clock.ts'

/** Long work that can stop for breath after each step. */
export type Steps<Result> = Generator<undefined, Result>

/** Undefined while there is time left; otherwise a promise to wait for before going on. */
export type TimeSlices = () => Promise<void> | undefined

// Audio leaves every 20 ms and a request is answered in one or two: nobody may wait much longer than this.
const SLICE_MS = 3

/** Whoever shares a slices works no longer than a slice altogether before everything else has its turn. */
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
  // Those who waited for the same breath may have used up the slice again before this one's turn came.
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
