import { decodeG711 } from '@reveille/sip'
import { inBlocks, type Steps } from './steps.ts'

export type WavEncoding = 'pcm8' | 'pcm16' | 'pcm24' | 'pcm32' | 'float32' | 'float64' | 'pcmu' | 'pcma'

export interface Wav {
  readonly encoding: WavEncoding
  readonly channels: number
  readonly rate: number
  /** A frame is one sample of every channel. */
  readonly bytesPerFrame: number
  /** What the data chunk holds, in whole frames. */
  readonly data: Uint8Array
  /** How many bytes the header promises and the file does not have. */
  readonly missing: number
}

/** Why a file is no WAV file that can be read. */
export type WavFault = 'not-wav' | 'no-format' | 'no-data' | 'bad-format' | 'unknown-encoding'

// WAVE format tags (RFC 2361).
const PCM = 1
const FLOAT = 3
const ALAW = 6
const MULAW = 7
const EXTENSIBLE = 0xfffe

const ENCODINGS: Readonly<Record<string, WavEncoding>> = {
  [`${PCM}/8`]: 'pcm8',
  [`${PCM}/16`]: 'pcm16',
  [`${PCM}/24`]: 'pcm24',
  [`${PCM}/32`]: 'pcm32',
  [`${FLOAT}/32`]: 'float32',
  [`${FLOAT}/64`]: 'float64',
  [`${ALAW}/8`]: 'pcma',
  [`${MULAW}/8`]: 'pcmu',
}

const BYTES: Readonly<Record<WavEncoding, number>> = {
  pcm8: 1,
  pcm16: 2,
  pcm24: 3,
  pcm32: 4,
  float32: 4,
  float64: 8,
  pcmu: 1,
  pcma: 1,
}

// A program that writes into a pipe does not know the length yet, and puts in something very large, or nothing.
const isUnknownLength = (length: number) => length === 0 || length >= 0x7fff_0000

export function parseWav(file: Uint8Array): Wav | WavFault {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 12 || tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WAVE') return 'not-wav'
  const { format, data } = chunksOf(view)
  if (!format) return 'no-format'
  if (!data) return 'no-data'
  return wavOf(file, view, format, data)
}

const tagAt = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

interface Chunk {
  readonly at: number
  readonly length: number
}

/** Goes from chunk to chunk, each padded to an even length, up to the data; what comes after it is not sound. */
function chunksOf(view: DataView): { format?: Chunk; data?: Chunk } {
  let format: Chunk | undefined
  for (let at = 12; at + 8 <= view.byteLength;) {
    const chunk = { at: at + 8, length: view.getUint32(at + 4, true) }
    const tag = tagAt(view, at)
    if (tag === 'data') return { ...(format && { format }), data: chunk }
    if (tag === 'fmt ' && chunk.at + 16 <= view.byteLength) format = chunk
    at = chunk.at + chunk.length + (chunk.length % 2)
  }
  return format ? { format } : {}
}

function wavOf(file: Uint8Array, view: DataView, { at, length }: Chunk, data: Chunk): Wav | WavFault {
  if (length < 16) return 'bad-format'
  const isExtended = view.getUint16(at, true) === EXTENSIBLE && length >= 26 && at + 26 <= view.byteLength
  const tag = view.getUint16(isExtended ? at + 24 : at, true)
  const [channels, rate] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)]
  const [frame, bits] = [view.getUint16(at + 12, true), view.getUint16(at + 14, true)]
  const encoding = ENCODINGS[`${tag}/${bits}`]
  if (!encoding) return 'unknown-encoding'
  if (channels === 0 || rate === 0 || frame !== channels * BYTES[encoding]) return 'bad-format'
  const there = Math.max(0, view.byteLength - data.at)
  const promised = isUnknownLength(data.length) ? there : data.length
  const taken = Math.floor(Math.min(there, promised) / frame) * frame
  return {
    encoding,
    channels,
    rate,
    bytesPerFrame: frame,
    data: file.subarray(data.at, data.at + taken),
    missing: Math.max(0, promised - there),
  }
}

type Read = (view: DataView, at: number) => number

const [MU, A] = (['PCMU', 'PCMA'] as const).map((law) =>
  decodeG711(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    law,
  ),
)

const READ: Readonly<Record<WavEncoding, Read>> = {
  pcm8: (view, at) => (view.getUint8(at) - 128) / 128,
  pcm16: (view, at) => view.getInt16(at, true) / 2 ** 15,
  pcm24: (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 2 ** 16) / 2 ** 23,
  pcm32: (view, at) => view.getInt32(at, true) / 2 ** 31,
  float32: (view, at) => finite(view.getFloat32(at, true)),
  float64: (view, at) => finite(view.getFloat64(at, true)),
  pcmu: (view, at) => (MU?.[view.getUint8(at)] ?? 0) / 2 ** 15,
  pcma: (view, at) => (A?.[view.getUint8(at)] ?? 0) / 2 ** 15,
}

/** A broken number is silence; a loud one stays within what can be added up. */
const finite = (value: number) => (Number.isFinite(value) ? Math.max(-8, Math.min(8, value)) : 0)

const BLOCK = 8_192

/** The samples of one channel, from -1 to 1. */
export function* channelOf(wav: Wav, channel: number): Steps<Float32Array> {
  const { encoding, data, bytesPerFrame: frame } = wav
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const read = READ[encoding]
  const samples = new Float32Array(data.length / frame)
  yield* inBlocks(samples.length, BLOCK, (from, to) => {
    for (let n = from; n < to; n++) samples[n] = read(view, n * frame + channel * BYTES[encoding])
  })
  return samples
}

const HEADER = 44

/** PCMU as a WAV file, which any player opens. */
export function wavOfPcmu(pcmu: Uint8Array, rate: number): Uint8Array {
  const file = new Uint8Array(HEADER + pcmu.length + (pcmu.length % 2))
  const view = new DataView(file.buffer)
  const tag = (at: number, text: string) => file.set(new TextEncoder().encode(text), at)
  tag(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  tag(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, MULAW, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  tag(36, 'data')
  view.setUint32(40, pcmu.length, true)
  file.set(pcmu, HEADER)
  return file
}
