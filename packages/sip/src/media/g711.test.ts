import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Law } from '../sdp/offer-answer.ts'
import { decode, encode, SILENCE, transcode } from './g711.ts'

const ALL = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768)
const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const codecs = ['PCMU', 'PCMA'] as const
const law = fc.constantFrom<Law>(...codecs)
const there = (codec: Law) => decode(encode(ALL, codec), codec)
const worst = (values: Iterable<number>) => {
  let most = 0
  for (const value of values) most = Math.max(most, Math.abs(value))
  return most
}

describe.each(codecs)('%s over all 65,536 samples', (codec) => {
  it('never falls where the samples rise', () => {
    const after = there(codec)
    expect(after.every((value, at) => at === 0 || value >= (after[at - 1] ?? 0))).toBe(true)
  })

  it('is off by at most half a step: one part in 32 of what is loud, 8 of what is soft', () => {
    const after = there(codec)
    const tooFar = ALL.filter((sample, at) => {
      if (Math.abs(sample) > 32_635) return false
      return Math.abs((after[at] ?? 0) - sample) > Math.max(8, (Math.abs(sample) + 132) / 32)
    })
    expect(tooFar).toHaveLength(0)
  })

  it('clips what is too loud instead of turning it over', () => {
    const ends = decode(encode(Int16Array.of(-32_768, 32_767), codec), codec)
    expect(Array.from(ends)).toEqual(codec === 'PCMU' ? [-32_124, 32_124] : [-32_256, 32_256])
  })

  it('keeps every byte of its own law', () => {
    const again = encode(decode(BYTES, codec), codec)
    // PCMU has two zeros, and -0 comes back as +0.
    const expected = BYTES.map((byte) => (codec === 'PCMU' && byte === 0x7f ? 0xff : byte))
    expect(again).toEqual(expected)
  })

  it('says silence as the law does', () => {
    expect(encode(Int16Array.of(0), codec)[0]).toBe(SILENCE[codec])
  })
})

describe('the signs', () => {
  it('mirror each other in PCMU', () => {
    const after = there('PCMU')
    expect(
      worst(ALL.map((sample, at) => (sample > 0 ? (after[at] ?? 0) + (after[32_768 - sample] ?? 0) : 0))),
    ).toBe(0)
  })

  it('mirror each other in PCMA, with -1 the mirror of 0', () => {
    const after = there('PCMA')
    expect(
      worst(ALL.map((sample, at) => (sample >= 0 ? (after[at] ?? 0) + (after[32_767 - sample] ?? 0) : 0))),
    ).toBe(0)
  })
})

describe('transcoding', () => {
  it.each([
    ['PCMU', 'PCMA'],
    ['PCMA', 'PCMU'],
  ] as const)('is decoding by one law and encoding by the other, for every byte: %s, %s', (from, to) => {
    expect(transcode(BYTES, from, to)).toEqual(encode(decode(BYTES, from), to))
  })

  it.each(codecs)('leaves the bytes that it is given alone, of a Buffer too: to %s', (to) => {
    const given = Buffer.from(BYTES)
    transcode(given, 'PCMU', to).fill(0)
    expect(Uint8Array.from(given)).toEqual(BYTES)
  })

  it('gives the other law about the same sound, and silence stays silence', () => {
    fc.assert(
      fc.property(fc.uint8Array(), law, law, (bytes, from, to) => {
        const before = decode(bytes, from)
        const after = decode(transcode(bytes, from, to), to)
        return before.every((one, at) => Math.abs(one - (after[at] ?? 0)) <= Math.max(8, Math.abs(one) / 16))
      }),
    )
    expect(transcode(Uint8Array.of(0xff), 'PCMU', 'PCMA')[0]).toBe(0xd5)
    expect(transcode(Uint8Array.of(0xd5), 'PCMA', 'PCMU')[0]).toSatisfy(
      (byte) => byte === 0xff || byte === 0xfe,
    )
  })
})
