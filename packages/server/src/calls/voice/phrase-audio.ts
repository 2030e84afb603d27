import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { prepareAudio, type PreparedAudio } from '@reveille/sip'
import { type Static, Type } from 'typebox'
import { reader } from '../../kernel/schema.ts'
import type { PhraseBook } from './phrase-book.ts'
import { TELEPHONE_RATE } from '../audio/resample.ts'
import { parseWav, type Wav } from '../audio/wav.ts'

/** The recorded pieces of one language. */
export interface PhraseAudio {
  piece(name: string): PreparedAudio
}

const SPAN = Type.Object({ start: Type.Number(), length: Type.Number() })
type Span = Readonly<Static<typeof SPAN>>

const readIndex = reader(Type.Object({ pieces: Type.Record(Type.String(), SPAN) }))

/** Throws when a file is missing or damaged, or holds less than the language needs. */
export async function openPhraseAudio(folder: string, book: PhraseBook): Promise<PhraseAudio> {
  const file = (kind: string) => readFile(path.join(folder, `${book.language}.${kind}`))
  const [sound, index] = await Promise.all([file('wav'), file('json')])
  const { data } = telephoneWav(sound)
  const { pieces } = readIndex('The index of the recorded phrases', JSON.parse(index.toString()))
  const missing = [...book.pieces.keys()].filter((name) => !isWithin(data, pieces[name]))
  if (missing.length > 0) throw new Error(`The recorded phrases lack ${missing.slice(0, 5).join(', ')}`)
  return { piece: preparedOnce(data, pieces) }
}

function telephoneWav(file: Uint8Array): Wav {
  const wav = parseWav(file)
  if (typeof wav === 'string') throw new Error(`The recorded phrases are damaged: ${wav}`)
  if (wav.encoding !== 'pcmu' || wav.channels !== 1 || wav.rate !== TELEPHONE_RATE || wav.missing > 0)
    throw new Error('The recorded phrases are not whole, or not 8 kHz mu-law')
  return wav
}

const isWithin = (data: Uint8Array, span: Span | undefined) =>
  span !== undefined && span.start >= 0 && span.length > 0 && span.start + span.length <= data.length

/** The other law is worked out when a piece is first spoken, not for all of them at once. */
function preparedOnce(data: Uint8Array, pieces: Readonly<Record<string, Span>>) {
  const prepared = new Map<string, PreparedAudio>()
  return (name: string): PreparedAudio => {
    const { start, length } = pieces[name] ?? { start: 0, length: 0 }
    const audio = prepared.get(name) ?? prepareAudio(data.subarray(start, start + length))
    prepared.set(name, audio)
    return audio
  }
}
