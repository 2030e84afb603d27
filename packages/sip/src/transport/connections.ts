import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Address, bareHost, plainAddress } from '../messages/address.ts'
import {
  type Accepts,
  type ConnectionWatch,
  type Flow,
  isWildcard,
  type OnBytes,
  type Peer,
  type TlsMaterial,
} from './flow.ts'
import { Framer } from './framer.ts'
import { Refusal } from './refusal.ts'
import { closedWords, connectionWords, isAlert } from './tls-words.ts'
import { type VisitorLimits, Visitors } from './visitors.ts'

export interface ConnectionsOptions {
  readonly protocol: 'TCP' | 'TLS'
  readonly bind: Address
  readonly tls?: TlsMaterial
  readonly connectTimeoutMs: number
  readonly accepts?: Accepts
  readonly visitors?: VisitorLimits
  readonly watch?: ConnectionWatch
}

interface Connection {
  readonly socket: Socket
  readonly flow: Promise<Flow>
}

interface ListenOptions {
  readonly onHeard?: () => void
  /** How to send what this connection does not take any more. */
  readonly again?: (bytes: Uint8Array) => Promise<void>
}

const BROKEN = 'The connection is closed'

/** The connections that we have opened or were offered, one for each peer (RFC 3261 18). */
export class Connections {
  #options: ConnectionsOptions
  readonly #onBytes: OnBytes
  readonly #known = new Map<string, Connection>()
  readonly #sockets = new Set<Socket>()
  readonly #visitors: Visitors
  #listensAt: Address
  #closed = false

  constructor(options: ConnectionsOptions, onBytes: OnBytes) {
    this.#options = options
    this.#listensAt = options.bind
    this.#onBytes = onBytes
    this.#visitors = new Visitors(options.visitors)
  }

  /** The port that was found, where any would do. */
  listensAt(address: Address) {
    this.#listensAt = address
  }

  renew(tls: TlsMaterial) {
    this.#options = { ...this.#options, tls }
  }

