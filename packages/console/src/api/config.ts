import type { LineTrialReply, OperationId, TrialRecord } from '@reveille/contract'
import { addressOf, type Client } from './client.ts'
import { OPERATIONS } from './operations.gen.ts'

/** An object of the settings, as it is shown or sent: its form says what it may hold. */
export type ConfigObject = Readonly<Record<string, unknown>>

/** Nouns that are listed, read, added, changed and removed alike. */
export type ConfigNoun =
  | 'tenant'
  | 'user'
  | 'mailbox'
  | 'room'
  | 'line'
  | 'connector'
  | 'server'
  | 'prompt'
  | 'item'
  | 'category'
  | 'statusType'

export interface ConfigState {
  readonly object: ConfigObject
  readonly tag: string
}

export interface ConfigKey {
  readonly key: string
  /** Where several houses have one of this key: as the server calls the one that is meant. */
  readonly tenant?: string
}

const isObject = (value: unknown): value is ConfigObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const objectOf = (body: unknown): ConfigObject => (isObject(body) ? body : {})

/** A reply with one list holds it under a name of its own. */
const listIn = (body: unknown): readonly ConfigObject[] => {
  const [list] = Object.values(objectOf(body))
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** Objects of one kind. Their forms are made from the contract's schemas, so that the compiler need not know each. */
export function configObjects(client: Client, noun: ConfigNoun) {
  const path = (id: OperationId, { key, ...whose }: ConfigKey) =>
    addressOf(OPERATIONS[id].path, { key, id: key }, whose)
  return {
    async list(signal?: AbortSignal): Promise<readonly ConfigObject[]> {
      const { method, path: place } = OPERATIONS[`${noun}.list`]
      return listIn(await client.ask({ method, path: place }, signal === undefined ? {} : { signal }))
    },
    async get(one: ConfigKey, signal?: AbortSignal): Promise<ConfigState> {
      const { method } = OPERATIONS[`${noun}.get`]
      const asked = { method, path: path(`${noun}.get`, one) }
      const { body, tag } = await client.askTagged(asked, signal === undefined ? {} : { signal })
      return { object: objectOf(body), tag }
    },
    async add(body: ConfigObject): Promise<string> {
      const { method, path: place } = OPERATIONS[`${noun}.add`]
      const added = objectOf(await client.ask({ method, path: place, body }))
      return typeof added['id'] === 'string' ? added['id'] : ''
    },
    async change(one: ConfigKey, body: ConfigObject, tag: string): Promise<void> {
      const { method } = OPERATIONS[`${noun}.change`]
      const options = tag === '' ? {} : { match: tag }
      await client.ask({ method, path: path(`${noun}.change`, one), body }, options)
    },
    async remove(one: ConfigKey): Promise<void> {
      const { method } = OPERATIONS[`${noun}.remove`]
      await client.ask({ method, path: path(`${noun}.remove`, one) })
    },
  }
}

/** The settings of the whole site, section by section. */
export function siteSettings(client: Client) {
  return {
    async get(signal?: AbortSignal): Promise<ConfigState> {
      const { method, path } = OPERATIONS['site.get']
      const { body, tag } = await client.askTagged({ method, path }, signal === undefined ? {} : { signal })
      return { object: objectOf(body), tag }
    },
    async change(body: ConfigObject, tag: string): Promise<void> {
      const { method, path } = OPERATIONS['site.change']
      await client.ask({ method, path, body }, tag === '' ? {} : { match: tag })
    },
  }
}

const isTrial = (answer: unknown): answer is TrialRecord => isObject(answer) && 'verdict' in answer

/** A test message by settings that are not saved, of which the form alone knows the fields; `query`: whose it is. */
export async function tryUnsaved(
  client: Client,
  noun: 'connector' | 'server',
  body: ConfigObject,
  query: { readonly tenant?: string },
): Promise<TrialRecord | null> {
  const { method, path } = wayTo(`${noun}.testUnsaved`)
  const answer = await client.ask({ method, path: addressOf(path, {}, query), body })
  return isTrial(answer) ? answer : null
}

const isLineTrial = (answer: unknown): answer is LineTrialReply => isObject(answer) && 'steps' in answer

/** Tries a line as it stands in its form. */
export async function tryLine(client: Client, body: ConfigObject): Promise<LineTrialReply | null> {
  const answer = await client.ask({ ...wayTo('line.try'), body })
  return isLineTrial(answer) ? answer : null
}

const wayTo = (id: OperationId) => ({ method: OPERATIONS[id].method, path: OPERATIONS[id].path })

/** The hotel's own voice and the delivered one, phrase by phrase, in one language. */
export function phraseSounds(client: Client, language: string) {
  const audio = (key: string, voice?: 'delivered') =>
    addressOf(OPERATIONS['phrase.audio'].path, { key }, { language, voice })
  return {
    address: audio,
    async record(key: string, wav: Blob): Promise<ConfigObject> {
      return objectOf(await client.ask({ method: 'PUT', path: audio(key), body: wav }))
    },
    async remove(key: string): Promise<void> {
      await client.ask({ method: 'DELETE', path: audio(key) })
    },
  }
}

/** The usual greeting as a telephone plays it, by settings that are tried; `query`: whose it is. */
export async function greetingSound(
  client: Client,
  body: ConfigObject,
  query: { readonly tenant?: string },
): Promise<Blob> {
  const { method, path } = wayTo('wakeup.greeting')
  return soundIn(await client.ask({ method, path: addressOf(path, {}, query), body }))
}

const soundIn = (answer: unknown): Blob => (answer instanceof Blob ? answer : new Blob())

/** Recordings and spoken texts, which are files; `query`: whose announcement, as each house counts its own from 1. */
export function promptSounds(client: Client, query: { readonly tenant?: string } = {}) {
  const audio = (key: string, language: string) =>
    addressOf(
      OPERATIONS['prompt.audio'].path,
      { key },
      { ...query, language: language === '' ? undefined : language },
    )
  return {
    address: audio,
    async speech(text: string, language: string): Promise<Blob> {
      const { method, path } = OPERATIONS['prompt.speech']
      const body = { text, ...(language === '' ? {} : { language }) }
      return soundIn(await client.ask({ method, path, body }))
    },
    async record(key: string, language: string, wav: Blob): Promise<ConfigObject> {
      return objectOf(await client.ask({ method: 'PUT', path: audio(key, language), body: wav }))
    },
    async remove(key: string, language: string): Promise<void> {
      await client.ask({ method: 'DELETE', path: audio(key, language) })
    },
  }
}
