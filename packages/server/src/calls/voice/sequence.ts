import type { Word } from '../../hotel/wakeups/announcement.ts'
import type { PhraseBook } from './phrase-book.ts'

/** What is played one after the other: recorded pieces, silence, and what must first be spoken or fetched. */
export type Part =
  | { readonly piece: string }
  | { readonly silenceMs: number }
  | { readonly mark: number }
  | ({ readonly text: string } & OwnWording)
  | ({ readonly recording: string } & OwnWording)

interface OwnWording {
  /** The pause after it, if it is heard at all. */
  readonly gapMs: number
  readonly otherwise: readonly Part[]
}

const SENTENCE_MS = 350
// A recogniser that heard "fifteen, in the morning" closer together took it for "fifty" more often.
const LINK_MS = 100
const SIGN_MS = 90

/** Words in a language, with the pauses of natural speech between them. */
export const sequenceOf = (words: readonly Word[], book: PhraseBook): Part[] =>
  words.flatMap((word) => partsOf(word, book))

function partsOf(word: Word, book: PhraseBook): readonly Part[] {
  if ('phrase' in word) return spoken([`phrase/${word.phrase}`], book)
  if ('time' in word) return spoken(book.time(word.time), book)
  if ('itIs' in word) return spoken(book.itIs(word.itIs), book)
  if ('inMinutes' in word) return spoken(book.inMinutes(word.inMinutes), book)
  if ('count' in word) return spoken([`count/${word.count < 100 ? word.count : 'more'}`], book)
  if ('mark' in word) return [word]
  if ('digits' in word) return spelled(word.digits)
  if ('pauseMs' in word) return [{ silenceMs: word.pauseMs }]
  const fallback = { gapMs: SENTENCE_MS, otherwise: sequenceOf(word.otherwise ?? [], book) }
  return ['text' in word ? { text: word.text, ...fallback } : { recording: word.recording, ...fallback }]
}

const spoken = (pieces: readonly string[], book: PhraseBook): Part[] =>
  pieces.flatMap((piece) => [{ piece }, { silenceMs: gapAfter(book.pieces.get(piece) ?? '') }])

const gapAfter = (text: string) => (text.endsWith('.') ? SENTENCE_MS : LINK_MS)

/** A room's number sign by sign, the last one with the voice going down; what is neither digit nor letter is a pause. */
function spelled(number: string): Part[] {
  const signs = number.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '').split('')
  if (!signs.some(isRecorded)) return [{ text: number, gapMs: SENTENCE_MS, otherwise: [] }]
  const parts = signs.flatMap((sign, index): Part[] => [
    ...(isRecorded(sign) ? [{ piece: pieceOfSign(sign, index === signs.length - 1) }] : []),
    { silenceMs: SIGN_MS },
  ])
  return [...parts, { silenceMs: SENTENCE_MS - SIGN_MS }]
}

const isRecorded = (sign: string) => /^[\da-z]$/.test(sign)

const pieceOfSign = (sign: string, isLast: boolean) =>
  /\d/.test(sign) ? `${isLast ? 'last-digit' : 'digit'}/${sign}` : `letter/${sign}`
