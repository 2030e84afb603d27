import {
  keyOfRecording,
  momentOfRecording,
  type PromptRecording,
  recordingFor,
  recordingName,
  type RecordingKey,
  type RecordingNote,
  type SpokenPrompt,
} from '../../hotel/wakeups/recording.ts'
import type { Prompt } from '../../hotel/site/site.ts'
import { mustBeSpoken } from '../../hotel/site/languages.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { meantBy, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Actor, tenantFor, transact, unknown } from '../actor.ts'
import { pace } from '../pace.ts'
import { type New, resource, type ResourceParts } from '../resource.ts'

export type PromptActions = ReturnType<typeof promptActions>
export type NewPrompt = New<Omit<Prompt, 'id' | 'tenant'>> & { readonly id?: number | undefined }

/** A prompt as it is shown: with its recordings, and the one that is heard where nobody asks for a language. */
export interface ShownPrompt extends Prompt {
  readonly recordings: readonly PromptRecording[]
  readonly recording: PromptRecording | undefined
}

/** A file that was made fit for the telephone. */
export interface Converted {
  readonly pcmu: Uint8Array
  readonly durationMs: number
  readonly notes: readonly RecordingNote[]
}

interface Parts extends ResourceParts {
  /** The languages that announcements are in. */
  spoken(): readonly string[]
  /** Refuses what is no recording, in words that an operator can act on. */
  convert(file: Uint8Array): Promise<Converted>
  /** PCMU of a text that this machine's synthesiser says; null where none speaks the language. */
  speak(text: string, language: string): Promise<Uint8Array | null>
  /** The other way round: a file that any player opens. */
  playable(pcmu: Uint8Array): Uint8Array
}

/** A synthesiser takes a core while it speaks. */
const SPEECHES_A_SECOND = 2

export function promptActions(parts: Parts) {
  const { database, settings, clock } = parts
  const prompts = resource<Omit<Prompt, 'tenant'>>(parts, {
    noun: 'prompt',
    key: (prompt) => String(prompt.id),
    list: (stores, scope) => stores.prompts.list(scope),
    find: async (stores, id, scope) => {
      const found = /^\d{1,9}$/.test(id) ? await stores.prompts.find(Number(id), scope) : []
      return meantBy(found, scope)
    },
    insert: (stores, prompt) => stores.prompts.insert(prompt),
    update: (stores, prompt) => stores.prompts.update(prompt),
    remove: (stores, prompt) => stores.prompts.remove(prompt),
    check: async (_, { language }, before) => {
      if (language !== before?.language) mustBeSpoken(language, parts.spoken())
    },
    mayRemove: async (stores, prompt) => {
      if (await stores.wakeups.isPromptUsed(prompt))
        throw new Failure('calls.pending', `Pending calls still use prompt ${prompt.id}`)
    },
  })
  const mayHear = pace(clock, SPEECHES_A_SECOND)
  const site = () => settings.current().site.language
  const languageOf = ({ language }: Prompt) => language ?? site()
  const usual = (prompt: Prompt, recordings: readonly PromptRecording[]) =>
    recordingFor(recordings, languageOf(prompt), site())
  return {
    ...prompts,
    async list(actor: Actor): Promise<ShownPrompt[]> {
      const all = await database.read.prompts.recordings(actor.scope)
      return (await prompts.list(actor)).map((prompt) => {
        const own = all.filter(({ tenant, id }) => tenant === prompt.tenant && id === prompt.id)
        return { ...prompt, recordings: own, recording: usual(prompt, own) }
      })
    },

    async get(actor: Actor, key: string): Promise<ShownPrompt> {
      const prompt = await prompts.get(actor, key)
      const recordings = await database.read.prompts.recordingsOf(prompt)
      return { ...prompt, recordings, recording: usual(prompt, recordings) }
    },

    add: (actor: Actor, given: NewPrompt): Promise<string> =>
      prompts.add(actor, async (stores) => ({
        ...given,
        id: given.id ?? (await nextPrompt(stores, tenantFor(actor, given.tenant))),
      })),

    /** Puts a recording in the place of the text, and of the recording before in the same language. */
    async record(actor: Actor, key: string, file: Uint8Array, language?: string): Promise<Converted> {
      mustBeSpoken(language, parts.spoken())
      // It takes its time, and no transaction may wait for it.
      const converted = await parts.convert(file)
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const prompt = await prompts.owned(stores, actor, key)
        const spoken = language ?? languageOf(prompt)
        await keep(stores, { ...prompt, language: spoken }, converted, now)
        await record(stores, actor, now, recorded({ ...prompt, language: spoken }, converted))
      })
      return converted
    },

    /** The recording as a WAV file: in this language, or the one that is heard where nobody asks for one. */
    async audio(actor: Actor, key: string, language?: string): Promise<Uint8Array> {
      const prompt = await prompts.get(actor, key)
      const recordings = await database.read.prompts.recordingsOf(prompt)
      const wanted = language ?? usual(prompt, recordings)?.language
      const audio =
        wanted === undefined
          ? undefined
          : await database.read.prompts.audioOf({ ...prompt, language: wanted })
      if (!audio) throw notRecorded(prompt.id, language)
      return parts.playable(audio.pcmu)
    },

    /** A text as the telephone would say it, as a WAV file. */
    async speech(actor: Actor, text: string, language = site()): Promise<Uint8Array> {
      mustBeSpoken(language, parts.spoken())
      mayHear(actor.name)
      const pcmu = await parts.speak(text, language)
      if (pcmu === null)
        throw new Failure(
          'voice.missing',
          `No synthesiser on this machine speaks ${language}: install one, or record the prompt`,
          { field: 'language' },
        )
      return parts.playable(pcmu)
    },

    /** In this language, or in all: then the text is said again. */
    async removeAudio(actor: Actor, key: string, language?: string): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const prompt = await prompts.owned(stores, actor, key)
        const all = await stores.prompts.recordingsOf(prompt)
        const gone = all.filter((one) => language === undefined || one.language === language)
        if (gone.length === 0) throw notRecorded(prompt.id, language)
        for (const one of gone) {
          await stores.prompts.removeAudio({ ...prompt, language: one.language })
          await record(stores, actor, now, removed({ ...prompt, language: one.language }))
        }
      })
    },
  }
}

