import { INTERFACE, RECORDING_TYPE, type RecordingReply } from '@reveille/contract'
import type { Converted, PromptActions } from '../../../actions/site/prompts.ts'
import { LARGEST_RECORDING, RECORDING_ADVICE, type RecordingNote } from '../../../hotel/wakeups/recording.ts'
import { json, nothing } from '../../answers/answer.ts'
import type { Routes } from '../../route.ts'

const { record, audio, removeAudio, speech } = INTERFACE.prompt
const LIMITS = { largest: LARGEST_RECORDING, advice: RECORDING_ADVICE }

/** The hotel's own recordings in the place of a prompt's text. */
export function promptAudioRoutes({ route, putFile, ask }: Routes, prompts: PromptActions) {
  putFile(record, LIMITS, async ({ actor, params, query }, file) =>
    json(replyTo(await prompts.record(actor, params.key, file, query.language))),
  )
  route(audio, async ({ actor, params, query }) => ({
    kind: 'file',
    type: RECORDING_TYPE,
    bytes: await prompts.audio(actor, params.key, query.language),
  }))
  ask(speech, async ({ actor, body }) => ({
    kind: 'file',
    type: RECORDING_TYPE,
    bytes: await prompts.speech(actor, body.text, body.language),
  }))
  route(removeAudio, async ({ actor, params, query }) => {
    await prompts.removeAudio(actor, params.key, query.language)
    return nothing
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
