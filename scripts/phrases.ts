// Makes the recorded phrases in packages/server/audio with Debian's espeak-ng: npm run phrases [-- de fr]
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { spokenAs } from '../packages/server/src/calls/voice/espeak.ts'
import type { PhraseManner, PhraseBook } from '../packages/server/src/calls/voice/phrase-book.ts'
import { languageOf, PHRASE_BOOKS } from '../packages/server/src/calls/voice/phrase-books.ts'
import { TELEPHONE_RATE } from '../packages/server/src/calls/audio/resample.ts'
import { atOnce } from '../packages/server/src/calls/audio/steps.ts'
import { utterance } from '../packages/server/src/calls/voice/utterance.ts'
import { channelOf, parseWav, wavOfPcmu } from '../packages/server/src/calls/audio/wav.ts'

const folder = fileURLToPath(new URL('../packages/server/audio/', import.meta.url))

const espeak = (words: readonly string[], input = '') => execFileSync('espeak-ng', words, { input })

const versionOf = () => /\d+\.\d[\w.]*/.exec(espeak(['--version']).toString())?.[0] ?? 'unknown'

function record(text: string, manner: PhraseManner): Uint8Array {
  const wav = parseWav(espeak(spokenAs(manner), text))
  if (typeof wav === 'string') throw new Error(`espeak-ng said nothing readable for "${text}": ${wav}`)
  return atOnce(utterance(atOnce(channelOf(wav, 0)), wav.rate, manner.echoMs))
}

/** As it is pronounced, for those who check it. */
const soundOf = (text: string, { voice }: PhraseManner) =>
  espeak(['-q', '--ipa', '-v', voice, '-b', '1', '--stdin'], text).toString().trim().replaceAll(/\s+/g, ' ')

interface Piece {
  readonly text: string
  readonly sound: string
  readonly start: number
  readonly length: number
}

async function recordBook({ language, manner, pieces }: PhraseBook) {
  const track = createTrack()
  const index: Record<string, Piece> = {}
  for (const [name, text] of pieces)
    index[name] = { text, sound: soundOf(text, manner), ...track.add(record(text, manner)) }
  const voice = { program: `espeak-ng ${versionOf()}`, ...manner }
  writeFileSync(`${folder}${language}.wav`, wavOfPcmu(track.whole(), TELEPHONE_RATE))
  writeFileSync(`${folder}${language}.json`, await formatted({ voice, pieces: index }))
  console.log(`${language}: ${pieces.size} pieces, ${(track.whole().length / TELEPHONE_RATE).toFixed(1)} s`)
}

/** Recordings one after the other; what sounds the same, as "five" in a time and in a number, is kept once. */
function createTrack() {
  const kept: Uint8Array[] = []
  const starts = new Map<string, number>()
  let end = 0
  return {
    add(pcmu: Uint8Array) {
      const key = Buffer.from(pcmu).toString('base64')
      const start = starts.get(key) ?? end
      if (start === end) {
        starts.set(key, start)
        kept.push(pcmu)
        end += pcmu.length
      }
      return { start, length: pcmu.length }
    },
    whole: () => Buffer.concat(kept),
  }
}

const formatted = async (value: object) =>
  format(JSON.stringify(value), { ...(await resolveConfig(folder)), parser: 'json' })

mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2).map((tag) => languageOf(tag) ?? tag)
for (const book of Object.values(PHRASE_BOOKS))
  if (wanted.length === 0 || wanted.includes(book.language)) await recordBook(book)