  /** The connection to this peer: the one there is, or a new one. */
  to(peer: Peer): Promise<Flow> {
    const remote = this.#askedFor(peer)
    const known = this.#known.get(keyOf(remote))
    // A broken connection stops being writable before its close event comes.
    if (known?.socket.writable) return known.flow
    if (this.#closed) return Promise.reject(new Error('The transport is closed'))
    const socket = this.#connect(remote)
    const again = (bytes: Uint8Array) => this.#sendAnew(bytes, remote)
    const flow = this.#connected(socket, remote).then(() => this.#listen(socket, remote, { again }))
    this.#keep(remote, { socket, flow })
    flow.then(
      (open) => this.#options.watch?.onOpened(open),
      () => this.#forget(remote, socket),
    )
    return flow
  }

  /** A peer has connected to us. */
  receive(socket: Socket) {
    const remote = remoteOf(socket)
    const onHeard = this.#visitors.admit(socket)
    this.#keep(remote, { socket, flow: Promise.resolve(this.#listen(socket, remote, { onHeard })) })
  }

  /** From now on what this socket says is listened to. */
  #listen(socket: Socket, remote: Peer, { onHeard, again }: ListenOptions): Flow {
    const refusal = new Refusal()
    const onRefused = (listener: (error: Error) => void) => refusal.watch(listener)
    const flow = { ...this.#flowOver(socket, again), onRefused }
    this.hold(socket)
    socket.on('error', (error) => {
      if (isAlert(error)) refusal.refused(new Error(connectionWords(error, remote), { cause: error }))
    })
    const framer = new Framer((bytes) => {
      onHeard?.()
      refusal.heard()
      this.#onBytes(bytes, flow)
    })
    socket.on('data', (chunk) => void (framer.push(chunk) || socket.destroy()))
    // A peer that has said its last word takes no more requests, though the socket is not closed yet.
    socket.on('end', () => this.#forget(remote, socket))
    socket.on('close', () => {
      this.#forget(remote, socket)
      if (!this.#closed) this.#options.watch?.onClosed(flow)
      // Not every server says why. Over TCP an answer may still come by another connection (RFC 3261 18.2.2).
      if (this.#options.protocol === 'TLS') refusal.refused(new Error(closedWords(remote)))
    })
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

  /** Without certificates a name proves nothing, and any connection there is will do. */
  #askedFor({ name, ...address }: Peer): Peer {
    const isProved = name !== undefined && this.#options.protocol === 'TLS'
    return { ...plainAddress(address), ...(isProved ? { name } : {}) }
  }

  #flowOver(socket: Socket, again?: ListenOptions['again']): Flow {
    return {
      protocol: this.#options.protocol,
      reliable: true,
      local: this.#localOf(socket),
      remote: remoteOf(socket),
      send: (bytes) => (again ? write(socket, bytes).catch(() => again(bytes)) : write(socket, bytes)),
      closed: new Promise((resolve) => socket.once('close', () => resolve())),
      connectTo: (peer) => this.to(peer),
    }
  }

  /** A peer that we connected to can be reached again; it knows a repeated request by its branch. */
  async #sendAnew(bytes: Uint8Array, remote: Peer) {
    await this.to(remote)
    const socket = this.#known.get(keyOf(remote))?.socket
    if (!socket) throw new Error(BROKEN)
    await write(socket, bytes)
  }

  /**
   * RFC 3261 18.1.1, 18.2.2: where we listen, whichever side connected, so that we are reached when it is
   * gone. Where no peer can connect to us, the connection is the only way, and its own port names it.
   */
  #localOf(socket: Socket): Address {
    const { localAddress = '', localPort = 0 } = socket
    if (!canBeConnectedTo(this.#options)) return plainAddress({ host: localAddress, port: localPort })
    const { host, port } = this.#listensAt
    return plainAddress({ host: isWildcard(host) ? localAddress : host, port })
  }

  #connect({ host, port, name }: Peer): Socket {
    const { protocol, tls } = this.#options
    // RFC 5922 7.3: the certificate must be made out to the name we asked for, whatever its address.
    const servername = name === undefined || isIP(name) ? {} : { servername: name }
    // An exchange may trust this address of ours only.
    const { host: own } = this.#listensAt
    const way = { host, port, ...(isWildcard(own) ? {} : { localAddress: bareHost(own) }) }
    const socket = protocol === 'TLS' ? connectTls({ ...servername, ...tls, ...way }) : connectTcp(way)
    this.hold(socket)
    return socket.setNoDelay(true)
  }

  async #connected(socket: Socket, remote: Peer) {
    const { protocol, connectTimeoutMs } = this.#options
    const event = protocol === 'TLS' ? 'secureConnect' : 'connect'
    try {
      await once(socket, event, { signal: AbortSignal.timeout(connectTimeoutMs) })
    } catch (error) {
      socket.destroy()
      throw new Error(connectionWords(error, remote), { cause: error })
    }
  }

  /** Under both keys: by address alone any connection will do; by name, only one proved for that name. */
  #keep(remote: Peer, connection: Connection) {
    this.#known.set(keyOf(remote), connection)
    this.#known.set(keyOf(plainAddress(remote)), connection)
  }

  /** Another connection may have come in its place. */
  #forget(remote: Peer, socket: Socket) {
    for (const key of [keyOf(remote), keyOf(plainAddress(remote))])
      if (this.#known.get(key)?.socket === socket) this.#known.delete(key)
  }
}

const keyOf = ({ host, port, name = '' }: Peer) => [host, port, name].join(' ')

export const remoteOf = (socket: Socket) =>
  plainAddress({ host: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 })

/** Without a certificate no TLS client would talk to us. */
const canBeConnectedTo = ({ protocol, tls }: ConnectionsOptions) =>
  protocol === 'TCP' || [tls?.cert, tls?.pfx, tls?.SNICallback].some((one) => one !== undefined)

const write = (socket: Socket, bytes: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    if (!socket.writable) return reject(new Error(BROKEN))
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
