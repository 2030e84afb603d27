import type { CancelEntry, SetEntry } from '../../../hotel/entry/entry.ts'
import { linesOf, readEntry } from '../../../hotel/entry/entry-grammar.ts'
import type { EntryHouse, Reading } from '../../../hotel/entry/reading.ts'

/** A line as it was typed, and how it is read. */
export interface ReadLine {
  readonly line: string
  readonly reading: Reading | { readonly kind: 'heading' }
}

/** Everything that was typed, line by line. */
export interface SaidLines {
  readonly lines: readonly ReadLine[]
  readonly sets: readonly SetEntry[]
  readonly cancels: readonly CancelEntry[]
  /** The line that is asked about first of those that cannot stand as they are; -1: there is none. */
  readonly openAt: number
}

export function saidLines(text: string, house: EntryHouse): SaidLines {
  const lines = linesOf(text).map((line, at, all): ReadLine => {
    const reading = readEntry(line, house)
    return {
      line,
      reading: at === 0 && all.length > 1 && isHeading(line, reading) ? { kind: 'heading' } : reading,
    }
  })
  const entries = lines.flatMap(({ reading }) => (reading.kind === 'read' ? [reading.entry] : []))
  return {
    lines,
    sets: entries.filter((entry) => entry.kind === 'set'),
    cancels: entries.filter((entry) => entry.kind === 'cancel'),
    openAt: openAt(lines),
  }
}

/** The list names a guest who stays in another room. */
export const isOfOtherRoom = (reading: ReadLine['reading']) =>
  reading.kind === 'refused' && reading.why === 'other-room'

/** A guest who stays elsewhere is asked about first: of the others, the names may be left out at once. */
function openAt(lines: readonly ReadLine[]): number {
  const elsewhere = lines.findIndex(({ reading }) => isOfOtherRoom(reading))
  const open = lines.findIndex(({ reading }) => reading.kind !== 'read' && reading.kind !== 'heading')
  return elsewhere === -1 ? open : elsewhere
}

/** What stands over the columns of a table: words that say nothing, and no number of a room or an hour. */
const isHeading = (line: string, { kind }: Reading) => kind === 'refused' && !/[\d@]/.test(line)

/** The text with one of its lines in other words. */
export const withLine = (text: string, at: number, line: string): string =>
  linesOf(text)
    .map((one, place) => (place === at ? line : one))
    .join('\n')
