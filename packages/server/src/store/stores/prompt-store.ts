import type { Kysely } from 'kysely'
import type { Prompt, PromptKey } from '../../hotel/site/site.ts'
import { NO_TENANT, pickShared, type Scope, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { PromptRecording, RecordingKey } from '../../hotel/wakeups/recording.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'

export interface PromptAudio extends PromptRecording {
  /** 8 kHz, mono, G.711 mu-law. */
  readonly pcmu: Uint8Array
}

export function promptStore(db: Kysely<Schema>, dialect: Dialect) {
  const visible = (scope: Scope) => {
    const query = db.selectFrom('prompt').selectAll()
    return scope === null ? query : query.where('tenant', 'in', [scope, NO_TENANT])
  }
  const recordings = () =>
    db.selectFrom('prompt_audio').select(['tenant', 'prompt', 'language', 'ms', 'recorded_at'])

  return {
    /** Those of this number that are in scope: a tenant's own, and the one that all share. */
    async find(id: number, scope: Scope): Promise<Prompt[]> {
      return visible(scope).where('id', '=', id).orderBy('tenant').execute()
    },

    /** What a tenant's calls mean by a number: its own prompt before the one that all share. */
    async of(tenant: TenantId, id: number): Promise<Prompt | undefined> {
      return pickShared(await visible(tenant).where('id', '=', id).execute(), tenant)
    },

    async list(scope: Scope): Promise<Prompt[]> {
      return visible(scope).orderBy('id').orderBy('tenant').execute()
    },

    async insert(prompt: Prompt) {
      await db.insertInto('prompt').values(prompt).execute()
    },

    async update({ tenant, id, ...prompt }: Prompt) {
      const query = db.updateTable('prompt').set(prompt).where('tenant', '=', tenant)
      await query.where('id', '=', id).execute()
    },

    /** Whether it is still there; if so, no other transaction may hold or remove it until this one ends. */
    async hold({ tenant, id }: PromptKey): Promise<boolean> {
      const query = db.selectFrom('prompt').selectAll().where('tenant', '=', tenant).where('id', '=', id)
      return (await query.$call(dialect.hold).executeTakeFirst()) !== undefined
    },

    /** With its recordings, which go last: one that another transaction is just saving is there by then. */
    async remove({ tenant, id }: PromptKey) {
      await db.deleteFrom('prompt').where('tenant', '=', tenant).where('id', '=', id).execute()
      await db.deleteFrom('prompt_audio').where('tenant', '=', tenant).where('prompt', '=', id).execute()
    },

    async saveAudio({ tenant, id }: PromptKey, { pcmu, language, durationMs, recordedAt }: PromptAudio) {
      const row = { audio: Buffer.from(pcmu).toString('base64'), ms: durationMs, recorded_at: recordedAt }
      await db
        .insertInto('prompt_audio')
        .values({ tenant, prompt: id, language, ...row })
        .onConflict((conflict) => conflict.columns(['tenant', 'prompt', 'language']).doUpdateSet(row))
        .execute()
    },

    async audioOf({ tenant, id, language }: RecordingKey): Promise<PromptAudio | undefined> {
      const query = db.selectFrom('prompt_audio').selectAll().where('tenant', '=', tenant)
      const row = await query.where('prompt', '=', id).where('language', '=', language).executeTakeFirst()
      return row && { pcmu: new Uint8Array(Buffer.from(row.audio, 'base64')), ...toRecording(row) }
    },

    /** Of every language, without the sound, which is long. */
    async recordingsOf({ tenant, id }: PromptKey): Promise<PromptRecording[]> {
      const query = recordings().where('tenant', '=', tenant).where('prompt', '=', id)
      return (await query.orderBy('language').execute()).map(toRecording)
    },

    /** Every recording that is in scope, with the prompt that it stands for. */
    async recordings(scope: Scope): Promise<(PromptKey & PromptRecording)[]> {
      const query = scope === null ? recordings() : recordings().where('tenant', 'in', [scope, NO_TENANT])
      const rows = await query.orderBy('tenant').orderBy('prompt').orderBy('language').execute()
      return rows.map((row) => ({ tenant: row.tenant, id: row.prompt, ...toRecording(row) }))
    },

    async removeAudio({ tenant, id, language }: RecordingKey) {
      const query = db.deleteFrom('prompt_audio').where('tenant', '=', tenant).where('prompt', '=', id)
      await query.where('language', '=', language).execute()
    },
  }
}

const toRecording = (row: { language: string; ms: number; recorded_at: number }): PromptRecording => ({
  language: row.language,
  durationMs: row.ms,
  recordedAt: row.recorded_at,
})
