import type { PhraseBook } from './phrase-book.ts'

/** A language that is spoken here: its phrase book, and the folder where its recordings lie. */
export interface SpokenLanguage {
  readonly book: PhraseBook
  readonly folder: string
}

/** By tag, `de` or `en-US`, those of this package first. */
export type Languages = ReadonlyMap<string, SpokenLanguage>
