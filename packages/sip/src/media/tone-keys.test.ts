import { describe, expect, it } from 'vitest'
import { noiseOf, speechLike } from '../../testing/speech-like.ts'
import { decode, encode } from './g711.ts'
import { ToneKeys } from './tone-keys.ts'

const RATE = 8_000
const ROWS: Readonly<Record<string, number>> = { '123A': 697, '456B': 770, '789C': 852, '*0#D': 941 }
const COLUMNS: Readonly<Record<string, number>> = { '147*': 1_209, '2580': 1_336, '369#': 1_477, ABCD: 1_633 }
const of = (group: Readonly<Record<string, number>>, key: string) =>
  Object.entries(group).find(([keys]) => keys.includes(key))?.[1] ?? 0

interface Tone {
  readonly ms?: number
  /** Below full scale, and how much louder the upper tone is. */
  readonly dB?: number
  readonly twist?: number
  /** How far both tones are off, in per cent. */
  readonly off?: number
}

const sines = (ms: number, parts: readonly (readonly [hertz: number, amplitude: number])[]) =>
  Int16Array.from({ length: (ms * RATE) / 1_000 }, (_, at) =>
    parts.reduce(
      (sum, [hertz, amplitude]) => sum + amplitude * Math.sin((2 * Math.PI * hertz * at) / RATE),
      0,
    ),
  )
const amplitude = (dB: number) => 16_000 * 10 ** (dB / 20)
const press = (key: string, { ms = 80, dB = -10, twist = 0, off = 0 }: Tone = {}) =>
  sines(ms, [
    [of(ROWS, key) * (1 + off / 100), amplitude(dB - twist / 2)],
    [of(COLUMNS, key) * (1 + off / 100), amplitude(dB + twist / 2)],
  ])
const silence = (ms: number) => new Int16Array((ms * RATE) / 1_000)
function together(...sounds: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(sounds.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const one of sounds) {
    all.set(one, at)
    at += one.length
  }
  return all
}
const mixed = (one: Int16Array, other: Int16Array) => one.map((sample, at) => sample + (other[at] ?? 0))

/** As it comes from a phone: in packets, through either law. */
function heard(sound: Int16Array, codec: 'PCMU' | 'PCMA' = 'PCMU', shift = 0): string {
  const keys = new ToneKeys()
  const wire = decode(encode(together(new Int16Array(shift), sound, silence(60)), codec), codec)
  let told = ''
  for (let at = 0; at < wire.length; at += 160) told += keys.hear(wire.subarray(at, at + 160))
  return told
}

describe('a key in the sound', () => {
  it.each(Array.from('0123456789*#ABCD'))('is heard: %s', (key) => {
    for (const codec of ['PCMU', 'PCMA'] as const)
      for (const shift of [0, 17, 51, 101]) expect(heard(press(key), codec, shift)).toBe(key)
  })

  it.each<[string, Tone]>([
    ['loud', { dB: 0 }],
    ['soft', { dB: -28 }],
    ['with the upper tone louder', { twist: 3.5 }],
    ['with the upper tone softer, as after a long line', { twist: -7 }],
    ['from a phone that is out of tune', { off: 1.5 }],
    ['from a phone that is out of tune the other way', { off: -1.5 }],
    ['short', { ms: 55 }],
    ['long, and counts once', { ms: 3_000 }],
  ])('is heard %s', (_, tone) => {
    for (const key of '15900#')
      for (const shift of [0, 33, 77]) expect(heard(press(key, tone), 'PCMU', shift)).toBe(key)
  })

  it('is heard over the noise of a line', () => {
    expect(heard(mixed(press('7'), noiseOf(80, amplitude(-32), 3)))).toBe('7')
  })

  it('is heard as often as it is pressed', () => {
    const gap = silence(50)
    expect(heard(together(press('1'), gap, press('1'), gap, press('2'), press('3')))).toBe('1123')
  })

  it('goes on over a click', () => {
    const tone = press('5', { ms: 300 })
    tone.fill(0, 1_200, 1_280)
    expect(heard(tone)).toBe('5')
  })

  it.each<[string, Int16Array]>([
    ['too short', press('5', { ms: 20 })],
    ['too soft', press('5', { dB: -42 })],
    ['with the upper tone far too loud', press('5', { twist: 9 })],
    ['with the upper tone far too soft', press('5', { twist: -14 })],
    ['out of tune by far', press('5', { off: 4 })],
    ['one tone alone', sines(200, [[770, 8_000]])],
    [
      'two tones of one group',
      sines(200, [
        [770, 8_000],
        [941, 8_000],
      ]),
    ],
    [
      'a key with a third tone that is a little softer',
      sines(200, [
        [770, 6_000],
        [1_336, 6_000],
        [1_633, 3_400],
      ]),
    ],
    [
      'a key under a louder voice',
      sines(200, [
        [300, 9_000],
        [770, 5_000],
        [1_336, 5_000],
      ]),
    ],
    [
      'three tones',
      sines(200, [
        [770, 6_000],
        [1_336, 6_000],
        [1_633, 6_000],
      ]),
    ],
    [
      'a dial tone',
      sines(500, [
        [350, 6_000],
        [440, 6_000],
      ]),
    ],
    ['a dial tone of Europe', sines(500, [[425, 9_000]])],
    [
      'a ringing tone',
      sines(500, [
        [440, 6_000],
        [480, 6_000],
      ]),
    ],
    ['the tone of a fax', sines(500, [[1_100, 9_000]])],
    ['noise', noiseOf(2_000, 8_000, 1)],
    ['silence', silence(500)],
  ])('is none: %s', (_, sound) => {
    for (const shift of [0, 51]) expect(heard(sound, 'PCMU', shift)).toBe('')
  })

  it.each([1, 2, 3, 4, 5, 6])('is none in half a minute of a voice (%i)', (seed) => {
    expect(heard(speechLike(30_000, seed))).toBe('')
  })

  it('is none when the sound is broken off and something else follows', () => {
    const keys = new ToneKeys()
    expect(keys.hear(press('1', { ms: 30 }))).toBe('')
    keys.reset()
    expect(keys.hear(press('1', { ms: 30 }))).toBe('')
  })
})
