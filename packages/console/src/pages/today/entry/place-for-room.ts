import type { SaidLines } from './said-lines.ts'

/** The line with a place for the number of one more room, and where it is typed: after the rooms, also before a time. */
export function placeForRoom(
  text: string,
  { lines }: SaidLines,
): { readonly text: string; readonly caret: number } {
  const end = roomsEnd(text, lines) ?? text.trimEnd().length
  const [before, after] = [text.slice(0, end), text.slice(end)]
  const isOpen = before.trim() === '' || before.endsWith(',')
  const head = isOpen ? before : `${before},`
  return { text: after.trim() === '' ? head : head + after, caret: head.length }
}

/** Null where no line is read, or several are: then it is added at the end. */
function roomsEnd(text: string, [only, ...more]: SaidLines['lines']): number | null {
  if (only === undefined || more.length > 0 || !text.startsWith(only.line)) return null
  const { reading } = only
  const said = reading.kind === 'read' || reading.kind === 'unfinished' ? reading.said : []
  return said.find(({ role }) => role === 'rooms')?.to ?? null
}
