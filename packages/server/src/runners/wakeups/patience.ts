import { type Clock, seconds } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { heardWithin } from '../../kernel/within.ts'

interface Parts {
  readonly clock: Clock
  /** Whether the database's server answers; a file never does, and what it refuses it refuses for good. */
  isThere(): Promise<boolean>
}

export type Patience = ReturnType<typeof patience>

const PING_PATIENCE = seconds(1)

/** How long the database is waited for. */
export function patience({ clock, isThere }: Parts) {
  const answers = async () => (await heardWithin(clock, PING_PATIENCE, isThere())) === true

  return {
    /** Waits for so long, and on while the server answers; `unanswered` is told what is given up waiting for. */
    async direct<T>(
      wanted: () => Promise<T>,
      patienceMs: number,
      unanswered: (work: Promise<T>) => void = () => {},
    ): Promise<T> {
      const work = wanted()
      const answer = work.then((value) => ({ value }))
      do {
        const done = await heardWithin(clock, patienceMs, answer)
        if (done) return done.value
        // One that is only slow is waited for.
      } while (await answers())
      unanswered(work)
      throw new Failure('store.unavailable', 'The database does not answer')
    },
  }
}
