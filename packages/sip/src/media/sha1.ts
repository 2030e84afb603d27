/** FIPS 180-4 6.1: SHA-1 block by block. Nothing branches on, or is looked up by, what is summed up. */

export const BLOCK_BYTES = 64
export const DIGEST_WORDS = 5

/** FIPS 180-4 5.3.1. */
export const firstState = () => Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)

const words = new Int32Array(80)

/** FIPS 180-4 6.1.2: takes one block into the state. */
export function compress(state: Int32Array, bytes: Uint8Array, from: number): void {
  spread(bytes, from)
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  for (let at = 0; at < 80; at++) {
    const next = (((a << 5) | (a >>> 27)) + mixed(at, b, c, d) + e + (words[at] ?? 0)) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = next
  }
  state[0] = (state[0] ?? 0) + a
  state[1] = (state[1] ?? 0) + b
  state[2] = (state[2] ?? 0) + c
  state[3] = (state[3] ?? 0) + d
  state[4] = (state[4] ?? 0) + e
}

/** FIPS 180-4 4.1.1, 4.2.1: the function of this round, and its constant. */
function mixed(at: number, b: number, c: number, d: number): number {
  if (at < 20) return (((b & c) ^ (~b & d)) + 0x5a827999) | 0
  if (at < 40) return ((b ^ c ^ d) + 0x6ed9eba1) | 0
  if (at < 60) return (((b & c) ^ (b & d) ^ (c & d)) + 0x8f1bbcdc) | 0
  return ((b ^ c ^ d) + 0xca62c1d6) | 0
}

/** FIPS 180-4 6.1.2, step 1: the words of the block, and what follows from them. */
function spread(bytes: Uint8Array, from: number): void {
  for (let at = 0; at < 16; at++) words[at] = wordAt(bytes, from + 4 * at)
  for (let at = 16; at < 80; at++) {
    const sum = before(at, 3) ^ before(at, 8) ^ before(at, 14) ^ before(at, 16)
    words[at] = (sum << 1) | (sum >>> 31)
  }
}

const before = (at: number, back: number) => words[at - back] ?? 0

const wordAt = (bytes: Uint8Array, at: number) =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
