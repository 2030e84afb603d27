import assert from 'node:assert/strict'
import { contentOf, Incoming } from '../src/media/incoming.ts'
import { parseRtcp, writeGoodbye, writeReport } from '../src/media/rtcp.ts'
import { HEADER_BYTES, parseRtp, writeRtp } from '../src/media/rtp.ts'
import { writeEvent } from '../src/media/telephone-event.ts'
import type { AgreedAudio } from '../src/sdp/offer-answer.ts'
import { type Dice, mutant } from './fuzz-inputs.ts'

const header = { marker: false, payloadType: 0, sequence: 65_530, timestamp: 160_000, ssrc: 7 }
const sender = { wallMs: 1_700_000_000_000, timestamp: 160_000, packets: 50, bytes: 8_000 }
const block = {
  ssrc: 7,
  received: 40,
  lost: 2,
  reordered: 1,
  highest: 65_540,
  jitter: 3,
  fractionLost: 9,
  lastReport: 1,
  sinceLastReportMs: 20,
}

/** Speech, keys, sources and an extension with padding (RFC 3550 5), reports and a good-bye. */
const PACKETS: readonly Buffer[] = [
  writeRtp({ ...header, payload: new Uint8Array(160).fill(0xff) }),
  writeRtp({ ...header, payloadType: 8, sequence: 1, payload: new Uint8Array(240) }),
  writeRtp({
    ...header,
    marker: true,
    payloadType: 101,
    payload: writeEvent({ event: 5, end: true, volume: 10, duration: 800 }),
  }),
  writeRtp({ ...header, payloadType: 13, payload: Uint8Array.of(40) }),
  Buffer.from('b208000100000002000000030101010102020202bede000109090909d5d5000003', 'hex'),
  writeReport(7, 'voice1@127.0.0.1', sender, [block, { ...block, ssrc: 8 }]),
  writeReport(7, 'voice1@127.0.0.1', null, []),
  writeGoodbye(7, 'voice1@127.0.0.1', sender),
].map((bytes) => Buffer.from(bytes))

export const bentPacket = (dice: Dice) => mutant(dice, PACKETS)

/** As it was agreed for the calls that hear them. */
export const AGREED: AgreedAudio = {
  codec: 'PCMU',
  payloadType: 0,
  remote: { host: '127.0.0.1', port: 4_000 },
  eventType: 101,
  direction: 'sendrecv',
  ptime: 20,
}

const EARS = { inBandKeys: true, hearsMachines: true }

/** A call that hears a hundred bent packets, and then another one. */
let heard = { by: new Incoming(EARS), packets: 0 }

function hear(bytes: Buffer) {
  const packet = parseRtp(bytes)
  if (!packet) return
  assert.ok(packet.payload.length <= bytes.length - HEADER_BYTES)
  const content = contentOf(packet, AGREED)
  if (heard.packets++ === 0) heard.by.record(1_000)
  const moment = { now: heard.packets * 20, speaking: false, held: false }
  if (content) heard.by.receive(packet, content, moment)
  if (heard.packets > 100) heard = { by: new Incoming(EARS), packets: 0 }
}

/** Everything that reads what comes to an audio port. */
export function checkAudio(dice: Dice) {
  const bytes = bentPacket(dice)
  hear(bytes)
  const news = parseRtcp(bytes)
  // RFC 3550 6.6: each source takes a word, so there are never more of them than words.
  if (news) assert.ok(news.bye.length * 4 <= bytes.length)
}
