import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'

export async function openHandset(): Promise<Handset> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return new Handset(socket)
}

/** The audio of a phone: says what it hears. */
export class Handset {
  /** While it does not, nobody is heard on the phone. */
  speaks = true
  onFirst: () => void = () => {}
  readonly #socket: Socket
  #heard = false

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (bytes, from) => this.#hear(bytes, from))
  }

  /** As a body that says where it is, and that it has PCMU (RFC 8866). */
  get description() {
    const { address, port } = this.#socket.address()
    const lines = ['v=0', `o=- 1 1 IN IP4 ${address}`, 's=-', `c=IN IP4 ${address}`, 't=0 0']
    const body = Buffer.from([...lines, `m=audio ${port} RTP/AVP 0`, ''].join('\r\n'))
    return { contentType: 'application/sdp', body }
  }

  close() {
    this.#socket.close()
  }

  /** With a source of its own (RFC 3550 8.2), or it would be taken for a loop. */
  #hear(bytes: Buffer, from: RemoteInfo) {
    if (!this.#heard) this.onFirst()
    this.#heard = true
    if (!this.speaks) return
    const said = Buffer.from(bytes)
    said.writeUInt32BE(~said.readUInt32BE(8) >>> 0, 8)
    this.#socket.send(said, from.port, from.address)
  }
}
