import { BLOCK_BYTES, compress, DIGEST_WORDS, firstState } from './sha1.ts'

/** FIPS 180-4 5.1.1: one bit that is set, and the length in eight bytes. */
const PADDING_BYTES = 9
const DIGEST_BYTES = 4 * DIGEST_WORDS
const WORD_BYTES = 4

/**
 * HMAC-SHA1 (RFC 2104) of a packet and a word behind it, many times a second. That of Node makes an object for each
 * packet, which takes more than twice as long as the sum itself.
 */
export class HmacSha1 {
  /** RFC 2104 4: what the key makes of the first block, within and without, is summed up once for all. */
  readonly #inner = firstState()
  readonly #outer = firstState()
  readonly #state = firstState()
  /** The end of what is summed up, with its padding. */
  readonly #end = Buffer.alloc(2 * BLOCK_BYTES)

  constructor(key: Uint8Array) {
    if (key.length > BLOCK_BYTES) throw new RangeError('the key is longer than a block')
    compress(this.#inner, padded(key, 0x36), 0)
    compress(this.#outer, padded(key, 0x5c), 0)
  }

  /** Writes the first bytes of it. */
  write(into: Uint8Array, at: number, bytes: number, packet: Uint8Array, word: number): void {
    this.#sum(packet, word)
    for (let one = 0; one < bytes; one++) into[at + one] = this.#byte(one)
  }

  /** All bytes are compared, whatever differs: how long it takes tells nobody where (RFC 3711 9.5). */
  isBegunBy(said: Uint8Array, packet: Uint8Array, word: number): boolean {
    this.#sum(packet, word)
    let difference = 0
    for (let one = 0; one < said.length; one++) difference |= (said[one] ?? 0) ^ this.#byte(one)
    return difference === 0
  }

  #byte(at: number): number {
    return ((this.#state[at >> 2] ?? 0) >>> (24 - 8 * (at & 3))) & 0xff
  }

  #sum(packet: Uint8Array, word: number): void {
    this.#state.set(this.#inner)
    const whole = packet.length - (packet.length % BLOCK_BYTES)
    for (let at = 0; at < whole; at += BLOCK_BYTES) compress(this.#state, packet, at)
    const rest = packet.length - whole
    for (let at = 0; at < rest; at++) this.#end[at] = packet[whole + at] ?? 0
    this.#end.writeUInt32BE(word, rest)
    this.#finish(rest + WORD_BYTES, packet.length + WORD_BYTES)
    this.#state.forEach((one, at) => this.#end.writeInt32BE(one, WORD_BYTES * at))
    this.#state.set(this.#outer)
    this.#finish(DIGEST_BYTES, DIGEST_BYTES)
  }

  /** FIPS 180-4 5.1.1. The block of the key, which came before, counts as well. */
  #finish(filled: number, total: number): void {
    const length = BLOCK_BYTES * Math.ceil((filled + PADDING_BYTES) / BLOCK_BYTES)
    this.#end.fill(0, filled, length)
    this.#end[filled] = 0x80
    this.#end.writeUInt32BE(8 * (BLOCK_BYTES + total), length - WORD_BYTES)
    for (let at = 0; at < length; at += BLOCK_BYTES) compress(this.#state, this.#end, at)
  }
}

function padded(key: Uint8Array, pad: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, pad)
  key.forEach((byte, at) => {
    block[at] = byte ^ pad
  })
  return block
}
