import type { Suite } from '../sdp/crypto.ts'
import { payloadOffset } from './rtp.ts'
import { SrtpCipher, sessionKeys } from './srtp-cipher.ts'

/** RFC 4568 6.2: the tag of a packet of audio; that of a report always has ten bytes. */
export const TAG_BYTES: Readonly<Record<Suite, number>> = {
  AES_CM_128_HMAC_SHA1_80: 10,
  AES_CM_128_HMAC_SHA1_32: 4,
}
export const RTCP_TAG_BYTES = 10
/** RFC 3711 3.4: what stays readable of a report, and the word behind it: encrypted or not, and its number. */
export const RTCP_HEAD_BYTES = 8
export const RTCP_INDEX_BYTES = 4
export const ENCRYPTED = 0x8000_0000

/** Encrypts what one source of ours sends under one master key. */
export class SrtpSender {
  readonly #rtp: SrtpCipher
  readonly #rtcp: SrtpCipher
  readonly #tagBytes: number
  /** RFC 3711 3.3.1: how often the sequence numbers have begun anew under this key. */
  #rollovers = 0
  #last: number | null = null
  #reports = 0

  constructor(suite: Suite, master: string) {
    this.#rtp = new SrtpCipher(sessionKeys(master, 'rtp'))
    this.#rtcp = new SrtpCipher(sessionKeys(master, 'rtcp'))
    this.#tagBytes = TAG_BYTES[suite]
  }

  rtp(packet: Uint8Array): Uint8Array {
    const secured = Buffer.allocUnsafe(packet.length + this.#tagBytes)
    secured.set(packet)
    const sequence = secured.readUInt16BE(2)
    if (this.#last !== null && sequence < this.#last) this.#rollovers += 1
    this.#last = sequence
    const body = secured.subarray(0, packet.length)
    const index = this.#rollovers * 0x1_0000 + sequence
    this.#rtp.apply(secured, payloadOffset(packet) ?? 0, packet.length, secured.readUInt32BE(8), index)
    this.#rtp.writeTag(secured, packet.length, this.#tagBytes, body, this.#rollovers)
    return secured
  }

  rtcp(packet: Uint8Array): Uint8Array {
    this.#reports += 1
    const secured = Buffer.allocUnsafe(packet.length + RTCP_INDEX_BYTES + RTCP_TAG_BYTES)
    secured.set(packet)
    const body = secured.subarray(0, packet.length)
    this.#rtcp.apply(secured, RTCP_HEAD_BYTES, packet.length, secured.readUInt32BE(4), this.#reports)
    const beside = secured.writeUInt32BE(ENCRYPTED + this.#reports, packet.length)
    this.#rtcp.writeTag(secured, beside, RTCP_TAG_BYTES, body, ENCRYPTED + this.#reports)
    return secured
  }
}
