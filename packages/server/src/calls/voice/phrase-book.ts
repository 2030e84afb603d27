import type { ClockFace, PhraseName } from '../../hotel/wakeups/announcement.ts'

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const
export type Language = (typeof LANGUAGES)[number]

/** How espeak-ng speaks a language: which voice in which variant, how many words a minute, how high. */
export interface PhraseManner {
  readonly voice: string
  readonly variant: string
  readonly speed: number
  readonly pitch: number
  /** How long the variant's echo goes on after the last word. */
  readonly echoMs: number
}

/**
 * One manner for all languages. This variant speaks its consonants louder: a recogniser that listened to English
 * through a telephone's band understood more of it than of the plain voice; between 130 and 175 words a minute made no
 * difference.
 */
export const mannerOf = (voice: string): PhraseManner => ({
  voice,
  variant: 'f2',
  speed: 165,
  pitch: 50,
  echoMs: 140,
})

/**
 * A language: every piece that is recorded, and which pieces make a time or a span. A piece that ends in a comma
 * is spoken as if more came, one that ends in a full stop closes a sentence: so it is recorded, and so it is joined.
 */
export interface PhraseBook {
  readonly language: Language
  readonly name: string
  readonly manner: PhraseManner
  readonly pieces: ReadonlyMap<string, string>
  time(time: ClockFace): readonly string[]
  itIs(time: ClockFace): readonly string[]
  inMinutes(minutes: number): readonly string[]
}

/** What a language has to say, before it is put in order. */
export interface Wording {
  readonly language: Language
  readonly name: string
  readonly manner: PhraseManner
  readonly phrases: Readonly<Record<PhraseName, string>>
  /** The digits from zero to nine. */
  readonly digits: readonly string[]
  /** Letters that espeak-ng does not name as people do. */
  readonly letters: Readonly<Record<string, string>>
  /** "6," up to "99,", and `more`, before the rooms that are counted. */
  readonly counts: Readonly<Record<string, string>>
  /** Hours, minutes, parts of the day: the pieces that times are made of. */
  readonly clock: Readonly<Record<string, string>>
  /** "in one minute" up to "in 60 minutes", where each is recorded whole. */
  readonly spans: Readonly<Record<number, string>>
  time(time: ClockFace): readonly string[]
  itIs(time: ClockFace): readonly string[]
  /** The spans that are not recorded whole. */
  spanOf(minutes: number): readonly string[]
}

export function phraseBook(wording: Wording): PhraseBook {
  const { language, name, manner, phrases, digits, letters, counts, clock, spans, time, itIs, spanOf } =
    wording
  const pieces = new Map([
    ...named('phrase', phrases),
    ...digits.map((word, digit): [string, string] => [`digit/${digit}`, `${word},`]),
    ...digits.map((word, digit): [string, string] => [`last-digit/${digit}`, `${word}.`]),
    ...ALPHABET.map((letter): [string, string] => [
      `letter/${letter.toLowerCase()}`,
      `${letters[letter] ?? letter},`,
    ]),
    ...named('count', counts),
    ...Object.entries(clock),
    ...named('in', spans),
  ])
  const inMinutes = (minutes: number) => (minutes in spans ? [`in/${minutes}`] : spanOf(minutes))
  return { language, name, manner, pieces, time, itIs, inMinutes }
}

const named = (kind: string, texts: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(texts).map(([name, text]) => [`${kind}/${name}`, text])

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
