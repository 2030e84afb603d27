import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseBook } from '../src/calls/voice/book-file.ts'
import { phraseBook } from '../src/calls/voice/phrase-book.ts'
import { tone, wavFile } from './wav-files.ts'

/** A language that comes with no line of code: nothing but a phrase book. */
export const EXAMPLES = fileURLToPath(new URL('../examples/languages/', import.meta.url))
export const EXAMPLE = 'pt'

const bookAt = (folder: string) => path.join(folder, 'book.json')
export const exampleBook = (): Record<string, unknown> =>
  JSON.parse(readFileSync(bookAt(path.join(EXAMPLES, EXAMPLE)), 'utf8')) as Record<string, unknown>

/** The example as it is, for espeak-ng to speak. */
export function addExample(languages: string): string {
  const folder = path.join(languages, EXAMPLE)
  cpSync(path.join(EXAMPLES, EXAMPLE), folder, { recursive: true })
  return folder
}

/** Any book, as text where it is no book. */
export function addBook(
  languages: string,
  name: string,
  book: Readonly<Record<string, unknown>> | string,
): string {
  const folder = path.join(languages, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(bookAt(folder), typeof book === 'string' ? book : JSON.stringify(book))
  return folder
}

const RATE = 8_000

/** A third of a second for each piece of the book, no two alike. */
export function recordEveryPiece(folder: string): void {
  const { pieces } = phraseBook(parseBook('The book', readFileSync(bookAt(folder), 'utf8')))
  for (const [at, name] of [...pieces.keys()].entries()) {
    const file = path.join(folder, 'recordings', `${name}.wav`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, wavFile({ rate: RATE, channels: [tone(400 + at * 5, RATE, 0.3)] }))
  }
}
