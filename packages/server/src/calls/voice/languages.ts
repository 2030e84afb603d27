import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { BUILT_IN, type LackingBook, type RefusedBook } from '../../hotel/site/languages.ts'
import { messageOf } from '../../kernel/failure.ts'
import { type BookFile, likeAnother, parseBook } from './book-file.ts'
import { lacksOf } from './book-lacks.ts'
import { mistakesInRules } from './book-rules.ts'
import { phraseBook } from './phrase-book.ts'
import { lookAtRecordings } from './phrase-audio.ts'
import type { Languages, SpokenLanguage } from './spoken-language.ts'

export interface FoundLanguages extends FoundBooks {
  /** Those that are spoken, but not in every sentence of an ordinary wakeup call. */
  readonly lacking: readonly LackingBook[]
}

export interface FoundBooks {
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
  const [refused, lacking]: [RefusedBook[], LackingBook[]] = [[], []]
  for (const [tag, language] of theirs.languages) {
    const { mistakes, names } = await lookAtRecordings(language)
    const lacks = lacksOf(language.book, names)
    if (mistakes.length > 0) refused.push({ folder: language.folder, why: mistakes.join('; ') })
    else whole.set(tag, language)
    if (mistakes.length === 0 && lacks.length > 0) lacking.push({ tag, lacks })
  }
  return { ...together([ours, theirs, { languages: whole, refused }], [ours.languages, whole]), lacking }
}

/** The same without a look at recordings: for those who are about to make them. */
export async function readBooks(product: string, own?: string): Promise<FoundBooks> {
  const both = await readBoth(product, own)
  return together(
    both,
    both.map(({ languages }) => languages),
  )
}

const together = (found: readonly FoundBooks[], languages: readonly Languages[]): FoundBooks => ({
  languages: inOrder(languages.flatMap((some) => [...some])),
  refused: found.flatMap(({ refused }) => refused),
})

const inOrder = (languages: readonly (readonly [string, SpokenLanguage])[]): Languages =>
  new Map([...new Map(languages)].toSorted(([a], [b]) => placeOf(a) - placeOf(b)))

/** Those of the product by their numbers, then the others by name. */
const placeOf = (tag: string) => (BUILT_IN.includes(tag) ? BUILT_IN.indexOf(tag) : BUILT_IN.length)

async function readBoth(product: string, own?: string): Promise<[FoundBooks, FoundBooks]> {
  const ours = await filesIn(product)
  const theirs = own === undefined ? { files: new Map<string, Found>(), refused: [] } : await filesIn(own)
  const all = new Map([...ours.files, ...theirs.files])
  const likeness: Likeness = (one) => {
    const { like = '', language } = one.file
    // A book that is like the one of its own tag means the product's, in whose place it stands. Those of the product
    // are like each other, whatever the hotel has put in their places.
    return (like === language || ours.files.get(language) === one ? ours.files : all).get(like)
  }
  // Tests look at every minute of ours.
  return [languagesOf(ours, likeness, () => []), languagesOf(theirs, likeness, mistakesInRules)]
}

interface FoundFiles {
  readonly files: ReadonlyMap<string, Found>
  readonly refused: readonly RefusedBook[]
}

/** The book that one is like. */
type Likeness = (one: Found) => Found | undefined

function languagesOf(
  { files, refused }: FoundFiles,
  likeness: Likeness,
  mistakesIn: (file: BookFile) => string[],
): FoundBooks {
  const languages = new Map<string, SpokenLanguage>()
  const wrong: RefusedBook[] = []
  for (const [tag, found] of files) {
    const { folder } = found
    const whole = wholeBook(found, likeness)
    const mistakes = typeof whole === 'string' ? [whole] : mistakesIn(whole)
    if (typeof whole !== 'string' && mistakes.length === 0)
      languages.set(tag, { book: phraseBook(whole), folder })
    else wrong.push({ folder, why: mistakes.join('; ') })
  }
  return { languages, refused: [...refused, ...wrong] }
}

/** With all of the books that it is like, one after the other. A text says why there is no such thing. */
function wholeBook(found: Found, likeness: Likeness): BookFile | string {
  const chain = [found]
  for (let last = found; last.file.like !== undefined;) {
    const next = likeness(last)
    const way = chain.map(({ file }) => `is like ${file.like}`).join(', which ')
    if (!next) return `it ${way}, which is not here`
    if (chain.includes(next)) return `it ${way}: that never ends`
    chain.push(next)
    last = next
  }
  return chain.map(({ file }) => file).reduceRight((other, book) => likeAnother(book, other))
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
