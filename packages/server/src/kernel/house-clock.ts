import type { Clock, Instant } from './clock.ts'

/** The house's time, which does not believe every clock. */
export interface HouseClock extends Clock {
  /** How far the machine's clock is ahead of the house's time: 0 while the house goes by it. Looked at every second. */
  ahead(): number
  /** From now on the house goes by what the machine's clock shows. */
  follow(): void
}

/** A step of the machine's clock up to this is followed without a word. */
export const UNNOTICED_MS = 2_000

/** More than the time since boot is off by reading it. */
const ASLEEP_MS = 200

/**
 * The machine's clock, as long as it goes with the time since boot. Where it jumps, the house's time goes on as if it had
 * not, until `follow` is called or the clock is set back to where it would be. `houseTime`: where it begins, when the
 * process before this one went by another time than the clock shows.
 */
export function houseClock(machine: Clock, houseTime: Instant = machine.now()): HouseClock {
  const asleep = () => machine.sinceBoot() - machine.elapsed()
  /** What both showed when they last agreed, and how long the machine had slept by then. */
  let last = { shown: houseTime, elapsed: machine.elapsed(), asleep: asleep() }
  let follows = true

  const note = (shown: Instant) => {
    last.shown = shown
    last.elapsed = machine.elapsed()
    follows = true
    return shown
  }
  const expected = () => last.shown + machine.elapsed() - last.elapsed
  /** Without what was slept meanwhile, which the process's own time leaves out. */
  const wake = () => {
    const slept = asleep() - last.asleep
    if (Math.abs(slept) > ASLEEP_MS)
      last = { ...last, shown: last.shown + slept, asleep: last.asleep + slept }
  }
  const isNear = (shown: Instant) => Math.abs(shown - expected()) <= UNNOTICED_MS
  const now = () => {
    const shown = machine.now()
    if (follows && isNear(shown)) return note(shown)
    wake()
    if (isNear(shown)) return note(shown)
    follows = false
    return Math.round(expected())
  }

  return {
    ...machine,
    now,
    // What is added is whole milliseconds: no fraction is lost, which would make a wait end just before its moment.
    at: (when, callback) => machine.at(when + Math.ceil(machine.now() - now()), callback),
    ahead() {
      const ahead = machine.now() - now()
      // Looked at now and then: sleeps too short to be noticed do not add up.
      if (follows) last = { ...last, asleep: asleep() }
      return ahead
    },
    follow() {
      wake()
      note(machine.now())
    },
  }
}
