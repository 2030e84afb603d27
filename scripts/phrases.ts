// Makes the recorded phrases in packages/server/languages with SVOX Pico: npm run phrases [-- de fr]
// With another folder of languages: npm run phrases -- --languages FOLDER [pt]; espeak-ng speaks what Pico has no voice for.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { format } from 'oxfmt'
import { installNeeded } from '../peers/debian.ts'
import { WIDE_RATE } from '../packages/server/src/calls/audio/resample.ts'
import { firstFrame, readFrame } from '../packages/server/src/calls/audio/flac.ts'
import { atOnce } from '../packages/server/src/calls/audio/steps.ts'
import { master } from '../packages/server/src/calls/audio/utterance.ts'
import { channelOf, parseWav } from '../packages/server/src/calls/audio/wav.ts'
import { ESPEAK_EDGES, ESPEAK_MANNER, spokenAs } from '../packages/server/src/calls/voice/espeak.ts'
import { readBooks } from '../packages/server/src/calls/voice/languages.ts'
import { INDEX, TRACK } from '../packages/server/src/calls/voice/phrase-audio.ts'
import type { PhraseBook } from '../packages/server/src/calls/voice/phrase-book.ts'
import { spokenByPico } from '../packages/server/src/calls/voice/pico.ts'
import type { SpokenLanguage } from '../packages/server/src/calls/voice/spoken-language.ts'
import { refusedBookWords } from '../packages/server/src/hotel/site/languages.ts'
import { runner } from '../packages/server/src/calls/voice/run.ts'

const BUILT_IN = fileURLToPath(new URL('../packages/server/languages/', import.meta.url))
const NEEDED = { pico2wave: 'libttspico-utils', 'espeak-ng': 'espeak-ng', flac: 'flac' }

const run = runner()
const espeak = (words: readonly string[], input = '') => execFileSync('espeak-ng', words, { input })

/** What is kept: 12 bits are 50 dB more than the speech, and half the size of 16. */
const STEP = 16
/** The longer a frame, the more is lost where a piece ends within one; shorter ones do not get smaller. */
const FRAME = 1_152

async function record(text: string, { voices }: PhraseBook): Promise<Int16Array> {
  const file =
    voices.pico === undefined
      ? espeak(spokenAs(voices.espeak ?? 'en'), text)
      : await spokenByPico(run, text, voices.pico)
  const wav = file ? parseWav(file) : 'no-data'
  if (typeof wav === 'string') throw new Error(`Nothing readable was said for "${text}": ${wav}`)
  const edges = voices.pico === undefined ? ESPEAK_EDGES : undefined
  const samples = atOnce(master(atOnce(channelOf(wav, 0)), wav.rate, edges))
  return samples.map((sample) => Math.round(sample / STEP) * STEP)
}

/** As espeak-ng would pronounce it, for those who check it: Pico does not tell. */
const soundOf = (text: string, { voices }: PhraseBook) =>
  espeak(['-q', '--ipa', '-v', voices.espeak ?? 'en', '-b', '1', '--stdin'], text)
    .toString()
    .trim()
    .replaceAll(/\s+/g, ' ')

async function recordBook({ book, folder }: SpokenLanguage) {
  const track = createTrack()
  const spans: [string, { readonly start: number; readonly samples: number }][] = []
  for (const [name, text] of book.pieces) spans.push([name, track.add(await record(text, book))])
  const file = compress(track.whole(), path.join(folder, TRACK))
  const bytes = framesIn(file)
  const pieces = spans.map(([name, { start, samples }]) => {
    const text = book.pieces.get(name) ?? ''
    return [name, { text, sound: soundOf(text, book), at: bytes[start / FRAME], samples }] as const
  })
  const index = { voice: voiceOf(book), pieces: Object.fromEntries(pieces) }
  writeFileSync(path.join(folder, INDEX), await formatted(index))
  const seconds = (track.whole().length / WIDE_RATE).toFixed(1)
  console.log(`${book.language}: ${book.pieces.size} pieces, ${seconds} s, ${file.length} bytes`)
}

const versionOf = (name: string) =>
  execFileSync('dpkg-query', ['-W', '-f', '${Version}', name]).toString().trim()

const voiceOf = ({ voices }: PhraseBook) =>
  voices.pico === undefined
    ? { program: `espeak-ng ${versionOf('espeak-ng')}`, voice: voices.espeak, ...ESPEAK_MANNER }
    : { program: `SVOX Pico ${versionOf('libttspico-utils')}`, voice: voices.pico }

/** Recordings one after the other, each from the start of a frame; what sounds the same is kept once. */
function createTrack() {
  const kept: Int16Array[] = []
  const starts = new Map<string, number>()
  let end = 0
  return {
    add(samples: Int16Array) {
      const key = Buffer.from(samples.buffer).toString('base64')
      const start = starts.get(key) ?? end
      if (start === end) {
        const whole = new Int16Array(Math.ceil(samples.length / FRAME) * FRAME)
        whole.set(samples)
        starts.set(key, start)
        kept.push(whole)
        end += whole.length
      }
      return { start, samples: samples.length }
    },
    whole: () => new Int16Array(Buffer.concat(kept.map((part) => Buffer.from(part.buffer))).buffer, 0, end),
  }
}

function compress(samples: Int16Array, file: string): Buffer {
  const shape = ['--force-raw-format', '--endian=little', '--sign=signed', '--channels=1', '--bps=16']
  const small = ['-8', '-e', `--blocksize=${FRAME}`, '--no-padding', '--no-seektable']
  const words = ['-s', '-f', '-o', file, ...shape, `--sample-rate=${WIDE_RATE}`, ...small, '-']
  execFileSync('flac', words, { input: Buffer.from(samples.buffer) })
  return readFileSync(file)
}

/** Where each frame begins. */
function framesIn(file: Buffer): number[] {
  const starts: number[] = []
  for (let at = firstFrame(file); at < file.length; at = readFrame(file, at).end) starts.push(at)
  return starts
}

/** As wide as `npm run lint` wants it. */
const formatted = async (value: object) =>
  (await format(INDEX, JSON.stringify(value), { printWidth: 110 })).code

const { values, positionals } = parseArgs({
  options: { languages: { type: 'string' } },
  allowPositionals: true,
})
installNeeded(NEEDED, { nonFree: true })
const own = values.languages === undefined ? undefined : path.resolve(values.languages)
const { languages, refused } = await readBooks(BUILT_IN, own)
for (const book of refused) throw new Error(refusedBookWords(book))
for (const language of languages.values()) {
  const isWanted =
    positionals.length === 0
      ? path.dirname(language.folder) === path.resolve(own ?? BUILT_IN)
      : positionals.includes(language.book.language)
  if (isWanted) await recordBook(language)
}
