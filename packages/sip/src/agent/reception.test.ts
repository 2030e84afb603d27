import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { silentMedia } from '../../testing/silent-media.ts'
import type { IncomingCall } from '../call/incoming-call.ts'
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
  const send = (text: string) => socket.send(text, agent.local.port, '127.0.0.1')
  const ask = (asked: Asked = {}) => send(requestOf(asked))
  /** What comes back next, without the 100s. */
  const next = async () => {
    const finals = () => heard.filter((text) => !text.startsWith('SIP/2.0 100 '))
    await expect.poll(() => finals().length).toBeGreaterThan(0)
    const [first = ''] = finals()
    heard.splice(0, heard.indexOf(first) + 1)
    return first
  }
  return { agent, clock, send, ask, next }
}

function requestOf({
  method = 'INVITE',
  uri = 'sip:101@127.0.0.1',
  branch = 'a',
  headers = [],
  body = '',
}: Asked = {}) {
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

describe('a caller', () => {
  it('who leaves no Contact is refused, as nobody could tell him that the call is over (RFC 3261 8.1.1.8)', async () => {
    const { agent, send, next } = await meet({ onCall: (call) => call.ring() })
    send(requestOf().replace(/\r\nContact: .*\r\n/, '\r\n'))
    expect(await next()).toContain('SIP/2.0 400 Missing Contact header\r\n')
    expect(agent.calls).toBe(0)
  })

  it.each(['text/plain', ''])('who accepts only %j as an answer hears 406', async (types) => {
    const { agent, ask, next } = await meet({ onCall: (call) => call.ring() })
    ask({ headers: [`Accept: ${types}`] })
    expect(await next()).toContain('SIP/2.0 406 Not Acceptable\r\n')
    expect(agent.calls).toBe(0)
  })

  it.each(['application/sdp', 'text/plain, application/sdp;level=1', 'application/*;q=0.5', '*/*'])(
    'who accepts %s is heard',
    async (types) => {
      const { ask, next } = await meet({ onCall: (call) => call.ring() })
      ask({ headers: [`Accept: ${types}`] })
      expect(await next()).toContain('SIP/2.0 180 ')
    },
  )

  it.each([
    ['SUBSCRIBE', 405, 'a method that we know and do not do'],
    ['DANCE', 501, 'a method that we have never heard of'],
  ])('who says %s hears %i: %s', async (method, status) => {
    const { ask, next } = await meet()
    ask({ method })
    expect(await next()).toMatch(new RegExp(`^SIP/2\\.0 ${status} [^]*\\r\\nAllow: INVITE, `))
  })
})

describe('a number that is dialled', () => {
  const line = { user: 'voice1', domain: 'pbx', exchange: { host: '127.0.0.1', port: 9 }, register: false }

  /** What is dialled in turn, and who was rung by it. */
  async function dialled(options: Partial<UserAgentOptions>, ...users: string[]) {
    const rung: string[] = []
    const met = await meet({
      onCall: (call) => (rung.push(`${call.line} ${call.to}`), call.ring()),
      ...options,
    })
    met.agent.addLine(line)
    const answers: string[] = []
    for (const user of users) {
      met.ask({ uri: `sip:${user}@127.0.0.1`, branch: user })
      answers.push((await met.next()).slice(8, 11))
    }
    return { ...met, rung, answers }
  }

  it('is rung where it is that of a line; any other is not found (RFC 3261 8.2.2.1)', async () => {
    const { rung, answers, agent } = await dialled({}, 'voice1', '101', 'Voice1', '%76oice1')
    expect(answers).toEqual(['180', '404', '404', '180'])
    expect(rung).toEqual(['voice1 voice1', 'voice1 voice1'])
    expect(agent.calls).toBe(2)
  })

  it('is not found even where there is no room for another call', async () => {
    expect((await dialled({ mostCalls: 0 }, '101', 'voice1')).answers).toEqual(['404', '486'])
  })

  it('is rung whatever it is, where we were told so', async () => {
    const { rung, answers } = await dialled({ anyNumber: true }, '101', 'voice1')
    expect([rung, answers]).toEqual([
      ['voice1 101', 'voice1 voice1'],
      ['180', '180'],
    ])
  })

  it('may be asked what it can do all the same, or the exchange would take the line for dead', async () => {
    const { ask, next } = await dialled({})
    ask({ method: 'OPTIONS', uri: 'sip:101@127.0.0.1' })
    expect(await next()).toContain('SIP/2.0 200 ')
  })
})
