import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { CallHandle } from '../src/call/call-handle.ts'
import type { Address } from '../src/messages/address.ts'
import type { IncomingCall } from '../src/call/incoming-call.ts'
import { RFC_TIMINGS } from '../src/transactions/timers.ts'
import { createUserAgent } from '../src/agent/user-agent.ts'
import type { PhoneScript } from '../testing/scripted-phone.ts'
import { silentMedia } from '../testing/silent-media.ts'
import { type Hotel, type HotelOptions, lineOf, openHotel, registered } from './kamailio/hotel.ts'

/** Kamailio and we over TCP: it connects to where our Contact and Via say that we listen. */

let hotel: Hotel
const closers: (() => unknown)[] = []

async function open(script: PhoneScript, options: HotelOptions = {}) {
  const ours = { protocols: ['TCP'], ...options.ours } as const
  hotel = await openHotel({ rooms: ['101'], script: () => script, ...options, ours })
  return hotel
}

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await hotel.end()
})

/** Stands before the exchange, and can go down with every connection that passes it. */
async function openDoor(to: Address) {
  const passing = new Set<Socket>()
  const server = createServer((here) => {
    const there = connect(to.port, to.host)
    for (const one of [here, there]) {
      passing.add(one)
      one.on('error', () => {}).on('close', () => [here, there].map((each) => each.destroy()))
    }
    here.pipe(there).pipe(here)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    server.close()
    for (const one of passing) one.destroy()
  }
  closers.push(cut)
  return { address: { host: '127.0.0.1', port: (server.address() as { port: number }).port }, cut }
}

describe.skipIf(!has('kamailio'))('Kamailio over TCP', () => {
  it('rings a line where its Contact says, by a connection of its own', async () => {
    let onCall: (call: IncomingCall) => void = () => {}
    const rung = new Promise<IncomingCall>((resolve) => (onCall = resolve))
    const { agent, exchange, phones } = await open({ does: 'answer' }, { ours: { onCall } })
    const door = await openDoor(exchange.address)
    agent.addLine(lineOf('voice1', door.address, { protocol: 'TCP' }))
    await registered(exchange, 'voice1')
    door.cut()
    const theirs = phones.agent.dial('101', { to: 'voice1', onAnswered: () => void theirs.hangUp() })
    const call = await rung
    await call.accept()
    expect(await call.ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
    expect(await theirs.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
  })

  it('brings the end of a call whose connection is gone', async () => {
    const { agent, exchange, phones } = await open({ does: 'answer' })
    const door = await openDoor(exchange.address)
    agent.addLine(lineOf('voice1', door.address, { protocol: 'TCP', register: false }))
    let onAnswered = () => {}
    const answered = new Promise<void>((resolve) => (onAnswered = resolve))
    const call = agent.dial('voice1', { to: '101', onAnswered })
    await answered
    door.cut()
    void (await phones.nextCall()).call.hangUp()
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
  })

  it('lets the next process cancel what rings, and that is soon done', async () => {
    const { agent, exchange, phones } = await open({ does: 'ring' }, { timings: RFC_TIMINGS })
    const line = lineOf('voice1', exchange.address, { protocol: 'TCP', register: false })
    agent.addLine(line)
    let stored: CallHandle | undefined
    await new Promise<void>((resolve) => {
      const ring = async () => {
        const call = await agent.prepare('voice1', { to: '101', onRinging: resolve })
        stored = call.handle
        call.send()
      }
      void ring()
    })
    await agent.close({ abruptly: true })
    const bind = { host: '127.0.0.1', port: 0 }
    const next = await createUserAgent({ bind, protocols: ['TCP'], media: silentMedia() })
    closers.push(() => next.close())
    next.addLine(line)
    const before = performance.now()
    if (!stored) throw new Error('Nothing was stored')
    expect(await next.abandon(stored)).toBe('cancelled')
    expect(performance.now() - before).toBeLessThan(25_000)
    expect(await (await phones.nextCall()).ended).toEqual({ kind: 'not answered', why: 'cancelled' })
  })
})
