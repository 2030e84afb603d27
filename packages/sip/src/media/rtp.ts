/** RTP packets. RFC 3550 5.1, RFC 3551. */
export interface RtpPacket {
  readonly marker: boolean
  readonly payloadType: number
  readonly sequence: number
  readonly timestamp: number
  readonly ssrc: number
  readonly payload: Uint8Array
}

export type RtpHeader = Omit<RtpPacket, 'payload'>

const VERSION = 2
export const HEADER_BYTES = 12

/** Writes the header at the front of a buffer that has room for it. */
export function writeHeader(into: Uint8Array, header: RtpHeader): void {
  const view = new DataView(into.buffer, into.byteOffset, into.byteLength)
  view.setUint8(0, VERSION << 6)
  view.setUint8(1, (header.marker ? 0x80 : 0) | (header.payloadType & 0x7f))
  view.setUint16(2, header.sequence)
  view.setUint32(4, header.timestamp)
  view.setUint32(8, header.ssrc)
}

export function writeRtp(packet: RtpPacket): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + packet.payload.length)
  writeHeader(bytes, packet)
  bytes.set(packet.payload, HEADER_BYTES)
  return bytes
}

/** Null for what is no RTP packet, or an impossible one (RFC 3550 A.1). */
export function parseRtp(bytes: Uint8Array): RtpPacket | null {
  if (bytes.length < HEADER_BYTES) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = view.getUint8(0)
  const second = view.getUint8(1)
  if (first >> 6 !== VERSION || isRtcpType(second)) return null
  const start = payloadStart(view, first)
  const end = payloadEnd(view, first)
  if (start === null || end === null || start > end) return null
  return {
    marker: (second & 0x80) !== 0,
    payloadType: second & 0x7f,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: bytes.subarray(start, end),
  }
}

/** RFC 5761 4: these can only be RTCP that has come to the wrong port. */
const isRtcpType = (second: number) => second >= 192 && second <= 223

/** Where the payload of a packet begins, which may be encrypted; null when there is no place for its header. */
export const payloadOffset = (bytes: Uint8Array): number | null =>
  payloadStart(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes[0] ?? 0)

/** After the contributing sources and the extension (RFC 3550 5.3.1), which we do not read. */
function payloadStart(view: DataView, first: number): number | null {
  const after = HEADER_BYTES + 4 * (first & 0x0f)
  if ((first & 0x10) === 0) return after
  return after + 4 > view.byteLength ? null : after + 4 + 4 * view.getUint16(after + 2)
}

/** RFC 3550 5.1: the last byte of padding counts the padding, itself included. */
function payloadEnd(view: DataView, first: number): number | null {
  if ((first & 0x20) === 0) return view.byteLength
  const padding = view.getUint8(view.byteLength - 1)
  return padding === 0 ? null : view.byteLength - padding
}

/** How far `later` is after `earlier` on a circle of 2^32; negative when it is before. */
export const timestampDistance = (later: number, earlier: number) => (later - earlier) | 0

const MAX_DROPOUT = 3_000
const MAX_MISORDER = 100
const SEQUENCES = 65_536

/** What a receiver report says of a source (RFC 3550 6.4.1). */
export interface ReceptionReport {
  readonly received: number
  readonly lost: number
  readonly reordered: number
  /** The highest sequence number, with its rounds in the upper 16 bits. */
  readonly highest: number
  /** In timestamp units. */
  readonly jitter: number
}

/** Counts what one source sent and what became of it. RFC 3550 A.1, A.3, A.8; without the probation of A.1. */
export class SequenceTracker {
  readonly #clockRate: number
  #base: number | null = null
  #highest = 0
  #rounds = 0
  #received = 0
  #reordered = 0
  /** Of earlier sequences that ended in a restart of the source. */
  #lostBefore = 0
  #receivedBefore = 0
  #bad: number | null = null
  #jitter = 0
  #transit: number | null = null
  #expectedPrior = 0
  #receivedPrior = 0

  constructor(clockRate = 8_000) {
    this.#clockRate = clockRate
  }

  /**
   * A packet has come at `now`: milliseconds of any steady clock, or null where the timestamp is not that of sending
   * (RFC 4733 2.2.1). False for one that cannot be in its sequence.
   */
  track(packet: RtpHeader, now: number | null): boolean {
    if (!this.#count(packet.sequence)) return false
    this.#received += 1
    if (now !== null) this.#measure(packet.timestamp, now)
    return true
  }

  #count(sequence: number): boolean {
    if (this.#base === null) {
      this.#restart(sequence)
      return true
    }
    const ahead = (sequence - this.#highest + SEQUENCES) % SEQUENCES
    if (ahead < MAX_DROPOUT) this.#moveOn(sequence, ahead)
    else if (ahead <= SEQUENCES - MAX_MISORDER) return this.#jump(sequence)
    else this.#reordered += 1
    return true
  }

  #moveOn(sequence: number, ahead: number): void {
    if (ahead > 0 && sequence < this.#highest) this.#rounds += 1
    this.#highest = sequence
    this.#bad = null
  }

  /** A.1: two in a row after a great jump mean that the other side has begun anew. */
  #jump(sequence: number): boolean {
    if (sequence !== this.#bad) {
      this.#bad = (sequence + 1) % SEQUENCES
      return false
    }
    this.#lostBefore = this.reception.lost
    this.#receivedBefore += this.#received
    this.#restart(sequence)
    return true
  }

  #restart(sequence: number): void {
    this.#base = sequence
    this.#highest = sequence
    this.#rounds = 0
    this.#received = 0
    this.#bad = null
    this.#transit = null
    this.#expectedPrior = 0
    this.#receivedPrior = 0
  }

  /** A.8: a sixteenth of each difference in transit. */
  #measure(timestamp: number, now: number): void {
    const transit = Math.round((now * this.#clockRate) / 1_000) - timestamp
    if (this.#transit !== null) {
      const difference = Math.abs((transit - this.#transit) | 0)
      this.#jitter += (difference - this.#jitter) / 16
    }
    this.#transit = transit
  }

  get #expected(): number {
    return this.#base === null ? 0 : this.#rounds * SEQUENCES + this.#highest - this.#base + 1
  }

  get reception(): ReceptionReport {
    return {
      received: this.#receivedBefore + this.#received,
      lost: this.#lostBefore + this.#expected - this.#received,
      reordered: this.#reordered,
      highest: (this.#rounds * SEQUENCES + this.#highest) >>> 0,
      jitter: this.#jitter,
    }
  }

  /** A.3: what was lost since the last report, of 256; asking begins a new interval. */
  takeFractionLost(): number {
    const expected = this.#expected - this.#expectedPrior
    const lost = expected - (this.#received - this.#receivedPrior)
    this.#expectedPrior = this.#expected
    this.#receivedPrior = this.#received
    return expected <= 0 || lost <= 0 ? 0 : Math.min(255, Math.floor((lost * 256) / expected))
  }
}
