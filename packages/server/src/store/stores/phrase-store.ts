import type { Kysely } from 'kysely'
import type { PhraseKey, PhraseRecording } from '../../hotel/wakeups/phrase.ts'
import type { Schema } from '../engine/schema.ts'
import { raiseConfiguration } from './configuration.ts'

export interface PhraseSound extends PhraseRecording {
  /** 8 kHz, mono, G.711 mu-law. */
  readonly pcmu: Uint8Array
}

/** The hotel's own recordings of single phrases. Which there are is held in memory, at every node. */
export function phraseStore(db: Kysely<Schema>) {
  const recordings = () => db.selectFrom('phrase_audio').select(['language', 'phrase', 'ms', 'recorded_at'])
  return {
    /** All of them, without the sound, which is long. */
    async list(): Promise<PhraseRecording[]> {
      return (await recordings().orderBy('language').orderBy('phrase').execute()).map(toRecording)
    },

    async find({ language, phrase }: PhraseKey): Promise<PhraseRecording | undefined> {
      const query = recordings().where('language', '=', language).where('phrase', '=', phrase)
      const row = await query.executeTakeFirst()
      return row && toRecording(row)
    },

    async sound({ language, phrase }: PhraseKey): Promise<PhraseSound | undefined> {
      const query = db.selectFrom('phrase_audio').selectAll().where('language', '=', language)
      const row = await query.where('phrase', '=', phrase).executeTakeFirst()
      return row && { ...toRecording(row), pcmu: new Uint8Array(Buffer.from(row.audio, 'base64')) }
    },

    /** In the place of the one before. */
    async save({ language, phrase, pcmu, durationMs, recordedAt }: PhraseSound) {
      const row = { audio: Buffer.from(pcmu).toString('base64'), ms: durationMs, recorded_at: recordedAt }
      await db
        .insertInto('phrase_audio')
        .values({ language, phrase, ...row })
        .onConflict((conflict) => conflict.columns(['language', 'phrase']).doUpdateSet(row))
        .execute()
      await raiseConfiguration(db)
    },

    async remove({ language, phrase }: PhraseKey) {
      const query = db.deleteFrom('phrase_audio').where('language', '=', language)
      await query.where('phrase', '=', phrase).execute()
      await raiseConfiguration(db)
    },
  }
}

const toRecording = (row: {
  language: string
  phrase: string
  ms: number
  recorded_at: number
}): PhraseRecording => ({
  phrase: row.phrase,
  language: row.language,
  durationMs: row.ms,
  recordedAt: row.recorded_at,
})
