import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { RECORDING_LIMITS } from '../../hotel/wakeups/recording.ts'
import { messageOf } from '../../kernel/failure.ts'
import { maybe, reader } from '../../kernel/schema.ts'
import { readJson } from './book-file.ts'
import { firstFrame, readFrame } from '../audio/flac.ts'
import { prepareInSteps, type Sound } from '../audio/join.ts'
import { type TimeSlices, unhurried } from '../audio/steps.ts'
import { atBothRates, type Utterance } from '../audio/utterance.ts'
import type { Steps } from '../audio/steps.ts'
import { WIDE_RATE } from '../audio/resample.ts'
import { findOwn, mistakeIn, readOwn } from './own-recordings.ts'
import type { PhraseBook } from './phrase-book.ts'
import type { SpokenLanguage } from './spoken-language.ts'

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

const LONGEST_PIECE = RECORDING_LIMITS.seconds.most * WIDE_RATE
/** A piece begins with a frame of the file, at this byte, and has so many samples. */
const SPAN = Type.Object({
  at: Type.Integer({ minimum: 0 }),
  samples: Type.Integer({ minimum: 1, maximum: LONGEST_PIECE }),
  sound: maybe(Type.String()),
})
type Span = Readonly<Static<typeof SPAN>>

const readIndex = reader(Type.Object({ pieces: Type.Record(Type.String(), SPAN) }))

type Make = () => Promise<Utterance>

/** Null where nothing was recorded. Throws when a file is damaged. */
export async function openPhraseAudio(
  { folder }: Pick<SpokenLanguage, 'folder'>,
  slices: TimeSlices,
): Promise<PhraseAudio | null> {
  const [made, own] = await Promise.all([openTrack(folder, slices), findOwn(folder)])
  const single = [...own].map(([name, file]): [string, Make] => [name, () => readOwn(file, slices)])
  const sources = new Map([...made, ...single])
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

/** What a look at the recordings of a folder shows, with nothing made ready yet. */
export interface SeenRecordings {
  /** Why they cannot be used. */
  readonly mistakes: readonly string[]
  /** Which pieces are there; null where nothing was recorded. */
  readonly names: ReadonlySet<string> | null
}

/** None at all are no mistake where the book names a voice. */
export async function lookAtRecordings({ folder, book }: SpokenLanguage): Promise<SeenRecordings> {
  try {
    const names = (await openPhraseAudio({ folder }, atOnce))?.names ?? null
    return { names, mistakes: names === null ? unspoken(book) : await mistakesIn(folder, book, names) }
  } catch (error) {
    return { names: null, mistakes: [messageOf(error)] }
  }
}

const atOnce: TimeSlices = () => undefined

const unspoken = ({ voices }: PhraseBook) =>
  (voices.pico ?? voices.espeak) ? [] : ['there are no recordings, and the book names no voice']

const MOST = 5

async function mistakesIn(folder: string, { pieces }: PhraseBook, names: ReadonlySet<string>) {
  const unknown = [...names].filter((name) => !pieces.has(name)).slice(0, MOST)
  const wrong: string[] = []
  for (const file of (await findOwn(folder)).values()) {
    const mistake = wrong.length < MOST ? await mistakeIn(file, atOnce) : null
    if (mistake !== null) wrong.push(mistake)
  }
  return [...unknown.map((name) => `${name} is recorded, but the book has no such piece`), ...wrong]
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
  const [last] = Object.values(pieces).toSorted((a, b) => b.at - a.at)
  if (!last) throw new Error(`${INDEX} names no pieces`)
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
