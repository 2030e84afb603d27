import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4, isIPv6 } from 'node:net'
import { type Address, bareHost, type Flow, type OnBytes, plainAddress, type Transport } from './flow.ts'

/** Every line shares one socket: the exchange tells lines apart by the user of their Contact. */
export async function openUdp(bind: Address, onBytes: OnBytes): Promise<Transport> {
  const host = bareHost(bind.host)
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', recvBufferSize: 1 << 20 })
  await bound(socket, { host, port: bind.port })
  const local = localOf(socket)
  // A refused datagram (ICMP) is told to nobody in particular; the transaction that waits will time out.
  socket.on('error', () => {})
  socket.on('message', (bytes, from) => {
    if (isKeepAlive(bytes)) return
    onBytes(bytes, flowOver(socket, local, plainAddress({ host: from.address, port: from.port })))
  })
  let closed: Promise<void> | undefined
  return {
    protocol: 'UDP',
    local,
    flowTo: (remote) => Promise.resolve(flowOver(socket, local, plainAddress(remote))),
    close: () => (closed ??= new Promise((resolve) => socket.close(() => resolve()))),
  }
}

async function bound(socket: Socket, { host, port }: Address) {
  try {
    socket.bind(port, host)
    await once(socket, 'listening')
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

const flowOver = (socket: Socket, local: Address, remote: Address): Flow => ({
  protocol: 'UDP',
  reliable: false,
  local,
  remote,
  send: (bytes) =>
    new Promise((resolve, reject) => {
      const host = hostFor(local, remote.host)
      socket.send(bytes, remote.port, host, (error) => (error ? reject(error) : resolve()))
    }),
})

/** A socket for both families writes an IPv4 address in the IPv6 way (RFC 4291 2.5.5.2). */
const hostFor = (local: Address, host: string) =>
  isIPv6(local.host) && isIPv4(host) ? `::ffff:${host}` : host
