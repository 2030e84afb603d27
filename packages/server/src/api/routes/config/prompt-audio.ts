import { RECORDING_TYPE, RecordingFile, RecordingReply } from '@reveille/contract'
import { Type } from 'typebox'
import type { Converted, PromptActions } from '../../../actions/site/prompts.ts'
import { LARGEST_RECORDING, RECORDING_ADVICE, type RecordingNote } from '../../../hotel/wakeups/recording.ts'
import { json, nothing } from '../../answers/answer.ts'
import type { FileKind } from '../../requests/file-body.ts'
import type { Routes } from '../../route.ts'

const Key = Type.Object({ key: Type.String({ description: 'Id of the prompt' }) })
const shared = {
  tag: 'Configuration',
  needs: ['administrator'],
  url: '/rest/config/prompt/:key/audio',
  params: Key,
} as const

const RECORDING: FileKind = {
  type: RECORDING_TYPE,
  largest: LARGEST_RECORDING,
  advice: RECORDING_ADVICE,
  description: 'WAV: PCM, float or G.711, mono or stereo, 8 to 48 kHz, half a second to two minutes, 10 MiB',
}

/** The hotel's own recording in the place of a prompt's text. */
export function promptAudioRoutes({ route, putFile }: Routes, prompts: PromptActions) {
  putFile({
    ...shared,
    summary: 'Put a recording in the place of the text of a prompt',
    file: RECORDING,
    reply: RecordingReply,
    answer: async ({ actor, params, body }) => json(replyTo(await prompts.record(actor, params.key, body))),
  })
  route({
    ...shared,
    method: 'GET',
    summary: 'The recording of a prompt, to listen to',
    reply: RecordingFile,
    replyType: RECORDING_TYPE,
    answer: async ({ actor, params }) => ({
      kind: 'file',
      type: RECORDING_TYPE,
      bytes: await prompts.audio(actor, params.key),
    }),
  })
  route({
    ...shared,
    method: 'DELETE',
    summary: 'Remove the recording of a prompt: its text is said again',
    answer: async ({ actor, params }) => {
      await prompts.removeAudio(actor, params.key)
      return nothing
    },
  })
}

const NOTE: Readonly<Record<RecordingNote, string>> = {
  clipped: 'It was recorded too loud and sounds harsh',
  quiet: 'It was very quiet and had to be raised, and its noise with it',
}

function replyTo({ durationMs, notes }: Converted): RecordingReply {
  const length = `The recording lasts ${(durationMs / 1_000).toFixed(1)} seconds`
  return {
    error: 0,
    description: [length, ...notes.map((note) => NOTE[note])].join('. '),
    milliseconds: durationMs,
    notes: [...notes],
  }
}
