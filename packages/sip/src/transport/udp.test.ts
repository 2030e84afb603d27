import { createSocket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import type { Flow, Transport } from './flow.ts'
import { openUdp } from './udp.ts'

const open: Transport[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()))
})

interface Received {
  readonly text: string
  readonly flow: Flow
}

/** A transport, and what it hears, one after the other. */
async function listen(host: string, port = 0) {
  const heard: Received[] = []
  const waiting: ((one: Received) => void)[] = []
  const transport = await openUdp({ host, port }, (bytes, flow) => {
    const one = { text: Buffer.from(bytes).toString(), flow }
    const next = waiting.shift()
    if (next) next(one)
    else heard.push(one)
  })
  open.push(transport)
  const next = () => {
    const one = heard.shift()
    return one ? Promise.resolve(one) : new Promise<Received>((resolve) => waiting.push(resolve))
  }
  return { transport, next, heard }
}

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)
const HOSTS = ['127.0.0.1', ...(hasIpv6 ? ['::1', '[::1]'] : [])]

describe('UDP', () => {
  it.each(HOSTS)('carries a message to %s and its answer back the way it came', async (host) => {
    const [here, there] = [await listen(host), await listen(host)]
    const flow = await here.transport.flowTo({ ...there.transport.local, host })
    expect(flow).toMatchObject({ protocol: 'UDP', reliable: false, local: here.transport.local })
    await flow.send(Buffer.from('question'))
    const question = await there.next()
    expect(question.text).toBe('question')
    expect(question.flow.remote).toEqual(here.transport.local)
    await question.flow.send(Buffer.from('answer'))
    expect(await here.next()).toMatchObject({ text: 'answer', flow: { remote: there.transport.local } })
  })

  it('passes over what only holds the path open', async () => {
    const [here, there] = [await listen('127.0.0.1'), await listen('127.0.0.1')]
    const flow = await here.transport.flowTo(there.transport.local)
    for (const text of ['', '\r\n', '\r\n\r\n', '\0', '\0\0\0\0', 'junk']) await flow.send(Buffer.from(text))
    expect((await there.next()).text).toBe('junk')
    expect(there.heard).toEqual([])
  })

  it('outlives a peer that is gone', async () => {
    const [here, gone, there] = [
      await listen('127.0.0.1'),
      await listen('127.0.0.1'),
      await listen('127.0.0.1'),
    ]
    await gone.transport.close()
    const deadEnd = await here.transport.flowTo(gone.transport.local)
    for (let times = 0; times < 5; times++) await deadEnd.send(Buffer.from('anybody?')).catch(() => {})
    await (await here.transport.flowTo(there.transport.local)).send(Buffer.from('still here'))
    expect((await there.next()).text).toBe('still here')
  })

  it('rejects what cannot be sent, and does not fall over', async () => {
    const { transport } = await listen('127.0.0.1')
    const { port } = transport.local
    await expect(
      (await transport.flowTo({ host: '127.0.0.1', port: 0 })).send(Buffer.from('x')),
    ).rejects.toThrow()
    const flow = await transport.flowTo({ host: '127.0.0.1', port })
    await expect(flow.send(Buffer.alloc(70_000))).rejects.toThrow()
    await transport.close()
    await transport.close()
    await expect(flow.send(Buffer.from('x'))).rejects.toThrow()
  })

  it('says so when its port is taken', async () => {
    const { transport } = await listen('127.0.0.1')
    await expect(openUdp(transport.local, () => {})).rejects.toThrow('EADDRINUSE')
  })

  it.runIf(hasIpv6)('knows a peer of the old family by its plain address', async () => {
    const [both, old] = [await listen('::'), await listen('127.0.0.1')]
    const flow = await old.transport.flowTo({ host: '127.0.0.1', port: both.transport.local.port })
    await flow.send(Buffer.from('question'))
    const question = await both.next()
    expect(question.flow.remote).toEqual(old.transport.local)
    await question.flow.send(Buffer.from('answer'))
    expect((await old.next()).text).toBe('answer')
  })

  it('hears junk as what it is: bytes', async () => {
    const { transport, next } = await listen('127.0.0.1')
    const socket = createSocket('udp4')
    socket.send(Uint8Array.of(255, 0, 254), transport.local.port, transport.local.host)
    expect((await next()).text).toHaveLength(3)
    socket.close()
  })

  it.each(['0.0.0.0', ...(hasIpv6 ? ['::'] : [])])(
    'tells each peer the address that leads to it, where it listens on all of them: %s',
    async (host) => {
      const [here, there] = [await listen(host), await listen('127.0.0.1')]
      const { port } = here.transport.local
      const flow = await here.transport.flowTo(there.transport.local)
      expect(flow.local).toEqual({ host: '127.0.0.1', port })
      await flow.send(Buffer.from('question'))
      await (await there.next()).flow.send(Buffer.from('answer'))
      expect((await here.next()).flow.local).toEqual({ host: '127.0.0.1', port })
    },
  )

  it('answers those too whom it has never sent anything, in the order in which they came', async () => {
    const [here, there] = [await listen('0.0.0.0'), await listen('127.0.0.1')]
    const flow = await there.transport.flowTo({ host: '127.0.0.1', port: here.transport.local.port })
    for (const text of ['first', 'second', 'third']) await flow.send(Buffer.from(text))
    for (const text of ['first', 'second', 'third']) {
      const heard = await here.next()
      expect([heard.text, heard.flow.local.host]).toEqual([text, '127.0.0.1'])
    }
  })

  it('says so when no address leads to a peer', async () => {
    const { transport } = await listen('0.0.0.0')
    // The second where the machine has no route out at all.
    const nowhere = transport.flowTo({ host: '255.255.255.255', port: 5_060 })
    await expect(nowhere).rejects.toThrow(/EACCES|ENETUNREACH/)
  })

  it('does not hear those who are not wanted', async () => {
    const heard: string[] = []
    const wanted: number[] = []
    const transport = await openUdp(
      { host: '127.0.0.1', port: 0 },
      (bytes) => void heard.push(Buffer.from(bytes).toString()),
      ({ port }) => wanted.includes(port),
    )
    open.push(transport)
    const [stranger, friend] = [await listen('127.0.0.1'), await listen('127.0.0.1')]
    wanted.push(friend.transport.local.port)
    await (await stranger.transport.flowTo(transport.local)).send(Buffer.from('stranger'))
    await (await friend.transport.flowTo(transport.local)).send(Buffer.from('friend'))
    await expect.poll(() => heard).toEqual(['friend'])
  })
})
