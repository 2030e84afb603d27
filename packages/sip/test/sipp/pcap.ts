import { encode } from '../../src/media/g711.ts'
import { joined, silence, tone } from '../../testing/sounds.ts'

/**
 * A recording as tcpdump writes it, of telephone events (RFC 4733): sipp's own `play_dtmf` knows but one payload type.
 * sipp sends the packets from its own port to ours; only times and contents count.
 */
export interface Press {
  readonly event: number
  readonly atMs: number
}

export interface Recording {
  readonly payloadType: number
  readonly presses: readonly Press[]
  /** How many recordings were played before it in the same call: its packets are numbered after theirs. */
  readonly begins?: number
}

const HELD_MS = 60
const STEP_MS = 20

export function writePcap({ payloadType, presses, begins = 0 }: Recording): Buffer {
  const packets = presses.flatMap(eventPackets)
  return Buffer.concat([
    FILE_HEADER,
    ...packets.map(({ atMs, timestamp, ...packet }, at) =>
      record(
        atMs,
        rtp(payloadType, begins * 1_000 + at, { ...packet, timestamp: timestamp + begins * 80_000 }),
      ),
    ),
  ])
}

/** ITU-T Q.23: the two frequencies of each key. */
const LOW = [697, 770, 852, 941]
const HIGH = [1_209, 1_336, 1_477]
const KEYPAD = '123456789*0#'
const TONE_MS = 100
const PCMU = 0

/** Keys as tones in the audio, each followed by as long a silence. */
export function tonePackets(keys: string): Packet[] {
  const sound = joined(
    ...keys.split('').flatMap((key) => {
      const at = KEYPAD.indexOf(key)
      return [tone([LOW[Math.floor(at / 3)] ?? 0, HIGH[at % 3] ?? 0], TONE_MS, -10), silence(TONE_MS)]
    }),
  )
  const bytes = Buffer.from(encode(sound, 'PCMU'))
  const size = 8 * STEP_MS
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, at) => ({
    atMs: at * STEP_MS,
    timestamp: at * size,
    marker: at === 0,
    payload: bytes.subarray(at * size, (at + 1) * size),
  }))
}

export const writeToneCap = (keys: string): Buffer =>
  Buffer.concat([
    FILE_HEADER,
    ...tonePackets(keys).map(({ atMs, ...packet }, at) => record(atMs, rtp(PCMU, at, packet))),
  ])

export interface Packet {
  readonly atMs: number
  readonly timestamp: number
  readonly marker: boolean
  readonly payload: Buffer
}

/** RFC 4733 2.5.1.3, 2.5.1.4: what has lasted so far, then the end, three times. */
export function eventPackets({ event, atMs }: Press): Packet[] {
  const steps = HELD_MS / STEP_MS
  return Array.from({ length: steps + 2 }, (_, step) => {
    const end = step >= steps - 1
    const payload = Buffer.from([event, end ? 0x8a : 0x0a, 0, 0])
    payload.writeUInt16BE(8 * Math.min(HELD_MS, (step + 1) * STEP_MS), 2)
    return { atMs: atMs + step * STEP_MS, timestamp: 8 * atMs, marker: step === 0, payload }
  })
}

export function rtp(payloadType: number, sequence: number, packet: Omit<Packet, 'atMs'>): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt8(0x80, 0)
  header.writeUInt8((packet.marker ? 0x80 : 0) | payloadType, 1)
  header.writeUInt16BE(sequence, 2)
  header.writeUInt32BE(packet.timestamp, 4)
  header.writeUInt32BE(0x51_99, 8)
  return Buffer.concat([header, packet.payload])
}

/** Microseconds, Ethernet. */
const FILE_HEADER = Buffer.alloc(24)
FILE_HEADER.writeUInt32LE(0xa1_b2_c3_d4, 0)
FILE_HEADER.writeUInt16LE(2, 4)
FILE_HEADER.writeUInt16LE(4, 6)
FILE_HEADER.writeUInt32LE(65_535, 16)
FILE_HEADER.writeUInt32LE(1, 20)

function record(atMs: number, datagram: Buffer): Buffer {
  const frame = Buffer.concat([ethernet, ip(datagram.length), udp(datagram.length), datagram])
  const header = Buffer.alloc(16)
  header.writeUInt32LE(Math.floor(atMs / 1_000), 0)
  header.writeUInt32LE((atMs % 1_000) * 1_000, 4)
  header.writeUInt32LE(frame.length, 8)
  header.writeUInt32LE(frame.length, 12)
  return Buffer.concat([header, frame])
}

const ethernet = Buffer.from([...Array.from({ length: 12 }, () => 0), 0x08, 0x00])

function ip(bytes: number): Buffer {
  const header = Buffer.from([0x45, 0, 0, 0, 0, 0, 0, 0, 64, 17, 0, 0, 127, 0, 0, 1, 127, 0, 0, 1])
  header.writeUInt16BE(20 + 8 + bytes, 2)
  return header
}

function udp(bytes: number): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt16BE(4_000, 0)
  header.writeUInt16BE(4_002, 2)
  header.writeUInt16BE(8 + bytes, 4)
  return header
}
