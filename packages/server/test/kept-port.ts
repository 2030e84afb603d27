import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Address } from '@reveille/sip'

/** By port, what hears datagrams there and answers none. */
const kept = new Map<number, Socket>()

/** A program that asks for any port is not given this one, until the one that had it is back. */
export async function keepPort({ host, port }: Address) {
  const socket = createSocket('udp4')
  kept.set(port, socket)
  socket.bind(port, host)
  await once(socket, 'listening')
}

/** For the one that had it, or at the end of the test. */
export async function freePort(port: number) {
  const socket = kept.get(port)
  if (!socket) return
  kept.delete(port)
  socket.close()
  await once(socket, 'close')
}
