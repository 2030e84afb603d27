import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Address } from '../../../peers/ports.ts'
import { eventPackets, type Packet, rtp, tonePackets } from '../../sip/test/sipp/pcap.ts'

export const now = () => performance.timeOrigin + performance.now()

/** A packet that came: when, and whether anything can be heard in it. */
export interface HeardPacket {
  readonly at: number
  readonly isSound: boolean
}

const RECEIVE_BYTES = 1 << 20
const HEADER_BYTES = 12
const SAMPLES_PER_MS = 8
/** In mu-law, of either sign. */
const SILENCES: readonly number[] = [0xff, 0x7f]

export const KEYPAD = '0123456789*#'

export async function openBareAudio(host: string): Promise<BareAudio> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: RECEIVE_BYTES })
  socket.bind(0, host)
  await once(socket, 'listening')
  return new BareAudio(socket)
}

/** What a phone hears and presses, packet by packet. */
export class BareAudio {
  readonly heard: HeardPacket[] = []
  readonly #socket: Socket
  readonly #here: Address
  readonly #begun = now()
  #there: Address | null = null
  #sequence = 0
  #isOpen = true
  #onPacket: () => void = () => {}

  constructor(socket: Socket) {
    const { address, port } = socket.address()
    this.#socket = socket
    this.#here = { host: address, port }
    socket.on('message', (packet) => {
      this.heard.push({ at: now(), isSound: isSound(packet) })
      this.#onPacket()
    })
  }

  /** Something was said after that moment; false where nothing was for so long. */
  speaks(after: number, withinMs: number): Promise<boolean> {
    const isSaid = () => this.#lastSound > after
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => resolve(isSaid()), withinMs)
      this.#onPacket = () => {
        if (!isSaid()) return
        clearTimeout(tooLong)
        resolve(true)
      }
    })
  }

  /** Nothing has been said for so long. */
  async quiet(ms: number) {
    for (let left = ms; left > 0; left = this.#lastSound + ms - now()) await pause(left)
  }

  get #lastSound(): number {
    return this.heard.findLast((packet) => packet.isSound)?.at ?? 0
  }

  /** The offer; `events` is the payload type of telephone events (RFC 4733). */
  offer(events: number): string {
    const { host, port } = this.#here
    return [
      'v=0',
      `o=- 1 1 IN IP4 ${host}`,
      's=-',
      `c=IN IP4 ${host}`,
      't=0 0',
      `m=audio ${port} RTP/AVP 0 ${events}`,
      `a=rtpmap:${events} telephone-event/8000`,
      '',
    ].join('\r\n')
  }

  /** The other side has answered, with this. */
  agree(answer: string) {
    const [, host = ''] = /^c=IN IP4 (\S+)/m.exec(answer) ?? []
    this.#there = { host, port: Number(/^m=audio (\d+)/m.exec(answer)?.[1] ?? 0) }
  }

  /** As telephone event; gives when the first packet of it left. */
  press(key: string, payloadType: number): Promise<number> {
    return this.#send(eventPackets({ event: KEYPAD.indexOf(key), atMs: 0 }), payloadType)
  }

  /** As tones in the audio, one after the other. */
  sound(keys: string): Promise<number> {
    return this.#send(tonePackets(keys), 0)
  }

  close() {
    if (this.#isOpen) this.#socket.close()
    this.#isOpen = false
  }

  async #send(packets: readonly Packet[], payloadType: number): Promise<number> {
    const began = now()
    const base = Math.round((began - this.#begun) * SAMPLES_PER_MS)
    for (const { atMs, timestamp, ...packet } of packets) {
      const early = began + atMs - now()
      if (early > 0) await pause(early)
      if (!this.#isOpen || !this.#there) return began
      const bytes = rtp(payloadType, this.#sequence++ & 0xff_ff, { ...packet, timestamp: timestamp + base })
      this.#socket.send(bytes, this.#there.port, this.#there.host)
    }
    return began
  }
}

const isSound = (packet: Buffer) => packet.subarray(HEADER_BYTES).some((byte) => !SILENCES.includes(byte))
