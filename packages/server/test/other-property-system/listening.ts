import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A port of this machine that can be left and taken again. */
export class Listening {
  #port: number
  #server: Server | null = null
  readonly #sockets = new Set<Socket>()
  readonly #accept: (socket: Socket) => void

  constructor(port: number, accept: (socket: Socket) => void) {
    this.#port = port
    this.#accept = accept
  }

  get port(): number {
    return this.#port
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      this.#sockets.add(socket.once('close', () => this.#sockets.delete(socket)))
      this.#accept(socket)
    })
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
  }

  /** Nobody is served from now on, and nobody gets in. */
  async close(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = null
    const closed = once(server, 'close')
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
