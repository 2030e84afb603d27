import { createCipheriv } from 'node:crypto'
import { HmacSha1 } from './hmac-sha1.ts'
import { Keystream } from './keystream.ts'

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

/** Cipher and proof of one stream under one key. */
export class SrtpCipher {
  readonly #keystream: Keystream
  readonly #proof: HmacSha1

  constructor({ key, salt, auth }: SessionKeys) {
    this.#keystream = new Keystream(key, salt)
    this.#proof = new HmacSha1(auth)
  }

  /** Encrypts in place what stands there from `start` to `end`, or decrypts it, which is the same. */
  apply(packet: Uint8Array, start: number, end: number, ssrc: number, index: number): void {
    this.#keystream.turn(end - start, ssrc, index)
    const { bytes, at } = this.#keystream
    for (let one = start; one < end; one++) packet[one] = (packet[one] ?? 0) ^ (bytes[at + one - start] ?? 0)
  }

  /** RFC 3711 4.2: of the packet and what is counted beside it. */
  writeTag(into: Uint8Array, at: number, bytes: number, packet: Uint8Array, beside: number): void {
    this.#proof.write(into, at, bytes, packet, beside)
  }

  isTag(said: Uint8Array, packet: Uint8Array, beside: number): boolean {
    return this.#proof.isBegunBy(said, packet, beside)
  }
}
