import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type ConnectionPlaces, placesWithin, shareConnections } from './connections.ts'

let server: Server
const opened: Socket[] = []
/** The server's ends. */
const ours: Socket[] = []

async function open(places: ConnectionPlaces, proxies: readonly string[] = []) {
  server = createServer()
  shareConnections(server, places, proxies)
  // What is let in is greeted.
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    ours.push(socket)
    if (!socket.destroyed) socket.write('in')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** Connects from one of the machine's own addresses, and says whether it was let in. */
async function enter(from: string): Promise<{ socket: Socket; isIn: boolean }> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  opened.push(socket)
  socket.on('error', () => {})
  const isIn = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ])
  return { socket, isIn }
}

/** Connects and leaves; waits until the server has seen the connection close. */
async function comeAndGo(from: string) {
  const { socket } = await enter(from)
  const left = once(ours.at(-1) ?? socket, 'close')
  socket.destroy()
  await left
}

const [ONE, TWO, THREE] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const

beforeEach(() => void (opened.length = 0))
afterEach(() => {
  for (const socket of opened) socket.destroy()
  server?.close()
})

describe('connections', () => {
  it('from one address are no more than its share, and those of others come in', async () => {
    await open({ all: 10, perAddress: 3 })
    for (let n = 0; n < 3; n++) expect((await enter(ONE)).isIn).toBe(true)
    expect((await enter(ONE)).isIn).toBe(false)
    expect((await enter(TWO)).isIn).toBe(true)
  })

  it('come in again when others have left', async () => {
    await open({ all: 10, perAddress: 1 })
    await comeAndGo(ONE)
    expect((await enter(ONE)).isIn).toBe(true)
  })

  it('that are closed take no place: an open one stays after many have come and gone', async () => {
    await open({ all: 5, perAddress: 4 })
    await enter(ONE)
    const stays = ours.at(-1)
    for (let n = 0; n < 10; n++) {
      await comeAndGo(TWO)
      expect(stays?.destroyed).toBe(false)
    }
  })

  it('are never all taken: who has the most gives up the oldest', async () => {
    await open({ all: 5, perAddress: 4 })
    const first = await enter(ONE)
    const gone = once(first.socket, 'close')
    for (let n = 0; n < 2; n++) expect((await enter(ONE)).isIn).toBe(true)
    expect((await enter(TWO)).isIn).toBe(true)
    expect((await enter(THREE)).isIn).toBe(true)
    await gone
  })

  it('of a proxy have no share', async () => {
    await open({ all: 10, perAddress: 1 }, ['127.0.0.2/32'])
    for (let n = 0; n < 4; n++) expect((await enter(ONE)).isIn).toBe(true)
  })
})

test('there are places for half of the files that may be open, and for one address a quarter of those', () => {
  expect(placesWithin(1_024)).toEqual({ all: 512, perAddress: 128 })
  expect(placesWithin(1_000_000)).toEqual({ all: 2_048, perAddress: 512 })
})
