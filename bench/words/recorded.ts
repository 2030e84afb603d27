import { createTimeSlices } from '../../packages/server/src/calls/audio/steps.ts'
import { openPhraseAudio } from '../../packages/server/src/calls/voice/phrase-audio.ts'
import { PHRASES } from '../../packages/server/src/hotel/wakeups/announcement.ts'
import type { Clock } from '../../packages/server/src/kernel/clock.ts'
import { LANGUAGES_HERE } from '../../packages/server/testing/spoken-languages.ts'
import { wordsOf, wrongWords } from './errors.ts'

/** What was understood of a recorded phrase. */
export interface HeardPhrase {
  readonly phrase: string
  readonly said: string
  readonly heard: string
  readonly wrong: number
}

export const MENU_PHRASES = PHRASES.slice(PHRASES.indexOf('menu-wakeup'))

interface Listening {
  readonly phrases: typeof MENU_PHRASES
  understood(pcmu: readonly Uint8Array[]): readonly string[]
}

/** The phrases of the menus, as they are delivered: each by itself, after the telephone. */
export async function listenToMenus(
  tag: string,
  clock: Clock,
  { phrases, understood }: Listening,
): Promise<HeardPhrase[]> {
  const language = LANGUAGES_HERE.get(tag)
  const audio = language ? await openPhraseAudio(language, createTimeSlices(clock)) : null
  if (!language || !audio) throw new Error(`Nothing is recorded in ${tag}`)
  const sounds: Uint8Array[] = []
  for (const name of phrases) {
    const sound = await audio.piece(`phrase/${name}`)
    if (!sound) throw new Error(`${name} is not recorded in ${tag}`)
    sounds.push(sound.pcmu)
  }
  const heard = understood(sounds)
  return phrases.map((phrase, n) => {
    const [said, words] = [language.book.pieces.get(`phrase/${phrase}`) ?? '', heard[n] ?? '']
    return { phrase, said, heard: words, wrong: wrongWords(wordsOf(said), wordsOf(words)) }
  })
}
