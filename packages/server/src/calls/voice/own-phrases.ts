import { bytesOf, prepareInSteps, type Sound } from '../audio/join.ts'
import { madeOnce } from '../audio/made-once.ts'
import { type TimeSlices, unhurried } from '../audio/steps.ts'
import { cutOut } from '../audio/utterance.ts'
import type { Speaker } from './speaker.ts'

/** The hotel's own recordings of single phrases, as they are now. */
export interface OwnPhrases {
  /** Another number after every change. */
  state(): number
  /** By a name that changes with its content; undefined where the delivered voice is heard. */
  recordingOf(piece: string, language: string): string | undefined
  /** PCMU; null when there is none of that name any more. */
  sound(name: string): Promise<Uint8Array | null>
}

const MOST_BYTES = 32 * 1024 * 1024

/** The hotel's own voice wherever it has recorded a phrase; where that cannot be read, the delivered one stands in. */
export function ownVoice(phrases: OwnPhrases, slices: TimeSlices): (delivered: Speaker) => Speaker {
  const keep = madeOnce<Sound | null>({
    mostBytes: MOST_BYTES,
    bytesOf: (sound) => (sound ? bytesOf(sound) + sound.wide.byteLength : 0),
    isLasting: (sound) => sound !== null,
  })
  const made = async (name: string): Promise<Sound | null> => {
    const pcmu = await phrases.sound(name)
    if (pcmu === null) return null
    const said = await unhurried(cutOut(pcmu), slices)
    return said.pcmu.length === 0 ? null : unhurried(prepareInSteps(said), slices)
  }
  return ({ book, piece }) => ({
    book,
    async piece(name) {
      const recording = phrases.recordingOf(name, book.language)
      if (recording === undefined) return piece(name)
      const own = await keep(recording, () => made(recording))
      if (own) return own
      const instead = await piece(name)
      return instead && { ...instead, standsIn: true }
    },
  })
}
