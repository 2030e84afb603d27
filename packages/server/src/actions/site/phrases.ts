import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { mustBeSpoken } from '../../hotel/site/languages.ts'
import { type PhraseKey, type PhraseRecording, type WordedPhrase } from '../../hotel/wakeups/phrase.ts'
import { momentOfRecording } from '../../hotel/wakeups/recording.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { record } from '../../logbook/record.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { type Actor, mustOwn, transact, unknown } from '../actor.ts'
import type { Settings } from '../settings.ts'
import type { Converted } from './prompts.ts'

export type PhraseActions = ReturnType<typeof phraseActions>

/** A phrase as it is shown: with the hotel's own recording, where there is one. */
export interface ShownPhrase extends WordedPhrase {
  readonly recording: PhraseRecording | undefined
}

/** All of one language, and which others there are. */
interface ListedPhrases {
  readonly phrases: readonly ShownPhrase[]
  readonly language: string
  readonly languages: readonly string[]
}

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  /** The languages that announcements are in. */
  spoken(): readonly string[]
  /** All phrases of one of them. */
  phrasesOf(language: string): readonly WordedPhrase[]
  /** PCMU of the voice that is heard without a recording; null where nothing says it. */
  delivered(piece: string, language: string): Promise<Uint8Array | null>
  /** Refuses what is no recording, in words that an operator can act on. */
  convert(file: Uint8Array): Promise<Converted>
  playable(pcmu: Uint8Array): Uint8Array
  /** Once a change is durable: resolves when every node speaks by it, as far as that can be waited for. */
  phrasesChanged(): Promise<void>
}

/** The hotel's own voice, phrase by phrase. Phrase books are those of the whole site, and so are these. */
export function phraseActions(parts: Parts) {
  const { database, settings, clock } = parts
  const spokenIn = (language = settings.current().site.language) => {
    mustBeSpoken(language, parts.spoken())
    return language
  }
  const find = (name: string, language: string): WordedPhrase => {
    const found = parts.phrasesOf(language).find((one) => one.name === name)
    if (!found) throw unknown('Phrase', name)
    return found
  }
  /** Which one somebody is about to change. */
  const owned = (actor: Actor, name: string, tag: string | undefined): PhraseKey => {
    const language = spokenIn(tag)
    const { name: phrase } = find(name, language)
    mustOwn(actor, { tenant: NO_TENANT }, `Phrase ${phrase}`)
    return { phrase, language }
  }
  return {
    async list(_: Actor, tag?: string): Promise<ListedPhrases> {
      const language = spokenIn(tag)
      const stored = (await database.read.phrases.list()).filter((one) => one.language === language)
      const recorded = new Map(stored.map((one) => [one.phrase, one]))
      const phrases = parts.phrasesOf(language).map((one) => ({ ...one, recording: recorded.get(one.name) }))
      return { phrases, language, languages: parts.spoken() }
    },

    /** Puts a recording in the place of the delivered voice, and of the recording before. */
    async record(actor: Actor, name: string, file: Uint8Array, tag?: string): Promise<Converted> {
      const key = owned(actor, name, tag)
      // It takes its time, and no transaction may wait for it.
      const converted = await parts.convert(file)
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const recordedAt = momentOfRecording(now, await stores.phrases.find(key))
        const { pcmu, durationMs } = converted
        await stores.phrases.save({ ...key, pcmu, durationMs, recordedAt })
        await record(stores, actor, now, recorded(key, converted))
      })
      await parts.phrasesChanged()
      return converted
    },

    /** As a WAV file: the hotel's own recording, or the voice that stands without one. */
    async audio(_: Actor, name: string, voice: 'own' | 'delivered', tag?: string): Promise<Uint8Array> {
      const language = spokenIn(tag)
      const { piece, name: phrase } = find(name, language)
      const own = { phrase, language }
      const pcmu =
        voice === 'delivered'
          ? await parts.delivered(piece, language)
          : (await database.read.phrases.sound(own))?.pcmu
      if (!pcmu) throw notRecorded(own)
      return parts.playable(pcmu)
    },

    /** The delivered voice is heard again. */
    async remove(actor: Actor, name: string, tag?: string): Promise<void> {
      const key = owned(actor, name, tag)
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        if (!(await stores.phrases.find(key))) throw notRecorded(key)
        await stores.phrases.remove(key)
        await record(stores, actor, now, removed(key))
      })
      await parts.phrasesChanged()
    },
  }
}

const recorded = ({ phrase, language }: PhraseKey, { durationMs, notes }: Converted) => ({
  kind: 'phrase.recorded' as const,
  tenant: NO_TENANT,
  text: `Recording of phrase ${phrase} in ${language} stored`,
  detail: { key: phrase, language, milliseconds: durationMs, notes },
})

const removed = ({ phrase, language }: PhraseKey) => ({
  kind: 'phrase.recording-removed' as const,
  tenant: NO_TENANT,
  text: `Recording of phrase ${phrase} in ${language} removed`,
  detail: { key: phrase, language },
})

const notRecorded = ({ phrase, language }: PhraseKey) =>
  new Failure('thing.unknown', `Phrase ${phrase} has no recording in ${language}`, { key: phrase })
