import type { PreparedAudio } from '@reveille/sip'
import { bytesOf, prepareInSteps } from '../audio/join.ts'
import { madeOnce } from '../audio/made-once.ts'
import type { Language } from './phrase-book.ts'
import { type TimeSlices, unhurried } from '../audio/steps.ts'

/** PCMU of what is not recorded here: free wording and the hotel's own recordings; null when there is none. */
export interface Sources {
  text(text: string, language: Language): Promise<Uint8Array | null>
  recording(name: string): Promise<Uint8Array | null>
}

/** The same, ready to play. */
export interface OwnWording {
  text(text: string, language: Language): Promise<PreparedAudio | null>
  recording(name: string): Promise<PreparedAudio | null>
}

const MOST_BYTES = 32 * 1024 * 1024

export function createOwnWording(sources: Sources, slices: TimeSlices): OwnWording {
  const keep = madeOnce<PreparedAudio | null>({
    mostBytes: MOST_BYTES,
    bytesOf: (audio) => (audio ? bytesOf(audio) : 0),
    isLasting: (audio) => audio !== null,
  })
  const prepared = async (pcmu: Uint8Array | null) => pcmu && unhurried(prepareInSteps(pcmu), slices)
  return {
    text: (text, language) =>
      keep(`${language} ${text}`, async () => prepared(await sources.text(text, language))),
    recording: (name) => keep(`recording ${name}`, async () => prepared(await sources.recording(name))),
  }
}
