import type { Word } from '../../hotel/wakeups/announcement.ts'
import type { PhraseBook } from './phrase-book.ts'

/** What is played one after the other: recorded pieces, silence, and what must first be spoken. */
export type Part =
  | { readonly piece: string }
  | { readonly silenceMs: number }
  | { readonly mark: number }
  | { readonly text: string; readonly gapMs: number }

/** Words that come from a phrase book. */
export type BookWord = Exclude<Word, OwnWord>
/** Words of the hotel's own, or its own recording. */
export type OwnWord = Extract<Word, { readonly text: string } | { readonly recording: string }>

export const isOwn = (word: Word): word is OwnWord => 'text' in word || 'recording' in word

export const SENTENCE_MS = 350
// A recogniser that heard "fifteen, in the morning" closer together took it for "fifty" more often.
const LINK_MS = 100
const SIGN_MS = 90

/** Words in a language, with the pauses of natural speech between them. */
export const sequenceOf = (words: readonly BookWord[], book: PhraseBook): Part[] =>
  words.flatMap((word) => partsOf(word, book))

function partsOf(word: BookWord, book: PhraseBook): readonly Part[] {
  if ('mark' in word) return [word]
  if ('digits' in word) return spelled(word.digits)
  if ('pauseMs' in word) return [{ silenceMs: word.pauseMs }]
  return spoken(piecesOf(word, book), book)
}

type PieceWord = Exclude<BookWord, { readonly mark: number } | { digits: string } | { pauseMs: number }>

function piecesOf(word: PieceWord, book: PhraseBook): readonly string[] {
  if ('phrase' in word) return [`phrase/${word.phrase}`]
  if ('time' in word) return orUnknown(book.time(word.time))
  if ('itIs' in word) return orUnknown(book.itIs(word.itIs))
  if ('inMinutes' in word) return orUnknown(book.inMinutes(word.inMinutes))
  return [`count/${word.count < 100 ? word.count : 'more'}`]
}

/** A language without a rule for it lacks the words, as one without the phrase does. */
const orUnknown = (pieces: readonly string[]) => (pieces.length > 0 ? pieces : [''])

const spoken = (pieces: readonly string[], book: PhraseBook): Part[] =>
  pieces.flatMap((piece) => [{ piece }, { silenceMs: gapAfter(book.pieces.get(piece) ?? '') }])

const closes = (text: string) => text.endsWith('.')

const gapAfter = (text: string) => (closes(text) ? SENTENCE_MS : LINK_MS)

/** Whether the voice goes down after a word; undefined when the book does not say. */
function endsSentence(word: BookWord, book: PhraseBook): boolean | undefined {
  if ('digits' in word) return true
  if ('mark' in word || 'pauseMs' in word) return false
  const text = book.pieces.get(piecesOf(word, book).at(-1) ?? '')
  return text === undefined ? undefined : closes(text)
}

/**
 * Sentences, which are spoken whole in one language or not at all; the hotel's own words stand alone. Where a book lacks
 * a phrase, the next one says whether a sentence ends with it.
 */
export function sentencesOf(
  words: readonly Word[],
  books: readonly PhraseBook[],
): (OwnWord | readonly BookWord[])[] {
  const sentences: (OwnWord | BookWord[])[] = []
  let open: BookWord[] | undefined
  for (const word of words) {
    if (isOwn(word)) {
      sentences.push(word)
      open = undefined
      continue
    }
    if (open === undefined) sentences.push((open = []))
    open.push(word)
    if (firstAnswer(books, (book) => endsSentence(word, book))) open = undefined
  }
  return sentences
}

function firstAnswer(books: readonly PhraseBook[], ask: (book: PhraseBook) => boolean | undefined) {
  for (const book of books) {
    const answer = ask(book)
    if (answer !== undefined) return answer
  }
  return true
}

/** A room's number sign by sign, the last one with the voice going down; what is neither digit nor letter is a pause. */
function spelled(number: string): Part[] {
  const signs = number.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '').split('')
  if (!signs.some(isRecorded)) return [{ text: number, gapMs: SENTENCE_MS }]
  const parts = signs.flatMap((sign, index): Part[] => [
    ...(isRecorded(sign) ? [{ piece: pieceOfSign(sign, index === signs.length - 1) }] : []),
    { silenceMs: SIGN_MS },
  ])
  return [...parts, { silenceMs: SENTENCE_MS - SIGN_MS }]
}

const isRecorded = (sign: string) => /^[\da-z]$/.test(sign)

const pieceOfSign = (sign: string, isLast: boolean) =>
  /\d/.test(sign) ? `${isLast ? 'last-digit' : 'digit'}/${sign}` : `letter/${sign}`
