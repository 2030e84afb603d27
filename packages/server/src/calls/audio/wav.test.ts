import { describe, expect, it } from 'vitest'
import { atOnce } from './steps.ts'
import { channelOf, parseWav, wavOfPcmu, type Wav } from './wav.ts'
import { type Encoding, tone, wavFile } from '../../../testing/wav-files.ts'

const read = (file: Uint8Array): Wav => {
  const wav = parseWav(file)
  if (typeof wav === 'string') throw new Error(wav)
  return wav
}

const distance = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, sample, n) => Math.max(most, Math.abs(sample - (b[n] ?? 9))), 0)

describe('a WAV file', () => {
  it.each<[Encoding, number]>([
    ['pcm8', 0.01],
    ['pcm16', 0.0001],
    ['pcm24', 0.00001],
    ['pcm32', 0.00001],
    ['float32', 0.00001],
    ['float64', 0.00001],
    ['pcmu', 0.02],
    ['pcma', 0.02],
  ])('of %s gives the samples that were put in', (encoding, error) => {
    const samples = tone(440, 16_000, 0.1)
    const wav = read(wavFile({ encoding, rate: 16_000, channels: [samples] }))
    expect(wav).toMatchObject({ encoding, rate: 16_000, channels: 1, missing: 0 })
    expect(distance(samples, atOnce(channelOf(wav, 0)))).toBeLessThan(error)
  })

  it('keeps its channels apart', () => {
    const channels = [tone(440, 8_000, 0.1), tone(880, 8_000, 0.1)]
    const wav = read(wavFile({ channels }))
    expect(channels.map((one, n) => distance(one, atOnce(channelOf(wav, n)))).every((d) => d < 0.001)).toBe(
      true,
    )
  })

  it('may have other chunks, of odd lengths too, before and after the sound', () => {
    const samples = tone(440, 8_000, 0.1)
    const wav = read(wavFile({ channels: [samples], before: ['LIST', 'odd'], after: ['id3 ', 'tail'] }))
    expect(atOnce(channelOf(wav, 0))).toHaveLength(samples.length)
  })

  it('may be written in the extensible form', () => {
    expect(read(wavFile({ encoding: 'pcm24', extensible: true })).encoding).toBe('pcm24')
  })

  it.each([0, 0x7fff_f000, 0xffff_ffff])('that came through a pipe has no length (%i)', (promised) => {
    const file = wavFile({ channels: [tone(440, 8_000, 0.5)], promised })
    expect(read(file)).toMatchObject({ missing: 0, data: { length: 8_000 } })
  })

  it('that is cut off says how much is missing', () => {
    const file = wavFile({ channels: [tone(440, 8_000, 0.5)] })
    expect(read(file.subarray(0, file.length - 1_001))).toMatchObject({
      missing: 1_001,
      data: { length: 6_998 },
    })
  })

  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'not-wav'],
    ['text', Buffer.from('Good morning, this is your wake-up call'), 'not-wav'],
    ['a header alone', wavFile().subarray(0, 12), 'no-format'],
    ['a format without sound', wavFile().subarray(0, 36), 'no-data'],
    ['a packed sound', wavFile({ tag: 0x11, bits: 4 }), 'unknown-encoding'],
    ['12 bits', wavFile({ bits: 12 }), 'unknown-encoding'],
    ['no channels', wavFile({ channelCount: 0 }), 'bad-format'],
    ['more channels than a frame holds', wavFile({ channelCount: 2 }), 'bad-format'],
    ['a rate of zero', wavFile({ rate: 0 }), 'bad-format'],
  ])('is not %s', (_, file, fault) => expect(parseWav(file)).toBe(fault))

  it('that we write is one that we read', () => {
    const pcmu = Uint8Array.from({ length: 801 }, (_, n) => n % 256)
    const wav = read(wavOfPcmu(pcmu, 8_000))
    expect(wav).toMatchObject({ encoding: 'pcmu', rate: 8_000, channels: 1, missing: 0 })
    expect(Buffer.from(wav.data).equals(pcmu)).toBe(true)
  })
})
