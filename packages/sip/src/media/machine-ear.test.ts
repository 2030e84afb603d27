import { describe, expect, it } from 'vitest'
import { atLevel, cut, joined, louder, mixed, silence, tone } from '../../testing/sounds.ts'
import { noiseOf, speechLike } from '../../testing/speech-like.ts'
import type { Law } from '../sdp/offer-answer.ts'
import { encode } from './g711.ts'
import { MachineEar } from './machine-ear.ts'

const speech = (ms: number, dbm0 = -20, seed = 7) => atLevel(speechLike(ms, seed), dbm0)

interface Heard {
  /** What we say meanwhile. */
  readonly own?: Int16Array
  readonly codec?: Law
  readonly packetMs?: number
  /** Packets that do not arrive. */
  readonly lost?: (packet: number) => boolean
}

/** What is found in this sound when it comes in packets. */
function signsIn(sound: Int16Array, heard: Heard = {}): readonly string[] {
  const { own = silence(0), codec = 'PCMU', packetMs = 20, lost = () => false } = heard
  const ear = new MachineEar()
  for (let at = 0; at * packetMs * 8 < sound.length; at++) {
    const piece = (of: Int16Array) => encode(cut(of, at * packetMs, (at + 1) * packetMs), codec)
    ear.say(piece(joined(own, silence(sound.length / 8))), codec)
    if (!lost(at))
      ear.hear({ payload: piece(sound), timestamp: (4_294_900_000 + at * packetMs * 8) >>> 0 }, codec)
  }
  return ear.signs
}

describe('speech of the other side', () => {
  it('counts when it goes on for four seconds', () => {
    expect(signsIn(speech(6_000))).toEqual(['long-speech'])
    expect(signsIn(joined(silence(900), speech(6_000), silence(500)))).toEqual(['long-speech'])
    expect(signsIn(speech(3_500))).toEqual([])
  })

  it('does not count when there are pauses in it', () => {
    const said = [1, 2, 3, 4, 5].flatMap((seed) => [speech(2_000, -20, seed), silence(700)])
    expect(signsIn(joined(...said))).toEqual([])
  })

  it('goes on over a breath', () => {
    const said = [1, 2, 3, 4, 5].flatMap((seed) => [speech(2_000, -20, seed), silence(200)])
    expect(signsIn(joined(...said))).toEqual(['long-speech'])
  })

  it.each([-45, -50])('is not what is heard from next door, at %i dBm0', (level) => {
    expect(signsIn(speech(10_000, level))).toEqual([])
  })

  it.each([-15, -22, -30, -40])('is not the noise of a fan, at %i dBm0', (level) => {
    expect(signsIn(atLevel(noiseOf(10_000, 1_000, 3), level))).toEqual([])
  })

  it.each([-35, -45])('is found in the noise of a fan, at %i dBm0', (level) => {
    const fan = atLevel(noiseOf(6_000, 1_000, 3), level)
    expect(signsIn(mixed(fan, speech(6_000, -15)))).toEqual(['long-speech'])
  })

  it.each<[string, Heard]>([
    ['in A-law', { codec: 'PCMA' }],
    ['in packets of 30 ms', { packetMs: 30 }],
    ['in packets of 10 ms', { packetMs: 10 }],
    ['when a packet in ten is lost', { lost: (packet) => packet % 10 === 3 }],
  ])('is found %s', (_, how) => {
    expect(signsIn(speech(6_000), how)).toEqual(['long-speech'])
  })

  it('pauses where a phone that suppresses silence sends nothing', () => {
    const quiet = (packet: number) => packet % 100 >= 60
    expect(signsIn(speech(12_000), { lost: quiet })).toEqual([])
  })
})

describe('our own voice', () => {
  const own = speech(12_000, -18, 11)

  it.each([
    [8, 60],
    [12, 150],
    [20, 240],
    [35, 360],
  ])('that comes back %i dB softer after %i ms is nobody', (loss, delayMs) => {
    const echo = joined(silence(delayMs), louder(own, -loss))
    expect(signsIn(mixed(echo, joined(speech(700), silence(8_000))), { own })).toEqual([])
  })

  it.each([-12, -18, -24])('does not cover a greeting, at %i dBm0', (level) => {
    expect(signsIn(joined(silence(600), speech(9_000, level)), { own })).toEqual(['long-speech'])
  })

  it('may have a tone in it, which comes back and is no beep', () => {
    const chimes = joined(tone(660, 400), speech(5_000))
    const echo = joined(silence(120), louder(chimes, -9))
    expect(signsIn(echo, { own: chimes })).toEqual([])
    expect(signsIn(echo)).toContain('beep')
  })
})

describe('a beep', () => {
  const lone = (beep: Int16Array) => joined(silence(1_010), beep, silence(2_000))

  it.each([425, 440, 500, 660, 800, 1_000, 1_400, 2_000])('of %i Hz is heard', (hertz) => {
    expect(signsIn(lone(tone(hertz, 150)))).toEqual(['beep'])
    expect(signsIn(lone(tone(hertz, 1_000, -28)))).toEqual(['beep'])
  })

  it.each([500, 1_000, 2_000])('of %i Hz is heard in noise, and while we speak', (hertz) => {
    const noise = atLevel(noiseOf(3_000, 1_000, 5), -40)
    expect(signsIn(mixed(lone(tone(hertz, 400)), noise), { own: speech(4_000, -18) })).toEqual(['beep'])
  })

  it('is heard behind a greeting', () => {
    expect(signsIn(joined(speech(6_000), silence(300), tone(1_000, 300), silence(3_000)))).toEqual([
      'long-speech',
      'beep',
    ])
  })

  it.each<[string, Int16Array]>([
    ['a click', lone(tone(1_000, 60))],
    ['a tone next door', lone(tone(1_000, 400, -40))],
    ['a dial tone', joined(silence(1_000), tone(425, 6_000))],
    ['an American dial tone', joined(silence(1_000), tone([350, 440], 6_000))],
    ['an American ring-back tone', lone(tone([440, 480], 2_000))],
    [
      'an American busy tone',
      joined(...Array.from({ length: 8 }, () => [tone([480, 620], 500), silence(500)]).flat()),
    ],
    [
      'a ring-back tone',
      joined(...Array.from({ length: 3 }, () => [tone(425, 1_000), silence(4_000)]).flat()),
    ],
    ['a busy tone', joined(...Array.from({ length: 8 }, () => [tone(425, 500), silence(500)]).flat())],
    ['congestion', joined(...Array.from({ length: 16 }, () => [tone(425, 250), silence(250)]).flat())],
    ['an alarm clock', joined(...Array.from({ length: 8 }, () => [tone(2_000, 200), silence(800)]).flat())],
    ['a fax machine', joined(silence(500), tone(2_100, 3_000), silence(1_000))],
    ...(
      [
        [697, 1_209],
        [770, 1_336],
        [852, 1_477],
        [941, 1_633],
      ] as const
    ).map((pair): [string, Int16Array] => [`the key of ${pair.join(' and ')} Hz`, lone(tone(pair, 300))]),
  ])('is not %s', (_, sound) => {
    expect(signsIn(sound)).toEqual([])
  })

  it('is not in speech', () => {
    for (let seed = 0; seed < 40; seed++) expect(signsIn(speech(10_000, -15, seed))).not.toContain('beep')
  })
})
