import { dateOf } from './entry-dates.ts'
import { timeMeant } from './entry-meant.ts'
import { readFloor, readParty, readRooms, type RoomsRead } from './entry-rooms.ts'
import { isLikeTime, timeOf } from './entry-times.ts'
import type { TextSpan, Token } from './entry-tokens.ts'
import { daysOf, isFloor, isRoomWord, isTo } from './entry-words.ts'
import { type CallTime, joinedRooms, type Party, printRoom, type RoomPart } from './entry.ts'
import { type EntryHouse, type Reading, refused, replaced } from './reading.ts'

/** A word or two at the beginning of a line, read in both ways. */
export interface Unit extends TextSpan {
  readonly text: string
  /** As rooms; null when it cannot be. */
  readonly rooms: readonly RoomPart[] | null
  /** Why it cannot be rooms, as the answer to the whole line. */
  readonly trouble: Reading | null
  /** As a time; null when it cannot be. */
  readonly time: CallTime | null
}

/** Up to the first word that is neither a room nor a time: the line is about that one. */
export function unitsOf(line: string, tokens: readonly Token[], house: EntryHouse) {
  const units: Unit[] = []
  let [at, isSure] = [0, false]
  for (;;) {
    const rest = tokens.slice(at)
    const next = (units.length > 0 ? meantAt(line, rest, house) : null) ?? unitAt(line, rest, house)
    if (next === null || (isSure && next.unit.time === null)) return { units, used: at }
    const { rooms, time } = next.unit
    units.push(next.unit)
    at += next.words
    isSure ||= rooms === null
    if (rooms === null && time === null) return { units, used: at }
  }
}

/** What is no room and may be a time is asked about. */
function meantAt(line: string, tokens: readonly Token[], house: EntryHouse) {
  const meant = timeMeant(line, tokens, house)
  if (meant === null) return null
  const { reading, words, from, to } = meant
  const unit: Unit = { text: line.slice(from, to), from, to, rooms: null, trouble: reading, time: null }
  return { unit, words }
}

interface UnitAt {
  readonly unit: Unit
  readonly words: number
}

function unitAt(line: string, tokens: readonly Token[], house: EntryHouse): UnitAt | null {
  const [token, after] = tokens
  if (!token) return null
  const one = (read: readonly RoomsRead[], time: CallTime | null = null, last: TextSpan = token) => ({
    unit: unitOf(
      line,
      { text: line.slice(token.from, last.to).trim(), from: token.from, to: last.to },
      read,
      time,
    ),
    words: last === token ? 1 : 2,
  })
  const named = roomNamed(line, tokens, house) ?? rangeInWords(line, tokens, house)
  if (named) return named
  if (isFloor(token.text) && after) return one([readFloor(after.text, house.book)], null, after)
  if (token.text.startsWith('@'))
    return one([readParty(token.text.slice(1), house.parties(token.text.slice(1)), house.seesNames)])
  if (token.parts) return daysOf(token.text) ? null : one(readParts(token.parts, house.book))
  const time = timeOf(token.text)
  const read = readRooms(token.text, house.book)
  if (read.kind === 'rooms' || time !== null) return one([read], time)
  return isNumber(token, after, house) ? one([read]) : null
}

/** Up to the first that is none: no more is told of them. */
function readParts(parts: readonly string[], book: EntryHouse['book']): RoomsRead[] {
  const read: RoomsRead[] = []
  for (const part of parts) {
    const next = readRooms(part, book)
    read.push(next)
    if (next.kind !== 'rooms') break
  }
  return read
}

/** `Room 211`, `Zi.211`: what follows that word is a room, whatever else it could be. */
function roomNamed(line: string, tokens: readonly Token[], house: EntryHouse): UnitAt | null {
  const [token] = tokens
  if (!token || house.book.find(token.text) !== undefined) return null
  const [glued = ''] = /^(?:zimmer|zi|room|rm)\.?(?=\d)/i.exec(token.text) ?? []
  const own = { ...token, from: token.from + glued.length, text: token.text.slice(glued.length) }
  const isNamed = glued !== '' && !token.parts
  const found = isNamed
    ? unitAt(line, [own, ...tokens.slice(1)], house)
    : isRoomWord(token.text)
      ? unitAt(line, tokens.slice(1), house)
      : null
  if (found === null || (found.unit.rooms === null && found.unit.time !== null)) return null
  const { unit, words } = found
  const text = line.slice(token.from, unit.to).trim()
  return { unit: { ...unit, from: token.from, text, time: null }, words: isNamed ? words : words + 1 }
}

