import type { Clock } from '../../kernel/clock.ts'
import { type TimeSlices, unhurried } from '../audio/steps.ts'
import { utterance } from '../audio/utterance.ts'
import { channelOf, parseWav } from '../audio/wav.ts'
import type { Run } from './run.ts'
import { askedSeldom, createAsk, speakable, type Synthesiser } from './synthesiser.ts'

const PROGRAM = 'espeak-ng'

/**
 * One manner for all languages. This variant speaks its consonants louder: a recogniser that listened to English
 * through a telephone's band understood more of it than of the plain voice; between 130 and 175 words a minute made no
 * difference.
 */
export const ESPEAK_MANNER = { variant: 'f2', speed: 165, pitch: 50 } as const
/** It is silent before and after its words; the variant has an echo. */
export const ESPEAK_EDGES = { below: 0.002, echoMs: 140 } as const

/** Debian's espeak-ng: it has a voice for a hundred languages, and none is pleasant. */
export function createEspeak(run: Run, clock: Clock, slices: TimeSlices): Synthesiser {
  const ask = createAsk(clock)
  const listed = askedSeldom(clock, () => ask(() => run(PROGRAM, ['--voices'], '')).then(voicesIn))

  return {
    async speak(text, { voices }) {
      const { espeak } = voices
      const words = speakable(text)
      if (words === '' || espeak === undefined) return null
      const file = await ask(() => run(PROGRAM, spokenAs(espeak), words))
      const wav = file ? parseWav(file) : null
      if (wav === null || typeof wav === 'string') return null
      const samples = await unhurried(channelOf(wav, 0), slices)
      const said = await unhurried(utterance(samples, wav.rate, ESPEAK_EDGES), slices)
      return said.pcmu.length > 0 ? said : null
    },
    async speaks(books) {
      const has = await listed()
      return books.filter(({ voices }) => voices.espeak !== undefined && has(voices.espeak))
    },
  }
}

/** The text goes in through standard input as UTF-8, the sound comes out as a WAV file. */
export const spokenAs = (voice: string): string[] => [
  '-v',
  `${voice}+${ESPEAK_MANNER.variant}`,
  '-s',
  `${ESPEAK_MANNER.speed}`,
  '-p',
  `${ESPEAK_MANNER.pitch}`,
  '-b',
  '1',
  '--stdin',
  '--stdout',
]

function voicesIn(list: Uint8Array | null): (voice: string) => boolean {
  const lines = Buffer.from(list ?? [])
    .toString()
    .split('\n')
  const voices = lines.map(voiceOfLine)
  return (voice) => voices.some((one) => one === voice || one.startsWith(`${voice}-`))
}

/** A line such as ` 5  de  --/M  German  gmw/de` of the list of voices. */
const voiceOfLine = (line: string) => line.trim().split(/\s+/)[1] ?? ''
