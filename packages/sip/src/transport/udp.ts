import { createSocket, type Socket, type SocketOptions } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { type Address, bareHost, plainAddress } from '../messages/address.ts'
import { everybody, type Flow, hostFor, isWildcard, type OnBytes, type Transport } from './flow.ts'
import { RoutedAddresses } from './routed-address.ts'

/** At seven in the morning hundreds of phones answer at once; the system may grant less. */
const RECEIVE_BYTES = 1 << 22

/** Lines share a socket: the exchange tells them apart by the user of their Contact. */
export async function openUdp(bind: Address, onBytes: OnBytes, accepts = everybody): Promise<Transport> {
  const host = bareHost(bind.host)
  const type = isIPv6(host) ? 'udp6' : 'udp4'
  const socket = createSocket({ type, recvBufferSize: RECEIVE_BYTES, lookup: asGiven })
  await bound(socket, { host, port: bind.port })
  const local = localOf(socket)
  const ways = new Ways(socket, local)
  // A refused datagram (ICMP) names no transaction; the one that waits will time out.
  socket.on('error', () => {})
  socket.on('message', (bytes, from) => {
    const remote = plainAddress({ host: from.address, port: from.port })
    if (!isKeepAlive(bytes) && accepts(remote)) ways.back(remote, (flow) => onBytes(bytes, flow))
  })
  let closed: Promise<void> | undefined
  return {
    protocol: 'UDP',
    local,
    flowTo: (remote) => ways.to(plainAddress(remote)),
    close: () => (closed ??= new Promise((resolve) => socket.close(() => resolve()))),
  }
}

/** Each host is an address already. Node's own lookup would hand it back, and send, only after all that is under way. */
const asGiven: SocketOptions['lookup'] = (host, _options, done) => done(null, host, isIPv6(host) ? 6 : 4)

async function bound(socket: Socket, { host, port }: Address) {
  try {
    // It may listen before `bind` returns.
    const listening = once(socket, 'listening')
    socket.bind(port, host)
    await listening
  } catch (error) {
    socket.close()
    throw error
  }
}

function localOf(socket: Socket): Address {
  const { address: host, port } = socket.address()
  return { host, port }
}

/** RFC 5626 3.5.1 and what exchanges send to hold a path open: line ends, or a byte or two of nothing. */
const isKeepAlive = (bytes: Uint8Array) =>
  bytes.length < 5 && bytes.every((byte) => byte === 13 || byte === 10 || byte === 0)

/** From our socket to each peer; one that listens on every address tells each peer the address that leads to it. */
class Ways {
  readonly #socket: Socket
  readonly #local: Address
  readonly #routed: RoutedAddresses | null

  constructor(socket: Socket, local: Address) {
    this.#socket = socket
    this.#local = local
    this.#routed = isWildcard(local.host) ? new RoutedAddresses() : null
  }

  async to(remote: Address): Promise<Flow> {
    return this.#flow((await this.#routed?.towards(remote.host)) ?? this.#local.host, remote)
  }

  /** To the sender of a datagram; at once, if it can be. */
  back(remote: Address, use: (flow: Flow) => void) {
    const known = this.#routed ? this.#routed.known(remote.host) : this.#local.host
    if (known !== undefined) return use(this.#flow(known, remote))
    // A peer without a route back is ignored.
    this.to(remote).then(use, () => {})
  }

  #flow(host: string, remote: Address): Flow {
    const to = hostFor(this.#local.host, remote.host)
    const local = { host, port: this.#local.port }
    return {
      protocol: 'UDP',
      reliable: false,
      local,
      remote,
      send: (bytes) => this.#send(bytes, to, remote.port),
    }
  }

  #send(bytes: Uint8Array, host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.send(bytes, port, host, (error) => (error ? reject(error) : resolve()))
    })
  }
}
