import type { Instant } from '../../kernel/clock.ts'
import { PHRASES } from './announcement.ts'

/** Which phrase, in which language. */
export interface PhraseKey {
  readonly phrase: string
  readonly language: string
}

/** The hotel's own voice in the place of the delivered one. */
export interface PhraseRecording extends PhraseKey {
  readonly recordedAt: Instant
  readonly durationMs: number
}

/** A phrase of a language. */
export interface WordedPhrase {
  readonly name: string
  /** What a phrase book calls it. */
  readonly piece: string
  /** What is said; empty where the book lacks it. */
  readonly text: string
}

const SENTENCES = 'phrase/'

/** What a phrase book calls `phrase/good-morning` and `hour/7`, as it stands in an address: `good-morning`, `hour-7`. */
export const phraseNameOf = (piece: string): string =>
  (piece.startsWith(SENTENCES) ? piece.slice(SENTENCES.length) : piece).replaceAll('/', '-')

/** All of a language: what is said anywhere, also where its book lacks it, then the other pieces of the book. */
export function phrasesIn(pieces: ReadonlyMap<string, string>): WordedPhrase[] {
  const found = new Map<string, WordedPhrase>()
  for (const piece of [...PHRASES.map((name) => `${SENTENCES}${name}`), ...pieces.keys()]) {
    const name = phraseNameOf(piece)
    if (!found.has(name)) found.set(name, { name, piece, text: pieces.get(piece) ?? '' })
  }
  return [...found.values()]
}

/** A new recording gets a new name, so that cached sound never goes stale. */
export const phraseRecordingName = ({ phrase, language, recordedAt }: PhraseRecording): string =>
  `${language} ${recordedAt} ${phrase}`

export function keyOfPhraseRecording(name: string): PhraseKey {
  const [language = '', , ...phrase] = name.split(' ')
  return { language, phrase: phrase.join(' ') }
}
