import type { Address } from '../messages/address.ts'

const PACKETS_TO_BELIEVE = 10
/** So long the other side has to speak for itself, before somebody else may be it. */
const SILENCE_MS = 1_000

const same = (one: Address | null, other: Address) => one?.host === other.host && one.port === other.port

export interface Expected {
  /** The host of the exchange, which may pass the audio on. */
  readonly exchange?: string
  /** A router stands between: the description names an address that we cannot know, and nobody is waited for. */
  readonly nat?: boolean
}

/**
 * Symmetric RTP: where to send, when the other side's packets come from elsewhere than its description says.
 *
 *     told ── a packet from there, from its host or from the exchange ──▶ locked
 *     told ── ten packets in a row from one other source, a second after it was told ──▶ locked
 *     locked ── told another address ──▶ told
 *
 * Once locked, packets from elsewhere are dropped: a stranger can neither take the audio nor press keys.
 */
export class RemoteAddress {
  readonly #exchange: string | null
  readonly #silenceMs: number
  #told: Address | null = null
  #toldAt = 0
  #target: Address | null = null
  /** Where we had been locked before: its last packets may still be on their way and must not lead us back. */
  #left: Address | null = null
  #locked = false
  #candidate: Address | null = null
  #packets = 0

  constructor({ exchange, nat = false }: Expected = {}) {
    this.#exchange = exchange ?? null
    this.#silenceMs = nat ? 0 : SILENCE_MS
  }

  get target(): Address | null {
    return this.#target
  }

  /** The address of a description; the same one again changes nothing. */
  tell(address: Address, now: number): boolean {
    if (same(this.#told, address)) return false
    this.#left = this.#locked ? this.#target : null
    this.#told = address
    this.#toldAt = now
    this.#target = address
    this.#locked = false
    this.#candidate = null
    this.#packets = 0
    return true
  }

  /** A valid packet has come from this source: true when it is the other side's. */
  accepts(source: Address, now: number): boolean {
    // Nothing can be sent to port 0, though packets can be made to come from there (RFC 768).
    if (this.#told === null || source.port === 0) return false
    if (this.#locked) return same(this.#target, source)
    if (same(this.#told, source) || this.#isExpected(source) || this.#believes(source, now))
      this.#lock(source)
    return this.#locked
  }

  #isExpected(source: Address): boolean {
    const isKnown = source.host === this.#told?.host || source.host === this.#exchange
    return isKnown && !same(this.#left, source)
  }

  #believes(source: Address, now: number): boolean {
    this.#packets = same(this.#candidate, source) ? this.#packets + 1 : 1
    this.#candidate = source
    return this.#packets >= PACKETS_TO_BELIEVE && now - this.#toldAt >= this.#silenceMs
  }

  #lock(source: Address): void {
    this.#target = source
    this.#locked = true
  }
}
