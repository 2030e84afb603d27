import { type Cipher, createCipheriv } from 'node:crypto'

const BLOCK = 16
/** No packet of audio is longer; what is longer is none. */
export const LONGEST = 2_048
/** Packets whose keystream is made in one go: to call the cipher takes longer than a packet of it. */
const AHEAD = 8

/** Filled and encrypted at once, so that one is enough for all. */
const counters = Buffer.alloc(LONGEST)

/**
 * The keystream of one key (RFC 3711 4.1.1), made for some packets ahead. The cipher stays open, because to open it
 * takes longer than to encrypt a packet.
 */
export class Keystream {
  readonly #cipher: Cipher
  readonly #salt: Uint8Array
  /** That of the packet last turned to stands here. */
  bytes: Uint8Array = new Uint8Array(0)
  at = 0
  /** What is ready: packets of this source, from this index on, each of this length. */
  #ssrc = -1
  #first = 0
  #packets = 0
  #length = 0

  constructor(key: Uint8Array, salt: Uint8Array) {
    // RFC 3711 4.1.1: the keystream is the counters, encrypted one by one.
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
    this.#salt = salt
  }

  turn(length: number, ssrc: number, index: number): void {
    const isReady = ssrc === this.#ssrc && length <= this.#length
    if (!isReady || index < this.#first || index >= this.#first + this.#packets) {
      this.#make(length, ssrc, index)
    }
    this.at = (index - this.#first) * this.#length
  }

  #make(length: number, ssrc: number, index: number): void {
    this.#ssrc = ssrc
    this.#first = index
    this.#length = BLOCK * Math.max(1, Math.ceil(length / BLOCK))
    this.#packets = Math.max(1, Math.min(AHEAD, Math.floor(LONGEST / this.#length)))
    for (let at = 0; at < this.#packets; at++) this.#count(at * this.#length, ssrc, index + at)
    this.bytes = this.#cipher.update(counters.subarray(0, this.#packets * this.#length))
  }

  /** RFC 3711 4.1.1: salt, source and packet index together, and behind them the number of the block. */
  #count(from: number, ssrc: number, index: number): void {
    counters.set(this.#salt, from)
    mixIn(counters, from + 4, ssrc)
    mixIn(counters, from + 8, Math.floor(index / 0x1_0000))
    counters.writeUInt16BE(counters.readUInt16BE(from + 12) ^ (index & 0xffff), from + 12)
    for (let block = 0; block * BLOCK < this.#length; block++) {
      const at = from + block * BLOCK
      if (block > 0) counters.copyWithin(at, from, from + BLOCK)
      counters.writeUInt16BE(block, at + 14)
    }
  }
}

const mixIn = (bytes: Buffer, at: number, word: number) =>
  bytes.writeUInt32BE((bytes.readUInt32BE(at) ^ word) >>> 0, at)
