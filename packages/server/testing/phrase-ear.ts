import path from 'node:path'
import { openPhraseAudio } from '../src/calls/voice/phrase-audio.ts'
import { LANGUAGE_FOLDER } from './spoken-languages.ts'

/** Silence in the mu-law (ITU-T G.711). */
const QUIET = 0xff
/** So much of a piece, from its first sound on, tells it from nearly all others. */
const HEAD = 64

/** Knows the recorded pieces of a language, and nothing of what should be said. */
export interface PhraseEar {
  /** The pieces that a sound is made of, one after the other. */
  hear(pcmu: Uint8Array): string[]
  /** Of pieces that sound the same, all have one name. */
  nameOf(piece: string): string
}

interface Piece {
  readonly name: string
  readonly bytes: Buffer
  /** Where its first sound is. */
  readonly begins: number
}

export async function phraseEar(language: string): Promise<PhraseEar> {
  const audio = await openPhraseAudio({ folder: path.join(LANGUAGE_FOLDER, language) }, () => undefined)
  const names = new Map<string, string>()
  const sounds = new Map<string, string>()
  const byHead = new Map<string, Piece[]>()
  for (const name of audio?.names ?? []) {
    const bytes = Buffer.from((await audio?.piece(name))?.pcmu ?? [])
    const sound = bytes.toString('latin1')
    names.set(name, sounds.get(sound) ?? name)
    if (sounds.has(sound)) continue
    sounds.set(sound, name)
    const piece = { name, bytes, begins: firstSound(bytes, 0) }
    const head = headAt(bytes, piece.begins)
    byHead.set(head, [...(byHead.get(head) ?? []), piece])
  }
  return {
    hear: (pcmu) => piecesIn(Buffer.from(pcmu), byHead),
    nameOf: (piece) => names.get(piece) ?? piece,
  }
}

/** Between two pieces there is nothing but silence. */
function piecesIn(sound: Buffer, byHead: ReadonlyMap<string, readonly Piece[]>): string[] {
  const heard: string[] = []
  let from = 0
  for (let at = firstSound(sound, 0); at < sound.length; at = firstSound(sound, from)) {
    const here = (byHead.get(headAt(sound, at)) ?? [])
      .filter(({ bytes, begins }) => isAt(sound, at - begins, bytes))
      .toSorted((one, other) => other.bytes.length - one.bytes.length)[0]
    if (!here) throw new Error(`Something is heard after ${at / 8} ms that is no phrase`)
    heard.push(here.name)
    from = at - here.begins + here.bytes.length
  }
  return heard
}

function firstSound(sound: Buffer, from: number): number {
  let at = from
  while (at < sound.length && sound[at] === QUIET) at++
  return at
}

const headAt = (sound: Buffer, at: number) => sound.toString('latin1', at, at + HEAD)

const isAt = (sound: Buffer, at: number, piece: Buffer) =>
  at >= 0 &&
  sound.length - at >= piece.length &&
  sound.compare(piece, 0, piece.length, at, at + piece.length) === 0
