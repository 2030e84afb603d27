import { shareOf } from './in-time.ts'
import { verdictIn, type Wakeup } from './wakeup.ts'

/** How many answers at the phone came with a key, which proves that a person was there, and how many without. */
export type KeyedAnswers = Record<'keyed' | 'unkeyed', number>

export const NO_KEYED_ANSWERS: Readonly<KeyedAnswers> = { keyed: 0, unkeyed: 0 }

/** What was set by hand is no answer at the phone. */
export function countKeyed(sum: KeyedAnswers, call: Wakeup) {
  const proof = verdictIn(call)?.proof
  if (proof === 'key') sum.keyed++
  if (proof === 'heard') sum.unkeyed++
}

/** Of all answers at the phone. */
export function sharesKeyed({ keyed, unkeyed }: KeyedAnswers): Record<keyof KeyedAnswers, number | null> {
  const all = keyed + unkeyed
  return { keyed: shareOf(keyed, all), unkeyed: shareOf(unkeyed, all) }
}
