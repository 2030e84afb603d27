import { INTERFACE, RECORDING_TYPE } from '@reveille/contract'
import type { PromptActions } from '../../../actions/site/prompts.ts'
import { json, nothing } from '../../answers/answer.ts'
import type { Routes } from '../../route.ts'
import { RECORDING_FILE, recordingReply } from './recording.ts'

const { record, audio, removeAudio, speech } = INTERFACE.prompt

/** The hotel's own recordings in the place of a prompt's text. */
export function promptAudioRoutes({ route, putFile, ask }: Routes, prompts: PromptActions) {
  putFile(record, RECORDING_FILE, async ({ actor, params, query }, file) =>
    json(recordingReply(await prompts.record(actor, params.key, file, query.language))),
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