const NUMBER = /^\d+[a-z]?$/i

/** `110 to 115` is neither two rooms nor a day on which a repeat ends. */
function rangeInWords(
  line: string,
  [token, to, last]: readonly Token[],
  { book }: EntryHouse,
): UnitAt | null {
  if (!token || !to || !last || !isTo(to.text) || !NUMBER.test(token.text) || !NUMBER.test(last.text))
    return null
  const [isFirst, isLast] = [token, last].map(({ text }) => book.find(text) !== undefined)
  const isTime = (!isFirst && timeOf(token.text) !== null) || (!isLast && timeOf(last.text) !== null)
  if (isTime || (!isFirst && !isLast)) return null
  const span = { from: token.from, to: last.to }
  const mend = replaced(line, span, `${token.text}-${last.text}`)
  const trouble = refused('range-in-words', span, mend)
  return {
    unit: { ...span, text: line.slice(token.from, last.to), rooms: null, trouble, time: null },
    words: 3,
  }
}

/** A word without a digit is none of a room that nobody knows; a date is neither a room nor a time. */
const isNumber = ({ text }: Token, after: Token | undefined, house: EntryHouse) =>
  /[\d"]/.test(text) && !text.startsWith('#') && !text.startsWith('+') && !dateOf(text, after?.text, house)

function unitOf(
  line: string,
  said: TextSpan & { text: string },
  read: readonly RoomsRead[],
  time: CallTime | null,
): Unit {
  const at = read.findIndex((one) => one.kind !== 'rooms')
  const odd = read[at]
  const rooms = odd ? null : read.flatMap((one) => (one.kind === 'rooms' ? [one.part] : []))
  const trouble = odd ? (noSuchTime(said, time) ?? troubleWith(line, partAt(said, at), odd)) : null
  return { ...said, rooms, trouble, time }
}

const noSuchTime = (said: TextSpan & { text: string }, time: CallTime | null): Reading | null =>
  time === null && isLikeTime(said.text) ? refused('no-such-time', said) : null

/** One of several that are joined by commas: where it stands in the line. */
function partAt(said: TextSpan & { text: string }, at: number): TextSpan {
  const parts = [...said.text.matchAll(/(?:"[^"]*"?|[^,\s"]|(?<=[^,\s])\s+(?=[^,\s]))+/g)]
  const part = said.text.includes(',') ? parts[at] : undefined
  return part ? { from: said.from + part.index, to: said.from + part.index + part[0].length } : said
}

function troubleWith(line: string, said: TextSpan, odd: RoomsRead): Reading | null {
  if (odd.kind === 'which')
    return {
      kind: 'asked',
      question: 'which-party',
      at: { from: said.from, to: said.to },
      choices: partiesOf(odd.parties).map(({ rooms, ...what }) => ({
        ...what,
        line: replaced(line, said, joinedRooms(rooms.map(printRoom))),
      })),
    }
  if (odd.kind === 'rooms') return null
  return refused(odd.why, said, odd.mend === null ? null : mended(line, said, odd.mend))
}

/** One name in several rooms is perhaps one family: then all of them come first. */
function partiesOf(parties: readonly Party[]) {
  const each = parties.map(({ name, rooms }) => ({
    label: `${name}, ${rooms.join(', ')}`,
    rooms,
    isAll: false,
  }))
  const names = new Set(parties.map(({ name }) => name))
  const rooms = parties.flatMap((party) => party.rooms)
  return names.size === 1 ? [{ label: rooms.join(', '), rooms, isAll: true }, ...each] : each
}

const mended = (line: string, said: TextSpan, mend: string) =>
  replaced(line, said, /^[\d,\-a-z]+$/i.test(mend) ? mend : printRoom(mend))
