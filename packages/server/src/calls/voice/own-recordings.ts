import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { LARGEST_RECORDING, RECORDING_LIMITS } from '../../hotel/wakeups/recording.ts'
import { messageOf } from '../../kernel/failure.ts'
import { type TimeSlices, unhurried } from '../audio/steps.ts'
import { type Utterance, utterance } from '../audio/utterance.ts'
import { channelOf, parseWav, type Wav } from '../audio/wav.ts'

/** Beside the one file of all pieces or in its place: files of single ones, `recordings/phrase/good-morning.wav`. */
const OWN = 'recordings'
const ENDING = '.wav'

/** Where each piece of a folder is recorded. Throws, in words, where there is no end to looking. */
export async function findOwn(folder: string): Promise<Map<string, string>> {
  const names = (await filesIn(folder, OWN)).filter((name) => name.endsWith(ENDING)).toSorted()
  return new Map(
    names.map((name) => [name.slice(OWN.length + 1, -ENDING.length), path.join(folder, ...name.split('/'))]),
  )
}

const DEEPEST = 4
const MOST_FILES = 10_000

/** Links could go round in a circle: none is followed, and none is passed over in silence. */
async function filesIn(folder: string, place: string, found: string[] = []): Promise<string[]> {
  const entries = await readdir(path.join(folder, place), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const name = `${place}/${entry.name}`
    if (entry.isSymbolicLink()) throw new Error(`${name} is a link, which is not followed`)
    if (entry.isFile()) found.push(name)
    if (found.length > MOST_FILES) throw new Error(`${OWN} holds more than ${MOST_FILES} files`)
    if (entry.isDirectory()) await filesIn(folder, notTooDeep(name), found)
  }
  return found
}

function notTooDeep(name: string): string {
  if (name.split('/').length <= DEEPEST + 1) return name
  throw new Error(`${name} lies too deep: a piece is named as phrase/good-morning is`)
}

/** Throws, in words, where a file cannot be used: nobody would hear that a phrase is left out. */
export async function readOwn(file: string, slices: TimeSlices): Promise<Utterance> {
  const { samples, rate } = await soundIn(file, slices)
  return unhurried(utterance(samples, rate), slices)
}

/** Why a file cannot be used, with nothing made ready yet. */
export const mistakeIn = (file: string, slices: TimeSlices): Promise<string | null> =>
  soundIn(file, slices).then(() => null, messageOf)

async function soundIn(file: string, slices: TimeSlices) {
  if ((await stat(file)).size > LARGEST_RECORDING) throw new Error(`${file} is larger than 10 MiB`)
  const wav = parseWav(await readFile(file))
  if (typeof wav === 'string' || wav.missing > 0) throw new Error(`${file} is no whole WAV file`)
  mustFit(file, wav)
  const samples = await unhurried(channelOf(wav, 0), slices)
  if (isSilent(samples)) throw new Error(`${file} is silent`)
  return { samples, rate: wav.rate }
}

function mustFit(file: string, { rate, data, bytesPerFrame }: Wav): void {
  const { rate: rates, seconds } = RECORDING_LIMITS
  if (rate < rates.least || rate > rates.most)
    throw new Error(`${file} has ${rate} Hz; 8,000 to 48,000 Hz can be used`)
  const length = data.length / bytesPerFrame / rate
  if (length > seconds.most)
    throw new Error(`${file} lasts ${length.toFixed(0)} s; at most ${seconds.most} s can be used`)
}

/** 60 dB below the loudest that there is. */
const FAINTEST = 0.001

/** Cheap sound cards add a constant, which would pass for sound: only what moves is heard. */
function isSilent(samples: Float32Array): boolean {
  let [low, high] = [samples[0] ?? 0, samples[0] ?? 0]
  for (const one of samples) {
    low = Math.min(low, one)
    high = Math.max(high, one)
  }
  return high - low < 2 * FAINTEST
}
