import { describe, expect, it } from 'vitest'
import type { Address } from '../messages/address.ts'
import type { SrtpKeys } from '../sdp/crypto.ts'
import type { AgreedAudio } from '../sdp/offer-answer.ts'
import { transcode } from './g711.ts'
import type { StreamNews } from './messages.ts'
import { writeRtp } from './rtp.ts'
import { Stream } from './stream.ts'

const US: Address = { host: '192.0.2.1', port: 4_000 }
const ROOM: Address = { host: '192.0.2.9', port: 4_002 }
const SPEECH = Uint8Array.from({ length: 8 * 400 }, (_, at) => at % 120)
const AUDIO = { pcmu: SPEECH, pcma: transcode(SPEECH, 'PCMU', 'PCMA'), durationMs: 400 }
const keyOf = (seed: number) => Buffer.alloc(30, seed).toString('base64')
const keys = (ours: number, theirs: number): SrtpKeys => ({
  suite: 'AES_CM_128_HMAC_SHA1_80',
  ours: keyOf(ours),
  theirs: keyOf(theirs),
})
const towards = (remote: Address, srtp: SrtpKeys): AgreedAudio => ({
  codec: 'PCMU',
  payloadType: 0,
  remote,
  eventType: 101,
  direction: 'sendrecv',
  ptime: 20,
  srtp,
})

/** Two streams whose packets reach each other at once, and what an eavesdropper on the way has seen. */
function meet() {
  let now = 5_000
  const wire: Uint8Array[] = []
  const news: StreamNews[] = []
  const time = { steady: () => now, wall: () => 1_700_000_000_000 + now }
  const random = {
    token: (length: number) => 'x'.repeat(length),
    integer: (_: number, high: number) => high - 1,
  }
  const nothing = () => {}
  const stream = (own: Address, other: () => Stream, tell: (one: StreamNews) => void) =>
    new Stream(
      {
        sendRtp: (bytes) => {
          wire.push(Buffer.from(bytes))
          other().receive(Buffer.from(bytes), own)
        },
        sendRtcp: (bytes) => {
          wire.push(Buffer.from(bytes))
          other().receiveRtcp(Buffer.from(bytes), { ...own, port: own.port + 1 })
        },
        tell,
        played: nothing,
        pressed: nothing,
      },
      time,
      random,
    )
  const us: Stream = stream(
    US,
    () => room,
    (one) => news.push(one),
  )
  const room: Stream = stream(ROOM, () => us, nothing)
  const agree = (ours: number, theirs: number) => {
    us.retarget(towards(ROOM, keys(ours, theirs)))
    room.retarget(towards(US, keys(theirs, ours)))
  }
  const pass = (ticks: number) => {
    for (let at = 0; at < ticks; at++) {
      now += 20
      us.tick(0)
      room.tick(0)
    }
  }
  return { us, room, wire, news, agree, pass }
}

describe('an encrypted stream', () => {
  it('is heard by the room, keys and reports come back, and nobody on the way understands it', () => {
    const { us, room, wire, news, agree, pass } = meet()
    agree(1, 2)
    room.obey({ kind: 'record', options: {} })
    us.obey({ kind: 'play', play: 1, audio: AUDIO, options: {} })
    room.obey({ kind: 'press', press: 1, keys: '7', options: {} })
    pass(600)
    expect(news).toContainEqual({ name: 'key', args: ['7'] })
    const [here, there] = [us.stop(), room.stop()]
    expect(here).toMatchObject({ heardMs: 400, keys: '7', lost: 0 })
    expect(there).toMatchObject({ lost: 0, received: here.sent })
    expect(there.recording?.some((sample) => Math.abs(sample) > 1_000)).toBe(true)
    const spoken = Buffer.from(SPEECH.subarray(0, 8))
    expect(wire.some((packet) => Buffer.from(packet).includes(spoken))).toBe(false)
    // RFC 3711 3.4: every report, the goodbye included, says that it is encrypted.
    const reports = wire.filter((packet) => [200, 201].includes(packet[1] ?? 0))
    expect(reports.length).toBeGreaterThanOrEqual(4)
    expect(reports.every((packet) => ((packet[packet.length - 14] ?? 0) & 0x80) !== 0)).toBe(true)
  })

  it('begins its numbers low, so that the first round is not taken for the second', () => {
    const { wire, agree, pass } = meet()
    agree(1, 2)
    pass(1)
    expect(Buffer.from(wire[0] ?? []).readUInt16BE(2)).toBeLessThan(2 ** 15)
  })

  it('is neither spoken into nor led away by a stranger', () => {
    const { us, news, wire, agree, pass } = meet()
    agree(1, 2)
    const plain = writeRtp({
      marker: true,
      payloadType: 101,
      sequence: 1,
      timestamp: 1,
      ssrc: 3,
      payload: Buffer.of(5, 0x8a, 3, 0x20),
    })
    for (let at = 0; at < 20; at++) us.receive(plain, { host: '203.0.113.1', port: 9 })
    us.receive(plain, ROOM)
    expect(news).toEqual([])
    pass(2)
    const replayed = wire.map((packet) => Buffer.from(packet))
    for (const packet of replayed) us.receive(packet, ROOM)
    expect(us.stop()).toMatchObject({ received: 2, keys: '' })
  })

  it('goes on under other keys', () => {
    const { us, room, agree, pass } = meet()
    agree(1, 2)
    pass(10)
    agree(3, 4)
    pass(10)
    agree(3, 4)
    pass(10)
    const [here, there] = [us.stop(), room.stop()]
    expect([here, there]).toMatchObject([
      { received: 30, lost: 0 },
      { received: 30, lost: 0 },
    ])
  })
})
