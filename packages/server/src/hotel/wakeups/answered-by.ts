import type { Answered } from './call-result.ts'
import type { AnsweredBy } from './machine-signs.ts'

/** A mailbox that beeps has spoken before; a guest may do one of these by chance, but not two. */
const ENOUGH_SIGNS = 2

/** Who has answered, by what is known of the call. Only a key is a person for certain. */
export function answeredBy({ keys, machineSigns }: Pick<Answered, 'keys' | 'machineSigns'>): AnsweredBy {
  if (keys !== '') return 'person'
  return machineSigns.includes('forwarded') || machineSigns.length >= ENOUGH_SIGNS ? 'machine' : 'unknown'
}
