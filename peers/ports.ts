import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

export interface Address {
  readonly host: string
  readonly port: number
}

export const HERE = '127.0.0.1'

/** Below what the system gives out by itself and below where audio is sent, so that nobody gets in between. */
const [LOWEST, HIGHEST] = [10_000, 13_999]
const TRIES = 100

/** The first of so many ports in a row that nobody has, neither for datagrams nor for connections. */
export async function freePorts(count = 1): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST - count))
    const row = Array.from({ length: count }, (_, index) => first + index)
    const free = await Promise.all(row.map(isFree))
    if (free.every(Boolean)) return first
  }
  throw new Error(`No ${count} ports in a row are free from ${LOWEST} to ${HIGHEST}`)
}

const isFree = async (port: number) => (await takesDatagrams(port)) && takesConnections(port)

async function takesDatagrams(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind(port, HERE)
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    socket.close()
  }
}

async function takesConnections(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, HERE)
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
