import { decodeG711 } from '@reveille/sip'
import { decodeSamples, encodeSamples } from '../packages/server/src/calls/audio/level.ts'
import { resample, TELEPHONE_RATE, WIDE_RATE } from '../packages/server/src/calls/audio/resample.ts'
import { atOnce, createTimeSlices } from '../packages/server/src/calls/audio/steps.ts'
import type { Utterance } from '../packages/server/src/calls/audio/utterance.ts'
import { createEspeak } from '../packages/server/src/calls/voice/espeak.ts'
import type { PhraseBook } from '../packages/server/src/calls/voice/phrase-book.ts'
import { createPico } from '../packages/server/src/calls/voice/pico.ts'
import { runner } from '../packages/server/src/calls/voice/run.ts'
import type { Synthesiser } from '../packages/server/src/calls/voice/synthesiser.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import { bookOf } from '../packages/server/testing/spoken-languages.ts'
import { atMost, type Bench } from './report.ts'
import { wordsOf, wrongWords } from './words/errors.ts'
import { understoodOf } from './words/moonshine.ts'
import { heardIn } from './words/recogniser.ts'
import { type HeardPhrase, listenToMenus, MENU_PHRASES } from './words/recorded.ts'

/** What guests and the desk hear, each said in one breath. */
const SENTENCES = [
  'Good morning. This is your wake-up call.',
  'It is seven thirty in the morning.',
  "It is six o'clock in the morning.",
  'It is five forty-five in the morning.',
  'It is one fifteen in the afternoon.',
  'This is the last call.',
  'Press one for another call in ten minutes.',
  'Please press any key to confirm that you are awake.',
  'Press any other key to confirm that you are awake.',
  'We will call you again in five minutes.',
  'Thank you. Have a pleasant day.',
  'Attention, please. This is the wake-up system.',
  'A wake-up call has failed. Room two one four.',
  'The telephone was answered, but no key was pressed.',
  'The telephone could not be reached.',
  'Otherwise I will call the room myself, at this time.',
  'If you know of this now, press one.',
  'If the guest has been reached, press two.',
  'There is a problem with the telephone lines.',
  'The disk of the wake-up system is almost full.',
]

const NEEDED = {
  pico2wave: 'libttspico-utils',
  'espeak-ng': 'espeak-ng',
  pocketsphinx_continuous: 'pocketsphinx',
  '/usr/share/pocketsphinx/model/en-us/en-us.lm.bin': 'pocketsphinx-en-us',
}

interface Listened {
  /** Debian's recogniser, at 16 kHz. */
  readonly sphinx: number
  /** The other one, at 16 kHz and after the telephone. */
  readonly wide: number
  readonly telephone: number
}

/** Wrong words of all sentences. */
async function listen(voice: Synthesiser, book: PhraseBook, sentences: readonly string[]): Promise<Listened> {
  const said: Utterance[] = []
  for (const sentence of sentences) said.push(await spoken(voice, sentence, book))
  const wrong = (heard: readonly string[]) =>
    sentences.reduce((sum, sentence, n) => sum + wrongWords(wordsOf(sentence), wordsOf(heard[n] ?? '')), 0)
  return {
    sphinx: wrong(said.map(({ wide }) => heardIn(wide))),
    wide: wrong(understoodOf(said.map(({ wide }) => wide))),
    telephone: wrong(understoodOf(said.map(afterTelephone))),
  }
}

async function spoken(voice: Synthesiser, sentence: string, book: PhraseBook): Promise<Utterance> {
  const said = await voice.speak(sentence, book)
  if (!said) throw new Error(`"${sentence}" was not spoken`)
  return said
}

/** G.711 and back, at the rate that a recogniser takes. */
function afterTelephone({ pcmu }: Pick<Utterance, 'pcmu'>): Int16Array {
  const narrow = atOnce(decodeSamples(decodeG711(pcmu, 'PCMU')))
  return atOnce(encodeSamples(atOnce(resample(narrow, TELEPHONE_RATE, WIDE_RATE))))
}

const onTelephone = (sounds: readonly Uint8Array[]) =>
  understoodOf(sounds.map((pcmu) => afterTelephone({ pcmu })))

function sumOf(heard: readonly HeardPhrase[]) {
  const words = heard.flatMap(({ said }) => wordsOf(said)).length
  const wrong = heard.reduce((sum, one) => sum + one.wrong, 0)
  return { phrases: heard.length, words, wrong: `${((100 * wrong) / words).toFixed(1)} %` }
}

async function run(words: readonly string[]) {
  const isSmoke = words.includes('--smoke')
  const sentences = isSmoke ? SENTENCES.slice(0, 1) : SENTENCES
  const phrases = isSmoke ? MENU_PHRASES.slice(0, 1) : MENU_PHRASES
  const clock = systemClock()
  const slices = createTimeSlices(clock)
  const [espeak, pico] = [createEspeak(runner(), clock, slices), createPico(runner(), clock, slices)]
  const before = await listen(espeak, bookOf('en-US'), sentences)
  const after = await listen(pico, bookOf('en-US'), sentences)
  const british = await listen(pico, bookOf('en'), sentences)
  const menus = {
    'en-US': await listenToMenus('en-US', clock, { phrases, understood: onTelephone }),
    en: await listenToMenus('en', clock, { phrases, understood: onTelephone }),
  }
  const total = sentences.flatMap(wordsOf).length
  const share = (wrong: number) => `${((100 * wrong) / total).toFixed(1)} %`
  const row = (voice: string, { sphinx, wide, telephone }: Listened) => ({
    voice,
    'pocketsphinx, 16 kHz': share(sphinx),
    'Moonshine, 16 kHz': share(wide),
    'Moonshine, after the telephone': share(telephone),
  })
  return {
    counted: `${total} words of ${sentences.length} sentences; wrong: replaced, left out or added`,
    notes: [
      "pocketsphinx is Debian's, with its American English model of 16 kHz and its general dictionary; Moonshine is the tiny English model of the npm package moonshine-js; neither is tuned to what we say",
      'after the telephone: G.711 mu-law at 8 kHz, brought back to 16 kHz with nothing above 4 kHz. Moonshine is heard to follow such speech; the model of pocketsphinx, made for 16 kHz, is not asked: it understands next to nothing of any voice then',
    ],
    tables: [
      {
        title: 'Words that were not understood',
        rows: [
          row('before: espeak-ng, en-us', before),
          row('after: SVOX Pico, en-US', after),
          row('after: SVOX Pico, en-GB', british),
        ],
      },
      {
        title: 'Recorded phrases of the menus, Moonshine, after the telephone',
        rows: Object.entries(menus).map(([language, heard]) => ({ language, ...sumOf(heard) })),
      },
      {
        title: 'Those of which a word was not understood',
        rows: Object.values(menus).flatMap((heard) =>
          heard.filter(({ wrong }) => wrong > 0).map((one) => ({ ...one })),
        ),
      },
    ],
    checks: [
      atMost(
        'wrong words at 16 kHz by pocketsphinx, of those before',
        0.6,
        after.sphinx / before.sphinx,
        ' of the words',
      ),
      atMost(
        'wrong words after the telephone, of those before',
        0.6,
        after.telephone / before.telephone,
        ' of the words',
      ),
    ],
  }
}

export const bench: Bench = {
  about: 'how much of what is spoken a recogniser understands, by espeak-ng and by SVOX Pico (installs both)',
  smoke: ['--smoke'],
  needs: NEEDED,
  nonFree: true,
  hasRecogniser: true,
  run,
}
