import { surely } from './entry-times.ts'
import type { TextSpan, Token } from './entry-tokens.ts'
import { type Unit, unitsOf } from './entry-units.ts'
import type { CallTime, RoomPart } from './entry.ts'
import { type EntryHouse, type Reading, refused, replaced } from './reading.ts'

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
  if (only === undefined) return troubleOf(units, house)
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

/** After how many of them the times may begin. */
function splitsOf(units: readonly Unit[]): number[] {
  const firstOdd = units.findIndex(({ rooms }) => rooms === null)
  const most = firstOdd === -1 ? units.length : firstOdd
  const least = units.findLastIndex(({ time }) => time === null) + 1
  return units.map((_, at) => at + 1).filter((at) => at >= least && at <= most)
}

/** Four digits after a room, in a house where no room has as many: minutes beyond the hour, not a room. */
const isLostTime = ({ text, time }: Unit, { book }: EntryHouse) =>
  time === null && /^\d{4}$/.test(text) && !book.hasDigits(4)

function troubleOf(units: readonly Unit[], house: EntryHouse): Reading {
  const [first, ...others] = units
  const isTimeAlone = others.length === 0 && first?.rooms === null && first.time !== null
  if (!first || isTimeAlone) return { kind: 'unfinished', lacks: 'rooms', said: [] }
  const at = units.findIndex(({ rooms }) => rooms === null)
  const odd = units[at]
  if (odd && at > 0 && isLostTime(odd, house)) return refused('no-such-time', odd)
  return odd?.trouble ?? refused('not-understood', odd ?? first)
}

/** As many as have a key of their own; of more ways those that leave the most rooms. */
const MOST_WAYS = 9

function askWhich(line: string, units: readonly Unit[], splits: readonly number[]): Reading {
  const open = units.slice(splits[0], splits.at(-1))
  const span = spanOver(open)
  return {
    kind: 'asked',
    question: 'room-or-time',
    at: span ?? { from: 0, to: line.length },
    choices: splits.slice(-MOST_WAYS).map((split) => choiceOf(line, units, split)),
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
