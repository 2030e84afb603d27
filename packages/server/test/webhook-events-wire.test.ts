import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SiteFile } from '@reveille/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PATIENCE } from '../testing/eventually.ts'
import { openHotel, SITE } from './hotel.ts'
import { useDatabases } from './test-databases.ts'
import { openReceiver, type Push, type Receiver } from './receiver.ts'
import { openRingingHotel } from './ringing-hotel.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ALLOWED = { network: { allow: ['127.0.0.1'] } }

const { newDatabase } = useDatabases()

const closing: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close()
})

async function receiving(): Promise<Receiver> {
  const receiver = await openReceiver({ secret: SECRET, anyTime: true })
  closing.push(receiver)
  return receiver
}

const told = ({ text: body }: Push) => {
  const { type, data } = JSON.parse(body) as { type: string; data: { room: string } }
  return `${type} ${data.room}`
}

/** Room 101 is woken, and room 102 does not answer. */
async function night(bar: Receiver, plain: Receiver, databaseUrl: string | null) {
  const of = ({ url }: Receiver) => ({ type: 'webhook' as const, url, secret: SECRET })
  const hotel = await openRingingHotel(
    {
      ...ALLOWED,
      inventory: {
        ...SITE.inventory,
        connectors: [
          { ...of(bar), name: 'bar', events: ['alarm.raised', 'wakeup.answered', 'wakeup.failed'] },
          { ...of(plain), name: 'plain' },
        ],
      },
      roomStatus: { ...SITE.roomStatus, servers: [] },
      wakeup: { attempts: 1 },
      telephony: { mode: 'virtual', virtual: { default: 'answer', rooms: { '102': 'no-answer' } } },
    },
    { connectorFor: 'network', databaseUrl },
  )
  closing.unshift(hotel)
  return hotel
}

describe.each(['SQLite', 'PostgreSQL'])('alarms and results, posted from %s', (name) => {
  it('arrive signed, also after a failure, in their order; one that has not asked for them gets its charges and nothing else', async () => {
    const [bar, plain] = [await receiving(), await receiving()]
    bar.meet(500, 200)
    const hotel = await night(bar, plain, name === 'SQLite' ? null : await newDatabase())
    const ids = [await hotel.ask('101', '2001'), await hotel.ask('102', '2001')]
    for (const id of ids) await hotel.settled(id)
    await hotel.request('boss', 'POST', '/rest/isi/charge', { id: '10', quantity: '2', room: '103' })
    const delivered = async () =>
      (await hotel.request('boss', 'GET', '/rest/delivery?state=delivered')).json.deliveries
    await hotel.until(async () => (await delivered()).length === 5)

    expect(bar.pushes.map(({ genuine }) => genuine)).toEqual(bar.pushes.map(() => true))
    // The first was answered with 500, and came again as it was.
    const [first, second, ...others] = bar.pushes
    expect([second?.id, second?.text]).toEqual([first?.id, first?.text])
    expect(new Set([first, ...others].map((one) => one && told(one)))).toEqual(
      new Set(['alarm.raised 102', 'inventory.charged 103', 'wakeup.answered 101', 'wakeup.failed 102']),
    )
    expect(others).toHaveLength(3)
    const sequences = bar.pushes
      .map(({ text: body }) => JSON.parse(body) as { type: string; data: { sequence: number } })
      .filter(({ type }) => type !== 'inventory.charged')
      .map(({ data }) => data.sequence)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(plain.pushes.map(told)).toEqual(['inventory.charged 103'])
  })
})

/** Takes posts, and answers each when it is told to. */
async function holdingReceiver() {
  const held: ServerResponse[] = []
  const taken: { room: string; sequence: number }[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    taken.push((JSON.parse(await text(request)) as { data: { room: string; sequence: number } }).data)
    held.push(response)
  }
  const http = createServer((request, response) => void take(request, response))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  closing.push({
    async close() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  })
  return { url: `http://127.0.0.1:${port}/`, held, taken }
}

describe('posts to one destination', () => {
  it('are never more at once than it takes (parallel), and those of a room come one after the other', async () => {
    const receiver = await holdingReceiver()
    const site: SiteFile = {
      ...SITE,
      ...ALLOWED,
      inventory: {
        ...SITE.inventory,
        connectors: [{ type: 'webhook', name: 'bar', url: receiver.url, parallel: 3 }],
      },
      roomStatus: { ...SITE.roomStatus, servers: [] },
    }
    const hotel = await openHotel({ connectorFor: 'network', site })
    await hotel.open()
    closing.unshift(hotel)
    const rooms = ['101', '102', '103', '104', '105', '106', '107', '108']
    for (const room of [...rooms, ...rooms])
      await hotel.request('boss', 'POST', '/rest/isi/charge', { id: '10', quantity: '1', room })

    for (let left = 16; left > 0; left--) {
      const open = Math.min(3, left)
      await vi.waitUntil(() => {
        hotel.clock.advance(20)
        return receiver.held.length >= open
      }, PATIENCE)
      // A request is answered meanwhile: whatever else is to be posted has left by then.
      await hotel.request('boss', 'GET', '/rest/delivery')
      expect(receiver.held).toHaveLength(open)
      receiver.held.shift()?.writeHead(200).end()
    }

    for (const room of rooms) {
      const sequences = receiver.taken.filter((one) => one.room === room).map(({ sequence }) => sequence)
      expect(sequences).toHaveLength(2)
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    }
  })
})
