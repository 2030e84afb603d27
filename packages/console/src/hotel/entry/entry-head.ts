import { dateOf } from './entry-dates.ts'
import { timeMeant } from './entry-meant.ts'
import { readFloor, readParty, readRooms, type RoomsRead } from './entry-rooms.ts'
import { surely, timeOf } from './entry-times.ts'
import type { TextSpan, Token } from './entry-tokens.ts'
import { daysOf, isFloor } from './entry-words.ts'
import { type CallTime, joinedRooms, type Party, printRoom, type RoomPart } from './entry.ts'
import { type EntryHouse, type Reading, refused, replaced } from './reading.ts'

/** A word or two at the beginning of a line, read in both ways. */
interface Unit extends TextSpan {
  readonly text: string
  /** As rooms; null when it cannot be. */
  readonly rooms: readonly RoomPart[] | null
  /** Why it cannot be rooms, as the answer to the whole line. */
  readonly trouble: Reading | null
  /** As a time; null when it cannot be. */
  readonly time: CallTime | null
}

/** Where the rooms end and the times begin. */
export interface Head {
  readonly rooms: readonly RoomPart[]
  readonly roomsAt: TextSpan | null
  readonly times: readonly CallTime[]
  readonly timesAt: TextSpan | null
  /** How many words it takes up. */
  readonly used: number
}

/** What comes before the first sure time is rooms; where that leaves more than one way to read it, it is asked. */
export function readHead(line: string, tokens: readonly Token[], house: EntryHouse): Head | Reading {
  const { units, used } = unitsOf(line, tokens, house)
  const turned = timeFirst(line, units, tokens.slice(used), house)
  if (turned) return turned
  const splits = splitsOf(units)
  const [only, ...others] = splits
  if (only === undefined) return troubleOf(units)
  if (others.length > 0) return askWhich(line, units, splits)
  const rooms = units.slice(0, only)
  const times = units.slice(only)
  return {
    rooms: rooms.flatMap((unit) => unit.rooms ?? []),
    roomsAt: spanOver(rooms),
    times: times.flatMap(({ time }) => (time ? [time] : [])),
    timesAt: spanOver(times),
    used,
  }
}

const spanOver = (units: readonly TextSpan[]): TextSpan | null => {
  const [first, last] = [units[0], units.at(-1)]
  return first && last ? { from: first.from, to: last.to } : null
}

function unitsOf(line: string, tokens: readonly Token[], house: EntryHouse) {
  const units: Unit[] = []
  let at = 0
  for (;;) {
    const isSure = units.some(({ rooms, time }) => time !== null && rooms === null)
    const rest = tokens.slice(at)
    const next = (units.length > 0 ? meantAt(line, rest, house) : null) ?? unitAt(line, rest, house)
    if (next === null || (isSure && next.unit.time === null)) return { units, used: at }
    units.push(next.unit)
    at += next.words
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

/** `0630 214`: the other way round it can be read. */
function timeFirst(
  line: string,
  [first, ...others]: readonly Unit[],
  tokens: readonly Token[],
  house: EntryHouse,
): Reading | null {
  if (others.length > 0 || first?.rooms !== null || first.time === null) return null
  const { units } = unitsOf(line, tokens, house)
  const rooms = spanOver(units.filter((unit) => unit.rooms !== null && unit.time === null))
  if (rooms === null || units.some((unit) => unit.rooms === null)) return null
  const turned = `${line.slice(rooms.from, rooms.to)} ${first.text}`
  return refused('time-first', first, replaced(line, { from: first.from, to: rooms.to }, turned))
}

function unitAt(line: string, [token, after]: readonly Token[], house: EntryHouse) {
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
  if (isFloor(token.text) && after) return one([readFloor(after.text, house.book)], null, after)
  if (token.text.startsWith('@'))
    return one([readParty(token.text.slice(1), house.parties(token.text.slice(1)), house.seesNames)])
  if (token.parts)
    return daysOf(token.text) ? null : one(token.parts.map((part) => readRooms(part, house.book)))
  const time = timeOf(token.text)
  const read = readRooms(token.text, house.book)
  if (read.kind === 'rooms' || time !== null) return one([read], time)
  return isNumber(token, after, house) ? one([read]) : null
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
  return { ...said, rooms, trouble: odd ? troubleWith(line, partAt(said, at), odd) : null, time }
}

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

/** After how many of them the times may begin. */
function splitsOf(units: readonly Unit[]): number[] {
  const isSplit = (at: number) =>
    units.slice(0, at).every(({ rooms }) => rooms !== null) &&
    units.slice(at).every(({ time }) => time !== null)
  return units.map((_, at) => at + 1).filter(isSplit)
}

function troubleOf(units: readonly Unit[]): Reading {
  const [first, ...others] = units
  const isTimeAlone = others.length === 0 && first?.rooms === null && first.time !== null
  if (!first || isTimeAlone) return { kind: 'unfinished', lacks: 'rooms', said: [] }
  const odd = units.find(({ rooms }) => rooms === null)
  return odd?.trouble ?? refused('not-understood', odd ?? first)
}

function askWhich(line: string, units: readonly Unit[], splits: readonly number[]): Reading {
  const open = units.slice(splits[0], splits.at(-1))
  const span = spanOver(open)
  return {
    kind: 'asked',
    question: 'room-or-time',
    at: span ?? { from: 0, to: line.length },
    choices: splits.map((split) => choiceOf(line, units, split)),
  }
}

/** A comma makes it a room, a colon a time. */
function choiceOf(line: string, units: readonly Unit[], split: number) {
  const times = units
    .slice(split)
    .flatMap(({ time, text }) => (time ? [surely(time, text)] : []))
    .join(' ')
  const span = spanOver(units) ?? { from: 0, to: line.length }
  return { label: times, line: replaced(line, span, `${roomWords(units.slice(0, split))} ${times}`.trim()) }
}

function roomWords(units: readonly Unit[]): string {
  const words = units.map(({ text }) => text.replace(/[,\s]+$/, ''))
  const isPlain = words.every((word) => !/^(@|"|\p{L})/u.test(word))
  if (isPlain) return words.join(',')
  return units.map(({ text, time }) => (time === null ? text : `"${text}"`)).join(' ')
}
