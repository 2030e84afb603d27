import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The cable between a browser and the server, which a test may hold back or lead elsewhere. */
export interface Wire {
  readonly url: string
  leadTo(url: string): void
  /** Nothing comes through either way, and nobody is told. */
  hold(): void
  release(): void
  close(): Promise<void>
}

export async function openWire(): Promise<Wire> {
  const sockets = new Set<Socket>()
  const way = { port: 0, isHeld: false }
  const join = (one: Socket, other: Socket) => {
    sockets.add(one)
    if (way.isHeld) one.pause()
    one.on('data', (bytes) => other.write(bytes))
    one.on('end', () => other.end())
    one.on('error', () => other.destroy())
    one.on('close', () => {
      sockets.delete(one)
      other.destroy()
    })
    if (way.isHeld) one.pause()
  }
  const server = createServer((incoming) => {
    const onward = connect(way.port, '127.0.0.1')
    join(incoming, onward)
    join(onward, incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => void (way.port = Number(new URL(url).port)),
    hold() {
      way.isHeld = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      way.isHeld = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
