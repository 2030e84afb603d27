import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { BareExchange } from '../../testing/bare-exchange.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { openPhones, type PhoneScript } from '../../testing/scripted-phone.ts'
import { silentMedia } from '../../testing/silent-media.ts'
import { deferred } from '../media/deferred.ts'
import type { CallHandle } from './call-handle.ts'
import type { Address } from '../messages/address.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../agent/user-agent.ts'

/** What a process over TCP leaves to the next one, and answers that nobody here has asked for. */

const ANY: Address = { host: '127.0.0.1', port: 0 }
/** Less than the 32 s after which a call counts as cancelled where nobody says so. */
const SOON_MS = 25_000

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function openAgent(exchange: Address, options: Partial<UserAgentOptions> = {}) {
  const agent = await createUserAgent({ bind: ANY, media: silentMedia(), ...options })
  closers.push(() => agent.close({ abruptly: true }))
  const protocol = options.protocols?.[0] ?? 'UDP'
  agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange, protocol, register: false })
  return agent
}

const overTcp = (exchange: Address, options: Partial<UserAgentOptions> = {}) =>
  openAgent(exchange, { protocols: ['TCP'], ...options })

async function openRoom(script: PhoneScript) {
  const phones = await openPhones({ media: silentMedia(), script: () => script, protocols: ['TCP'] })
  closers.push(() => phones.close())
  return phones
}

/** Dials, and dies when the call has come as far as this; gives the handle that was stored last. */
async function dieWhen(agent: UserAgent, step: 'onRinging' | 'onAnswered') {
  let stored = ''
  const store = (handle: CallHandle) => Promise.resolve(void (stored = JSON.stringify(handle)))
  await new Promise<void>((resolve) => {
    const call = agent.prepare('voice1', { to: '101', beforeAck: store, [step]: resolve })
    void call.then((ready) => store(ready.handle).then(() => ready.send()))
  })
  await agent.close({ abruptly: true })
  return JSON.parse(stored) as CallHandle
}

describe('a process that stands still, and keeps its address', () => {
  it.each(['UDP', 'TCP'] as const)(
    'is followed by a CANCEL over %s, and that is done at once',
    async (protocol) => {
      const phones = await openPhones({
        media: silentMedia(),
        script: () => ({ does: 'ring' }),
        protocols: [protocol],
      })
      closers.push(() => phones.close())
      const first = await openAgent(phones.address, { protocols: [protocol] })
      const ringing = deferred<void>()
      const call = await first.prepare('voice1', { to: '101', onRinging: () => ringing.resolve() })
      call.send()
      await ringing.promise
      const second = await openAgent(phones.address, { protocols: [protocol] })
      const before = performance.now()
      expect(await second.abandon(call.handle)).toBe('cancelled')
      // Half a second, on a machine that is busy; the answer to the INVITE, which goes to the first, is not waited for.
      expect(performance.now() - before).toBeLessThan(4_000)
      expect(await (await phones.nextCall()).ended).toEqual({ kind: 'not answered', why: 'cancelled' })
    },
  )
})

