import { once } from 'node:events'
import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net'
import {
  connect as connectTls,
  type ConnectionOptions,
  createServer as createTlsServer,
  type TlsOptions,
} from 'node:tls'
import {
  type Address,
  bareHost,
  type Flow,
  hostText,
  type OnBytes,
  plainAddress,
  type Transport,
} from './flow.ts'
import { Framer } from './framer.ts'

export interface StreamOptions {
  readonly protocol: 'TCP' | 'TLS'
  readonly bind: Address
  /** Certificates, keys and whom to trust: the platform's own words. */
  readonly tls?: TlsOptions & ConnectionOptions
  readonly connectTimeoutMs: number
}

/** TCP or TLS: listens, and keeps the connections it has opened or was offered, one for each peer (RFC 3261 18). */
export async function openStream(options: StreamOptions, onBytes: OnBytes): Promise<Transport> {
  const connections = new Connections(options, onBytes)
  const server = await listening(options, connections)
  const local = server.address() as { address: string; port: number }
  let closed: Promise<void> | undefined
  return {
    protocol: options.protocol,
    local: { host: local.address, port: local.port },
    flowTo: async (remote) => connections.to(plainAddress(remote)),
    close() {
      closed ??= new Promise((resolve) => server.close(() => resolve()))
      connections.close()
      return closed
    },
  }
}

async function listening({ protocol, bind, tls }: StreamOptions, connections: Connections): Promise<Server> {
  const onSocket = (socket: Socket) => void connections.adopt(socket, remoteOf(socket))
  const server = protocol === 'TLS' ? createTlsServer({ ...tls }, onSocket) : createServer(onSocket)
  // Before a peer has shown that it speaks TLS, it is a socket all the same, and must go when we close.
  server.on('connection', (socket) => connections.hold(socket))
  server.listen(bind.port, bareHost(bind.host))
  await once(server, 'listening')
  // A peer that could not be let in (no more descriptors) will try again; those inside must not suffer.
  server.on('error', () => {})
  return server
}

class Connections {
  readonly #options: StreamOptions
  readonly #onBytes: OnBytes
  readonly #known = new Map<string, Connection>()
  readonly #sockets = new Set<Socket>()
  #closed = false

  constructor(options: StreamOptions, onBytes: OnBytes) {
    this.#options = options
    this.#onBytes = onBytes
  }

  /** The connection to this peer: the one there is, or a new one. */
  to(remote: Address): Promise<Flow> {
    const key = keyOf(remote)
    const known = this.#known.get(key)
    // One that broke a moment ago is known to be broken before it is known to be closed.
    if (known?.socket.writable) return known.flow
    if (this.#closed) return Promise.reject(new Error('The transport is closed'))
    const socket = this.#connect(remote)
    const flow = this.#connected(socket, remote).then(() => this.adopt(socket, remote))
    this.#known.set(key, { socket, flow })
    flow.catch(() => this.#forget(key, socket))
    return flow
  }

  /** From now on what this socket says is listened to. */
  adopt(socket: Socket, remote: Address): Flow {
    const flow = flowOver(socket, this.#options.protocol)
    const key = keyOf(remote)
    this.hold(socket)
    this.#known.set(key, { socket, flow: Promise.resolve(flow) })
    const framer = new Framer((bytes) => this.#onBytes(bytes, flow))
    socket.on('data', (chunk) => void (framer.push(chunk) || socket.destroy()))
    // A peer that has said its last word takes no more requests, though the socket is not closed yet.
    socket.on('end', () => this.#forget(key, socket))
    socket.on('close', () => this.#forget(key, socket))
    return flow
  }

  hold(socket: Socket) {
    if (this.#closed) socket.destroy()
    if (this.#sockets.has(socket)) return
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
  }

  close() {
    this.#closed = true
    for (const socket of this.#sockets) socket.destroy(new Error('The transport was closed'))
  }

  #connect({ host, port }: Address): Socket {
    const { protocol, tls } = this.#options
    const socket = protocol === 'TLS' ? connectTls({ ...tls, host, port }) : connectTcp({ host, port })
    this.hold(socket)
    return socket.setNoDelay(true)
  }

  async #connected(socket: Socket, { host, port }: Address) {
    const { protocol, connectTimeoutMs } = this.#options
    const event = protocol === 'TLS' ? 'secureConnect' : 'connect'
    try {
      await once(socket, event, { signal: AbortSignal.timeout(connectTimeoutMs) })
    } catch (error) {
      socket.destroy()
      throw new Error(`No connection to ${hostText(host)}:${port}`, { cause: error })
    }
  }

  /** Another connection may have come in its place. */
  #forget(key: string, socket: Socket) {
    if (this.#known.get(key)?.socket === socket) this.#known.delete(key)
  }
}

interface Connection {
  readonly socket: Socket
  readonly flow: Promise<Flow>
}

const keyOf = ({ host, port }: Address) => `${host} ${port}`

const remoteOf = (socket: Socket) =>
  plainAddress({ host: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 })

const localOf = (socket: Socket) =>
  plainAddress({ host: socket.localAddress ?? '', port: socket.localPort ?? 0 })

const flowOver = (socket: Socket, protocol: 'TCP' | 'TLS'): Flow => ({
  protocol,
  reliable: true,
  local: localOf(socket),
  remote: remoteOf(socket),
  send: (bytes) =>
    new Promise((resolve, reject) => {
      if (!socket.writable) return reject(new Error('The connection is closed'))
      socket.write(bytes, (error) => (error ? reject(error) : resolve()))
    }),
})
