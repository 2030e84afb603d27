import type { RecordingReply } from '@reveille/contract'
import type { Converted } from '../../../actions/site/prompts.ts'
import { LARGEST_RECORDING, RECORDING_ADVICE, type RecordingNote } from '../../../hotel/wakeups/recording.ts'

/** How large the file of a recording may be, and what to do about another one. */
export const RECORDING_FILE = { largest: LARGEST_RECORDING, advice: RECORDING_ADVICE }

const NOTE: Readonly<Record<RecordingNote, string>> = {
  clipped: 'It was recorded too loud and sounds harsh',
  quiet: 'It was very quiet and had to be raised, and its noise with it',
}

export function recordingReply({ durationMs, notes }: Converted): RecordingReply {
  const length = `The recording lasts ${(durationMs / 1_000).toFixed(1)} seconds`
  return {
    error: 0,
    description: [length, ...notes.map((note) => NOTE[note])].join('. '),
    milliseconds: durationMs,
    notes: [...notes],
  }
}
