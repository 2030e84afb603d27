import type { Kysely, Selectable } from 'kysely'
import type { PromptRecording } from '../../hotel/wakeups/recording.ts'
import { type Line, lineInForce, type WrittenLine } from '../../hotel/settings/line.ts'
import type { WrittenSections } from '../../hotel/settings/sections.ts'
import type { Prompt, Tenant } from '../../hotel/site/site.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { Dialect } from '../engine/dialect.ts'
import { fromJson, toJson } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'
import { configColumn, ownerOfLine } from './encrypted-config.ts'
import { readLine, readSections, readWakeupSettings } from './stored-settings.ts'

export type SiteStore = ReturnType<typeof siteStore>

/** What the installation knows of itself: settings by section, what it remembers, its tenants. */
export function siteStore(db: Kysely<Schema>) {
  return {
    /** The settings as they were written: what is left out keeps its default. */
    async written(): Promise<WrittenSections> {
      const rows = await db.selectFrom('setting').selectAll().execute()
      return readSections(
        'the site settings',
        Object.fromEntries(rows.map((row) => [row.name, fromJson(row.value)])),
      )
    },

    /** Writes a section over as a whole; undefined leaves nothing of it but its defaults. */
    async saveSection<Name extends keyof WrittenSections>(name: Name, value: WrittenSections[Name]) {
      if (value === undefined) {
        await db.deleteFrom('setting').where('name', '=', name).execute()
        return
      }
      const row = { name, value: toJson(value) }
      await db
        .insertInto('setting')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    },

    async remembered(): Promise<Record<string, string>> {
      const rows = await db.selectFrom('meta').selectAll().execute()
      return Object.fromEntries(rows.map((row) => [row.key, row.value]))
    },

    async remember(key: string, value: string) {
      await db
        .insertInto('meta')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    },

    async tenants(): Promise<Tenant[]> {
      return (await db.selectFrom('tenant').selectAll().orderBy('name').orderBy('id').execute()).map(toTenant)
    },

    async insertTenant(tenant: Tenant) {
      await db.insertInto('tenant').values(tenantRow(tenant)).execute()
    },

    async updateTenant(tenant: Tenant) {
      await db.updateTable('tenant').set(tenantRow(tenant)).where('id', '=', tenant.id).execute()
    },

    async removeTenant(id: string) {
      await db.deleteFrom('tenant').where('id', '=', id).execute()
    },

    /** Whether anything still belongs to this tenant. */
    async isTenantUsed(id: string): Promise<boolean> {
      const tables = [
        'account',
        'mailbox',
        'room',
        'item',
        'category',
        'status_type',
        'line',
        'destination',
        'prompt',
        'wakeup',
      ] as const
      for (const table of tables) {
        const query = db.selectFrom(table).select('tenant').where('tenant', '=', id).limit(1)
        if ((await query.executeTakeFirst()) !== undefined) return true
      }
      return false
    },
  }
}

export type LineStore = ReturnType<typeof lineStore>

export function lineStore(db: Kysely<Schema>, column = configColumn()) {
  const toLine = ({ name, tenant, config }: Selectable<Schema['line']>): Line => {
    const owner = ownerOfLine(name)
    return lineInForce({ name, tenant, config: readLine(owner, column.read(owner, config)) })
  }
  const lineRow = ({ name, tenant, config }: WrittenLine) => ({
    name,
    tenant,
    config: column.write(ownerOfLine(name), config),
  })
  const all = () => db.selectFrom('line').selectAll()
  return {
    async get(name: string): Promise<Line | undefined> {
      const row = await all().where('name', '=', name).executeTakeFirst()
      return row && toLine(row)
    },

    async list(scope: Scope): Promise<Line[]> {
      const query = all().orderBy('name')
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toLine)
    },

    async insert(line: WrittenLine) {
      await db.insertInto('line').values(lineRow(line)).execute()
    },

    async update(line: WrittenLine) {
      await db.updateTable('line').set(lineRow(line)).where('name', '=', line.name).execute()
    },

    async remove(name: string) {
      await db.deleteFrom('line').where('name', '=', name).execute()
    },
  }
}

export type PromptStore = ReturnType<typeof promptStore>

export interface PromptAudio extends PromptRecording {
  /** 8 kHz, mono, G.711 mu-law. */
  readonly pcmu: Uint8Array
}

export function promptStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('prompt').selectAll()
  const recordings = () => db.selectFrom('prompt_audio').select(['prompt', 'ms', 'recorded_at'])
  return {
    async get(id: number): Promise<Prompt | undefined> {
      return all().where('id', '=', id).executeTakeFirst()
    },

    async list(scope: Scope): Promise<Prompt[]> {
      const query = all().orderBy('id')
      return (scope === null ? query : query.where('tenant', 'in', [scope, ''])).execute()
    },

    async insert(prompt: Prompt) {
      await db.insertInto('prompt').values(prompt).execute()
    },

    async update(prompt: Prompt) {
      await db.updateTable('prompt').set(prompt).where('id', '=', prompt.id).execute()
    },

    /** Whether it is still there; if so, nobody else may hold or remove it until this transaction ends. */
    async hold(id: number): Promise<boolean> {
      const row = await all().where('id', '=', id).$call(dialect.hold).executeTakeFirst()
      return row !== undefined
    },

    /** With its recording, which goes last: one that another transaction is just saving is there by then. */
    async remove(id: number) {
      await db.deleteFrom('prompt').where('id', '=', id).execute()
      await db.deleteFrom('prompt_audio').where('prompt', '=', id).execute()
    },

    async saveAudio(id: number, { pcmu, durationMs, recordedAt }: PromptAudio) {
      const row = { audio: Buffer.from(pcmu).toString('base64'), ms: durationMs, recorded_at: recordedAt }
      await db
        .insertInto('prompt_audio')
        .values({ prompt: id, ...row })
        .onConflict((conflict) => conflict.column('prompt').doUpdateSet(row))
        .execute()
    },

    async audioOf(id: number): Promise<PromptAudio | undefined> {
      const query = db.selectFrom('prompt_audio').selectAll().where('prompt', '=', id)
      const row = await query.executeTakeFirst()
      return row && { pcmu: new Uint8Array(Buffer.from(row.audio, 'base64')), ...toRecording(row) }
    },

    /** Without the sound, which is long. */
    async recordingOf(id: number): Promise<PromptRecording | undefined> {
      const row = await recordings().where('prompt', '=', id).executeTakeFirst()
      return row && toRecording(row)
    },

    /** Every recording, by prompt. */
    async recordings(): Promise<Map<number, PromptRecording>> {
      return new Map((await recordings().execute()).map((row) => [row.prompt, toRecording(row)]))
    },

    async removeAudio(id: number) {
      await db.deleteFrom('prompt_audio').where('prompt', '=', id).execute()
    },
  }
}

const toRecording = (row: { ms: number; recorded_at: number }): PromptRecording => ({
  durationMs: row.ms,
  recordedAt: row.recorded_at,
})

const toTenant = (row: Selectable<Schema['tenant']>): Tenant => ({
  id: row.id,
  name: row.name,
  timezone: row.timezone,
  wakeup: row.wakeup === null ? null : readWakeupSettings(`tenant ${row.name}`, fromJson(row.wakeup)),
})

const tenantRow = (tenant: Tenant) => ({
  id: tenant.id,
  name: tenant.name,
  timezone: tenant.timezone,
  wakeup: tenant.wakeup === null ? null : toJson(tenant.wakeup),
})
