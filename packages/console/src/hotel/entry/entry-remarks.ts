import type { TextSpan } from './entry-tokens.ts'
import { type EntryHouse, type Reading, replaced } from './reading.ts'

// A leader's list says how many they are: `403 Müller (2 pax) 06:30`. That is read back as left out.

const HEADS = String.raw`\d{1,2}\s?(?:pax|pers\.?|persons?|personen|people)`
const REMARK = new RegExp(
  String.raw`\(\s*(${HEADS})\s*\)|(?<![\p{L}\d,"(+.:#@-])(${HEADS})(?![\p{L}\d")])`,
  'giu',
)

/** How many people there are, where the number is no room. */
const remarksIn = (line: string, { book }: EntryHouse): TextSpan[] =>
  [...line.matchAll(REMARK)]
    .filter(([, inside = '', bare = '']) => book.find(/\d+/.exec(inside + bare)?.[0] ?? '') === undefined)
    .map(({ index, 0: text }) => ({ from: index, to: index + text.length }))

/** The line read without such remarks, which are told beside what was read. */
export function readBesideRemarks(line: string, house: EntryHouse, read: (line: string) => Reading): Reading {
  const remarks = remarksIn(line, house)
  if (remarks.length === 0) return read(line)
  const rest = remarks.reduce((all, at) => replaced(all, at, ' '.repeat(at.to - at.from)), line)
  const reading = read(rest)
  if (reading.kind === 'refused')
    return { ...reading, mend: reading.mend === null ? null : tidy(reading.mend) }
  if (reading.kind === 'asked')
    return { ...reading, choices: reading.choices.map((one) => ({ ...one, line: tidy(one.line) })) }
  if (reading.kind !== 'read') return reading
  const said = [...reading.said, ...remarks.map((at) => ({ ...at, role: 'remark' as const }))]
  return { ...reading, said: said.toSorted((one, other) => one.from - other.from) }
}

const tidy = (line: string): string => line.replace(/\s+/g, ' ').trim()
