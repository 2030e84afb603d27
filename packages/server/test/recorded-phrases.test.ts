import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { decodeG711 } from '@reveille/sip'
import { describe, expect, it } from 'vitest'
import { speechIn } from '../src/calls/audio/level.ts'
import { atOnce, createTimeSlices } from '../src/calls/audio/steps.ts'
import { openPhraseAudio } from '../src/calls/voice/phrase-audio.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { bookOf, LANGUAGE_FOLDER, TAGS_HERE } from '../testing/spoken-languages.ts'

interface Index {
  readonly pieces: Readonly<Record<string, { readonly sound: string }>>
}

/** Vowels in the phonetic alphabet; what stands together is one syllable. */
const syllables = (sound: string) => sound.match(/[aeiouyæøœɐɑɒɔəɚɛɜɪɨʊʉʌʏᵻː]+/g)?.length ?? 0

describe.each(TAGS_HERE)('the recorded phrases of %s', async (language) => {
  const book = bookOf(language)
  const folder = path.join(LANGUAGE_FOLDER, language)
  const index = JSON.parse(await readFile(path.join(folder, 'speech.json'), 'utf8')) as Index
  const audio = await openPhraseAudio({ folder }, createTimeSlices(systemClock()))
  const pieces = await Promise.all(
    [...book.pieces.keys()].map(async (name) => {
      const sound = await audio?.piece(name)
      if (!sound) throw new Error(`${language} lacks ${name}`)
      const samples = Float32Array.from(decodeG711(sound.pcmu, 'PCMU'), (sample) => sample / 32_768)
      const wide = Float32Array.from(sound.wide, (sample) => sample / 32_768)
      return { name, samples, wide, seconds: samples.length / 8_000, sound: index.pieces[name]?.sound ?? '' }
    }),
  )
  const namesOf = (wrong: (piece: (typeof pieces)[number]) => boolean) =>
    pieces.filter(wrong).map(({ name, seconds }) => `${name} ${seconds.toFixed(2)}`)

  it('are there at 16 kHz as well, as loud and as long', () => {
    expect(namesOf(({ samples, wide }) => wide.length !== 2 * samples.length)).toEqual([])
    expect(namesOf(({ wide }) => Math.abs(atOnce(speechIn(wide, 16_000)).level + 20) > 1.5)).toEqual([])
  })

  it('last as long as speech does', () => {
    expect(namesOf(({ seconds }) => seconds < 0.12 || seconds > 4)).toEqual([])
  })

  it('last as long as their syllables need', () => {
    expect(
      namesOf(({ seconds, sound }) => {
        const count = syllables(sound)
        return count === 0 || seconds < 0.09 * count || seconds > 0.4 + 0.3 * count
      }),
    ).toEqual([])
  })

  it('are all as loud as each other', () => {
    expect(namesOf(({ samples }) => Math.abs(atOnce(speechIn(samples)).level + 20) > 1.5)).toEqual([])
  })

  it('neither clip nor click', () => {
    const peak = (samples: Float32Array) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
    expect(namesOf(({ samples }) => peak(samples) > 0.85 || peak(samples) < 0.15)).toEqual([])
    const ends = ({ samples }: { samples: Float32Array }) =>
      Math.max(Math.abs(samples[0] ?? 1), Math.abs(samples.at(-1) ?? 1))
    expect(namesOf((piece) => ends(piece) > 0.002)).toEqual([])
  })

  it('are speech from end to end, not a word and a long silence', () => {
    expect(
      namesOf(({ samples, seconds }) => atOnce(speechIn(samples)).ms < seconds * 1_000 * 0.3 - 50),
    ).toEqual([])
  })

  it('lie where a telephone carries them', () => {
    expect(namesOf(({ samples }) => shareOutside(samples) > 0.6)).toEqual([])
  })
})

const SIZE = 256
const HERTZ = 8_000 / SIZE
/** The bins of a discrete Fourier transform that no telephone carries: below 200 and above 3,400 Hz. */
const OUTSIDE = Array.from({ length: SIZE / 2 }, (_, bin) => bin).filter(
  (bin) => bin * HERTZ < 200 || bin * HERTZ > 3_400,
)
const WINDOW = Float32Array.from({ length: SIZE }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE))

/** How much of the energy lies outside, looking at 32 ms of every 128. */
function shareOutside(samples: Float32Array): number {
  let [outside, all] = [0, 0]
  for (let from = 0; from + SIZE <= samples.length; from += SIZE * 4) {
    const frame = WINDOW.map((weight, n) => weight * (samples[from + n] ?? 0))
    all += (SIZE / 2) * frame.reduce((sum, sample) => sum + sample ** 2, 0)
    outside += OUTSIDE.reduce((sum, bin) => sum + energyAt(frame, bin), 0)
  }
  return outside / all
}

/** Goertzel's way to one bin. */
function energyAt(frame: Float32Array, bin: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * bin) / SIZE)
  let [last, before] = [0, 0]
  for (const sample of frame) [last, before] = [sample + turn * last - before, last]
  return last ** 2 + before ** 2 - turn * last * before
}
