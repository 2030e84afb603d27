import {
  keyOfPhraseRecording,
  phraseNameOf,
  phraseRecordingName,
  type PhraseRecording,
} from '../../hotel/wakeups/phrase.ts'
import type { Stores } from '../../store/stores/stores.ts'

/**
 * Which phrases the hotel has recorded, held in memory: whatever is said asks for it, also while the database is away.
 * Whoever changes them calls `reload` after the commit.
 */
export async function phrasesInUse({ phrases }: Pick<Stores, 'phrases'>) {
  let names = namesOf(await phrases.list())
  let state = 0
  return {
    async reload(): Promise<void> {
      const now = namesOf(await phrases.list())
      // Announcements that were made ready stay good while no voice has changed.
      if ([...now].join() !== [...names].join()) state += 1
      names = now
    },

    state: (): number => state,

    /** Of a piece of a phrase book, by a name that changes with its content. */
    recordingOf: (piece: string, language: string): string | undefined =>
      names.get(`${language} ${phraseNameOf(piece)}`),

    /** PCMU; null when there is none of that name any more. */
    async sound(name: string): Promise<Uint8Array | null> {
      const found = await phrases.sound(keyOfPhraseRecording(name))
      return found && phraseRecordingName(found) === name ? found.pcmu : null
    },
  }
}

export type PhrasesInUse = Awaited<ReturnType<typeof phrasesInUse>>

const namesOf = (recordings: readonly PhraseRecording[]): ReadonlyMap<string, string> =>
  new Map(recordings.map((one) => [`${one.language} ${one.phrase}`, phraseRecordingName(one)]))
