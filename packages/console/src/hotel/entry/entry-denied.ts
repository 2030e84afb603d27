import { readRooms } from './entry-rooms.ts'
import { tokensOf } from './entry-tokens.ts'
import { denies, isCancel, isOfDenial } from './entry-words.ts'
import { type EntryHouse, type Reading, refused } from './reading.ts'

// `storno 110 0615` and `110 0615 nicht` are no names beside a call: whoever writes so wants none. The line that cancels
// is offered, and nothing else.

/** Where a line is stuck at a word that says that something is not wanted; null where it is another. */
export function deniedAt(
  line: string,
  reading: Reading,
  house: EntryHouse,
  read: (line: string) => Reading,
): Reading | null {
  if (reading.kind !== 'refused' || reading.mend !== null) return null
  const { at } = reading
  const isDenied = denies(line.slice(at.from, at.to)) && !isCancelling(line) && !isAmongRooms(line, at, house)
  if (!isDenied) return null
  const cancelling = `x ${withoutDenial(line)}`
  return refused('denied', at, isReadable(read(cancelling)) ? cancelling : null)
}

const isCancelling = (line: string) => isCancel(tokensOf(line)[0]?.text ?? '')

/** `101-120 not 117`: that room is left out of the others, and they are not to be cancelled. */
function isAmongRooms(
  line: string,
  { from, to }: { readonly from: number; readonly to: number },
  { book }: EntryHouse,
) {
  const [next] = tokensOf(line.slice(to))
  const first = next?.parts?.[0] ?? next?.text ?? ''
  return /\d/.test(line.slice(0, from)) && readRooms(first, book).kind === 'rooms'
}

const withoutDenial = (line: string): string =>
  line
    .split(/[\s,;]+/)
    .filter((word) => !isOfDenial(word))
    .join(' ')

/** What it would cancel is listed; whether a name is right is asked there as well. */
const isReadable = (reading: Reading): boolean =>
  reading.kind === 'read' ||
  reading.kind === 'asked' ||
  (reading.kind === 'refused' && ['unknown-name', 'other-room', 'name-unseen'].includes(reading.why))
