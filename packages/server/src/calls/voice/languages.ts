import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { BUILT_IN, type RefusedBook } from '../../hotel/site/languages.ts'
import { messageOf } from '../../kernel/failure.ts'
import { type BookFile, likeAnother, parseBook } from './book-file.ts'
import { mistakesInRules } from './book-rules.ts'
import { type PhraseBook, phraseBook } from './phrase-book.ts'
import { mistakesInRecordings } from './phrase-audio.ts'

/** A language that is spoken here: its phrase book, and the folder where its recordings lie. */
export interface SpokenLanguage {
  readonly book: PhraseBook
  readonly folder: string
}

/** By tag, `de` or `en-US`, those of this package first. */
export type Languages = ReadonlyMap<string, SpokenLanguage>

export interface FoundLanguages {
  readonly languages: Languages
  /** Those that were left out, whole: nothing of a book that has a mistake is used. */
  readonly refused: readonly RefusedBook[]
}

const BOOK = 'book.json'

interface Found {
  readonly file: BookFile
  readonly folder: string
}

/**
 * Every folder with a phrase book is a language: those of the product, and those of the hotel, which take the place of
 * one of the product where they have its tag. The hotel's are looked at more closely, recordings and all.
 */
export async function readLanguages(product: string, own?: string): Promise<FoundLanguages> {
  const [ours, theirs] = await readBoth(product, own)
  const whole = new Map<string, SpokenLanguage>()
  const refused: RefusedBook[] = []
  for (const [tag, language] of theirs.languages) {
    const wrong = await mistakesInRecordings(language.folder, language.book)
    if (wrong.length === 0) whole.set(tag, language)
    else refused.push({ folder: language.folder, why: wrong.join('; ') })
  }
  return together([ours, theirs, { languages: whole, refused }], [ours.languages, whole])
}

/** The same without a look at recordings: for those who are about to make them. */
export async function readBooks(product: string, own?: string): Promise<FoundLanguages> {
  const both = await readBoth(product, own)
  return together(
    both,
    both.map(({ languages }) => languages),
  )
}

const together = (found: readonly FoundLanguages[], languages: readonly Languages[]): FoundLanguages => ({
  languages: inOrder(languages.flatMap((some) => [...some])),
  refused: found.flatMap(({ refused }) => refused),
})

const inOrder = (languages: readonly (readonly [string, SpokenLanguage])[]): Languages =>
  new Map([...new Map(languages)].toSorted(([a], [b]) => placeOf(a) - placeOf(b)))

/** Those of the product by their numbers, then the others by name. */
const placeOf = (tag: string) => (BUILT_IN.includes(tag) ? BUILT_IN.indexOf(tag) : BUILT_IN.length)

async function readBoth(product: string, own?: string): Promise<[FoundLanguages, FoundLanguages]> {
  const ours = await filesIn(product)
  const theirs = own === undefined ? { files: new Map<string, Found>(), refused: [] } : await filesIn(own)
  const all = new Map([...ours.files, ...theirs.files])
  // A book that is like the one of its own tag means the product's, in whose place it stands.
  const likeness = ({ like, language }: BookFile) => (like === language ? ours.files : all).get(like ?? '')
  return [
    // Tests look at every minute of ours.
    languagesOf(
      ours,
      ({ like }) => ours.files.get(like ?? ''),
      () => [],
    ),
    languagesOf(theirs, likeness, mistakesInRules),
  ]
}

interface FoundFiles {
  readonly files: ReadonlyMap<string, Found>
  readonly refused: readonly RefusedBook[]
}

function languagesOf(
  { files, refused }: FoundFiles,
  likeness: (file: BookFile) => Found | undefined,
  mistakesIn: (file: BookFile) => string[],
): FoundLanguages {
  const languages = new Map<string, SpokenLanguage>()
  const wrong: RefusedBook[] = []
  for (const [tag, { file, folder }] of files) {
    const other = likeness(file)?.file
    const whole = other ? likeAnother(file, other) : file
    const mistakes =
      file.like !== undefined && !other ? [`it is like ${file.like}, which is not here`] : mistakesIn(whole)
    if (mistakes.length === 0) languages.set(tag, { book: phraseBook(whole), folder })
    else wrong.push({ folder, why: mistakes.join('; ') })
  }
  return { languages, refused: [...refused, ...wrong] }
}

async function filesIn(parent: string): Promise<FoundFiles> {
  const files = new Map<string, Found>()
  const refused: RefusedBook[] = []
  for (const folder of await foldersIn(parent)) {
    const file = await readBook(folder)
    const first = typeof file === 'string' ? undefined : files.get(file.language)
    if (typeof file === 'string') refused.push({ folder, why: file })
    else if (first) refused.push({ folder, why: `${file.language} lies in ${first.folder} already` })
    else files.set(file.language, { file, folder })
  }
  return { files, refused }
}

async function foldersIn(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
  return names.map(({ name }) => path.join(parent, name)).toSorted()
}

/** A text says why it cannot be read. */
async function readBook(folder: string): Promise<BookFile | string> {
  const file = await readFile(path.join(folder, BOOK), 'utf8').catch(() => null)
  if (file === null) return `${BOOK} is not there, or cannot be read`
  try {
    return parseBook(BOOK, file)
  } catch (error) {
    return messageOf(error)
  }
}
