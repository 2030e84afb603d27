import type { RoomBook } from './entry-rooms.ts'
import { timeOf } from './entry-times.ts'
import { denies, hasTimeInWords, isFloor, isOfDaysOnly } from './entry-words.ts'
import type { EntryHouse, Reading } from './reading.ts'

// What stands over, between and below the rows of a list: `Tour Sonnenschein`, `Please be punctual for breakfast`. It is
// told as left out. A line that has a number is not, nor one that may be about calls in words: those are asked about.

/** Whether a line of a list that was not read has nothing of a call in it. */
export function isBesideCalls(line: string, { kind }: Reading, { book }: EntryHouse): boolean {
  if (kind !== 'refused' || !/\p{L}{2}/u.test(line)) return false
  const words = line.replace(PHONE, (digits) => (isPhone(digits, book) ? ' ' : digits))
  return !/[\d@#+]/.test(words) && !isAboutCalls(words, book)
}

const isAboutCalls = (words: string, book: RoomBook): boolean =>
  hasTimeInWords(words) ||
  denies(words) ||
  isOfDaysOnly(words) ||
  book.isNamedIn(words) ||
  words.split(/[\s,;]+/).some(isFloor)

const PHONE = /(?:\+|\b0)\d[\d\s/().-]{5,}\d/g
/** No number of a telephone abroad or of another place is shorter. */
const LEAST_DIGITS = 9

/** None of its parts may be a room or a time, and rooms that are all of four digits are none. */
function isPhone(text: string, book: RoomBook): boolean {
  const parts = text.match(/\d+/g) ?? []
  return (
    parts.join('').length >= LEAST_DIGITS &&
    parts.every((part) => book.find(part) === undefined && (part.length !== 4 || timeOf(part) === null)) &&
    (parts.length === 1 || parts.some((part) => part.length !== 4))
  )
}
