import type { SrtpKeys } from '../sdp/crypto.ts'
import { SrtpReceiver } from './srtp-receiver.ts'
import { SrtpSender } from './srtp-sender.ts'

/** The audio of one call, encrypted both ways (RFC 3711), through every change of keys (RFC 4568 7.1.4). */
export class Srtp {
  #keys: SrtpKeys
  #sender: SrtpSender
  #receiver: SrtpReceiver
  /** Packets under the key before may still be on their way, until the first under the new one. */
  #receiverBefore: SrtpReceiver | null = null

  constructor(keys: SrtpKeys) {
    this.#keys = keys
    this.#sender = new SrtpSender(keys.suite, keys.ours)
    this.#receiver = new SrtpReceiver(keys.suite, keys.theirs)
  }

  /** Agreed anew. The same key goes on counting: to begin anew under it would use its keystream twice. */
  follow(keys: SrtpKeys): void {
    const isOther = keys.suite !== this.#keys.suite
    if (isOther || keys.ours !== this.#keys.ours) this.#sender = new SrtpSender(keys.suite, keys.ours)
    if (isOther || keys.theirs !== this.#keys.theirs) {
      this.#receiverBefore = this.#receiver
      this.#receiver = new SrtpReceiver(keys.suite, keys.theirs)
    }
    this.#keys = keys
  }

  sealRtp(packet: Uint8Array): Uint8Array {
    return this.#sender.rtp(packet)
  }

  sealRtcp(packet: Uint8Array): Uint8Array {
    return this.#sender.rtcp(packet)
  }

  openRtp(packet: Uint8Array): Uint8Array | null {
    const opened = this.#receiver.rtp(packet)
    if (opened) this.#receiverBefore = null
    return opened ?? this.#receiverBefore?.rtp(packet) ?? null
  }

  openRtcp(packet: Uint8Array): Uint8Array | null {
    return this.#receiver.rtcp(packet) ?? this.#receiverBefore?.rtcp(packet) ?? null
  }
}
