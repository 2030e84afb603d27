import { createBits, type Bits } from './bits.ts'
import { crc16 } from './crc16.ts'

/** Frames of a FLAC file (RFC 9639): one channel of at most 16 bits, as the recorded phrases are kept. */

export interface FlacFrame {
  readonly samples: Int16Array
  /** Where the next one begins. */
  readonly end: number
}

const damaged = (what: string) => new Error(`The recorded phrases are damaged: ${what}`)

/** Where the first frame begins: after the metadata blocks, the last of which says so (RFC 9639, 8.1). */
export function firstFrame(file: Uint8Array): number {
  if (Buffer.from(file.subarray(0, 4)).toString('latin1') !== 'fLaC') throw damaged('no FLAC file')
  for (let at = 4; at + 4 <= file.length;) {
    const [kind = 0, high = 0, middle = 0, low = 0] = file.subarray(at, at + 4)
    at += 4 + high * 65_536 + middle * 256 + low
    if (kind >= 0x80) return at
  }
  throw damaged('it ends within its metadata')
}

/** RFC 9639, 9: header, one subframe, padding to a whole byte, and a checksum over all of it. */
export function readFrame(file: Uint8Array, at: number): FlacFrame {
  const bits = createBits(file, at)
  const { size, depth } = readHeader(bits)
  const samples = readSubframe(bits, size, depth)
  const end = bits.byteAfter() + 2
  if (end > file.length) throw damaged('it is cut off')
  const sum = ((file[end - 2] ?? 0) << 8) | (file[end - 1] ?? 0)
  if (sum !== crc16(file.subarray(at, end - 2))) throw damaged('a checksum is wrong')
  return { samples: Int16Array.from(samples), end }
}

const SYNC = 0x3f_fe
const ONE_CHANNEL = 0
const DEPTHS: readonly number[] = [16, 8, 12, 0, 16]

/** RFC 9639, 9.1. The rate is known, and the number of the frame is not needed. */
function readHeader(bits: Bits): { size: number; depth: number } {
  if (bits.take(14) !== SYNC) throw damaged('no frame where one should begin')
  bits.take(2)
  const [sizeCode, rateCode, channels, depthCode] = [bits.take(4), bits.take(4), bits.take(4), bits.take(3)]
  const depth = DEPTHS[depthCode] ?? 0
  if (channels !== ONE_CHANNEL || depth === 0) throw damaged('not one channel of at most 16 bits')
  bits.take(1)
  skipCodedNumber(bits)
  const size = blockSize(sizeCode, bits)
  // An uncommon rate is written out (9.1.2): one byte or two.
  if (rateCode > 11) bits.take(rateCode === 12 ? 8 : 16)
  bits.take(8)
  return { size, depth }
}

/** RFC 9639, 9.1.5: as many more bytes as the first has leading ones, less one. */
function skipCodedNumber(bits: Bits): void {
  const leading = Math.clz32(~(bits.take(8) << 24))
  for (let more = 1; more < leading; more++) bits.take(8)
}

/** RFC 9639, 9.1.1. */
function blockSize(code: number, bits: Bits): number {
  if (code === 1) return 192
  if (code === 6) return bits.take(8) + 1
  if (code === 7) return bits.take(16) + 1
  return code < 6 ? 144 * 2 ** code : 2 ** code
}

/** RFC 9639, 9.2: bits that are zero in every sample are left out of it, and put back here. */
function readSubframe(bits: Bits, size: number, depth: number): Int32Array {
  bits.take(1)
  const kind = bits.take(6)
  const wasted = bits.take(1) === 0 ? 0 : bits.zeros() + 1
  const samples = readSamples(bits, kind, size, depth - wasted)
  return wasted === 0 ? samples : samples.map((sample) => sample << wasted)
}

const CONSTANT = 0
const VERBATIM = 1

function readSamples(bits: Bits, kind: number, size: number, depth: number): Int32Array {
  if (kind === CONSTANT) return new Int32Array(size).fill(bits.signed(depth))
  if (kind === VERBATIM) return Int32Array.from({ length: size }, () => bits.signed(depth))
  if (kind >= 8 && kind <= 12) return readFixed(bits, kind - 8, size, depth)
  if (kind >= 32) return readPredicted(bits, kind - 31, size, depth)
  throw damaged('a kind of subframe that does not exist')
}

/** The weights of the samples before, the last one first (RFC 9639, 9.2.5). */
const FIXED: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

function readFixed(bits: Bits, order: number, size: number, depth: number): Int32Array {
  const samples = warmUp(bits, order, size, depth)
  readResidual(bits, order, samples)
  return predicted(samples, FIXED[order] ?? [], 0)
}

/** RFC 9639, 9.2.6. */
function readPredicted(bits: Bits, order: number, size: number, depth: number): Int32Array {
  const samples = warmUp(bits, order, size, depth)
  const precision = bits.take(4) + 1
  const shift = bits.signed(5)
  const weights = Array.from({ length: order }, () => bits.signed(precision))
  readResidual(bits, order, samples)
  return predicted(samples, weights, shift)
}

function warmUp(bits: Bits, order: number, size: number, depth: number): Int32Array {
  const samples = new Int32Array(size)
  for (let n = 0; n < order; n++) samples[n] = bits.signed(depth)
  return samples
}

/** What the samples before foretell, and what was wrong with that, which stands there already. */
function predicted(samples: Int32Array, weights: readonly number[], shift: number): Int32Array {
  const divisor = 2 ** shift
  for (let n = weights.length; n < samples.length; n++) {
    let sum = 0
    for (let back = 0; back < weights.length; back++)
      sum += (weights[back] ?? 0) * (samples[n - 1 - back] ?? 0)
    samples[n] = (samples[n] ?? 0) + Math.floor(sum / divisor)
  }
  return samples
}

/** RFC 9639, 9.2.7: Rice codes in partitions, each with a parameter of its own. */
function readResidual(bits: Bits, order: number, into: Int32Array): void {
  const parameterBits = bits.take(2) === 0 ? 4 : 5
  const partitions = 2 ** bits.take(4)
  const length = into.length / partitions
  for (let part = 0; part < partitions; part++) {
    const [from, to] = [part === 0 ? order : part * length, (part + 1) * length]
    readPartition(bits, parameterBits, into.subarray(from, to))
  }
}

function readPartition(bits: Bits, parameterBits: number, into: Int32Array): void {
  const parameter = bits.take(parameterBits)
  // All ones: the numbers stand there as they are (9.2.7.1).
  const plain = parameter === 2 ** parameterBits - 1 ? bits.take(5) : null
  for (let n = 0; n < into.length; n++)
    into[n] = plain === null ? bits.rice(parameter) : plain === 0 ? 0 : bits.signed(plain)
}
