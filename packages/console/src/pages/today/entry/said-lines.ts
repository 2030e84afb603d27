import type { CancelEntry, SetEntry } from '../../../hotel/entry/entry.ts'
import { linesOf, readEntry } from '../../../hotel/entry/entry-grammar.ts'
import { hasDay } from '../../../hotel/entry/entry-words.ts'
import { isBesideCalls } from '../../../hotel/entry/left-out.ts'
import { type EntryHouse, type Reading, refused } from '../../../hotel/entry/reading.ts'

/** A line as it was typed, and how it is read. */
export interface ReadLine {
  readonly line: string
  readonly reading: Reading | LeftOut
}

/** A line of a list that is none of its calls. */
interface LeftOut {
  readonly kind: 'left-out'
  /** It stands above the others. */
  readonly isHeading: boolean
  /** It names a day, which counts for none of the others. */
  readonly hasDay: boolean
}

/** Everything that was typed, line by line. */
export interface SaidLines {
  readonly lines: readonly ReadLine[]
  readonly sets: readonly SetEntry[]
  readonly cancels: readonly CancelEntry[]
  /** The line that is asked about first of those that cannot stand as they are; -1: there is none. */
  readonly openAt: number
}

/** No tour is so long. */
export const MOST_LINES = 500

export function saidLines(text: string, house: EntryHouse): SaidLines {
  const lines = readLines(linesOf(text), house)
  const entries = lines.flatMap(({ reading }) => (reading.kind === 'read' ? [reading.entry] : []))
  return {
    lines,
    sets: entries.filter((entry) => entry.kind === 'set'),
    cancels: entries.filter((entry) => entry.kind === 'cancel'),
    openAt: openAt(lines),
  }
}

function readLines(all: readonly string[], house: EntryHouse): readonly ReadLine[] {
  const [first = ''] = all
  if (all.length > MOST_LINES)
    return [{ line: first, reading: refused('too-much', { from: 0, to: first.length }) }]
  const lines = all.map((line) => ({ line, reading: readEntry(line, house) }))
  const beside = lines.map(({ line, reading }) => isBesideCalls(line, reading, house))
  // Words alone are no list: there they are what is not understood.
  return beside.every((is) => is)
    ? lines
    : lines.map((one, at) => (beside[at] === true ? { line: one.line, reading: leftOut(one.line, at) } : one))
}

const leftOut = (line: string, at: number): LeftOut => ({
  kind: 'left-out',
  isHeading: at === 0,
  hasDay: hasDay(line),
})

/** The list names a guest who stays in another room. */
export const isOfOtherRoom = (reading: ReadLine['reading']) =>
  reading.kind === 'refused' && reading.why === 'other-room'

/** A guest who stays elsewhere is asked about first: of the others, the names may be left out at once. */
function openAt(lines: readonly ReadLine[]): number {
  const elsewhere = lines.findIndex(({ reading }) => isOfOtherRoom(reading))
  const open = lines.findIndex(({ reading }) => reading.kind !== 'read' && reading.kind !== 'left-out')
  return elsewhere === -1 ? open : elsewhere
}

/** The text with one of its lines in other words. */
export const withLine = (text: string, at: number, line: string): string =>
  linesOf(text)
    .map((one, place) => (place === at ? line : one))
    .join('\n')
