import {
  type Cipher,
  createCipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'

/** AES in counter mode and HMAC-SHA1 as SRTP uses them. RFC 3711 4.1.1, 4.2.1, 4.3. */

export interface SessionKeys {
  readonly key: Uint8Array
  readonly salt: Uint8Array
  readonly auth: Uint8Array
}

/** RFC 3711 4.3.2: the first label of each kind; salt and authentication have those after it. */
const LABELS = {
  rtp: { key: 0, auth: 1, salt: 2 },
  rtcp: { key: 3, auth: 4, salt: 5 },
} as const

const [KEY_BYTES, SALT_BYTES, AUTH_BYTES] = [16, 14, 20]

/** RFC 3711 4.3.1, without a rate at which keys change: everything of a stream is made of its master key once. */
export function sessionKeys(master: string, kind: keyof typeof LABELS): SessionKeys {
  const bytes = Buffer.from(master, 'base64')
  const [key, salt] = [bytes.subarray(0, KEY_BYTES), bytes.subarray(KEY_BYTES, KEY_BYTES + SALT_BYTES)]
  const { key: forKey, auth, salt: forSalt } = LABELS[kind]
  return {
    key: derive(key, salt, forKey, KEY_BYTES),
    salt: derive(key, salt, forSalt, SALT_BYTES),
    auth: derive(key, salt, auth, AUTH_BYTES),
  }
}

/** RFC 3711 4.3.3: the keystream of the master key, from a counter that the label has changed. */
export function derive(key: Uint8Array, salt: Uint8Array, label: number, bytes: number): Buffer {
  const counter = Buffer.alloc(16)
  counter.set(salt)
  counter[7] = (counter[7] ?? 0) ^ label
  return createCipheriv('aes-128-ctr', key, counter).update(Buffer.alloc(bytes))
}

const BLOCK = 16
/** No packet of audio is longer; what is longer is none. */
export const LONGEST = 2_048

/** The cipher of one key. It stays open, because to open it takes longer than to encrypt a packet. */
export class SrtpCipher {
  readonly #cipher: Cipher
  readonly #salt: Uint8Array
  readonly #auth: KeyObject
  readonly #counters = Buffer.alloc(LONGEST + BLOCK)

  constructor({ key, salt, auth }: SessionKeys) {
    // RFC 3711 4.1.1: the keystream is the counters, encrypted one by one.
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
    this.#salt = salt
    this.#auth = createSecretKey(auth)
  }

  /** Encrypts in place, or decrypts, which is the same. */
  apply(bytes: Uint8Array, ssrc: number, index: number): void {
    const stream = this.keystream(bytes.length, ssrc, index)
    for (let at = 0; at < bytes.length; at++) bytes[at] = (bytes[at] ?? 0) ^ (stream[at] ?? 0)
  }

  keystream(bytes: number, ssrc: number, index: number): Uint8Array {
    const blocks = Math.ceil(bytes / BLOCK)
    const counters = this.#counters.subarray(0, blocks * BLOCK)
    this.#writeFirst(counters, ssrc, index)
    for (let at = 1; at < blocks; at++) {
      counters.copyWithin(at * BLOCK, 0, BLOCK)
      counters.writeUInt16BE(at, at * BLOCK + 14)
    }
    return this.#cipher.update(counters)
  }

  /** RFC 3711 4.1.1: salt, source and packet index together. */
  #writeFirst(counters: Buffer, ssrc: number, index: number): void {
    if (counters.length === 0) return
    counters.set(this.#salt)
    counters.writeUInt16BE(0, 14)
    mixIn(counters, 4, ssrc)
    mixIn(counters, 8, Math.floor(index / 0x1_0000))
    counters.writeUInt16BE(counters.readUInt16BE(12) ^ (index & 0xffff), 12)
  }

  /** RFC 3711 4.2: of the packet and what is counted beside it. */
  tag(packet: Uint8Array, beside: Uint8Array, bytes: number): Buffer {
    return createHmac('sha1', this.#auth).update(packet).update(beside).digest().subarray(0, bytes)
  }

  isTag(said: Uint8Array, packet: Uint8Array, beside: Uint8Array): boolean {
    return timingSafeEqual(said, this.tag(packet, beside, said.length))
  }
}

const mixIn = (bytes: Buffer, at: number, word: number) =>
  bytes.writeUInt32BE((bytes.readUInt32BE(at) ^ word) >>> 0, at)
