import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openExchange } from '../../testing/scripted-exchange.ts'
import { openPhones, type PhoneScript } from '../../testing/scripted-phone.ts'
import { type SilentMedia, silentMedia } from '../../testing/silent-media.ts'
import type { Address } from '../messages/address.ts'
import { prepareAudio } from '../index.ts'
import { Headers } from '../messages/headers.ts'
import type { IncomingCall } from './incoming-call.ts'
import type { SipMessage, SipRequest } from '../messages/message.ts'
import type { DialOptions } from './outgoing-call.ts'
import { parseMessage } from '../messages/parse.ts'
import { responseTo } from '../messages/response.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../agent/user-agent.ts'
import { writeMessage } from '../messages/write.ts'

/** A program that stumbles over what it is told hears of it, and the telephone goes on. */

const closers: (() => unknown)[] = []
/** What came up at the top; a promise of ours that was rejected by it would say so. */
let uncaught: string[]

beforeEach(() => {
  uncaught = []
  const others = process.listeners('uncaughtException')
  const note = (error: Error, origin: string) =>
    void uncaught.push(origin === 'uncaughtException' ? error.message : `${origin}: ${error.message}`)
  process.removeAllListeners('uncaughtException').on('uncaughtException', note)
  closers.push(() => {
    process.off('uncaughtException', note)
    for (const one of others) process.on('uncaughtException', one)
  })
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const stumble = () => {
  throw new Error('Stumbled')
}
const times = (count: number) => Array.from({ length: count }, () => 'Stumbled')

async function open(options: Partial<UserAgentOptions> = {}) {
  const media: SilentMedia = silentMedia()
  const agent = await createUserAgent({ bind: { host: '127.0.0.1', port: 0 }, media, ...options })
  closers.push(() => agent.close())
  return { agent, media }
}

async function meet(script: PhoneScript, options: Partial<UserAgentOptions> = {}) {
  const phones = await openPhones({ media: silentMedia(), script: () => script })
  closers.push(() => phones.close())
  const { agent, media } = await open(options)
  agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
  return { phones, agent, media }
}

describe('a listener that throws', () => {
  const pressed = [{ keys: '12', afterMs: 20, by: 'info' }] as const
  const holds = { afterMs: 20, forMs: 20 }

  it.each([
    // 180 and 200; a busy machine repeats some.
    ['onProgress', { ringMs: 5 }, 2, ''],
    ['onRinging', { ringMs: 5 }, 1, ''],
    ['onAnswered', {}, 1, ''],
    ['onKey', { keys: pressed }, 2, '12'],
    ['onHold', { holds }, 2, ''],
  ] as const)(
    'in %s is heard of each time, and the call goes on and ends',
    async (name, more, count, keys) => {
      const { agent, media } = await meet({ does: 'answer', hangsUpAfterMs: 300, ...more })
      const options: Partial<DialOptions> = { [name]: stumble }
      const end = await agent.dial('voice1', { to: '101', ...options }).ended
      expect(end).toMatchObject({ outcome: 'answered', hungUpBy: 'them', keys })
      expect(uncaught.length).toBeGreaterThanOrEqual(count)
      expect(new Set(uncaught)).toEqual(new Set(times(1)))
      expect([agent.calls, media.open]).toEqual([0, 0])
    },
  )

  it('in onHold leaves what was asked for to be done: the audio rests, and comes back', async () => {
    const { agent, media } = await meet({ does: 'answer', holds, hangsUpAfterMs: 300 })
    await agent.dial('voice1', { to: '101', onHold: stumble }).ended
    expect(media.streams[0]?.agreed.map(({ direction }) => direction)).toEqual([
      'sendrecv',
      'recvonly',
      'sendrecv',
    ])
  })

  it('in onPlayed leaves the call to go on and to end', async () => {
    const { agent, media } = await meet({ does: 'answer', hangsUpAfterMs: 150 })
    const announcement = prepareAudio(new Uint8Array(160))
    const onAnswered = () => media.streams[0]?.tell('played')
    const call = agent.dial('voice1', { to: '101', announcement, onAnswered, onPlayed: stumble })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(uncaught).toEqual(times(1))
  })

  it('in onKey does not throw at the audio that tells of the key', async () => {
    const { agent, media } = await meet({ does: 'answer' })
    const call = agent.dial('voice1', {
      to: '101',
      onKey: stumble,
      onAnswered() {
        for (const key of ['1', '2']) media.streams[0]?.tell('key', key)
        void call.hangUp()
      },
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered', keys: '12' })
    expect(uncaught).toEqual(times(2))
  })

  it('in onKey or onHold of a call that we took leaves it to be taken, to go on and to end', async () => {
    const announcement = prepareAudio(new Uint8Array(160))
    const calls: IncomingCall[] = []
    const { agent, media } = await open({
      onCall(call) {
        calls.push(call)
        void call.accept({ announcement, onKey: stumble, onHold: stumble })
      },
    })
    await ringHolding(agent)
    await expect.poll(() => media.streams[0]?.playing?.audio).toBe(announcement)
    for (const key of ['1', '2']) media.streams[0]?.tell('key', key)
    expect(await calls[0]?.hangUp()).toMatchObject({ kind: 'answered', hungUpBy: 'us', keys: '12' })
    expect(uncaught).toEqual(times(3))
  })

  it('in onRegistration leaves the line to sign in, and to be signed off', async () => {
    const exchange = await openExchange({
      domain: 'pbx.hotel',
      accounts: { voice2: 'secret' },
      phones: { host: '127.0.0.1', port: 9 },
    })
    closers.push(() => exchange.close())
    const { agent } = await open({ onRegistration: stumble })
    agent.addLine({
      user: 'voice2',
      domain: 'pbx.hotel',
      exchange: exchange.address,
      credentials: { username: 'voice2', password: 'secret' },
    })
    await expect.poll(() => agent.lines()[0]?.registered).toBe('registered')
    expect([...exchange.bindings.keys()]).toEqual(['voice2'])
    await agent.removeLine('voice2')
    expect(exchange.bindings.size).toBe(0)
    // Registering, registered, unregistering, stopped.
    await expect.poll(() => uncaught).toEqual(times(4))
  })

  it.each(['at once', 'after ringing', 'after accepting'])(
    'in onCall %s refuses the call with 500, and its place is free again',
    async (when) => {
      const { agent, phones, media } = await meet(
        { does: 'busy' },
        {
          mostCalls: 1,
          onCall(call) {
            if (when === 'after ringing') call.ring()
            if (when === 'after accepting') void call.accept()
            stumble()
          },
        },
      )
      phones.agent.addLine({ user: '500', domain: '127.0.0.1', exchange: agent.local, register: false })
      for (const _ of [1, 2])
        expect(await phones.agent.dial('500', { to: 'voice1' }).ended).toMatchObject({ status: 500 })
      expect([agent.calls, media.open]).toEqual([0, 0])
      expect(uncaught).toEqual(times(2))
    },
  )
})

const sdp = (direction: string) =>
  Buffer.from(
    `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 0\r\na=${direction}\r\n`,
  )

/** Somebody who rings and has us on hold from the first moment; acknowledges, and agrees to a BYE. */
async function ringHolding(agent: UserAgent) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  closers.push(() => socket.close())
  await once(socket, 'listening')
  const { port } = socket.address()
  const send = (message: SipMessage) => socket.send(writeMessage(message), agent.local.port, '127.0.0.1')
  const request = (method: string, to: string, body = Buffer.alloc(0)): SipRequest => ({
    kind: 'request',
    method,
    uri: 'sip:voice1@127.0.0.1',
    headers: Headers.of([
      ['Via', `SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${method}`],
      ['From', '<sip:101@127.0.0.1>;tag=caller'],
      ['To', to],
      ['Call-ID', 'holding'],
      ['CSeq', `1 ${method}`],
      ['Contact', `<sip:101@127.0.0.1:${port}>`],
    ]),
    body,
  })
  socket.on('message', (bytes) => {
    const message = messageIn(bytes)
    if (message?.kind === 'request') send(responseTo(message, agent.local, 200))
    if (message?.kind === 'response' && message.status === 200)
      send(request('ACK', message.headers.get('to') ?? ''))
  })
  send(request('INVITE', '<sip:voice1@127.0.0.1>', sdp('sendonly')))
}

function messageIn(bytes: Uint8Array): SipMessage | null {
  const parsed = parseMessage(bytes)
  return parsed.kind === 'message' ? parsed.message : null
}

/** Says in one breath that it rings and that it is answered. */
async function hastyPhone(): Promise<Address> {
  const server = createServer((socket: Socket) => {
    const { localPort, remotePort } = socket
    const answer = {
      toTag: 'phone',
      contact: `<sip:101@127.0.0.1:${localPort};transport=tcp>`,
      contentType: 'application/sdp',
      body: sdp('sendrecv'),
    }
    const from = { host: '127.0.0.1', port: remotePort ?? 0 }
    socket.on('data', (bytes) => {
      const message = messageIn(bytes)
      if (message?.kind !== 'request' || message.method === 'ACK') return
      const statuses = message.method === 'INVITE' ? [180, 200] : [200]
      const said = statuses.map((status) => writeMessage(responseTo(message, from, status, answer)))
      socket.write(Buffer.concat(said))
    })
    socket.on('error', () => {})
    closers.push(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  closers.push(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  return { host: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

describe('what comes in one breath with what a listener has thrown at', () => {
  const dialOver = (agent: UserAgent, options: Partial<DialOptions>) =>
    new Promise<string>((resolve) => {
      agent.dial('voice1', { to: '101', onAnswered: () => resolve('answered'), ...options })
    })

  it.each(['onProgress', 'onRinging'] as const)('is heard all the same, after %s', async (name) => {
    const exchange = await hastyPhone()
    const { agent } = await open({ protocols: ['TCP'] })
    agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange, protocol: 'TCP', register: false })
    expect(await dialOver(agent, { [name]: stumble })).toBe('answered')
    await expect.poll(() => uncaught).toEqual(times(name === 'onRinging' ? 1 : 2))
  })
})
