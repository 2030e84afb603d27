import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { joined, silence, tone } from '../../testing/sounds.ts'
import { G722Decoder, G722Encoder } from './g722.ts'
import { Narrowing, narrowed, Widening } from './half-band.ts'
import { Incoming } from './incoming.ts'
import { prepareAudio } from './media.ts'
import { Playback } from './playback.ts'
import { decode } from './g711.ts'
import { WideVoice } from './wide-sound.ts'

const SECOND = 16_000

/** By whole numbers only, so that it is the same sound everywhere: two waves, a hiss, and half a second of silence. */
function waves(): Int16Array {
  let hiss = 1
  return Int16Array.from({ length: 2 * SECOND }, (_, at) => {
    hiss = (hiss * 48_271) % 0x7fff_ffff
    const sample = triangle(at, 57, 12_000) + triangle(at, 5, 4_000) + ((hiss % 2_001) - 1_000)
    return at >= 12_000 && at < 20_000 ? 0 : sample
  })
}

function triangle(at: number, period: number, height: number): number {
  const [place, half] = [at % period, Math.floor(period / 2)]
  return place < half
    ? Math.floor((height * place) / half) - height / 2
    : height / 2 - Math.floor((height * (place - half)) / half)
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function encoded(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length / 2)
  const encoder = new G722Encoder()
  for (let at = 0; at < bytes.length; at += 160)
    encoder.encode(samples.subarray(2 * at, 2 * at + 320), bytes.subarray(at, at + 160))
  return bytes
}

/** What is left of one in the other, whatever its loudness, where it fits best. */
function likeness(one: Int16Array, other: Int16Array): number {
  const at = (shift: number) => {
    let [both, mine, theirs] = [0, 0, 0]
    for (let index = 400; index < one.length - 400; index++) {
      const [a, b] = [one[index] ?? 0, other[index + shift] ?? 0]
      both += a * b
      mine += a * a
      theirs += b * b
    }
    return both / Math.sqrt(mine * theirs)
  }
  return Math.max(...Array.from({ length: 60 }, (_, shift) => at(shift)))
}

describe('G.722', () => {
  // The digests are those of another implementation, spandsp 0.0.6, for the same sound.
  it('makes the very bytes and samples that others make', () => {
    const bytes = encoded(waves())
    expect(digest(bytes)).toBe('0337706ec7f7077a6ec6aee90f65a9352127cc422df8481841287fb859db9a61')
    const samples = new G722Decoder().decode(bytes)
    expect(digest(new Uint8Array(samples.buffer))).toBe(
      'd03f444be02e4921741ddcb99da779e5d38b83af6b2d60de5e361512a5be6d56',
    )
  })

  it('never turns over where it is too loud', () => {
    const loud = Int16Array.from({ length: SECOND }, (_, at) => (at % 40 < 20 ? 32_767 : -32_768))
    const heard = new G722Decoder().decode(encoded(loud))
    // Each half wave has its own sign in the middle.
    const delayed = (at: number) => heard[at + 22] ?? 0
    expect(delayed(8_010)).toBeGreaterThan(20_000)
    expect(delayed(8_030)).toBeLessThan(-20_000)
  })
})

describe('speech', () => {
  /** Above what the telephone's laws can carry. */
  const high = Int16Array.from(
    { length: SECOND },
    (_, at) => 8_000 * Math.sin((2 * Math.PI * 5_000 * at) / SECOND),
  )
  const low = Int16Array.from(
    { length: SECOND },
    (_, at) => 8_000 * Math.sin((2 * Math.PI * 1_000 * at) / SECOND),
  )

  it('given at 16 kHz is as long in every codec, and keeps what the codec can carry', () => {
    const prepared = prepareAudio(low)
    expect(prepared.durationMs).toBe(1_000)
    expect(prepared.wide).toHaveLength(2 * prepared.pcmu.length)
    const law = Int16Array.from(
      { length: 8_000 },
      (_, at) => 8_000 * Math.sin((2 * Math.PI * 1_000 * at) / 8_000),
    )
    expect(likeness(law, decode(prepared.pcmu, 'PCMU'))).toBeGreaterThan(0.99)
    expect(likeness(law, decode(prepared.pcma, 'PCMA'))).toBeGreaterThan(0.99)
    // Not where it begins and ends: a tone that breaks off has sound everywhere.
    const lost = narrowed(high)
      .subarray(100, 7_900)
      .reduce((most, one) => Math.max(most, Math.abs(one)), 0)
    expect(lost).toBeLessThan(100)
  })

  it.each([
    ['at 16 kHz', prepareAudio(joined(high, low)), joined(high, low), 0.98],
    ['as PCMU', prepareAudio(prepareAudio(low).pcmu), low, 0.98],
  ])('prepared %s is spoken by G.722, block by block', (_, audio, expected, least) => {
    const voice = new WideVoice()
    const playback = new Playback(audio)
    const heard: number[] = []
    const decoder = new G722Decoder()
    const block = new Uint8Array(160)
    let said = 0
    while (!playback.done) {
      said += voice.say(playback, block)
      heard.push(...decoder.decode(block))
    }
    expect(said).toBe(audio.pcmu.length)
    expect(likeness(expected, Int16Array.from(heard))).toBeGreaterThan(least)
  })

  it('that is widened and narrowed again is the same', () => {
    const narrow = tone(1_000, 500)
    expect(likeness(narrow, new Narrowing().push(new Widening().push(narrow)))).toBeGreaterThan(0.999)
  })
})

describe('what comes by G.722', () => {
  const heardBy = (incoming: Incoming, sound: Int16Array) => {
    const bytes = encoded(new Widening().push(sound))
    let keys = ''
    for (let at = 0; at < bytes.length; at += 160)
      keys += incoming.receive(
        {
          marker: false,
          payloadType: 9,
          sequence: at / 160,
          timestamp: at,
          ssrc: 1,
          payload: bytes.subarray(at, at + 160),
        },
        { kind: 'audio', codec: 'G722' },
        { now: at / 8, speaking: false, held: false },
      )
    return keys
  }

  it('has keys in it', () => {
    const pressed = joined(
      silence(200),
      tone([697, 1_209], 100),
      silence(100),
      tone([941, 1_477], 100),
      silence(200),
    )
    expect(heardBy(new Incoming({ inBandKeys: true }), pressed)).toBe('1#')
  })

  it('has the beep of a mailbox in it, and is recorded', () => {
    const incoming = new Incoming({ hearsMachines: true })
    incoming.record(60_000)
    const beep = joined(silence(1_000), tone(1_000, 400), silence(1_000))
    heardBy(incoming, beep)
    expect(incoming.report.machineSigns).toEqual(['beep'])
    expect(likeness(beep, incoming.report.recording ?? new Int16Array())).toBeGreaterThan(0.99)
  })
})
