import { execFileSync } from 'node:child_process'
import { resample } from '../../packages/server/src/calls/audio/resample.ts'
import { atOnce } from '../../packages/server/src/calls/audio/steps.ts'
import { channelOf, parseWav } from '../../packages/server/src/calls/audio/wav.ts'
import type { Chance } from '../../packages/server/testing/chance.ts'

export const LANGUAGES = ['en', 'de', 'fr', 'it', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Voices of espeak-ng that sound like people; each half of the corpus has its own. */
const VOICES = {
  tuning:
    'm1 m3 m5 m7 f1 f3 f5 adam Alicia Andy antonio benjamin caleb Denis ed Gene Henrique linda marcelo Mario Michael pablo'.split(
      ' ',
    ),
  'held out':
    'm2 m4 m6 m8 f2 f4 Alex Andrea Annie belinda boris david Diogo edward gustave Hugo Jacky john Lee Marco max Mike paul'.split(
      ' ',
    ),
} as const
export type Half = keyof typeof VOICES
export const HALVES: readonly Half[] = ['tuning', 'held out']

/** Somebody with a voice, a pace and a pitch of their own. */
export class Speaker {
  readonly #words: readonly string[]

  constructor(chance: Chance, half: Half, language: Language) {
    const voice = `${language === 'en' ? chance.pick(['en-gb', 'en-us']) : language}+${chance.pick(VOICES[half])}`
    const [speed, pitch] = [chance.between(130, 190), chance.between(25, 75)]
    this.#words = [
      '-v',
      voice,
      '-s',
      speed.toFixed(0),
      '-p',
      pitch.toFixed(0),
      '-b',
      '1',
      '--stdin',
      '--stdout',
    ]
  }

  /** 16-bit samples at 8 kHz. */
  say(text: string): Int16Array {
    const wav = parseWav(execFileSync('espeak-ng', this.#words, { input: text, maxBuffer: 2 ** 26 }))
    if (typeof wav === 'string') throw new Error(`espeak-ng does not say "${text}": ${wav}`)
    return scaled(atOnce(resample(atOnce(channelOf(wav, 0)), wav.rate)))
  }
}

function scaled(sound: Float32Array): Int16Array {
  const samples = new Int16Array(sound.length)
  for (let at = 0; at < sound.length; at++) samples[at] = (sound[at] ?? 0) * 32_767
  return samples
}
