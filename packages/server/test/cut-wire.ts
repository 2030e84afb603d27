import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A way to a server that can be cut: then nothing passes any more, and nobody is told. */
export interface CutWire {
  readonly port: number
  readonly isCut: boolean
  /** A query is on its way, or its answer. */
  readonly isBusy: boolean
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** How PostgreSQL ends an answer: ready for the next query, outside a transaction. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1')

export async function openWire(to: number): Promise<CutWire> {
  const sockets = new Set<Socket>()
  const unanswered = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // Whoever is at its other end may be gone at any time.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    if (isCut) socket.pause()
  }
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    near.on('close', () => {
      unanswered.delete(near)
      far.destroy()
    })
    far.on('close', () => near.destroy())
    near.on('data', (bytes) => {
      unanswered.add(near)
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (bytes.subarray(-READY.length).equals(READY)) unanswered.delete(near)
      near.write(bytes)
    })
    for (const socket of [near, far]) keep(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    get isCut() {
      return isCut
    },
    get isBusy() {
      return !isCut && unanswered.size > 0
    },
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    mend() {
      isCut = false
      drop()
    },
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
