import { type Clock, seconds } from './clock.ts'
import { pause } from './within.ts'

/** The pause before the next try when the database does not answer. */
export const STORE_RETRY = seconds(1)

/** What to do after a write that failed. */
type AfterFailure = 'again' | 'give up'

/**
 * Writes what must not get lost: a database that does not answer is waited for, as long as `failed` says so. Null when it
 * was given up.
 */
export async function untilWritten<T>(
  clock: Clock,
  write: () => Promise<T>,
  failed: (error: unknown, tries: number) => AfterFailure,
): Promise<T | null> {
  for (let tries = 1; ; tries++)
    try {
      return await write()
    } catch (error) {
      if (failed(error, tries) === 'give up') return null
      await pause(clock, STORE_RETRY)
    }
}
