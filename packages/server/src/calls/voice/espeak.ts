import { type Clock, minutes } from '../../kernel/clock.ts'
import { LANGUAGES, type Language, type PhraseManner } from './phrase-book.ts'
import { PHRASE_BOOKS } from './phrase-books.ts'
import type { Run } from './run.ts'
import { type TimeSlices, unhurried } from '../audio/steps.ts'
import { utterance } from './utterance.ts'
import { channelOf, parseWav } from '../audio/wav.ts'

/** Free wording, spoken by Debian's espeak-ng where that is installed, in the voice of the recorded phrases. */
export interface Espeak {
  /** PCMU; null when it cannot be spoken now. */
  speak(text: string, language: Language): Promise<Uint8Array | null>
  languages(): Promise<readonly Language[]>
}

const PROGRAM = 'espeak-ng'
const LONGEST_TEXT = 400
const AT_ONCE = 2
// After this many failures in a row it rests, so that a thousand names do not each wait for a failure.
const MOST_FAILURES = 3
const REST = minutes(1)

export function createEspeak(run: Run, clock: Clock, slices: TimeSlices): Espeak {
  const queue = createQueue(AT_ONCE)
  let failures = 0
  let restUntil = -Infinity
  let listedUntil = -Infinity
  let listed: Promise<readonly Language[]> = Promise.resolve([])
  const judge = (worked: boolean) => {
    failures = worked ? 0 : failures + 1
    if (failures >= MOST_FAILURES) restUntil = clock.elapsed() + REST
  }
  const ask = (words: readonly string[], input: string) =>
    queue(async () => {
      if (clock.elapsed() < restUntil) return null
      const said = await run(PROGRAM, words, input)
      judge(said !== null)
      return said
    })

  return {
    async speak(text, language) {
      const { manner } = PHRASE_BOOKS[language]
      const words = speakable(text)
      const file = words && (await ask(spokenAs(manner), `${words}.`))
      const wav = file ? parseWav(file) : null
      if (wav === null || typeof wav === 'string') return null
      const samples = await unhurried(channelOf(wav, 0), slices)
      const pcmu = await unhurried(utterance(samples, wav.rate, manner.echoMs), slices)
      return pcmu.length > 0 ? pcmu : null
    },
    languages() {
      if (clock.elapsed() >= listedUntil) {
        listedUntil = clock.elapsed() + REST
        listed = ask(['--voices'], '').then(languagesIn)
      }
      return listed
    },
  }
}

/** The text goes in through standard input as UTF-8, the sound comes out as a WAV file. */
export const spokenAs = ({ voice, variant, speed, pitch }: PhraseManner): string[] => [
  '-v',
  `${voice}+${variant}`,
  '-s',
  `${speed}`,
  '-p',
  `${pitch}`,
  '-b',
  '1',
  '--stdin',
  '--stdout',
]

function languagesIn(list: Uint8Array | null): Language[] {
  const lines = Buffer.from(list ?? [])
    .toString()
    .split('\n')
  const voices = lines.map(voiceOfLine)
  const has = (voice: string) => voices.some((one) => one === voice || one.startsWith(`${voice}-`))
  return LANGUAGES.filter((language) => has(PHRASE_BOOKS[language].manner.voice))
}

/** A line such as ` 5  de  --/M  German  gmw/de` of the list of voices. */
const voiceOfLine = (line: string) => line.trim().split(/\s+/)[1] ?? ''

/** No control characters, and no brackets: espeak-ng reads text in double brackets as phonemes. */
function speakable(text: string): string {
  const plain = text.slice(0, LONGEST_TEXT).replaceAll(/[\p{C}[\]]/gu, ' ')
  return plain.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** So many at once; the others wait in line. */
function createQueue(atOnce: number): Queue {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
