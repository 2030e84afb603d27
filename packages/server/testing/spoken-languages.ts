import { fileURLToPath } from 'node:url'
import { readLanguages } from '../src/calls/voice/languages.ts'
import type { PhraseBook } from '../src/calls/voice/phrase-book.ts'

export const LANGUAGE_FOLDER = fileURLToPath(new URL('../languages/', import.meta.url))

/** The languages of the product. */
const { languages, refused } = await readLanguages(LANGUAGE_FOLDER)
if (refused.length > 0) throw new Error(JSON.stringify(refused))
export const LANGUAGES_HERE = languages

export const TAGS_HERE: readonly string[] = [...LANGUAGES_HERE.keys()]

export function bookOf(tag: string): PhraseBook {
  const book = LANGUAGES_HERE.get(tag)?.book
  if (!book) throw new Error(`There is no phrase book of ${tag}`)
  return book
}