/** For the runner that rings: a prompt with its recording's name, and the sound stored under that name. */
export function spokenPrompts({ prompts }: Pick<Stores, 'prompts'>) {
  return {
    async prompt(tenant: TenantId, id: number): Promise<SpokenPrompt | undefined> {
      const prompt = await prompts.of(tenant, id)
      const recordings = prompt ? await prompts.recordingsOf(prompt) : []
      return (
        prompt && {
          ...prompt,
          recordings: recordings.map((one) => ({
            language: one.language,
            name: recordingName(prompt, one),
          })),
        }
      )
    },

    /** PCMU; null when there is none of that name any more. */
    async recording(name: string): Promise<Uint8Array | null> {
      const key = keyOfRecording(name)
      const audio = await prompts.audioOf(key)
      return audio && recordingName(key, audio) === name ? audio.pcmu : null
    },
  }
}

async function keep(stores: Stores, prompt: RecordingKey, { pcmu, durationMs }: Converted, now: Instant) {
  if (!(await stores.prompts.hold(prompt))) throw unknown('Prompt', prompt.id)
  const { language } = prompt
  const before = (await stores.prompts.recordingsOf(prompt)).find((one) => one.language === language)
  const recordedAt = momentOfRecording(now, before)
  await stores.prompts.saveAudio(prompt, { pcmu, language, durationMs, recordedAt })
}

const recorded = ({ id, tenant, language }: RecordingKey, { durationMs, notes }: Converted) => ({
  kind: 'prompt.recorded' as const,
  tenant,
  text: `Recording of prompt ${id} in ${language} stored`,
  detail: { key: String(id), language, milliseconds: durationMs, notes },
})

const removed = ({ id, tenant, language }: RecordingKey) => ({
  kind: 'prompt.recording-removed' as const,
  tenant,
  text: `Recording of prompt ${id} in ${language} removed`,
  detail: { key: String(id), language },
})

const notRecorded = (id: number, language?: string) =>
  new Failure(
    'thing.unknown',
    language === undefined ? `Prompt ${id} has no recording` : `Prompt ${id} has no recording in ${language}`,
    { key: String(id) },
  )

/** One more than the highest that the tenant can mean, so that a shared prompt is not hidden by accident. */
const HIGHEST_PROMPT = 1_000_000

/** One more than the highest number in use, or the lowest free one. */
async function nextPrompt(stores: Stores, tenant: TenantId): Promise<number> {
  const used = new Set((await stores.prompts.list(tenant)).map(({ id }) => id))
  let next = [...used].reduce((highest, id) => Math.max(highest, id), 0) + 1
  if (next > HIGHEST_PROMPT) for (next = 1; used.has(next);) next++
  return next
}
