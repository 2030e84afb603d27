import type { Codec } from '../offer-answer.ts'

/** ITU-T G.711, by tables that are made once: two of 256 samples to decode, two of 65,536 bytes to encode. */

/** What each law says when nobody speaks. */
export const SILENCE: Readonly<Record<Codec, number>> = { PCMU: 0xff, PCMA: 0xd5 }

const BIAS = 0x84
const CLIP = 32_635

/** G.711 table 2: sign, three bits of segment, four of step; every bit turned over on the wire. */
function muToLinear(byte: number): number {
  const bits = ~byte & 0xff
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits & 0x70) >> 4)) - BIAS
  return bits & 0x80 ? -magnitude : magnitude
}

/** G.711 table 1: the even bits are turned over, and the sign bit says plus. */
function aToLinear(byte: number): number {
  const bits = byte ^ 0x55
  const step = (bits & 0x0f) << 4
  const segment = (bits & 0x70) >> 4
  const magnitude = segment === 0 ? step + 8 : (step + 0x108) << (segment - 1)
  return bits & 0x80 ? magnitude : -magnitude
}

function linearToMu(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS
  const segment = 24 - Math.clz32(magnitude)
  const step = (magnitude >> (segment + 3)) & 0x0f
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | step) & 0xff
}

function linearToA(sample: number): number {
  // -1 belongs to the first step below zero, as 0 belongs to the first above.
  const magnitude = sample < 0 ? -sample - 1 : sample
  const segment = Math.max(0, 24 - Math.clz32(magnitude))
  const step = (magnitude >> Math.max(4, segment + 3)) & 0x0f
  return ((sample < 0 ? 0 : 0x80) | (segment << 4) | step) ^ 0x55
}

const everySample = (encode: (sample: number) => number) =>
  Uint8Array.from({ length: 65_536 }, (_, index) => encode(index - 32_768))
const everyByte = (decode: (byte: number) => number) =>
  Int16Array.from({ length: 256 }, (_, byte) => decode(byte))

const ENCODE: Readonly<Record<Codec, Uint8Array>> = {
  PCMU: everySample(linearToMu),
  PCMA: everySample(linearToA),
}
const DECODE: Readonly<Record<Codec, Int16Array>> = {
  PCMU: everyByte(muToLinear),
  PCMA: everyByte(aToLinear),
}

const encodeSample = (codec: Codec, sample: number) => ENCODE[codec][sample + 32_768] ?? SILENCE[codec]
const decodeByte = (codec: Codec, byte: number) => DECODE[codec][byte] ?? 0

export const encode = (samples: Int16Array, codec: Codec): Uint8Array =>
  Uint8Array.from(samples, (sample) => encodeSample(codec, sample))

export const decode = (bytes: Uint8Array, codec: Codec): Int16Array =>
  Int16Array.from(bytes, (byte) => decodeByte(codec, byte))

/** One law's bytes in the other law's; a copy where the laws are the same. */
export function transcode(bytes: Uint8Array, from: Codec, to: Codec): Uint8Array {
  return from === to
    ? bytes.slice()
    : Uint8Array.from(bytes, (byte) => encodeSample(to, decodeByte(from, byte)))
}
