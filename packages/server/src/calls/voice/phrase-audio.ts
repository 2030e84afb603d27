import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { messageOf } from '../../kernel/failure.ts'
import { maybe, reader } from '../../kernel/schema.ts'
import { readJson } from './book-file.ts'
import { firstFrame, readFrame } from '../audio/flac.ts'
import { prepareInSteps, type Sound } from '../audio/join.ts'
import { type TimeSlices, unhurried } from '../audio/steps.ts'
import { atBothRates, type Utterance, utterance } from '../audio/utterance.ts'
import type { Steps } from '../audio/steps.ts'
import { channelOf, parseWav } from '../audio/wav.ts'
import type { PhraseBook } from './phrase-book.ts'
import type { SpokenLanguage } from './languages.ts'

/** The recorded pieces of one language. */
export interface PhraseAudio {
  /** Which pieces of the phrase book are there. */
  readonly names: ReadonlySet<string>
  /** Null for one that is not there. Each is made ready when it is first spoken, and kept. */
  piece(name: string): Promise<Sound | null>
}

/** One file for all pieces, as `npm run phrases` makes it, and what lies where in it. */
export const TRACK = 'speech.flac'
export const INDEX = 'speech.json'
/** Beside it or in its place: files of single pieces, `recordings/phrase/good-morning.wav`. */
const OWN = 'recordings'

/** A piece begins with a frame of the file, at this byte, and has so many samples. */
const SPAN = Type.Object({ at: Type.Number(), samples: Type.Number(), sound: maybe(Type.String()) })
type Span = Readonly<Static<typeof SPAN>>

const readIndex = reader(Type.Object({ pieces: Type.Record(Type.String(), SPAN) }))

type Make = () => Promise<Utterance>

/** Null where nothing was recorded. Throws when a file is damaged. */
export async function openPhraseAudio(
  { folder }: Pick<SpokenLanguage, 'folder'>,
  slices: TimeSlices,
): Promise<PhraseAudio | null> {
  const [made, own] = await Promise.all([openTrack(folder, slices), findOwn(folder, slices)])
  const sources = new Map([...made, ...own])
  if (sources.size === 0) return null
  const kept = new Map<string, Promise<Sound>>()
  return {
    names: new Set(sources.keys()),
    async piece(name) {
      const make = sources.get(name)
      if (!make) return null
      const ready = kept.get(name) ?? make().then((said) => unhurried(prepareInSteps(said), slices))
      kept.set(name, ready)
      return ready
    },
  }
}

/**
 * Why the recordings of a folder cannot be used, with nothing made ready yet. None at all are no mistake where the book
 * names a voice.
 */
export async function mistakesInRecordings(
  folder: string,
  { pieces, voices }: PhraseBook,
): Promise<string[]> {
  try {
    const audio = await openPhraseAudio({ folder }, () => undefined)
    if (audio === null)
      return (voices.pico ?? voices.espeak) ? [] : ['there are no recordings, and the book names no voice']
    const unknown = [...audio.names].filter((name) => !pieces.has(name))
    return [
      ...unknown.slice(0, MOST).map((name) => `${name} is recorded, but the book has no such piece`),
      ...(await mistakesInOwn(folder)),
    ]
  } catch (error) {
    return [messageOf(error)]
  }
}

const MOST = 5

async function mistakesInOwn(folder: string): Promise<string[]> {
  const wrong: string[] = []
  for (const file of await filesIn(folder)) {
    const wav = parseWav(await readFile(file))
    if (typeof wav === 'string' || wav.missing > 0) wrong.push(`${file} is no whole WAV file`)
  }
  return wrong.slice(0, MOST)
}

async function openTrack(folder: string, slices: TimeSlices): Promise<[string, Make][]> {
  const index = await readFile(path.join(folder, INDEX), 'utf8').catch(() => null)
  if (index === null) {
    if (existsSync(path.join(folder, TRACK))) throw new Error(`${TRACK} is of no use without ${INDEX}`)
    return []
  }
  const file = await readFile(path.join(folder, TRACK)).catch(() => null)
  if (file === null) throw new Error(`${INDEX} is of no use without ${TRACK}, which cannot be read`)
  const { pieces } = readIndex('The index of the recorded phrases', readJson(INDEX, index))
  mustBeWhole(file, pieces)
  return Object.entries(pieces).map(([name, span]) => [name, () => unhurried(decoded(file, span), slices)])
}

/** A file that is cut off, or is no sound, is found out at once, not at the hour. */
function mustBeWhole(file: Uint8Array, pieces: Readonly<Record<string, Span>>): void {
  firstFrame(file)
  const last = Object.values(pieces).reduce((most, span) => (span.at > most.at ? span : most))
  for (const _ of samplesOf(file, last));
}

function* decoded(file: Uint8Array, span: Span): Steps<Utterance> {
  return yield* atBothRates(yield* samplesOf(file, span))
}

function* samplesOf(file: Uint8Array, { at, samples }: Span): Steps<Int16Array> {
  const whole = new Int16Array(samples)
  for (let [done, next] = [0, at]; done < samples;) {
    const frame = readFrame(file, next)
    whole.set(frame.samples.subarray(0, samples - done), done)
    done += frame.samples.length
    next = frame.end
    yield
  }
  return whole
}

async function findOwn(folder: string, slices: TimeSlices): Promise<[string, Make][]> {
  return (await filesIn(folder)).map((file) => [nameOf(file, folder), () => readOwn(file, slices)])
}

const nameOf = (file: string, folder: string) =>
  path.relative(path.join(folder, OWN), file).slice(0, -'.wav'.length).split(path.sep).join('/')

async function filesIn(folder: string): Promise<string[]> {
  const place = path.join(folder, OWN)
  const files = await readdir(place, { recursive: true }).catch(() => [])
  const sounds = files.filter((file) => file.endsWith('.wav')).toSorted()
  return sounds.map((file) => path.join(place, file))
}

async function readOwn(file: string, slices: TimeSlices): Promise<Utterance> {
  const wav = parseWav(await readFile(file))
  if (typeof wav === 'string' || wav.missing > 0) throw new Error(`${file} is no whole WAV file`)
  return unhurried(utterance(await unhurried(channelOf(wav, 0), slices), wav.rate), slices)
}
