import type { ClockFace } from '../../hotel/wakeups/announcement.ts'
import type { BookFile } from './book-file.ts'
import { spanPieces, timePieces } from './clock-rules.ts'
import { type ByNumber, numbersWritten, writtenFor } from './number-ranges.ts'

/**
 * A language: every piece that is recorded, and which pieces make a time or a span. A piece that ends in a comma
 * is spoken as if more came, one that ends in a full stop closes a sentence: so it is recorded, and so it is joined.
 */
export interface PhraseBook {
  /** `en`, or `en-US` for a variant. */
  readonly language: string
  readonly name: string
  /** Who speaks free wording in it: voices of SVOX Pico and of espeak-ng. */
  readonly voices: { readonly pico?: string | undefined; readonly espeak?: string | undefined }
  readonly pieces: ReadonlyMap<string, string>
  time(time: ClockFace): readonly string[]
  itIs(time: ClockFace): readonly string[]
  inMinutes(minutes: number): readonly string[]
}

export function phraseBook(file: BookFile): PhraseBook {
  const { language, name, voices = {}, parts = {}, time = [], itIs = [], inMinutes = [] } = file
  const timeOf = (at: ClockFace) => timePieces(time, at, parts)
  return {
    language,
    name,
    voices,
    pieces: new Map(piecesOf(file)),
    time: timeOf,
    itIs: (at) => timePieces(itIs, at, parts).flatMap((piece) => (piece === '@time' ? timeOf(at) : [piece])),
    inMinutes: (minutes) => spanPieces(inMinutes, minutes),
  }
}

type Piece = readonly [name: string, text: string]

function piecesOf(file: BookFile): Piece[] {
  const { phrases = {}, numbers = [], letters = {}, series = {}, pieces = {} } = file
  const digits = numbers.slice(0, 10)
  return [
    ...Object.entries(phrases).map(([name, text]): Piece => [`phrase/${name}`, text]),
    ...digits.map((word, digit): Piece => [`digit/${digit}`, `${word},`]),
    ...digits.map((word, digit): Piece => [`last-digit/${digit}`, `${word}.`]),
    ...ALPHABET.map((letter): Piece => [`letter/${letter.toLowerCase()}`, `${letters[letter] ?? letter},`]),
    ...Object.entries(series).flatMap(([name, texts]) => piecesOfSeries(name, texts, file)),
    ...Object.entries(pieces),
  ]
}

/** `{ "1": "ein Uhr,", "0-23": "{n} Uhr," }` is one piece for each hour. */
const piecesOfSeries = (name: string, texts: ByNumber, file: BookFile): Piece[] =>
  numbersWritten(texts).map((n): Piece => [`${name}/${n}`, written(writtenFor(n, texts) ?? '', n, file)])

/** `{n}` is the number in words, `{feminine}` the same in a form that the book has. */
const written = (text: string, n: number, { numbers = [], forms = {} }: BookFile): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, form: string) => forms[form]?.[n] ?? numbers[n] ?? `${n}`)

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
