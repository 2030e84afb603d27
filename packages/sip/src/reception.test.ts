import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { manualClock } from '../testing/manual-clock.ts'
import { silentMedia } from '../testing/silent-media.ts'
import type { IncomingCall } from './incoming-call.ts'
import { createUserAgent, type UserAgentOptions } from './user-agent.ts'

/** What a caller hears who is not known yet (RFC 3261 8.2), over real datagrams. */

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

interface Asked {
  readonly method?: string
  readonly uri?: string
  readonly branch?: string
  readonly headers?: readonly string[]
  readonly body?: string
}

async function meet(options: Partial<UserAgentOptions> = {}) {
  const clock = manualClock()
  const bind = { host: '127.0.0.1', port: 0 }
  const agent = await createUserAgent({ bind, media: silentMedia(), clock, ...options })
  closers.push(() => agent.close({ abruptly: true }))
  const socket = createSocket('udp4')
  closers.push(() => socket.close())
  const heard: string[] = []
  socket.on('message', (bytes) => heard.push(bytes.toString()))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const ask = (asked: Asked = {}) => socket.send(requestOf(asked), agent.local.port, '127.0.0.1')
  /** What comes back next, without the 100s. */
  const next = async () => {
    const finals = () => heard.filter((text) => !text.startsWith('SIP/2.0 100 '))
    await expect.poll(() => finals().length).toBeGreaterThan(0)
    const [first = ''] = finals()
    heard.splice(0, heard.indexOf(first) + 1)
    return first
  }
  return { agent, clock, ask, next }
}

function requestOf({
  method = 'INVITE',
  uri = 'sip:101@127.0.0.1',
  branch = 'a',
  headers = [],
  body = '',
}: Asked) {
  const lines = [
    `${method} ${uri} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:9;rport;branch=z9hG4bK${branch}`,
    'From: <sip:x@127.0.0.1>;tag=x',
    'To: <sip:101@127.0.0.1>',
    'Call-ID: stranger',
    `CSeq: 1 ${method}`,
    'Max-Forwards: 70',
    'Contact: <sip:x@127.0.0.1:9>',
    ...headers,
    `Content-Length: ${body.length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

describe('a call about which nobody decides', () => {
  /** A program that keeps the call, and does no more. */
  const keeping = async () => {
    const calls: IncomingCall[] = []
    const met = await meet({ onCall: (call) => void calls.push(call) })
    met.ask()
    await expect.poll(() => calls.length).toBe(1)
    const [call] = calls
    if (!call) throw new Error('Nobody rang')
    return { ...met, call }
  }

  it('is refused after three minutes', async () => {
    const { clock, call, next, agent } = await keeping()
    clock.advance(179_999)
    expect(call.state).toBe('offered')
    clock.advance(1)
    expect(await next()).toContain('SIP/2.0 480 ')
    expect(await call.ended).toEqual({ kind: 'not answered', why: 'rejected' })
    await expect.poll(() => agent.calls).toBe(0)
  })

  it('is given three minutes more when it rings', async () => {
    const { clock, call, next } = await keeping()
    clock.advance(170_000)
    call.ring()
    expect(await next()).toContain('SIP/2.0 180 ')
    clock.advance(179_999)
    expect(call.state).toBe('ringing')
    clock.advance(1)
    expect(await next()).toContain('SIP/2.0 480 ')
  })
})

describe('a stranger', () => {
  it.each(['tel:+4930123', 'http://hotel.example', 'nobodyKnows:x'])(
    'who asks for %s hears 416',
    async (uri) => {
      const { ask, next } = await meet({ onCall: (call) => call.ring() })
      ask({ uri })
      expect(await next()).toContain('SIP/2.0 416 Unsupported URI Scheme\r\n')
    },
  )

  it('whose INVITE comes twice on different ways hears 482 to the second (RFC 3261 8.2.2.2)', async () => {
    const { ask, next, agent } = await meet({ onCall: (call) => call.ring() })
    ask({ branch: 'first' })
    expect(await next()).toContain('SIP/2.0 180 ')
    ask({ branch: 'second' })
    expect(await next()).toMatch(/^SIP\/2\.0 482 [^]*branch=z9hG4bKsecond/)
    expect(agent.calls).toBe(1)
  })

  it('who repeats himself on the same way hears the same again', async () => {
    const { ask, next, agent } = await meet({ onCall: (call) => call.ring() })
    ask()
    expect(await next()).toContain('SIP/2.0 180 ')
    ask()
    expect(await next()).toContain('SIP/2.0 180 ')
    expect(agent.calls).toBe(1)
  })

  it('who rings two of our lines at once, rings both', async () => {
    const { ask, next, agent } = await meet({ onCall: (call) => call.ring() })
    ask({ branch: 'first' })
    expect(await next()).toContain('SIP/2.0 180 ')
    ask({ branch: 'second', uri: 'sip:102@127.0.0.1' })
    expect(await next()).toContain('SIP/2.0 180 ')
    expect(agent.calls).toBe(2)
  })

  it.each(['text/plain', 'multipart/mixed;boundary=x', 'application/sdpx'])(
    'whose INVITE brings %s hears 415, and what we take',
    async (type) => {
      const { ask, next, agent } = await meet({ onCall: (call) => call.ring() })
      ask({ headers: [`Content-Type: ${type}`], body: 'hello' })
      expect(await next()).toMatch(/^SIP\/2\.0 415 [^]*\r\nAccept: application\/sdp\r\n/)
      expect(agent.calls).toBe(0)
    },
  )

  it.each([['Content-Type: Application/SDP ;charset=utf-8'], ['c: application/sdp'], []])(
    'whose INVITE has a description and says %s is heard',
    async (...headers) => {
      const { ask, next } = await meet({ onCall: (call) => call.ring() })
      ask({ headers: headers.filter((header) => header !== undefined), body: 'v=0' })
      expect(await next()).toContain('SIP/2.0 180 ')
    },
  )
})
