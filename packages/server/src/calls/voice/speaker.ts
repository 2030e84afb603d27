import type { Word } from '../../hotel/wakeups/announcement.ts'
import type { Clip, Sound } from '../audio/join.ts'
import type { OwnWording } from './own-wording.ts'
import type { PhraseBook } from './phrase-book.ts'
import { type BookWord, type OwnWord, SENTENCE_MS, sentencesOf, sequenceOf } from './sequence.ts'

/** A language that can be spoken now. */
export interface Speaker {
  readonly book: PhraseBook
  /** Null for a piece that cannot be had. */
  piece(name: string): Promise<SpokenPiece | null>
}

export interface SpokenPiece extends Sound {
  /** The hotel's own recording of it cannot be read now. */
  readonly standsIn?: true
}

export interface Heard {
  readonly clips: readonly Clip[]
  /** Nothing was left out, or said in another language or voice for want of a phrase. */
  readonly complete: boolean
}

interface Own extends OwnWording {
  /** Told of wording that could not be spoken. */
  unsaid?(text: string): void
}

/** Words in the language of the first speaker; a sentence that it lacks words for, whole by the next one who has them. */
export async function say(words: readonly Word[], speakers: readonly Speaker[], own: Own): Promise<Heard> {
  const books = speakers.map(({ book }) => book)
  const clips: Clip[] = []
  let complete = true
  for (const sentence of sentencesOf(words, books)) {
    const said = isSentence(sentence)
      ? await saySentence(sentence, speakers, own)
      : await sayOwn(sentence, speakers, own)
    clips.push(...said.clips)
    complete &&= said.complete
  }
  return { clips, complete }
}

const isSentence = (one: OwnWord | readonly BookWord[]): one is readonly BookWord[] => Array.isArray(one)

async function saySentence(
  words: readonly BookWord[],
  speakers: readonly Speaker[],
  own: OwnWording,
): Promise<Heard> {
  for (const [at, speaker] of speakers.entries()) {
    const clips = await clipsOf(words, speaker, own)
    if (clips) return { clips, complete: at === 0 && !clips.some((clip) => 'standsIn' in clip) }
  }
  return { clips: words.filter((word) => 'mark' in word), complete: false }
}

/** Null when a piece is missing. */
async function clipsOf(
  words: readonly BookWord[],
  speaker: Speaker,
  own: OwnWording,
): Promise<Clip[] | null> {
  const clips: Clip[] = []
  for (const part of sequenceOf(words, speaker.book)) {
    if ('silenceMs' in part || 'mark' in part) clips.push(part)
    else if ('piece' in part) {
      const piece = await speaker.piece(part.piece)
      if (piece === null) return null
      clips.push(piece)
    } else {
      const heard = await own.text(part.text, speaker.book)
      if (heard) clips.push(heard, { silenceMs: part.gapMs })
    }
  }
  return clips
}

/** The hotel's own words in the wanted language, or its recording; otherwise what is said in their place. */
async function sayOwn(word: OwnWord, speakers: readonly Speaker[], own: Own): Promise<Heard> {
  const book = speakers[0]?.book
  const heard =
    'recording' in word ? await own.recording(word.recording) : book && (await own.text(word.text, book))
  if (heard) return { clips: [heard, { silenceMs: SENTENCE_MS }], complete: true }
  if ('text' in word) own.unsaid?.(word.text)
  const { clips } = await say(word.otherwise ?? [], speakers, own)
  return { clips, complete: false }
}
