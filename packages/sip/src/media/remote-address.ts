import type { Address } from '../messages/address.ts'

const PACKETS_TO_BELIEVE = 10

const same = (one: Address | null, other: Address) => one?.host === other.host && one.port === other.port

/**
 * Symmetric RTP: where to send, when the other side's packets come from elsewhere than its description says.
 *
 *     told ── a packet from there, or from its host ──▶ locked
 *     told ── ten packets in a row from one other source ──▶ locked
 *     locked ── told another address ──▶ told
 *
 * Once locked, packets from elsewhere are dropped: a stranger can neither take the audio nor press keys.
 */
export class RemoteAddress {
  #told: Address | null = null
  #target: Address | null = null
  /** Where we had been locked before: its last packets may still be on their way and must not lead us back. */
  #left: Address | null = null
  #locked = false
  #candidate: Address | null = null
  #packets = 0

  get target(): Address | null {
    return this.#target
  }

  /** The address of a description; the same one again changes nothing. */
  tell(address: Address): boolean {
    if (same(this.#told, address)) return false
    this.#left = this.#locked ? this.#target : null
    this.#told = address
    this.#target = address
    this.#locked = false
    this.#candidate = null
    this.#packets = 0
    return true
  }

  /** A valid packet has come from this source: true when it is the other side's. */
  accepts(source: Address): boolean {
    // Nothing can be sent to port 0, though packets can be made to come from there (RFC 768).
    if (this.#told === null || source.port === 0) return false
    if (this.#locked) return same(this.#target, source)
    const sameHost = source.host === this.#told.host && !same(this.#left, source)
    if (same(this.#told, source) || sameHost || this.#believes(source)) this.#lock(source)
    return this.#locked
  }

  #believes(source: Address): boolean {
    this.#packets = same(this.#candidate, source) ? this.#packets + 1 : 1
    this.#candidate = source
    return this.#packets >= PACKETS_TO_BELIEVE
  }

  #lock(source: Address): void {
    this.#target = source
    this.#locked = true
  }
}
