import { bytesOf, prepareInSteps, type Sound } from '../audio/join.ts'
import { madeOnce } from '../audio/made-once.ts'
import { type TimeSlices, unhurried } from '../audio/steps.ts'
import { type Utterance, widened } from '../audio/utterance.ts'
import type { PhraseBook } from './phrase-book.ts'

/** What is not recorded here: free wording, and the hotel's own recordings as PCMU; null when there is none. */
export interface Sources {
  text(text: string, book: PhraseBook): Promise<Utterance | null>
  recording(name: string): Promise<Uint8Array | null>
}

/** The same, ready to play. */
export interface OwnWording {
  text(text: string, book: PhraseBook): Promise<Sound | null>
  recording(name: string): Promise<Sound | null>
}

const MOST_BYTES = 64 * 1024 * 1024

export function createOwnWording(sources: Sources, slices: TimeSlices): OwnWording {
  const keep = madeOnce<Sound | null>({
    mostBytes: MOST_BYTES,
    bytesOf: (sound) => (sound ? bytesOf(sound) + sound.wide.byteLength : 0),
    isLasting: (sound) => sound !== null,
  })
  const prepared = async (said: Utterance | null) => said && unhurried(prepareInSteps(said), slices)
  const recorded = async (name: string) => {
    const pcmu = await sources.recording(name)
    return prepared(pcmu && (await unhurried(widened(pcmu), slices)))
  }
  return {
    text: (text, book) =>
      keep(`${book.language} ${text}`, async () => prepared(await sources.text(text, book))),
    recording: (name) => keep(`recording ${name}`, () => recorded(name)),
  }
}
