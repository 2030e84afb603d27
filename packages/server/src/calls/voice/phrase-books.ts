import { spokenLanguage } from '../../hotel/rooms/stay.ts'
import type { Language, PhraseBook } from './phrase-book.ts'
import { english } from './phrase-books/english.ts'
import { french } from './phrase-books/french.ts'
import { german } from './phrase-books/german.ts'
import { italian } from './phrase-books/italian.ts'
import { spanish } from './phrase-books/spanish.ts'

export const PHRASE_BOOKS: Readonly<Record<Language, PhraseBook>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
}

/** The language of a tag such as `de`, `DE` or `de-CH`; undefined when there is no phrase book for it. */
export const languageOf = (tag: string | null | undefined): Language | undefined =>
  spokenLanguage(tag ?? '') ?? undefined
