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
import { type Actor, transact, unknown } from '../actor.ts'
import { type New, resource, type ResourceParts } from '../resource.ts'

export type PromptActions = ReturnType<typeof promptActions>
export type NewPrompt = Omit<New<Prompt>, 'id'> & { readonly id?: number | undefined }

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
  /** Refuses, in words that somebody can act on, what is no recording. */
  convert(file: Uint8Array): Promise<Converted>
  /** The other way round: a file that any player opens. */
  playable(pcmu: Uint8Array): Uint8Array
}

export function promptActions(parts: Parts) {
  const { database, clock } = parts
  const prompts = resource<Prompt>(parts, {
    noun: 'prompt',
    key: (prompt) => String(prompt.id),
    list: (stores, scope) => stores.prompts.list(scope),
    find: async (stores, id, scope) => {
      const prompt = /^\d{1,9}$/.test(id) ? await stores.prompts.get(Number(id)) : undefined
      return prompt && (scope === null || prompt.tenant === '' || prompt.tenant === scope) ? [prompt] : []
    },
    insert: async (stores, prompt) => {
      if (await stores.prompts.get(prompt.id))
        throw new Failure('thing.exists', `Prompt ${prompt.id} exists already`)
      await stores.prompts.insert(prompt)
    },
    update: (stores, prompt) => stores.prompts.update(prompt),
    remove: (stores, prompt) => stores.prompts.remove(prompt.id),
    mayRemove: async (stores, { id }) => {
      if (await stores.wakeups.isPromptUsed(id))
        throw new Failure('thing.in-use', `Pending calls still use prompt ${id}`)
    },
  })
  return {
    ...prompts,
    async list(actor: Actor): Promise<ShownPrompt[]> {
      const recordings = await database.read.prompts.recordings()
      return (await prompts.list(actor)).map((one) => ({ ...one, recording: recordings.get(one.id) }))
    },

    async get(actor: Actor, key: string): Promise<ShownPrompt> {
      const prompt = await prompts.get(actor, key)
      return { ...prompt, recording: await database.read.prompts.recordingOf(prompt.id) }
    },

    add: (actor: Actor, given: NewPrompt): Promise<string> =>
      prompts.add(actor, async (stores) => ({ ...given, id: given.id ?? (await nextPrompt(stores)) })),

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
      const { id } = await prompts.get(actor, key)
      const audio = await database.read.prompts.audioOf(id)
      if (!audio) throw notRecorded(id)
      return parts.playable(audio.pcmu)
    },

    /** From now on the text is said again. */
    async removeAudio(actor: Actor, key: string): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const { id, tenant } = await prompts.owned(stores, actor, key)
        if (!(await stores.prompts.recordingOf(id))) throw notRecorded(id)
        await stores.prompts.removeAudio(id)
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

/** What those need who ring: a prompt with the name of its recording, and the sound that goes by such a name. */
export function spokenPrompts({ prompts }: Pick<Stores, 'prompts'>) {
  return {
    async prompt(id: number): Promise<SpokenPrompt | undefined> {
      const [prompt, recording] = await Promise.all([prompts.get(id), prompts.recordingOf(id)])
      return prompt && { ...prompt, recording: recording ? recordingName(id, recording) : null }
    },

    /** PCMU; null when there is none of that name any more. */
    async recording(name: string): Promise<Uint8Array | null> {
      const id = promptOfRecording(name)
      const audio = await prompts.audioOf(id)
      return audio && recordingName(id, audio) === name ? audio.pcmu : null
    },
  }
}

async function keep(stores: Stores, { id }: Prompt, { pcmu, durationMs }: Converted, now: Instant) {
  if (!(await stores.prompts.hold(id))) throw unknown('Prompt', id)
  const recordedAt = momentOfRecording(now, await stores.prompts.recordingOf(id))
  await stores.prompts.saveAudio(id, { pcmu, durationMs, recordedAt })
}

const recorded = ({ id, tenant }: Prompt, { durationMs, notes }: Converted) => ({
  kind: 'prompt.recorded' as const,
  tenant,
  text: `Recording of prompt ${id} stored`,
  detail: { key: String(id), milliseconds: durationMs, notes },
})

const notRecorded = (id: number) =>
  new Failure('thing.unknown', `Prompt ${id} has no recording`, { key: String(id) })

const nextPrompt = async (stores: Stores) =>
  (await stores.prompts.list(null)).reduce((highest, prompt) => Math.max(highest, prompt.id), 0) + 1
