import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished, vi } from 'vitest'

/** RFC 3550 5.1, as far as a plain packet goes: no padding, no extension. */
export interface Heard {
  readonly marker: boolean
  readonly payloadType: number
  readonly sequence: number
  readonly timestamp: number
  readonly ssrc: number
  readonly payload: Buffer
}

/** A place to which sipp lets our audio be sent. */
export interface Ear {
  readonly port: number
  readonly packets: readonly Heard[]
  /** Until this is true of what has come. */
  until(enough: (packets: readonly Heard[]) => boolean): Promise<void>
}

const PATIENCE_MS = 60_000

export async function openEar(): Promise<Ear> {
  const socket = createSocket('udp4')
  const packets: Heard[] = []
  socket.on('message', (bytes) => void packets.push(heard(bytes)))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return {
    port: socket.address().port,
    packets,
    until: (enough) =>
      vi.waitFor(
        () => {
          if (!enough(packets))
            throw new Error(`${packets.length} packets have come, and not those that should`)
        },
        { timeout: PATIENCE_MS, interval: 5 },
      ),
  }
}

/** So many have come. */
export const atLeast = (count: number) => (packets: readonly Heard[]) => packets.length >= count

const heard = (bytes: Buffer): Heard => ({
  marker: bytes.readUInt8(1) > 127,
  payloadType: bytes.readUInt8(1) & 0x7f,
  sequence: bytes.readUInt16BE(2),
  timestamp: bytes.readUInt32BE(4),
  ssrc: bytes.readUInt32BE(8),
  payload: bytes.subarray(12),
})