describe('a process that dies with a call over TCP', () => {
  it.each(['the same port', 'another port'])(
    'while it rings, is followed by a CANCEL from %s, and that is soon done',
    async (from) => {
      const phones = await openRoom({ does: 'ring' })
      const first = await overTcp(phones.address)
      const handle = await dieWhen(first, 'onRinging')
      const second = await overTcp(phones.address, { bind: from === 'another port' ? ANY : first.local })
      const before = performance.now()
      expect(await second.abandon(handle)).toBe('cancelled')
      expect(performance.now() - before).toBeLessThan(SOON_MS)
      const seen = await phones.nextCall()
      expect(await seen.ended).toEqual({ kind: 'not answered', why: 'cancelled' })
    },
  )

  it.each(['the same port', 'another port'])(
    'before it has acknowledged the answer, is followed by ACK and BYE from %s',
    async (from) => {
      const phones = await openRoom({ does: 'answer' })
      const first = await overTcp(phones.address)
      const answered = deferred<void>()
      const beforeAck = () => {
        answered.resolve()
        return new Promise<never>(() => {})
      }
      const call = await first.prepare('voice1', { to: '101', beforeAck })
      const stored = call.handle
      call.send()
      await answered.promise
      await first.close({ abruptly: true })
      const second = await overTcp(phones.address, { bind: from === 'another port' ? ANY : first.local })
      expect(await second.abandon(stored)).toBe('hung up')
      expect(await (await phones.nextCall()).ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
    },
  )

  it('while it is up, is followed by a BYE', async () => {
    const phones = await openRoom({ does: 'answer' })
    const handle = await dieWhen(await overTcp(phones.address), 'onAnswered')
    expect(await (await overTcp(phones.address)).abandon(handle)).toBe('hung up')
    expect(await (await phones.nextCall()).ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
  })

  it('does not wait long for an exchange that says no more than yes to the CANCEL', async () => {
    const exchange = await BareExchange.open()
    closers.push(() => exchange.close())
    const first = await overTcp(exchange.address)
    const dying = dieWhen(first, 'onRinging')
    exchange.reply(await exchange.request('INVITE'), 180)
    const handle = await dying
    const clock = manualClock()
    const abandoning = (await overTcp(exchange.address, { clock })).abandon(handle)
    exchange.reply(await exchange.request('CANCEL'), 200)
    let end: string | undefined
    void abandoning.then((how) => (end = how))
    // Each look is half a second later.
    await expect.poll(() => (clock.advance(500), end), { interval: 5 }).toBe('cancelled')
    expect(clock.now()).toBeLessThan(32_000)
  })

  it('and with it the exchange, is given up at once', async () => {
    const phones = await openRoom({ does: 'ring' })
    const handle = await dieWhen(await overTcp(phones.address), 'onRinging')
    await phones.close({ abruptly: true })
    expect(await (await overTcp(phones.address)).abandon(handle)).toBe('no answer')
  })
})

/** The name stands for both, the first of which is tried first. */
async function openBoth(first: PhoneScript, second: PhoneScript) {
  const places = await Promise.all(
    [first, second].map((script) => openPhones({ media: silentMedia(), script: () => script })),
  )
  closers.push(() => Promise.all(places.map((one) => one.close())))
  const records = places.map(({ address: { host, port } }, at) => ({
    name: host,
    port,
    priority: at,
    weight: 0,
  }))
  const openOne = async () => {
    const resolveSrv = () => Promise.resolve(records)
    const agent = await createUserAgent({ bind: ANY, media: silentMedia(), resolveSrv })
    closers.push(() => agent.close({ abruptly: true }))
    agent.addLine({ user: 'voice1', domain: 'pbx.hotel', register: false })
    return agent
  }
  return { places, openOne }
}

describe('a process that dies with a call at the second of several places behind a name', () => {
  it('while it rings, is followed by a CANCEL there, though the first place knows of no call', async () => {
    const { places, openOne } = await openBoth({ does: 503 }, { does: 'ring' })
    const handle = await dieWhen(await openOne(), 'onRinging')
    expect(await (await openOne()).abandon(handle)).toBe('cancelled')
    const seen = await places[1]?.nextCall()
    expect(await seen?.ended).toEqual({ kind: 'not answered', why: 'cancelled' })
  })

  it('while it is up, is followed by one BYE', async () => {
    const { places, openOne } = await openBoth({ does: 503 }, { does: 'answer' })
    const handle = await dieWhen(await openOne(), 'onAnswered')
    expect(await (await openOne()).abandon(handle)).toBe('hung up')
    expect(await (await places[1]?.nextCall())?.ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
  })

  it('that is over there, finds nothing at any of them', async () => {
    const { places, openOne } = await openBoth({ does: 503 }, { does: 'ring' })
    const handle = await dieWhen(await openOne(), 'onRinging')
    for (const { call } of places[1]?.calls ?? []) call.reject(486)
    expect(await (await openOne()).abandon(handle)).toBe('nothing there')
  })
})

describe('a phone that rang before its place is out of service (503)', () => {
  it('is not rung again by the other place behind the name', async () => {
    const { places, openOne } = await openBoth({ does: 503, ringMs: 20 }, { does: 'answer' })
    const call = (await openOne()).dial('voice1', { to: '101' })
    expect(await call.ended).toMatchObject({ outcome: 'line-trouble', status: 503 })
    expect([...(places[1]?.calls ?? [])]).toEqual([])
  })
})

describe('an answer that nobody has asked for', () => {
  /** A socket that keeps the methods of what it hears, by Call-ID. */
  async function listener(host: string) {
    const socket = createSocket('udp4')
    closers.push(() => socket.close())
    const heard: string[] = []
    socket.on('message', (bytes) => {
      const text = bytes.toString()
      heard.push(`${text.split(' ')[0]} ${/^Call-ID: (.*)\r$/m.exec(text)?.[1]}`)
    })
    socket.bind(0, host)
    await once(socket, 'listening')
    return { socket, heard, address: { host, port: socket.address().port } }
  }

  const answerOf = (callId: string, contact: Address, to: Address) =>
    [
      'SIP/2.0 200 OK',
      `Via: SIP/2.0/UDP ${to.host}:${to.port};branch=z9hG4bK${callId}`,
      'From: <sip:voice1@127.0.0.1>;tag=ours',
      'To: <sip:101@127.0.0.1>;tag=theirs',
      `Call-ID: ${callId}`,
      'CSeq: 1 INVITE',
      `Contact: <sip:101@${contact.host}:${contact.port}>`,
      'Content-Length: 0',
    ].join('\r\n') + '\r\n\r\n'

  it('is hung up where its exchange is ours, and is nothing to us from anybody else', async () => {
    const [exchange, stranger] = [await listener('127.0.0.1'), await listener('127.0.0.2')]
    const named = await listener('127.0.0.1')
    const { local } = await openAgent(exchange.address)
    const say = ({ socket }: typeof exchange, callId: string) =>
      socket.send(answerOf(callId, named.address, local), local.port, local.host)
    say(stranger, 'strange')
    say(exchange, 'ours')
    await expect.poll(() => named.heard).toContain('BYE ours')
    expect(named.heard).toContain('ACK ours')
    expect(named.heard.filter((one) => one.endsWith('strange'))).toEqual([])
    expect(stranger.heard).toEqual([])
  })
})
