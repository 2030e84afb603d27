import type { Answered } from './call-result.ts'

/** After this long, the announcement counts as heard. */
export const HEARD_ENOUGH_MS = 3_000

/**
 * An answer that was acknowledged counts for good with a key, or when the announcement was heard for long enough.
 * Whatever ends earlier is a hang-up, and the room is rung again. Rules, tests and benches all go by this.
 */
export const isAnsweredForGood = ({ keys, heardMs }: Pick<Answered, 'keys' | 'heardMs'>): boolean =>
  keys !== '' || heardMs >= HEARD_ENOUGH_MS
