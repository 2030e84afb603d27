import type { AgreedAudio, Codec, Law } from '../sdp/offer-answer.ts'
import { SILENCE } from './g711.ts'
import { type DueEvent, KeyPresses } from './key-presses.ts'
import type { PlayOptions, PreparedAudio, PressOptions } from './media-types.ts'
import { Playback } from './playback.ts'
import { WideVoice } from './wide-sound.ts'
import { HEADER_BYTES, writeHeader, writeRtp } from './rtp.ts'
import type { SenderInfo } from './rtcp.ts'

const SAMPLES_PER_MS = 8
const DEFAULT_PTIME = 20
const LONGEST_PTIME = 100
/**
 * Sending is never done when `send` returns, and the wheel may make up for 200 ms at once: a buffer rests for more
 * packets than that before it is used again.
 */
const BUFFERS = 32

/** RFC 3550 5.1: where a source begins is a matter of chance. */
export interface Identity {
  readonly ssrc: number
  readonly sequence: number
  readonly timestamp: number
}

/** RFC 8866 6.4: what the other side would like; nonsense is taken for the usual. */
export const packetTime = (ptime: number) =>
  Number.isInteger(ptime) && ptime >= 10 && ptime <= LONGEST_PTIME ? ptime : DEFAULT_PTIME

const maySend = ({ direction }: AgreedAudio) => direction === 'sendrecv' || direction === 'sendonly'

/** The packets of one source, each at its time: speech, silence or keys. */
export class Outgoing {
  readonly #ssrc: number
  #sequence: number
  #timestamp: number
  readonly #presses = new KeyPresses()
  readonly #buffers: Uint8Array[] = []
  #wide: WideVoice | null = null
  #playback: Playback | null = null
  /** RFC 3551 4.1: the first packet after none were sent. */
  #marker = true
  #said = 0
  #rounds = 0
  #packets = 0
  #bytes = 0
  #skipped = 0

  constructor(identity: Identity) {
    this.#ssrc = identity.ssrc
    this.#sequence = identity.sequence
    this.#timestamp = identity.timestamp
  }

  get sent(): number {
    return this.#packets
  }

  get skipped(): number {
    return this.#skipped
  }

  /** How much of what was to be played has gone out; the silences in it do not count. */
  get saidMs(): number {
    return Math.round(this.#said / SAMPLES_PER_MS)
  }

  /** Something is being played, and not for ever. */
  get willEnd(): boolean {
    return this.#playback?.willEnd ?? false
  }

  get rounds(): number {
    return this.#rounds + (this.#playback?.rounds ?? 0)
  }

  /** Whether words go out, rather than the silence before, between and behind them. */
  get speaking(): boolean {
    return this.#playback?.speaking ?? false
  }

  /** RFC 3550 6.4.1; null before anything was sent. */
  senderInfo(wallMs: number): SenderInfo | null {
    const timestamp = this.#timestamp
    return this.#packets === 0 ? null : { wallMs, timestamp, packets: this.#packets, bytes: this.#bytes }
  }

  play(audio: PreparedAudio, options: PlayOptions): void {
    this.quiet()
    this.#playback = new Playback(audio, options)
  }

  quiet(): void {
    this.#rounds = this.rounds
    this.#playback = null
  }

  press(keys: string, options: PressOptions, onSent: () => void): void {
    this.#presses.add(keys, options, onSent)
  }

  /** The other side is gone, or takes no keys. */
  dropPresses(): void {
    this.#presses.clear()
  }

  /** The receiver is a new one, and should know where the speech begins. */
  beginAnew(): void {
    this.#marker = true
  }

  /** RFC 4568 6.4: in the lower half, so that nobody who misses the first packets takes one round for the next. */
  beginLow(): void {
    if (this.#packets === 0) this.#sequence &= 0x7fff
  }

  /** A packet's time has come: what to send now. True beside it when the playback has just ended. */
  step(agreed: AgreedAudio, missed: number): { packets: readonly Uint8Array[]; ended: boolean } {
    const ms = packetTime(agreed.ptime)
    const samples = ms * SAMPLES_PER_MS
    if (missed > 0) this.#skip(agreed, missed, ms)
    const result = maySend(agreed) ? this.#send(agreed, ms) : this.#hold()
    // Time passes whether or not anything is sent: RFC 3550 5.1.
    this.#timestamp = (this.#timestamp + samples) >>> 0
    return result
  }

  #skip(agreed: AgreedAudio, missed: number, ms: number): void {
    this.#timestamp = (this.#timestamp + missed * ms * SAMPLES_PER_MS) >>> 0
    if (!maySend(agreed)) return
    this.#skipped += missed
    // The key was down all the while; the speech waits, so that no word of it is lost.
    this.#presses.skip(missed * ms)
  }

  #hold(): { packets: readonly Uint8Array[]; ended: boolean } {
    this.#marker = true
    return { packets: [], ended: false }
  }

  #send(agreed: AgreedAudio, ms: number): { packets: readonly Uint8Array[]; ended: boolean } {
    const events = this.#presses.step(ms, this.#timestamp)
    if (events && agreed.eventType !== null)
      return { packets: this.#eventPackets(events, agreed.eventType), ended: false }
    const packets = [this.#audioPacket(agreed, ms * SAMPLES_PER_MS)]
    return { packets, ended: this.#endPlayback() }
  }

  #audioPacket(agreed: AgreedAudio, samples: number): Uint8Array {
    const packet = this.#bufferOf(HEADER_BYTES + samples)
    writeHeader(packet, this.#header(agreed.payloadType, this.#marker, this.#timestamp))
    const block = packet.subarray(HEADER_BYTES)
    this.#said += this.#fill(block, agreed.codec)
    this.#marker = false
    this.#count(samples)
    return packet
  }

  /** Gives how much of the block is audio rather than silence. */
  #fill(block: Uint8Array, codec: Codec): number {
    if (codec === 'G722') return (this.#wide ??= new WideVoice()).say(this.#playback, block)
    if (this.#playback) return this.#playback.next(block, codec)
    block.fill(SILENCE[codec])
    return 0
  }

  /** What a packet of ours sounds like, in one of the laws. */
  soundOf(packet: Uint8Array, codec: Codec): { readonly payload: Uint8Array; readonly law: Law } {
    if (codec !== 'G722') return { payload: packet.subarray(HEADER_BYTES), law: codec }
    return { payload: this.#wide?.asPcmu ?? new Uint8Array(0), law: 'PCMU' }
  }

  #bufferOf(size: number): Uint8Array {
    const at = this.#sequence % BUFFERS
    const old = this.#buffers[at]
    if (old?.length === size) return old
    const made = new Uint8Array(size)
    this.#buffers[at] = made
    return made
  }

  #eventPackets(events: readonly DueEvent[], eventType: number): Uint8Array[] {
    return events.map(({ marker, payload, timestamp }) => {
      const packet = writeRtp({ ...this.#header(eventType, marker, timestamp), payload })
      this.#count(payload.length)
      return packet
    })
  }

  #header(payloadType: number, marker: boolean, timestamp: number) {
    return { marker, payloadType, sequence: this.#sequence, timestamp, ssrc: this.#ssrc }
  }

  #count(bytes: number): void {
    this.#sequence = (this.#sequence + 1) & 0xffff
    this.#packets += 1
    this.#bytes += bytes
  }

  #endPlayback(): boolean {
    if (!this.#playback?.done) return false
    this.quiet()
    return true
  }
}
