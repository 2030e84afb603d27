import { installNeeded } from '../peers/debian.ts'
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
import { heardIn } from './words/recogniser.ts'

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
  readonly wide: number
  readonly telephone: number
}

/** Wrong words of all sentences, at 16 kHz and after the telephone. */
async function listen(voice: Synthesiser, book: PhraseBook): Promise<Listened> {
  let [wide, telephone] = [0, 0]
  for (const sentence of SENTENCES) {
    const said = await voice.speak(sentence, book)
    if (!said) throw new Error(`"${sentence}" was not spoken`)
    wide += wrongWords(wordsOf(sentence), wordsOf(heardIn(said.wide)))
    telephone += wrongWords(wordsOf(sentence), wordsOf(heardIn(afterTelephone(said))))
  }
  return { wide, telephone }
}

/** G.711 and back, at the rate that the recogniser's model is made for. */
function afterTelephone({ pcmu }: Utterance): Int16Array {
  const narrow = atOnce(decodeSamples(decodeG711(pcmu, 'PCMU')))
  return atOnce(encodeSamples(atOnce(resample(narrow, TELEPHONE_RATE, WIDE_RATE))))
}

async function run() {
  installNeeded(NEEDED)
  const clock = systemClock()
  const slices = createTimeSlices(clock)
  const [espeak, pico] = [createEspeak(runner(), clock, slices), createPico(runner(), clock, slices)]
  const before = await listen(espeak, bookOf('en-US'))
  const after = await listen(pico, bookOf('en-US'))
  const british = await listen(pico, bookOf('en'))
  const total = SENTENCES.flatMap(wordsOf).length
  const share = (wrong: number) => (100 * wrong) / total
  const row = (voice: string, { wide, telephone }: Listened) => ({
    voice,
    'wrong at 16 kHz': `${share(wide).toFixed(1)} %`,
    'wrong after the telephone': `${share(telephone).toFixed(1)} %`,
  })
  return {
    counted: `${total} words of ${SENTENCES.length} sentences; wrong: replaced, left out or added`,
    notes: [
      "the recogniser is Debian's pocketsphinx with its American English model of 16 kHz and its general dictionary, not tuned to what we say",
      'Debian has no model of 8 kHz: after the telephone (G.711 mu-law, 8 kHz) the sound is brought back to 16 kHz, with nothing above 4 kHz, which that model was not made for: it understands next to nothing of any voice then, so those figures judge no voice and nothing is required of them',
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
    ],
    checks: [atMost('wrong words at 16 kHz, of those before', 0.6, after.wide / before.wide)],
  }
}

export const bench: Bench = {
  about: 'how much of what is spoken a recogniser understands, by espeak-ng and by SVOX Pico (installs both)',
  run,
}
