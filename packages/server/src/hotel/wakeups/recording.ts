import type { Instant } from '../../kernel/clock.ts'
import type { Prompt, PromptKey } from '../site/site.ts'

/** The hotel's own voice in the place of a prompt's text. */
export interface PromptRecording {
  readonly recordedAt: Instant
  readonly durationMs: number
}

/** `clipped`: it was recorded too loud and sounds harsh. `quiet`: it was raised a lot, and its noise with it. */
export type RecordingNote = 'clipped' | 'quiet'

/** A prompt for the runner that rings: with the name of its recording, if any. */
export interface SpokenPrompt extends Prompt {
  readonly recording: string | null
}

export const LARGEST_RECORDING = 10 * 1024 * 1024

/** What to do when a file cannot be used. */
export const RECORDING_ADVICE = 'Save the recording as WAV: PCM, 16 bit, mono, 16 kHz.'

/** A new recording gets a new name, so that cached sound never goes stale. */
export const recordingName = ({ tenant, id }: PromptKey, { recordedAt }: PromptRecording): string =>
  `${id} ${recordedAt} ${tenant}`

export function promptOfRecording(name: string): PromptKey {
  const [id, , ...tenant] = name.split(' ')
  return { tenant: tenant.join(' '), id: Number(id) }
}

/** The name goes by the moment, so no two recordings of a prompt may share one. */
export const momentOfRecording = (now: Instant, before: PromptRecording | undefined): Instant =>
  before?.recordedAt === now ? now + 1 : now
