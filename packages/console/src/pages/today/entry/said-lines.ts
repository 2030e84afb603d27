import type { CancelEntry, SetEntry } from '../../../hotel/entry/entry.ts'
import { linesOf, readEntry } from '../../../hotel/entry/entry-grammar.ts'
import type { EntryHouse, Reading } from '../../../hotel/entry/reading.ts'

/** A line as it was typed, and how it is read. */
export interface ReadLine {
  readonly line: string
  readonly reading: Reading
}

/** Everything that was typed, line by line. */
export interface SaidLines {
  readonly lines: readonly ReadLine[]
  readonly sets: readonly SetEntry[]
  readonly cancels: readonly CancelEntry[]
  /** The first line that cannot stand as it is; -1: there is none. */
  readonly openAt: number
}

export function saidLines(text: string, house: EntryHouse): SaidLines {
  const lines = linesOf(text).map((line) => ({ line, reading: readEntry(line, house) }))
  const entries = lines.flatMap(({ reading }) => (reading.kind === 'read' ? [reading.entry] : []))
  return {
    lines,
    sets: entries.filter((entry) => entry.kind === 'set'),
    cancels: entries.filter((entry) => entry.kind === 'cancel'),
    openAt: lines.findIndex(({ reading }) => reading.kind !== 'read'),
  }
}

/** The text with one of its lines in other words. */
export const withLine = (text: string, at: number, line: string): string =>
  linesOf(text)
    .map((one, place) => (place === at ? line : one))
    .join('\n')
