import { type Static, Type } from 'typebox'
import { PHRASES } from '../../hotel/wakeups/announcement.ts'
import { Failure, messageOf } from '../../kernel/failure.ts'
import { maybe, reader, text, texts } from '../../kernel/schema.ts'
import { areRanges } from './number-ranges.ts'

/** A phrase book as it lies in the folder of a language: docs/languages.md says what each part means. */

const LONGEST_TEXT = 300

const wording = Type.String({ minLength: 1, maxLength: LONGEST_TEXT })
const wordings = Type.Immutable(Type.Record(text, wording))
const tag = Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })

const RULE = Type.Immutable(
  Type.Object({ hour: maybe(text), minute: maybe(text), minutes: maybe(text), say: texts }),
)
export type Rule = Static<typeof RULE>
const rules = Type.Immutable(Type.Array(RULE))

const BOOK = Type.Immutable(
  Type.Object(
    {
      language: Type.String({ pattern: '^[a-z]{2,3}(-[A-Z]{2})?$' }),
      name: Type.String({ minLength: 1, maxLength: 60 }),
      like: maybe(text),
      voices: maybe(Type.Immutable(Type.Object({ pico: maybe(tag), espeak: maybe(tag) }))),
      phrases: maybe(wordings),
      numbers: maybe(Type.Immutable(Type.Array(wording, { maxItems: 100 }))),
      forms: maybe(Type.Immutable(Type.Record(text, wordings))),
      letters: maybe(wordings),
      series: maybe(Type.Immutable(Type.Record(text, wordings))),
      pieces: maybe(wordings),
      parts: maybe(Type.Immutable(Type.Record(text, text))),
      time: maybe(rules),
      itIs: maybe(rules),
      inMinutes: maybe(rules),
    },
    { additionalProperties: false },
  ),
)
export type BookFile = Static<typeof BOOK>

const readBook = reader(BOOK)

/** Throws, in words for whoever wrote it, when it is no phrase book. */
export function parseBook(what: string, file: string): BookFile {
  const written = readJson(what, file)
  refuseUnknown(what, written)
  const book = readBook(what, written)
  const wrong = mistakesIn(book)
  if (wrong.length > 0) throw new Failure('config.invalid', `${what} cannot be used: ${wrong.join('; ')}`)
  return book
}

/** A word that is misspelt would be a part that is missing. */
function refuseUnknown(what: string, written: unknown): void {
  const known = Object.keys(BOOK.properties)
  const unknown = Object.keys(written ?? {}).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Failure(
    'config.invalid',
    `${what} has "${unknown.join('", "')}", which means nothing: there are ${known.join(', ')}`,
  )
}

/** Written by hand, as a rule: where it is no JSON is told with its name. */
export function readJson(what: string, file: string): unknown {
  try {
    return JSON.parse(file)
  } catch (error) {
    throw new Failure('config.invalid', `${what} is no JSON: ${messageOf(error)}`)
  }
}

const KNOWN: ReadonlySet<string> = new Set(PHRASES)

function mistakesIn({ phrases = {}, series = {}, parts = {}, pieces = {}, ...book }: BookFile): string[] {
  const numbered = [...Object.values(series), parts].flatMap((texts) => Object.keys(texts))
  const limits = [book.time, book.itIs, book.inMinutes].flatMap((list = []) =>
    list.flatMap(({ hour, minute, minutes }) => [hour, minute, minutes].filter((one) => one !== undefined)),
  )
  const spoken = [phrases, pieces, ...Object.values(series)].flatMap((texts) => Object.values(texts))
  return [
    ...Object.keys(phrases).flatMap((name) => (KNOWN.has(name) ? [] : [`there is no phrase "${name}"`])),
    ...[...numbered, ...limits].flatMap((one) =>
      areRanges(one) ? [] : [`"${one}" is no list of numbers such as 0,21-23`],
    ),
    ...spoken.flatMap((one) =>
      /[.,]$/.test(one) ? [] : [`"${one}" ends in neither a comma nor a full stop`],
    ),
  ]
}

/** A variant: all that another book has, and in its place whatever it has itself. */
export const likeAnother = (book: BookFile, other: BookFile): BookFile => ({
  ...other,
  ...book,
  phrases: { ...other.phrases, ...book.phrases },
  forms: { ...other.forms, ...book.forms },
  letters: { ...other.letters, ...book.letters },
  series: { ...other.series, ...book.series },
  pieces: { ...other.pieces, ...book.pieces },
})
