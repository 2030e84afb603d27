import type { Instant } from '../../kernel/clock.ts'
import type { Prompt, PromptKey } from '../site/site.ts'

/** The hotel's own voice in the place of a prompt's text, in one language. */
export interface PromptRecording {
  readonly language: string
  readonly recordedAt: Instant
  readonly durationMs: number
}

/** `clipped`: it was recorded too loud and sounds harsh. `quiet`: it was raised a lot, and its noise with it. */
export type RecordingNote = 'clipped' | 'quiet'

/** A prompt for the runner that rings: with the names of its recordings, one for each language. */
export interface SpokenPrompt extends Prompt {
  readonly recordings: readonly NamedRecording[]
}

interface NamedRecording {
  readonly language: string
  readonly name: string
}

/** Which recording of a prompt is meant. */
export interface RecordingKey extends PromptKey {
  readonly language: string
}

export const LARGEST_RECORDING = 10 * 1024 * 1024

/** How long a recording may last, and at how many samples a second. */
export const RECORDING_LIMITS = {
  seconds: { least: 0.5, most: 120 },
  rate: { least: 8_000, most: 48_000 },
} as const

/** What to do when a file cannot be used. */
export const RECORDING_ADVICE = 'Save the recording as WAV: PCM, 16 bit, mono, 16 kHz.'

/** A new recording gets a new name, so that cached sound never goes stale. */
export const recordingName = ({ tenant, id }: PromptKey, recording: PromptRecording): string =>
  `${id} ${recording.recordedAt} ${recording.language} ${tenant}`

export function keyOfRecording(name: string): RecordingKey {
  const [id, , language = '', ...tenant] = name.split(' ')
  return { tenant: tenant.join(' '), id: Number(id), language }
}

/** The name goes by the moment, so no two recordings of a prompt or a phrase may share one. */
export const momentOfRecording = (
  now: Instant,
  before: Pick<PromptRecording, 'recordedAt'> | undefined,
): Instant => (before?.recordedAt === now ? now + 1 : now)

const mainOf = (tag: string) => tag.split('-')[0]

/** Whether somebody who speaks the one understands the other: `pt` and `pt-BR`. */
export const areAlike = (one: string, other: string): boolean => mainOf(one) === mainOf(other)

/** The recording in this very language, in one like it, in the site's, any. */
export function recordingFor<Recording extends { readonly language: string }>(
  recordings: readonly Recording[],
  wanted: string,
  site: string,
): Recording | undefined {
  const inOne = (tag: string) =>
    recordings.find(({ language }) => language === tag) ??
    recordings.find(({ language }) => areAlike(language, tag))
  return inOne(wanted) ?? inOne(site) ?? recordings[0]
}
