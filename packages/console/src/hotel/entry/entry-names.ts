import { type Entry, printRoom, roomsOf } from './entry.ts'
import { plain } from './entry-words.ts'
import type { TextSpan } from './entry-tokens.ts'
import { type EntryHouse, type Reading, replaced } from './reading.ts'

// The leader's list of a tour has names: `101 Meier 0615`. A name says nothing that the call needs, but it may say that
// the room is wrong. So it is taken where somebody of that name stays in the room, and never passed over otherwise.

type Read = Extract<Reading, { kind: 'read' }>

/** Names, and what stands before and between them. `Meier/Rossi` and `O’Brien` are one word. */
const NAME = /^(?:\p{L}[\p{L}\p{M}.'’/&,\s–-]*|[&+/])$/u
const TITLES = new Set('mr mrs ms miss dr prof herr hr frau fam familie family and und u & + /'.split(' '))
/** Of a line that is all words, none is a name. */
const MOST_NAMES = 8

/** The line read without the words that may be names; null where that is of no help. */
export function readBesideNames(
  line: string,
  first: Reading,
  house: EntryHouse,
  read: (line: string) => Reading,
): Reading | null {
  const { reading, names } = withoutNames(line, first, read)
  if (reading.kind !== 'read' || names.length === 0) return null
  if (areKnown(reading.entry, line, names, house)) return { ...reading, said: withNames(reading, names) }
  const isOpen = first.kind === 'refused' && (first.mend === null || first.why === 'not-understood')
  return isOpen && isBeforeTime(reading, names) ? unknownName(line, reading, names, house) : null
}

/** Each word at which the line is stuck is blanked, so that what is left stands where it stood. */
function withoutNames(line: string, first: Reading, read: (line: string) => Reading) {
  const names: TextSpan[] = []
  let reading = first
  let rest = line
  while (reading.kind === 'refused' && names.length < MOST_NAMES) {
    const { from, to } = reading.at
    if (!NAME.test(rest.slice(from, to).trim())) break
    names.push({ from, to })
    rest = blanked(rest, { from, to })
    reading = read(rest)
  }
  return { reading, names: names.toSorted((one, other) => one.from - other.from) }
}

const withNames = ({ said }: Read, names: readonly TextSpan[]): Read['said'] =>
  [...said, ...names.map((at) => ({ ...at, role: 'name' as const }))].toSorted(
    (one, other) => one.from - other.from,
  )

/** Whether every word is of the name of somebody who stays in one of the rooms. */
function areKnown(entry: Entry, line: string, names: readonly TextSpan[], house: EntryHouse): boolean {
  const guests = new Set(roomsOf(entry.rooms).flatMap((room) => house.namesIn(room).flatMap(wordsOf)))
  const words = guestWords(line, names)
  return words.length > 0 && words.every((word) => guests.has(word))
}

const guestWords = (line: string, names: readonly TextSpan[]): string[] =>
  names.flatMap(({ from, to }) => wordsOf(line.slice(from, to))).filter((word) => !TITLES.has(word))

const wordsOf = (name: string): string[] =>
  plain(name)
    .split(/[\s,/&+–-]+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => word !== '')

/** After the time stand days and wishes: a word there that is not understood may change the call. */
function isBeforeTime({ said }: Read, names: readonly TextSpan[]): boolean {
  const time = said.find(({ role }) => role === 'time')
  return time !== undefined && names.every(({ to }) => to <= time.from)
}

function unknownName(
  line: string,
  { entry, said }: Read,
  names: readonly TextSpan[],
  house: EntryHouse,
): Reading {
  const [first] = names
  if (!first) return { kind: 'nothing' }
  const at = { from: first.from, to: first.to }
  const elsewhere = whereElse(line, names, house)
  const rooms = said.find(({ role }) => role === 'rooms')
  if (elsewhere && rooms && roomsOf(entry.rooms).length === 1)
    return {
      kind: 'refused',
      why: 'other-room',
      at,
      mend: replaced(line, rooms, printRoom(elsewhere.room)),
      without: lineWithout(line, names),
      known: [elsewhere.name, elsewhere.room],
    }
  return {
    kind: 'refused',
    why: house.seesNames ? 'unknown-name' : 'name-unseen',
    at,
    mend: lineWithout(line, names),
    known: roomsOf(entry.rooms).flatMap((room) => house.namesIn(room)),
  }
}

/** The one guest who is called all of that, and their room. */
function whereElse(line: string, names: readonly TextSpan[], house: EntryHouse) {
  const words = guestWords(line, names)
  const [first = '', ...others] = words
  const found = house
    .parties(first)
    .filter(({ name }) => [first, ...others].every((word) => wordsOf(name).includes(word)))
  const [only, ...more] = found
  const [room, ...rooms] = only?.rooms ?? []
  return only && room !== undefined && more.length === 0 && rooms.length === 0
    ? { name: only.name, room }
    : null
}

const lineWithout = (line: string, names: readonly TextSpan[]): string =>
  names
    .reduce(blanked, line)
    .replaceAll(/[\s;]+/g, ' ')
    .trim()

/** With the commas beside it: they part the columns of a table, or the two names of one guest. */
function blanked(line: string, { from, to }: TextSpan): string {
  const before = /[\s,]*$/.exec(line.slice(0, from))?.[0].length ?? 0
  const after = /^[\s,]*/.exec(line.slice(to))?.[0].length ?? 0
  return replaced(line, { from: from - before, to: to + after }, ' '.repeat(before + to - from + after))
}
