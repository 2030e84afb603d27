import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { type Certificate, selfSigned } from '../../testing/certificates.ts'
import type { Flow, Transport } from './flow.ts'
import { openStream, type ConnectionsOptions } from './stream.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

interface Received {
  readonly text: string
  readonly flow: Flow
}

/** A transport, and what it hears, one after the other. */
async function listen(options: Partial<ConnectionsOptions> = {}) {
  const heard: Received[] = []
  const waiting: ((one: Received) => void)[] = []
  const transport = await openStream(
    { protocol: 'TCP', bind: { host: '127.0.0.1', port: 0 }, connectTimeoutMs: 10_000, ...options },
    (bytes, flow) => {
      const one = { text: Buffer.from(bytes).toString(), flow }
      const next = waiting.shift()
      if (next) next(one)
      else heard.push(one)
    },
  )
  closers.push(() => transport.close())
  const next = () => {
    const one = heard.shift()
    return one ? Promise.resolve(one) : new Promise<Received>((resolve) => waiting.push(resolve))
  }
  return { transport, next, heard }
}

/** A bare socket to it: whoever is at the other end, and however it writes. */
async function dial({ local }: Transport): Promise<Socket> {
  const socket = connect(local.port, local.host)
  closers.push(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** A bare server: a peer that may say nothing. */
async function serve(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return { host: '127.0.0.1', port: (server.address() as { port: number }).port }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const message = (body: string) => `OPTIONS sip:a SIP/2.0\r\nl: ${body.length}\r\n\r\n${body}`

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)
const HOSTS = ['127.0.0.1', ...(hasIpv6 ? ['::1', '[::1]'] : [])]

describe('TCP', () => {
  it.each(HOSTS)('carries a message to %s and its answer back on the same connection', async (host) => {
    const bind = { host, port: 0 }
    const [here, there] = [await listen({ bind }), await listen({ bind })]
    const flow = await here.transport.flowTo({ ...there.transport.local, host })
    expect(flow).toMatchObject({ protocol: 'TCP', reliable: true, remote: there.transport.local })
    await flow.send(Buffer.from(message('question')))
    const question = await there.next()
    expect(question).toMatchObject({ text: message('question'), flow: { remote: { host: flow.local.host } } })
    await question.flow.send(Buffer.from(message('answer')))
    const answer = await here.next()
    expect(answer.text).toBe(message('answer'))
    expect(answer.flow).toBe(flow)
  })

  it('puts together what comes in pieces, and takes apart what comes at once', async () => {
    const { transport, next } = await listen()
    const socket = await dial(transport)
    socket.setNoDelay(true)
    socket.write(`\r\n\r\n${message('one')}${message('two')}${message('three').slice(0, 9)}`)
    expect([(await next()).text, (await next()).text]).toEqual([message('one'), message('two')])
    socket.write(message('three').slice(9))
    expect((await next()).text).toBe(message('three'))
  })

  it('hangs up on a peer whose stream has lost its thread', async () => {
    const { transport, heard } = await listen()
    const socket = await dial(transport)
    socket.resume().write('OPTIONS sip:a SIP/2.0\r\nSubject: no length\r\n\r\n')
    await once(socket, 'close')
    expect(heard).toEqual([])
  })

  it('keeps one connection for each peer', async () => {
    const [here, there] = [await listen(), await listen()]
    const [one, two] = await Promise.all([
      here.transport.flowTo(there.transport.local),
      here.transport.flowTo(there.transport.local),
    ])
    expect(one).toBe(two)
    await one.send(Buffer.from(message('hello')))
    // And the other side answers new requests on it too.
    const { flow } = await there.next()
    expect(await there.transport.flowTo(flow.remote)).toBe(flow)
  })

  it('says where it listens, whoever has connected', async () => {
    const [here, there] = [await listen(), await listen({ bind: { host: '0.0.0.0', port: 0 } })]
    const { port } = there.transport.local
    const flow = await here.transport.flowTo({ host: '127.0.0.1', port })
    expect(flow.local).toEqual(here.transport.local)
    await flow.send(Buffer.from(message('hello')))
    expect((await there.next()).flow.local).toEqual({ host: '127.0.0.1', port })
  })

  it('connects from the address that it listens at', async () => {
    const [here, there] = [await listen({ bind: { host: '127.0.0.2', port: 0 } }), await listen()]
    const flow = await here.transport.flowTo(there.transport.local)
    expect(flow.local.host).toBe('127.0.0.2')
    await flow.send(Buffer.from(message('hello')))
    expect((await there.next()).flow.remote.host).toBe('127.0.0.2')
  })

  it('sends by a new connection what the old one does not take any more', async () => {
    const [here, there] = [await listen(), await listen()]
    const flow = await here.transport.flowTo(there.transport.local)
    await there.transport.close()
    const back = await listen({ bind: there.transport.local })
    // What was given to a connection before it was known to be gone is gone with it. A write is done before the event
    // loop has turned: only in its next turn can anything have come.
    while (back.heard.length === 0) {
      await flow.send(Buffer.from(message('still here')))
      await nextTurn()
    }
    expect((await back.next()).text).toBe(message('still here'))
  })

  it('connects anew once the peer has gone and come back', async () => {
    const [here, there] = [await listen(), await listen()]
    const first = await here.transport.flowTo(there.transport.local)
    await first.send(Buffer.from(message('before')))
    const { flow } = await there.next()
    await there.transport.close()
    await expect(flow.send(Buffer.from(message('x')))).rejects.toThrow()
    // It is known to be broken when a send says so, at the latest.
    await expect(untilRejected(first)).rejects.toThrow()
    const back = await listen({ bind: there.transport.local })
    const second = await here.transport.flowTo(back.transport.local)
    await second.send(Buffer.from(message('after')))
    expect((await back.next()).text).toBe(message('after'))
  })

  it('rejects when nobody listens, and tries again the next time', async () => {
    const [here, there] = [await listen(), await listen()]
    await there.transport.close()
    await expect(here.transport.flowTo(there.transport.local)).rejects.toThrow('No connection to 127.0.0.1:')
    await expect(here.transport.flowTo(there.transport.local)).rejects.toThrow('No connection to 127.0.0.1:')
    const back = await listen({ bind: there.transport.local })
    expect(await here.transport.flowTo(back.transport.local)).toMatchObject({ remote: back.transport.local })
  })

  it('outlives a peer that tears the connection down', async () => {
    const { transport, next } = await listen()
    const rude = await dial(transport)
    rude.write(message('one').slice(0, 10))
    rude.resetAndDestroy()
    const polite = await dial(transport)
    polite.write(message('two'))
    expect((await next()).text).toBe(message('two'))
  })

  it('says so when its port is taken', async () => {
    const { transport } = await listen()
    await expect(listen({ bind: transport.local })).rejects.toThrow('EADDRINUSE')
  })

  it('closes for good, what is on the way included', async () => {
    const { transport } = await listen()
    const socket = await dial(transport)
    const opening = transport.flowTo(await serve(() => {}))
    const outcome = opening.then(
      () => 'connected',
      () => 'rejected',
    )
    await transport.close()
    await transport.close()
    await once(socket.resume(), 'close')
    expect(await outcome).toBe('rejected')
    await expect(transport.flowTo({ host: '127.0.0.1', port: 9 })).rejects.toThrow('The transport is closed')
  })

  it.runIf(hasIpv6)('knows a peer of the old family by its plain address', async () => {
    const both = await listen({ bind: { host: '::', port: 0 } })
    const here = await listen()
    const flow = await here.transport.flowTo({ host: '127.0.0.1', port: both.transport.local.port })
    await flow.send(Buffer.from(message('hello')))
    const { port } = both.transport.local
    const [heard, plain] = [(await both.next()).flow, { host: '127.0.0.1' }]
    expect(heard).toMatchObject({ remote: plain, local: { ...plain, port } })
  })
})

describe('those who connect to us unasked', () => {
  const limits = { most: 3, firstWordMs: 60_000, silenceMs: 60_000 }

  it('are let go when they say nothing', async () => {
    const { transport } = await listen({ visitors: { ...limits, firstWordMs: 30 } })
    const silent = await dial(transport)
    await once(silent.resume(), 'close')
  })

  it('may be silent for longer once they have said something', async () => {
    const { transport, next } = await listen({ visitors: { ...limits, firstWordMs: 300 } })
    const talker = await dial(transport)
    talker.write(message('hello'))
    await next()
    const silent = await dial(transport)
    await once(silent.resume(), 'close')
    talker.write(message('still here'))
    expect((await next()).text).toBe(message('still here'))
  })

  it('are let go when they have not said anything for long', async () => {
    const { transport, next } = await listen({ visitors: { ...limits, silenceMs: 30 } })
    const talker = await dial(transport)
    talker.write(message('hello'))
    await next()
    await once(talker.resume(), 'close')
  })

  it('are not too many: the one that was silent the longest goes', async () => {
    const { transport, next } = await listen({ visitors: limits })
    const first = await dial(transport)
    first.write(message('first'))
    await next()
    const second = await dial(transport)
    const third = await dial(transport)
    third.write(message('third'))
    await next()
    first.write(message('first again'))
    await next()
    const fourth = await dial(transport)
    await once(second.resume(), 'close')
    for (const one of [first, third, fourth]) {
      one.write(message('here'))
      expect((await next()).text).toBe(message('here'))
    }
  })

  it('do not put out those whom we have connected to', async () => {
    const [here, there] = [await listen({ visitors: { ...limits, most: 1 } }), await listen()]
    const flow = await here.transport.flowTo(there.transport.local)
    const [first] = [await dial(here.transport), await dial(here.transport)]
    await once(first.resume(), 'close')
    await flow.send(Buffer.from(message('still here')))
    expect((await there.next()).text).toBe(message('still here'))
  })

  it('are not heard at all when they are not wanted', async () => {
    const { transport, heard } = await listen({ accepts: () => false })
    const stranger = await dial(transport)
    stranger.resume().write(message('hello'))
    await once(stranger, 'close')
    expect(heard).toEqual([])
  })
})

/** Sends until the connection says that it is closed. */
async function untilRejected(flow: Flow) {
  for (;;) await flow.send(Buffer.from('\r\n'))
}

describe.skipIf(!has('openssl'))('TLS, with certificates made by openssl', () => {
  let server: Certificate
  beforeAll(() => {
    server = selfSigned('pbx.hotel', 'DNS:pbx.hotel', 'IP:127.0.0.1')
  })

  const secure = (tls: ConnectionsOptions['tls'], connectTimeoutMs = 10_000) =>
    listen({ protocol: 'TLS', connectTimeoutMs, tls: { ...server, ...tls } })

  it('carries a message to a peer that is trusted', async () => {
    const [here, there] = [await secure({ ca: server.cert }), await secure({})]
    const flow = await here.transport.flowTo(there.transport.local)
    expect(flow).toMatchObject({ protocol: 'TLS', reliable: true })
    await flow.send(Buffer.from(message('question')))
    const question = await there.next()
    await question.flow.send(Buffer.from(message('answer')))
    expect((await here.next()).text).toBe(message('answer'))
  })

  it('says where it listens only if it has a certificate: nobody connects to one without', async () => {
    const there = await secure({})
    const known = await secure({ ca: server.cert })
    expect((await known.transport.flowTo(there.transport.local)).local).toEqual(known.transport.local)
    const unknown = await listen({ protocol: 'TLS', tls: { ca: server.cert } })
    const flow = await unknown.transport.flowTo(there.transport.local)
    expect(flow.local.port).not.toBe(unknown.transport.local.port)
    await flow.send(Buffer.from(message('hello')))
    // The connection is found by the address that we have told.
    const heard = (await there.next()).flow
    expect(heard.remote).toEqual(flow.local)
    expect(await there.transport.flowTo(flow.local)).toBe(heard)
  })

  it('rejects a peer whose certificate nobody vouches for', async () => {
    const [here, there] = [await secure({}), await secure({})]
    const error: unknown = await here.transport
      .flowTo(there.transport.local)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
    expect(there.heard).toEqual([])
  })

  it('rejects a peer whose certificate is for another', async () => {
    const [here, there] = [await secure({ ca: server.cert, servername: 'other.hotel' }), await secure({})]
    const error: unknown = await here.transport
      .flowTo(there.transport.local)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } })
  })

  it('takes it unseen only when it was told to', async () => {
    const [here, there] = [await secure({ rejectUnauthorized: false }), await secure({})]
    expect(await here.transport.flowTo(there.transport.local)).toMatchObject({ protocol: 'TLS' })
  })

  it('gives up on a peer that never answers', async () => {
    const here = await secure({}, 50)
    const silent = await serve(() => {})
    const error: unknown = await here.transport.flowTo(silent).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      message: expect.stringContaining('No connection to 127.0.0.1:') as string,
    })
  })

  it('does not wait for half a handshake when it closes', async () => {
    const { transport } = await secure({})
    const socket = await dial(transport)
    const closed = once(socket.resume(), 'close')
    await transport.close()
    await closed
  })

  it('sends strangers away before they have shown anything', async () => {
    const there = await listen({ protocol: 'TLS', tls: server, accepts: () => false })
    const here = await secure({ ca: server.cert })
    await expect(here.transport.flowTo(there.transport.local)).rejects.toThrow('No connection')
    expect(there.heard).toEqual([])
  })

  it('asks for the name it was given, and does not take one connection for two names', async () => {
    const [here, there] = [await secure({ ca: server.cert }), await secure({})]
    const peer = there.transport.local
    const flow = await here.transport.flowTo({ ...peer, name: 'pbx.hotel' })
    expect(await here.transport.flowTo(peer)).toBe(flow)
    expect(await here.transport.flowTo({ ...peer, name: 'pbx.hotel' })).toBe(flow)
    await expect(here.transport.flowTo({ ...peer, name: 'other.hotel' })).rejects.toThrow('other.hotel')
  })

  it('is not disturbed by a peer that does not speak TLS', async () => {
    const [here, there] = [await secure({ ca: server.cert }), await secure({})]
    const plain = await dial(there.transport)
    plain.resume().write(message('plain'))
    await once(plain, 'close')
    const flow = await here.transport.flowTo(there.transport.local)
    await flow.send(Buffer.from(message('secret')))
    expect((await there.next()).text).toBe(message('secret'))
  })
})
