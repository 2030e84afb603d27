import type { Suite } from '../sdp/crypto.ts'
import { ReplayWindow } from './replay-window.ts'
import { LONGEST } from './keystream.ts'
import { HEADER_BYTES, payloadOffset } from './rtp.ts'
import { SrtpCipher, sessionKeys } from './srtp-cipher.ts'
import { ENCRYPTED, RTCP_HEAD_BYTES, RTCP_INDEX_BYTES, RTCP_TAG_BYTES, TAG_BYTES } from './srtp-sender.ts'

/** What is known of one source of the other side. */
interface Source {
  readonly window: ReplayWindow
  highest: number
}

/** A source is remembered only after a packet of it was proved: only the other side itself can fill this. */
const MOST_SOURCES = 16

/** Opens what the other side sends under one master key; null for what it has not sent, or what came before. */
export class SrtpReceiver {
  readonly #rtp: SrtpCipher
  readonly #rtcp: SrtpCipher
  readonly #tagBytes: number
  /** RFC 4568 6.4.1: bound late, by the first packet. */
  readonly #sources = new Map<number, Source>()
  readonly #reporters = new Map<number, ReplayWindow>()

  constructor(suite: Suite, master: string) {
    this.#rtp = new SrtpCipher(sessionKeys(master, 'rtp'))
    this.#rtcp = new SrtpCipher(sessionKeys(master, 'rtcp'))
    this.#tagBytes = TAG_BYTES[suite]
  }

  rtp(secured: Uint8Array): Uint8Array | null {
    const end = secured.length - this.#tagBytes
    if (end < HEADER_BYTES || end > LONGEST) return null
    const packet = Buffer.from(secured.subarray(0, end))
    const start = payloadOffset(packet)
    if (start === null || start > end) return null
    const [sequence, ssrc] = [packet.readUInt16BE(2), packet.readUInt32BE(8)]
    const source = this.#sources.get(ssrc) ?? { window: new ReplayWindow(), highest: sequence }
    const index = indexOf(sequence, source.highest)
    // RFC 3711 3.3: first whether it came before, then whose it is, and only then what it says.
    if (index < 0 || !source.window.isNew(index)) return null
    const rollovers = Math.floor(index / SEQUENCES)
    if (!this.#rtp.isTag(secured.subarray(end), packet, rollovers)) return null
    if (!remember(this.#sources, ssrc, source)) return null
    source.window.note(index)
    source.highest = Math.max(source.highest, index)
    this.#rtp.apply(packet, start, end, ssrc, index)
    return packet
  }

  rtcp(secured: Uint8Array): Uint8Array | null {
    const end = secured.length - RTCP_TAG_BYTES - RTCP_INDEX_BYTES
    if (end < RTCP_HEAD_BYTES || end > LONGEST) return null
    const packet = Buffer.from(secured.subarray(0, end))
    const beside = Buffer.from(secured.subarray(end, end + RTCP_INDEX_BYTES))
    const [word, ssrc] = [beside.readUInt32BE(0), packet.readUInt32BE(4)]
    // RFC 4568 6.3.2: whoever has not agreed otherwise encrypts every report.
    if (word < ENCRYPTED) return null
    const index = word - ENCRYPTED
    const window = this.#reporters.get(ssrc) ?? new ReplayWindow()
    if (!window.isNew(index)) return null
    if (!this.#rtcp.isTag(secured.subarray(end + RTCP_INDEX_BYTES), packet, word)) return null
    if (!remember(this.#reporters, ssrc, window)) return null
    window.note(index)
    this.#rtcp.apply(packet, RTCP_HEAD_BYTES, end, ssrc, index)
    return packet
  }
}

function remember<Known>(all: Map<number, Known>, ssrc: number, one: Known): boolean {
  if (!all.has(ssrc) && all.size >= MOST_SOURCES) return false
  all.set(ssrc, one)
  return true
}

const SEQUENCES = 0x1_0000

/** RFC 3711 3.3.1: of the three rounds that a sequence number can belong to, the one nearest to the highest index. */
export function indexOf(sequence: number, highest: number): number {
  const [round, before] = [Math.floor(highest / SEQUENCES), highest % SEQUENCES]
  const ahead = sequence - before
  if (ahead > SEQUENCES / 2) return (round - 1) * SEQUENCES + sequence
  return (ahead < -SEQUENCES / 2 ? round + 1 : round) * SEQUENCES + sequence
}
