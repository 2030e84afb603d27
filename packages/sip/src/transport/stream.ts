import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls'
import { Connections, remoteOf, type ConnectionsOptions } from './connections.ts'
import { bareHost } from '../messages/address.ts'
import { everybody, type OnBytes, type Transport } from './flow.ts'

export type { ConnectionsOptions }

/** TCP or TLS: listens, and connects to whom something is sent. */
export async function openStream(options: ConnectionsOptions, onBytes: OnBytes): Promise<Transport> {
  const connections = new Connections(options, onBytes)
  const server = await listening(options, connections)
  const { address: host, port } = server.address() as { address: string; port: number }
  connections.listensAt({ host, port })
  let closed: Promise<void> | undefined
  return {
    protocol: options.protocol,
    local: { host, port },
    flowTo: (peer) => connections.to(peer),
    renew(tls) {
      connections.renew(tls)
      if (server instanceof TlsServer) server.setSecureContext(tls)
    },
    close() {
      closed ??= new Promise((resolve) => server.close(() => resolve()))
      connections.close()
      return closed
    },
  }
}

const HANDSHAKE_MS = 10_000

async function listening(options: ConnectionsOptions, connections: Connections): Promise<Server> {
  const { protocol, bind, tls, accepts = everybody } = options
  const onSocket = (socket: Socket) => void (socket.destroyed || connections.receive(socket))
  const server =
    protocol === 'TLS'
      ? createTlsServer({ handshakeTimeout: HANDSHAKE_MS, ...tls }, onSocket)
      : createServer(onSocket)
  // Before a peer has shown that it speaks TLS, it is a socket all the same, and must go when we close.
  server.prependListener('connection', (socket) => {
    if (accepts(remoteOf(socket))) connections.hold(socket)
    else socket.destroy()
  })
  server.listen(bind.port, bareHost(bind.host))
  await once(server, 'listening')
  // A peer that could not be let in (no more descriptors) will try again; those inside must not suffer.
  server.on('error', () => {})
  return server
}
