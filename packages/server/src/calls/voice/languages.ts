import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { BUILT_IN } from '../../hotel/site/languages.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { type BookFile, likeAnother, parseBook } from './book-file.ts'
import { type PhraseBook, phraseBook } from './phrase-book.ts'

/** A language that is spoken here: its phrase book, and the folder where its recordings lie. */
export interface SpokenLanguage {
  readonly book: PhraseBook
  readonly folder: string
}

/** By tag, `de` or `en-US`, those of this package first. */
export type Languages = ReadonlyMap<string, SpokenLanguage>

const BOOK = 'book.json'

interface Found {
  readonly file: BookFile
  readonly folder: string
}

/**
 * Every folder with a phrase book is a language; one found later takes the place of an earlier one of the same tag. A
 * book that cannot be used is left out and complained of: the others are still spoken.
 */
export async function readLanguages(folders: readonly string[], log: Pick<Log, 'error'>): Promise<Languages> {
  const found = new Map<string, Found>()
  for (const folder of await foldersIn(folders)) {
    const file = await readQuietly(folder, log)
    if (file) found.set(file.language, { file, folder })
  }
  const inOrder = [...found].toSorted(([a], [b]) => placeOf(a) - placeOf(b))
  return new Map(inOrder.map(([tag, one]) => [tag, spoken(one, found)]))
}

/** Those of the product by their numbers, then the others by name. */
const placeOf = (tag: string) => (BUILT_IN.includes(tag) ? BUILT_IN.indexOf(tag) : BUILT_IN.length)

const spoken = ({ file, folder }: Found, all: ReadonlyMap<string, Found>): SpokenLanguage => {
  const other = file.like === undefined ? undefined : all.get(file.like)?.file
  return { book: phraseBook(other ? likeAnother(file, other) : file), folder }
}

async function foldersIn(parents: readonly string[]): Promise<string[]> {
  const lists = parents.map(async (parent) => {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
    const names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    return names.map(({ name }) => path.join(parent, name)).toSorted()
  })
  return (await Promise.all(lists)).flat()
}

async function readQuietly(folder: string, log: Pick<Log, 'error'>): Promise<BookFile | null> {
  const place = path.join(folder, BOOK)
  const file = await readFile(place, 'utf8').catch(() => null)
  if (file === null) return null
  try {
    return parseBook(`The phrase book ${place}`, file)
  } catch (error) {
    log.error({ event: 'voice.no-book', folder, error: messageOf(error) }, 'A phrase book cannot be used')
    return null
  }
}
