import {
  type Announced,
  confirmReplyWords,
  type PhraseName,
  snoozeReplyWords,
  wakeupWords,
} from '../../hotel/wakeups/announcement.ts'
import { clock, FACES } from './book-rules.ts'
import type { PhraseBook } from './phrase-book.ts'

const SPANS: readonly number[] = Array.from({ length: 60 }, (_, n) => n + 1)
const [BOTH, SNOOZE] = [[false, true], { key: '1', minutes: 5 } as const] as const

/** An ordinary wakeup call, at any time of the day and with any keys. */
const ORDINARY: readonly Announced[] = FACES.filter(({ minute }) => minute === 0).flatMap((face) =>
  BOTH.flatMap((confirm) =>
    BOTH.flatMap((final) => [null, SNOOZE].map((snooze) => ({ ...face, confirm, final, snooze }))),
  ),
)

const PHRASES_OF_A_CALL: ReadonlySet<PhraseName> = new Set(
  [...ORDINARY.flatMap(wakeupWords), ...snoozeReplyWords(SNOOZE.minutes), ...confirmReplyWords()].flatMap(
    (word) => ('phrase' in word ? [word.phrase] : []),
  ),
)

/**
 * What an ordinary wakeup call needs and a language does not have, in its book or, where it has some, among its
 * recordings. Its sentences are said in another language.
 */
export function lacksOf(book: PhraseBook, recorded: ReadonlySet<string> | null): string[] {
  const has = (piece: string) => book.pieces.has(piece) && (recorded?.has(piece) ?? true)
  const cannotSay = (pieces: readonly string[]) => pieces.length === 0 || !pieces.every(has)
  const time = FACES.find((face) => cannotSay(book.itIs(face)))
  const span = SPANS.find((minutes) => cannotSay(book.inMinutes(minutes)))
  return [
    ...[...PHRASES_OF_A_CALL].filter((name) => !has(`phrase/${name}`)),
    ...(time ? [`times such as ${clock(time)}`] : []),
    ...(span === undefined ? [] : [`spans such as ${span} min`]),
  ]
}
