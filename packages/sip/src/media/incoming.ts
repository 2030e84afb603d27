import type { AgreedAudio, Codec, Law } from '../sdp/offer-answer.ts'
import { MachineEar } from './machine-ear.ts'
import type { StreamOptions } from './media-types.ts'
import { Recorder } from './recorder.ts'
import type { ReportBlock } from './rtcp.ts'
import { type ReceptionReport, type RtpPacket, SequenceTracker } from './rtp.ts'
import { KeyReceiver } from './telephone-event.ts'
import { HeardTones } from './tone-keys.ts'
import { WideEar } from './wide-sound.ts'

const COMFORT_NOISE = 13
const FIRST_DYNAMIC = 96
const EVENT_BYTES = 4

export type PacketContent =
  | { readonly kind: 'audio'; readonly codec: Codec }
  | { readonly kind: 'event' }
  | { readonly kind: 'noise' }

/**
 * What a packet carries; null for what was never agreed. The other side may use either law that we offered (RFC 3264
 * 6.1), and some send keys on the payload type of their own description rather than of ours.
 */
export function contentOf(packet: RtpPacket, agreed: AgreedAudio): PacketContent | null {
  const { payloadType, payload } = packet
  if (payloadType === agreed.payloadType) return { kind: 'audio', codec: agreed.codec }
  if (payloadType === agreed.eventType) return { kind: 'event' }
  if (payloadType === 0) return { kind: 'audio', codec: 'PCMU' }
  if (payloadType === 8) return { kind: 'audio', codec: 'PCMA' }
  if (payloadType === 9) return { kind: 'audio', codec: 'G722' }
  if (payloadType === COMFORT_NOISE) return { kind: 'noise' }
  return payloadType >= FIRST_DYNAMIC && payload.length === EVENT_BYTES ? { kind: 'event' } : null
}

/** How things stand when a packet comes. */
interface Moment {
  readonly now: number
  /** We speak, or spoke just now: tones may be an echo of our own voice. */
  readonly speaking: boolean
  /** They do not hear us, and what comes is music. */
  readonly held: boolean
}

/** What comes from the other side: counted, recorded if asked, and read for keys. */
export class Incoming {
  readonly #receiver = new KeyReceiver()
  #source: { ssrc: number; tracker: SequenceTracker; sinceReport: SenderReport | null } | null = null
  /** Of sources that were followed by another. */
  #before = { received: 0, lost: 0, reordered: 0 }
  #recorder: Recorder | null = null
  #lastAt: number | null = null
  #longestGapMs = 0
  #keys = ''
  readonly #keepsKeys: boolean
  #tones: HeardTones | null
  readonly #ear: MachineEar | null
  #wide: WideEar | null = null

  constructor({ inBandKeys = false, hearsMachines = false, keepsKeys = true }: StreamOptions = {}) {
    this.#keepsKeys = keepsKeys
    this.#tones = inBandKeys ? new HeardTones() : null
    this.#ear = hearsMachines ? new MachineEar() : null
  }

  /** What we say ourselves may come back as an echo. */
  noteOwn(payload: Uint8Array, law: Law): void {
    this.#ear?.say(payload, law)
  }

  get hearsMachines(): boolean {
    return this.#ear !== null
  }

  record(maxMs: number): void {
    this.#recorder ??= new Recorder(maxMs)
  }

  /** A pause that was agreed is no gap. */
  rest(): void {
    this.#lastAt = null
    this.#ear?.rest()
  }

  /** The keys that were not told before. */
  receive(packet: RtpPacket, content: PacketContent, { now, speaking, held }: Moment): string {
    const tracker = this.#trackerOf(packet.ssrc)
    this.#noteGap(now)
    if (!tracker.track(packet, content.kind === 'audio' ? now : null)) return ''
    const keys =
      content.kind === 'audio'
        ? this.#hear(packet, content.codec, speaking, held)
        : this.#keysIn(packet, content)
    if (this.#keepsKeys) this.#keys += keys
    return keys
  }

  #hear(packet: RtpPacket, codec: Codec, speaking: boolean, held: boolean): string {
    if (!this.#recorder && !this.#ear && !this.#tones) return ''
    const [heard, law] = codec === 'G722' ? [this.#narrowed(packet), 'PCMU' as const] : [packet, codec]
    this.#listen(heard, law, held)
    return this.#tones?.hear(heard, law, speaking) ?? ''
  }

  #narrowed(packet: RtpPacket): RtpPacket {
    return { ...packet, payload: (this.#wide ??= new WideEar()).asPcmu(packet.payload) }
  }

  #listen(packet: RtpPacket, law: Law, held: boolean): void {
    this.#recorder?.add(packet.payload, law, packet.timestamp)
    // A key is a person's: there is nothing left to find out.
    if (!held && this.#keys === '') this.#ear?.hear(packet, law)
  }

  #keysIn(packet: RtpPacket, content: PacketContent): string {
    if (content.kind === 'noise') return ''
    // Keys come as events here: tones would only repeat them.
    this.#tones = null
    return this.#receiver.receive(packet.payload, packet.timestamp)
  }

  #noteGap(now: number): void {
    if (this.#lastAt !== null) this.#longestGapMs = Math.max(this.#longestGapMs, now - this.#lastAt)
    this.#lastAt = now
  }

  /** RFC 3550 8.1: another SSRC is another source, with a row of its own. */
  #trackerOf(ssrc: number): SequenceTracker {
    if (this.#source?.ssrc === ssrc) return this.#source.tracker
    this.#before = this.#totals
    const tracker = new SequenceTracker()
    this.#source = { ssrc, tracker, sinceReport: null }
    return tracker
  }

  get #totals() {
    const now = this.#source?.tracker.reception
    return {
      received: this.#before.received + (now?.received ?? 0),
      lost: this.#before.lost + (now?.lost ?? 0),
      reordered: this.#before.reordered + (now?.reordered ?? 0),
    }
  }

  noteSenderReport(ssrc: number, middle: number, now: number): void {
    if (this.#source?.ssrc === ssrc) this.#source.sinceReport = { middle, at: now }
  }

  /** RFC 3550 6.4: how we hear the other side, for the next report. */
  takeReportBlocks(now: number): ReportBlock[] {
    if (!this.#source) return []
    const { ssrc, tracker, sinceReport } = this.#source
    const lastReport = sinceReport?.middle ?? 0
    const sinceLastReportMs = sinceReport ? now - sinceReport.at : 0
    const fractionLost = tracker.takeFractionLost()
    return [{ ...tracker.reception, ssrc, fractionLost, lastReport, sinceLastReportMs }]
  }

  get report() {
    const jitter: ReceptionReport['jitter'] = this.#source?.tracker.reception.jitter ?? 0
    return {
      ...this.#totals,
      jitterMs: jitter / 8,
      longestGapMs: this.#longestGapMs,
      keys: this.#keys,
      machineSigns: this.#ear?.signs ?? [],
      recording: this.#recorder?.recording ?? null,
    }
  }
}

interface SenderReport {
  readonly middle: number
  readonly at: number
}
