import type { Law } from '../sdp/offer-answer.ts'

/**
 * ITU-T G.711, by tables that are made once: to decode, to encode, and from one law to the other. Loops, because
 * `Uint8Array.from` with a function takes thirty times as long, and a minute of speech is half a million samples.
 */

/** The byte for silence in each law. */
export const SILENCE: Readonly<Record<Law, number>> = { PCMU: 0xff, PCMA: 0xd5 }

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

function everySample(encode: (sample: number) => number): Uint8Array {
  const table = new Uint8Array(65_536)
  for (let sample = -32_768; sample < 32_768; sample++) table[sample & 0xffff] = encode(sample)
  return table
}

function everyByte(decode: (byte: number) => number): Int16Array {
  const table = new Int16Array(256)
  for (let byte = 0; byte < 256; byte++) table[byte] = decode(byte)
  return table
}

/** By the sample as sixteen bits without sign. */
const ENCODE: Readonly<Record<Law, Uint8Array>> = {
  PCMU: everySample(linearToMu),
  PCMA: everySample(linearToA),
}
const DECODE: Readonly<Record<Law, Int16Array>> = {
  PCMU: everyByte(muToLinear),
  PCMA: everyByte(aToLinear),
}
/** By the byte of the other law. */
const TURN: Readonly<Record<Law, Uint8Array>> = {
  PCMU: encode(DECODE.PCMA, 'PCMU'),
  PCMA: encode(DECODE.PCMU, 'PCMA'),
}

export function encode(samples: Int16Array, codec: Law): Uint8Array {
  const table = ENCODE[codec]
  const bytes = new Uint8Array(samples.length)
  for (let at = 0; at < samples.length; at++) bytes[at] = table[(samples[at] ?? 0) & 0xffff] ?? 0
  return bytes
}

export function decode(bytes: Uint8Array, codec: Law): Int16Array {
  const table = DECODE[codec]
  const samples = new Int16Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) samples[at] = table[bytes[at] ?? 0] ?? 0
  return samples
}

/** One law's bytes in the other law's; a copy where the laws are the same. */
export function transcode(bytes: Uint8Array, from: Law, to: Law): Uint8Array {
  // Not `slice`, which of a Buffer is no copy.
  const turned = new Uint8Array(bytes)
  if (from === to) return turned
  const table = TURN[to]
  for (let at = 0; at < turned.length; at++) turned[at] = table[turned[at] ?? 0] ?? 0
  return turned
}
