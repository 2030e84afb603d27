import { addDays } from '../../kernel/calendar.ts'
import { type Head, readHead } from './entry-head.ts'
import { readBesideNames } from './entry-names.ts'
import { readBesideRemarks } from './entry-remarks.ts'
import { readTail, type ReadTail } from './entry-tail.ts'
import { END_OF_DAY } from './entry-times.ts'
import { type TextSpan, type Token, tokensOf } from './entry-tokens.ts'
import { isCancel } from './entry-words.ts'
import { type CallTime, type Entry, printEntry, roomsOf, type SetEntry } from './entry.ts'
import { type EntryHouse, type Reading, refused, replaced, type Role, type Said } from './reading.ts'

/** As many rooms as the server takes at once. */
export const MOST_ROOMS = 200

/** A line of so many rooms is half as long: what is longer was pasted by mistake. */
export const MOST_LETTERS = 2_000

/**
 * Reads a line of the entry: `110,111,115-120 0630 daily`. Nothing is ever guessed: what can be read in two ways is
 * asked, and the first word that is not understood is named.
 */
export function readEntry(line: string, house: EntryHouse): Reading {
  if (line.length > MOST_LETTERS) return refused('too-much', { from: MOST_LETTERS, to: line.length })
  const read = (words: string) => readWords(words, house)
  return readBesideRemarks(line, house, (words) => {
    const reading = read(words)
    return readBesideNames(words, reading, house, read) ?? reading
  })
}

function readWords(line: string, house: EntryHouse): Reading {
  const tokens = tokensOf(line)
  const [first] = tokens
  if (!first) return { kind: 'nothing' }
  const isOff = isCancel(first.text)
  const words = isOff ? tokens.slice(1) : tokens
  const said: Said[] = isOff ? [{ from: first.from, to: first.to, role: 'cancel' }] : []
  if (words.length === 0) return { kind: 'unfinished', lacks: 'rooms', said }
  const head = readHead(line, words, house)
  if ('kind' in head) return atFirst(line, head, words, house)
  const heard = [...said, ...spoken(head.roomsAt, 'rooms'), ...spoken(head.timesAt, 'time')]
  return isOff ? readCancel(head, words, heard) : readSet(line, head, words, house, heard)
}

/** Several lines, as they are pasted from a list: each is an entry of its own. */
export const linesOf = (pasted: string): string[] =>
  pasted
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const spoken = (span: TextSpan | null, role: Role): Said[] => (span ? [{ ...span, role }] : [])

/** Where neither a room nor a time begins the line, its first word is what is not understood. */
function atFirst(line: string, reading: Reading, [word]: readonly Token[], house: EntryHouse): Reading {
  const isTime = word !== undefined && /^[\d+]/.test(word.text)
  if (reading.kind !== 'unfinished' || !word || isTime) return reading
  const isName = !word.parts && house.parties(word.text).length > 0
  return refused('not-understood', word, isName ? replaced(line, word, `@${word.text}`) : null)
}

function tooMany({ rooms, roomsAt }: Head): Reading | null {
  const count = roomsOf(rooms).length
  if (!roomsAt || count <= MOST_ROOMS) return null
  return { kind: 'refused', why: 'too-many-rooms', at: roomsAt, mend: null, count }
}

function readCancel(head: Head, words: readonly Token[], said: readonly Said[]): Reading {
  const [left] = words.slice(head.used)
  if (left) return refused('not-understood', left)
  const [time = null, ...others] = head.times
  if (others.length > 0 && head.timesAt) return refused('twice', head.timesAt)
  const odd = time && head.timesAt ? noTimeToCancel(head.rooms, time, head.timesAt) : null
  if (odd) return odd
  return tooMany(head) ?? { kind: 'read', entry: { kind: 'cancel', rooms: head.rooms, time }, said }
}

/** A call is found by its time on the wall: `+20` names none, and 24:00 is the midnight of a day. */
function noTimeToCancel(rooms: Head['rooms'], time: CallTime, at: TextSpan): Reading | null {
  if (time.kind === 'in') return refused('not-understood', at)
  if (!isEndOfDay(time)) return null
  return refused('not-understood', at, printEntry({ kind: 'cancel', rooms, time: MIDNIGHT }))
}

function readSet(
  line: string,
  head: Head,
  words: readonly Token[],
  house: EntryHouse,
  heard: readonly Said[],
): Reading {
  const tail = readTail(line, words.slice(head.used), house, head.times.length > 0)
  if ('kind' in tail) return tail
  const said = [...heard, ...tail.said]
  const many = tooMany(head)
  if (many) return many
  const entry = setEntry(head, tail)
  if (entry.times.length === 0) return { kind: 'unfinished', lacks: 'time', said }
  return endOfDay(entry, head.timesAt ?? tail.timesAt, house) ?? { kind: 'read', entry, said }
}

const setEntry = ({ rooms, times }: Head, { when, confirm, prompt, times: later }: ReadTail): SetEntry => ({
  kind: 'set',
  rooms,
  times: [...times, ...later],
  when,
  confirm,
  prompt,
})

const isEndOfDay = (time: CallTime) => time.kind === 'at' && time.time === END_OF_DAY

const MIDNIGHT: CallTime = { kind: 'at', time: '0000' }

/** 24:00 ends one day and begins another. */
function endOfDay(entry: SetEntry, timesAt: TextSpan | null, { today }: EntryHouse): Reading | null {
  if (!entry.times.some(isEndOfDay) || !timesAt) return null
  const at: Entry = { ...entry, times: entry.times.map((time) => (isEndOfDay(time) ? MIDNIGHT : time)) }
  if (entry.when.kind === 'repeat') return refused('not-understood', timesAt, printEntry(at))
  const day = entry.when.kind === 'on' ? entry.when.date : today
  return {
    kind: 'asked',
    question: 'which-midnight',
    at: timesAt,
    choices: [addDays(day, 1), entry.when.kind === 'on' ? day : addDays(day, 2)].toSorted().map((date) => ({
      label: date,
      line: printEntry({ ...at, when: { kind: 'on', date } }),
    })),
  }
}
