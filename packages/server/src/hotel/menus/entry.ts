/** Digits that somebody dials one by one, until hash or silence says that these are all. */

/** More would be no number of anything. */
const MOST_KEYS = 12

export type DialledEntry =
  | { readonly kind: 'more'; readonly keys: string }
  | { readonly kind: 'whole'; readonly keys: string }
  /** Star takes back what was dialled. */
  | { readonly kind: 'taken back' }
  /** Hash without a digit, or too many of them. */
  | { readonly kind: 'nothing' }

export function entryAfter(before: string, key: string): DialledEntry {
  if (key === '*') return { kind: 'taken back' }
  if (key === '#') return before === '' ? { kind: 'nothing' } : { kind: 'whole', keys: before }
  const keys = before + key
  return keys.length > MOST_KEYS ? { kind: 'nothing' } : { kind: 'more', keys }
}
