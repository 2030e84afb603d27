import { INTERFACE, type PhraseRecord, RECORDING_TYPE } from '@reveille/contract'
import type { PhraseActions, ShownPhrase } from '../../../actions/site/phrases.ts'
import type { Settings } from '../../../actions/settings.ts'
import { formatInstant } from '../../../hotel/time/local-time.ts'
import { nothing, json } from '../../answers/answer.ts'
import { shortList } from '../../answers/short-list.ts'
import type { Routes } from '../../route.ts'
import { RECORDING_FILE, recordingReply } from './recording.ts'

const { list, record, audio, removeAudio } = INTERFACE.phrase

/** The hotel's own voice in the place of the delivered one, phrase by phrase. */
export function phraseRoutes({ route, putFile }: Routes, phrases: PhraseActions, settings: Settings) {
  const shown = ({ name, text, recording }: ShownPhrase, zone: string): PhraseRecord => ({
    name,
    text,
    ...(recording && {
      recorded: formatInstant(recording.recordedAt, zone),
      milliseconds: recording.durationMs,
    }),
  })
  route(list, async (call) => {
    const zone = settings.zoneOf(call.actor.scope)
    const { phrases: all, language, languages } = await phrases.list(call.actor, call.query.language)
    return shortList(
      all.map((one) => shown(one, zone)),
      (rows) => ({ phrases: rows, language, languages: [...languages] }),
      call,
    )
  })
  putFile(record, RECORDING_FILE, async ({ actor, params, query }, file) =>
    json(recordingReply(await phrases.record(actor, params.key, file, query.language))),
  )
  route(audio, async ({ actor, params, query: { voice = 'own', language } }) => ({
    kind: 'file',
    type: RECORDING_TYPE,
    bytes: await phrases.audio(actor, params.key, voice, language),
  }))
  route(removeAudio, async ({ actor, params, query }) => {
    await phrases.remove(actor, params.key, query.language)
    return nothing
  })
}
