import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

export interface Address {
  readonly host: string
  readonly port: number
}

export const HERE = '127.0.0.1'

/** Below the ports that the system hands out by itself, and below those of audio. */
const [LOWEST, HIGHEST] = [10_000, 13_999]
/** A port is locked by a server this much higher: tests in other threads and processes see it and choose another. */
const LOCKS = 10_000
const TRIES = 100

/**
 * The first of `count` free ports in a row, both for datagrams and for connections. They stay ours until this process
 * ends, so that no other test takes one before the program that it is meant for binds it.
 */
export async function freePorts(count = 1): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST - count))
    if (await locksRow(first, count)) return first
  }
  throw new Error(`No ${count} ports in a row are free from ${LOWEST} to ${HIGHEST}`)
}

async function locksRow(first: number, count: number): Promise<boolean> {
  const locks: Server[] = []
  for (let port = first; port < first + count; port++) {
    const lock = await listening(port + LOCKS)
    if (lock) locks.push(lock)
    if (lock && (await isFree(port))) continue
    for (const one of locks) one.close()
    return false
  }
  return true
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
    await new Promise<void>((resolve) => void socket.close(resolve))
  }
}

async function takesConnections(port: number): Promise<boolean> {
  const server = await listening(port)
  if (server) await new Promise((resolve) => void server.close(resolve))
  return server !== null
}

/** A server that keeps no process alive; null where the port is taken. */
async function listening(port: number): Promise<Server | null> {
  const server = createServer().unref()
  try {
    server.listen(port, HERE)
    await once(server, 'listening')
    return server
  } catch {
    return null
  }
}
