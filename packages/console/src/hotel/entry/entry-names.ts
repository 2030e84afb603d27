import { type Entry, printRoom, roomsOf } from './entry.ts'
import { deniedAt } from './entry-denied.ts'
import { isNoName, plain } from './entry-words.ts'
import type { TextSpan } from './entry-tokens.ts'
import { type EntryHouse, type Reading, replaced } from './reading.ts'

// The leader's list of a tour has names: `101 Meier 0615`. A name says nothing that the call needs, but it may say that
// the room is wrong. So it is taken where somebody of that name stays in the room, and never passed over otherwise.

type Read = Extract<Reading, { kind: 'read' }>

/** Names, and what stands before, between and around them. `Meier/Rossi` and `O’Brien` are one word. */
const NAME = /^(?:[([]?\p{L}[\p{L}\p{M}.'’/&,\s–-]*[)\]]?|[&+/])$/u
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
  const { reading, names, rest } = withoutNames(line, first, read)
  if (reading.kind !== 'read') {
    const whole = (other: string) => readBesideNames(other, read(other), house, read) ?? read(other)
    return (
      deniedAt(line, reading, house, whole) ?? (names.length > 0 ? clearer(line, rest, first, reading) : null)
    )
  }
  const days = daysInNames(line, reading, house, names)
  if (days.length > 0) return nameOrDay(line, days, names, house, read)
  if (names.length === 0) return null
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
    const word = rest.slice(from, to).trim()
    if (!NAME.test(word) || isNoName(word)) break
    names.push({ from, to })
    rest = blanked(rest, { from, to })
    reading = read(rest)
  }
  return { reading, names: names.toSorted((one, other) => one.from - other.from), rest }
}

/** Where the line is not understood even without names, what it is stuck at then is to blame, if that is certain. */
function clearer(line: string, rest: string, first: Reading, reading: Reading): Reading | null {
  if (first.kind !== 'refused' || first.why !== 'not-understood') return null
  if (reading.kind === 'unfinished') return reading.lacks === 'time' && first.mend === null ? reading : null
  if (reading.kind === 'refused' && reading.why !== 'not-understood') {
    const mend = reading.mend === null ? null : withWords(line, rest, reading.mend)
    return { ...reading, mend }
  }
  if (reading.kind !== 'asked' || reading.question !== 'which-time') return null
  const choices = reading.choices.map((choice) => ({
    ...choice,
    line: withWords(line, rest, choice.line) ?? '',
  }))
  return choices.every((choice) => choice.line !== '') ? { ...reading, choices } : null
}

/** What is made of the line without its names, with them; null where both changed at one place. */
function withWords(line: string, rest: string, mend: string): string | null {
  let [from, back] = [0, 0]
  while (from < rest.length && rest[from] === mend[from]) from++
  const most = Math.min(rest.length, mend.length) - from
  while (back < most && rest.at(-1 - back) === mend.at(-1 - back)) back++
  const to = rest.length - back
  return rest.slice(from, to) === line.slice(from, to)
    ? line.slice(0, from) + mend.slice(from, mend.length - back) + line.slice(to)
    : null
}

/**
 * `103 Di Marco 0630`: what could be a day is part of the name of who stays there. After the time it is one, unless the
 * rest of the name stands beside it.
 */
function daysInNames(
  line: string,
  { entry, said }: Read,
  house: EntryHouse,
  names: readonly TextSpan[],
): TextSpan[] {
  const time = said.find(({ role }) => role === 'time')
  const guests = wordsThere(entry, house)
  const isName = (day: TextSpan) =>
    (time !== undefined && day.to <= time.from) || names.some((name) => isBeside(line, name, day))
  return said.filter(
    (one) =>
      one.role === 'when' &&
      isName(one) &&
      wordsOf(line.slice(one.from, one.to)).some((word) => guests.has(word)),
  )
}

const isBeside = (line: string, one: TextSpan, other: TextSpan): boolean =>
  /^[\s,]*$/.test(line.slice(Math.min(one.to, other.to), Math.max(one.from, other.from)))

function nameOrDay(
  line: string,
  days: readonly TextSpan[],
  names: readonly TextSpan[],
  house: EntryHouse,
  read: (line: string) => Reading,
): Reading {
  const all = [...names, ...days].toSorted((one, other) => one.from - other.from)
  const reading = read(all.reduce(blanked, line))
  if (names.length > 0 && reading.kind === 'read' && areKnown(reading.entry, line, all, house))
    return { ...reading, said: withNames(reading, all) }
  const at = { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? line.length }
  const without = lineWithout(line, days)
  return {
    kind: 'refused',
    why: 'not-understood',
    at,
    mend: `${without} ${line.slice(at.from, at.to)}`,
    without,
  }
}

const withNames = ({ said }: Read, names: readonly TextSpan[]): Read['said'] =>
  [...said, ...names.map((at) => ({ ...at, role: 'name' as const }))].toSorted(
    (one, other) => one.from - other.from,
  )

/** Whether every word is of the name of somebody who stays in one of the rooms. */
function areKnown(entry: Entry, line: string, names: readonly TextSpan[], house: EntryHouse): boolean {
  const guests = wordsThere(entry, house)
  const words = guestWords(line, names)
  return words.length > 0 && words.every((word) => guests.has(word))
}

const wordsThere = (entry: Entry, house: EntryHouse) =>
  new Set(roomsOf(entry.rooms).flatMap((room) => house.namesIn(room).flatMap(wordsOf)))

const guestWords = (line: string, names: readonly TextSpan[]): string[] =>
  names.flatMap(({ from, to }) => wordsOf(line.slice(from, to))).filter((word) => !TITLES.has(word))

const wordsOf = (name: string): string[] =>
  plain(name)
    .split(/[\s,/&+()[\]–-]+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => word !== '')

/** Beside days and wishes, and after the time, a word that is not understood may change the call. */
function isBeforeTime({ said }: Read, names: readonly TextSpan[]): boolean {
  const first = said.find(({ role }) => role !== 'rooms' && role !== 'cancel')
  const isTimed = said.some(({ role }) => role === 'time')
  return isTimed && first !== undefined && names.every(({ to }) => to <= first.from)
}

function unknownName(
  line: string,
  { entry, said }: Read,
  names: readonly TextSpan[],
  house: EntryHouse,
): Reading {
  const [first] = names
  if (!first) return { kind: 'nothing' }
  const { from, to } = names.find((name) => !areKnown(entry, line, [name], house)) ?? first
  const at = { from, to }
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
