import {
  momentOfRecording,
  promptOfRecording,
  type PromptRecording,
  recordingName,
  type RecordingNote,
  type SpokenPrompt,
} from '../../hotel/wakeups/recording.ts'
import type { Prompt } from '../../hotel/site/site.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { meantBy, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Actor, tenantFor, transact, unknown } from '../actor.ts'
import { type New, resource, type ResourceParts } from '../resource.ts'

export type PromptActions = ReturnType<typeof promptActions>
export type NewPrompt = New<Omit<Prompt, 'id' | 'tenant'>> & { readonly id?: number | undefined }

/** A prompt as it is shown: with its recording, if it has one. */
export interface ShownPrompt extends Prompt {
  readonly recording: PromptRecording | undefined
}

/** A file that was made fit for the telephone. */
export interface Converted {
  readonly pcmu: Uint8Array
  readonly durationMs: number
  readonly notes: readonly RecordingNote[]
}

interface Parts extends ResourceParts {
  /** Refuses what is no recording, in words that an operator can act on. */
  convert(file: Uint8Array): Promise<Converted>
  /** The other way round: a file that any player opens. */
  playable(pcmu: Uint8Array): Uint8Array
}

export function promptActions(parts: Parts) {
  const { database, clock } = parts
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
    mayRemove: async (stores, prompt) => {
      if (await stores.wakeups.isPromptUsed(prompt))
        throw new Failure('thing.in-use', `Pending calls still use prompt ${prompt.id}`)
    },
  })
  return {
    ...prompts,
    async list(actor: Actor): Promise<ShownPrompt[]> {
      const recordings = await database.read.prompts.recordings(actor.scope)
      return (await prompts.list(actor)).map((one) => ({
        ...one,
        recording: recordings.find(({ tenant, id }) => tenant === one.tenant && id === one.id),
      }))
    },

    async get(actor: Actor, key: string): Promise<ShownPrompt> {
      const prompt = await prompts.get(actor, key)
      return { ...prompt, recording: await database.read.prompts.recordingOf(prompt) }
    },

    add: (actor: Actor, given: NewPrompt): Promise<string> =>
      prompts.add(actor, async (stores) => ({
        ...given,
        id: given.id ?? (await nextPrompt(stores, tenantFor(actor, given.tenant))),
      })),

    /** Puts a recording in the place of the text, and of the recording before. */
    async record(actor: Actor, key: string, file: Uint8Array): Promise<Converted> {
      // It takes its time, and no transaction may wait for it.
      const converted = await parts.convert(file)
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const prompt = await prompts.owned(stores, actor, key)
        await keep(stores, prompt, converted, now)
        await record(stores, actor, now, recorded(prompt, converted))
      })
      return converted
    },

    /** The recording as a WAV file. */
    async audio(actor: Actor, key: string): Promise<Uint8Array> {
      const prompt = await prompts.get(actor, key)
      const audio = await database.read.prompts.audioOf(prompt)
      if (!audio) throw notRecorded(prompt.id)
      return parts.playable(audio.pcmu)
    },

    /** From now on the text is said again. */
    async removeAudio(actor: Actor, key: string): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const prompt = await prompts.owned(stores, actor, key)
        const { id, tenant } = prompt
        if (!(await stores.prompts.recordingOf(prompt))) throw notRecorded(id)
        await stores.prompts.removeAudio(prompt)
        await record(stores, actor, now, {
          kind: 'prompt.recording-removed',
          tenant,
          text: `Recording of prompt ${id} removed`,
          detail: { key: String(id) },
        })
      })
    },
  }
}

/** For the runner that rings: a prompt with its recording's name, and the sound stored under that name. */
export function spokenPrompts({ prompts }: Pick<Stores, 'prompts'>) {
  return {
    async prompt(tenant: TenantId, id: number): Promise<SpokenPrompt | undefined> {
      const prompt = await prompts.of(tenant, id)
      const recording = prompt && (await prompts.recordingOf(prompt))
      return prompt && { ...prompt, recording: recording ? recordingName(prompt, recording) : null }
    },

    /** PCMU; null when there is none of that name any more. */
    async recording(name: string): Promise<Uint8Array | null> {
      const prompt = promptOfRecording(name)
      const audio = await prompts.audioOf(prompt)
      return audio && recordingName(prompt, audio) === name ? audio.pcmu : null
    },
  }
}

async function keep(stores: Stores, prompt: Prompt, { pcmu, durationMs }: Converted, now: Instant) {
  if (!(await stores.prompts.hold(prompt))) throw unknown('Prompt', prompt.id)
  const recordedAt = momentOfRecording(now, await stores.prompts.recordingOf(prompt))
  await stores.prompts.saveAudio(prompt, { pcmu, durationMs, recordedAt })
}

const recorded = ({ id, tenant }: Prompt, { durationMs, notes }: Converted) => ({
  kind: 'prompt.recorded' as const,
  tenant,
  text: `Recording of prompt ${id} stored`,
  detail: { key: String(id), milliseconds: durationMs, notes },
})

const notRecorded = (id: number) =>
  new Failure('thing.unknown', `Prompt ${id} has no recording`, { key: String(id) })

/** One more than the highest that the tenant can mean, so that a shared prompt is not hidden by accident. */
const HIGHEST_PROMPT = 1_000_000

/** One more than the highest number in use, or the lowest free one. */
async function nextPrompt(stores: Stores, tenant: TenantId): Promise<number> {
  const used = new Set((await stores.prompts.list(tenant)).map(({ id }) => id))
  let next = [...used].reduce((highest, id) => Math.max(highest, id), 0) + 1
  if (next > HIGHEST_PROMPT) for (next = 1; used.has(next);) next++
  return next
}
