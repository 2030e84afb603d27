import type { ReceptionReport } from './rtp.ts'

/** RTCP: enough to tell the other side how we hear it, and to swallow what it tells us. RFC 3550 6. */
export interface SenderInfo {
  /** The wall clock, milliseconds since 1970. */
  readonly wallMs: number
  readonly timestamp: number
  readonly packets: number
  readonly bytes: number
}

export interface ReportBlock extends ReceptionReport {
  readonly ssrc: number
  readonly fractionLost: number
  /** The middle 32 bits of the NTP time of the last sender report, and how long ago it came; zeros before the first. */
  readonly lastReport: number
  readonly sinceLastReportMs: number
}

/** What one compound packet told. */
export interface RtcpNews {
  /** The last sender report in it, with the middle bits of its NTP time. */
  readonly senderReport: { readonly ssrc: number; readonly middle: number } | null
  /** Sources that have said goodbye. */
  readonly bye: readonly number[]
}

const SENDER_REPORT = 200
const RECEIVER_REPORT = 201
const DESCRIPTION = 202
const BYE = 203
const CNAME = 1

/** A report and our name: each compound packet begins so (RFC 3550 6.1). */
export const writeReport = (
  ssrc: number,
  cname: string,
  sender: SenderInfo | null,
  blocks: readonly ReportBlock[],
) => Buffer.concat([reportPacket(ssrc, sender, blocks), descriptionPacket(ssrc, cname)])

/** RFC 3550 6.6: the goodbye comes last, behind a report. */
export const writeGoodbye = (ssrc: number, cname: string, sender: SenderInfo | null) =>
  Buffer.concat([writeReport(ssrc, cname, sender, []), byePacket(ssrc)])

/** RFC 3550 6.4.1, 6.4.2: without packets sent, it is a receiver report. */
function reportPacket(ssrc: number, sender: SenderInfo | null, blocks: readonly ReportBlock[]): Buffer {
  const body = [word(ssrc), ...(sender ? [senderInfo(sender)] : []), ...blocks.map(reportBlock)]
  return packet(sender ? SENDER_REPORT : RECEIVER_REPORT, blocks.length, Buffer.concat(body))
}

function senderInfo({ wallMs, timestamp, packets, bytes }: SenderInfo): Buffer {
  const ntp = ntpTime(wallMs)
  return words(ntp.seconds, ntp.fraction, timestamp, packets, bytes)
}

function reportBlock(block: ReportBlock): Buffer {
  // RFC 3550 6.4.1: 24 bits with a sign, held at its ends.
  const lost = Math.max(-0x80_0000, Math.min(0x7f_ffff, block.lost))
  const delay = Math.round((block.sinceLastReportMs * 65_536) / 1_000)
  return words(
    block.ssrc,
    (block.fractionLost << 24) | (lost & 0xff_ffff),
    block.highest,
    Math.floor(block.jitter),
    block.lastReport,
    block.lastReport === 0 ? 0 : delay,
  )
}

/** RFC 3550 6.5: chunks end in at least one zero and are filled to whole words. */
function descriptionPacket(ssrc: number, cname: string): Buffer {
  const name = Buffer.from(cname).subarray(0, 255)
  const item = Buffer.concat([Buffer.of(CNAME, name.length), name])
  const filled = Buffer.alloc((Math.floor(item.length / 4) + 1) * 4)
  item.copy(filled)
  return packet(DESCRIPTION, 1, Buffer.concat([word(ssrc), filled]))
}

const byePacket = (ssrc: number) => packet(BYE, 1, word(ssrc))

/** RFC 3550 6.4.1: the length is in words, less one. */
const packet = (type: number, count: number, body: Buffer) =>
  Buffer.concat([Buffer.of(0x80 | count, type, body.length >> 10, (body.length >> 2) & 0xff), body])

const word = (value: number) => words(value)

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4))
  return bytes
}

const SECONDS_1900_TO_1970 = 2_208_988_800

/** RFC 3550 4: seconds since 1900 and their 2^32nds. */
function ntpTime(wallMs: number): { seconds: number; fraction: number } {
  const seconds = Math.floor(wallMs / 1_000)
  const fraction = Math.floor(((wallMs - seconds * 1_000) / 1_000) * 2 ** 32)
  return { seconds: (seconds + SECONDS_1900_TO_1970) >>> 0, fraction }
}

/** Null for what is no compound packet (RFC 3550 A.2); unknown types are ignored (6.1). */
export function parseRtcp(bytes: Uint8Array): RtcpNews | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let senderReport: RtcpNews['senderReport'] = null
  const bye: number[] = []
  let at = 0
  while (at < view.byteLength) {
    const end = packetEnd(view, at)
    if (end === null || (at === 0 && !isReport(view.getUint8(1)))) return null
    const type = view.getUint8(at + 1)
    if (type === SENDER_REPORT) senderReport = readSenderReport(view, at, end) ?? senderReport
    if (type === BYE) bye.push(...readBye(view, at, end))
    at = end
  }
  return at === 0 ? null : { senderReport, bye }
}

const isReport = (type: number) => type === SENDER_REPORT || type === RECEIVER_REPORT

/** Where the packet that begins here ends; null when it cannot be one. */
function packetEnd(view: DataView, at: number): number | null {
  if (at + 4 > view.byteLength || view.getUint8(at) >> 6 !== 2) return null
  const end = at + 4 + 4 * view.getUint16(at + 2)
  return end > view.byteLength ? null : end
}

const readSenderReport = (view: DataView, at: number, end: number) =>
  end - at < 28
    ? null
    : {
        ssrc: view.getUint32(at + 4),
        middle: ((view.getUint16(at + 10) << 16) | view.getUint16(at + 12)) >>> 0,
      }

function readBye(view: DataView, at: number, end: number): number[] {
  const count = Math.min(view.getUint8(at) & 0x1f, (end - at - 4) >> 2)
  return Array.from({ length: count }, (_, index) => view.getUint32(at + 4 + 4 * index))
}
