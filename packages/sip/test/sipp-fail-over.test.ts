import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { Address } from '../src/messages/address.ts'
import type { LineOptions } from '../src/index.ts'
import { openAgent } from './sipp/caller.ts'
import { answers, pauses, receives, receivesStatus, replies, sdp, sends } from './sipp/scenario.ts'
import { startSipp } from './sipp/sipp.ts'
import type { Trace } from './sipp/trace.ts'

/** For what another program brings about: a busy machine takes its time. */
const PATIENCE = { timeout: 60_000, interval: 20 }

const take = answers(200, 'OK', { body: sdp({ port: 40_000 }) })
const answered = [receives('INVITE'), take, receives('ACK'), sends('BYE', 1), receivesStatus(200)]

/** A line at pbx.example, which has these places in this order; nothing of the machine's own name server is asked. */
async function lineAt(places: readonly Address[], more: Partial<LineOptions> = {}, T1 = 200) {
  const { protocol = 'UDP' } = more
  const agent = await openAgent({
    protocols: [protocol],
    lookup: () => Promise.resolve('127.0.0.1'),
    resolveSrv: (name) =>
      name === `_sip._${protocol.toLowerCase()}.pbx.example`
        ? Promise.resolve(
            places.map(({ port }, at) => ({ name: `place${at}`, port, priority: at, weight: 0 })),
          )
        : Promise.reject(new Error(name)),
    timings: { T1, T2: 4_000, T4: 5_000 },
  })
  agent.addLine({ user: 'voice1', domain: 'pbx.example', register: false, ...more })
  return agent
}

/** A request that sipp is slow to answer on a busy machine is sent again. */
const eachOnce = ({ ours }: Trace) => [...new Set(ours)]

interface SilentPlace extends Address {
  /** How often something of this call, or with this word in it, has come. */
  heard(word: string): number
}

async function silentPlace(): Promise<SilentPlace> {
  const socket = createSocket('udp4')
  const packets: string[] = []
  socket.on('message', (bytes) => void packets.push(bytes.toString('latin1')))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  const heard = (word: string) => packets.filter((text) => text.includes(word)).length
  return { host: '127.0.0.1', port: socket.address().port, heard }
}

/** Nobody listens there. */
async function closedPlace(): Promise<Address> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return { host: '127.0.0.1', port }
}

async function curtPlace(): Promise<Address> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { host: '127.0.0.1', port }
}

describe.skipIf(!has('sipp'))('an exchange with two places behind its name', () => {
  it('is called at the second when the first is out of service (503)', async () => {
    const away = await startSipp([receives('INVITE'), answers(503, 'Service Unavailable'), receives('ACK')])
    const here = await startSipp(answered)
    const agent = await lineAt([away.address, here.address])
    expect(await agent.dial('voice1', { to: '101' }).ended).toMatchObject({ outcome: 'answered' })
    expect(eachOnce(await away.finished())).toEqual(['INVITE', 'ACK'])
    const [invite] = (await here.finished()).requests('INVITE')
    expect([invite?.uri, invite?.headers.get('cseq')]).toEqual(['sip:101@pbx.example', '2 INVITE'])
  })

  it('is called at the second when the first says nothing', async () => {
    const away = await silentPlace()
    const here = await startSipp(answered)
    const agent = await lineAt([away, here.address])
    const call = agent.dial('voice1', { to: '101' })
    expect(await call.ended).toMatchObject({ outcome: 'answered' })
    expect(away.heard(call.handle.callId)).toBeGreaterThan(0)
    await here.finished()
  })

  it('is called at the second at once, when the first has just said nothing to another call', async () => {
    const [away, here] = [await silentPlace(), await silentPlace()]
    const agent = await lineAt([away, here])
    const first = agent.dial('voice1', { to: '101' })
    await vi.waitFor(() => expect(here.heard(first.handle.callId)).toBeGreaterThan(0), PATIENCE)
    const second = agent.dial('voice1', { to: '102' })
    await vi.waitFor(() => expect(here.heard(second.handle.callId)).toBeGreaterThan(0), PATIENCE)
    expect(away.heard(first.handle.callId)).toBeGreaterThan(0)
    expect(away.heard(second.handle.callId)).toBe(0)
    await agent.close({ abruptly: true })
  })

  it('rings the guest once: a first that wakes up after we have left it is cancelled', async () => {
    const cancelled = [receives('CANCEL'), replies(200, 'OK'), answers(487, 'Terminated'), receives('ACK')]
    // We leave after 8 T1, which are 1.6 s here.
    const late = await startSipp([receives('INVITE'), pauses(4_000), answers(180, 'Ringing'), ...cancelled])
    const here = await startSipp(answered)
    const agent = await lineAt([late.address, here.address])
    expect(await agent.dial('voice1', { to: '101' }).ended).toMatchObject({ outcome: 'answered' })
    await here.finished()
    expect(eachOnce(await late.finished())).toEqual(['INVITE', 'CANCEL', 'ACK'])
  })

  it('is not left with a call: a first that answers after we have left it is hung up', async () => {
    const hungUp = [receives('ACK'), receives('BYE'), replies(200, 'OK')]
    const late = await startSipp([receives('INVITE'), pauses(4_000), take, ...hungUp])
    const here = await startSipp(answered)
    const agent = await lineAt([late.address, here.address])
    expect(await agent.dial('voice1', { to: '101' }).ended).toMatchObject({ outcome: 'answered' })
    await here.finished()
    expect(eachOnce(await late.finished())).toEqual(['INVITE', 'ACK', 'BYE'])
  })

  it('is registered with at the second when the first is out of service', async () => {
    const away = await startSipp([receives('REGISTER'), replies(503, 'Service Unavailable')])
    const here = await startSipp([receives('REGISTER'), replies(200, 'OK')])
    const agent = await lineAt([away.address, here.address], { register: true })
    await vi.waitFor(() => expect(agent.lines()[0]?.registered).toBe('registered'), PATIENCE)
    expect(eachOnce(await away.finished())).toEqual(['REGISTER'])
    expect(eachOnce(await here.finished())).toEqual(['REGISTER'])
    await agent.close({ abruptly: true })
  })

  it('is left in peace at the first once we have gone to the second', async () => {
    const away = await silentPlace()
    // Longer than until a fifth INVITE would be due at the first: 15 T1, which are 0.75 s here.
    const slow = [receives('INVITE'), answers(180, 'Ringing'), pauses(1_500), ...answered.slice(1)]
    const here = await startSipp(slow)
    const agent = await lineAt([away, here.address], {}, 50)
    const call = agent.dial('voice1', { to: '101' })
    expect(await call.ended).toMatchObject({ outcome: 'answered' })
    await here.finished()
    expect(away.heard('INVITE sip:')).toBeLessThanOrEqual(4)
    expect(away.heard(call.handle.callId)).toBe(away.heard('INVITE sip:'))
  })

  it('is registered with at the second when the first says nothing', async () => {
    const away = await silentPlace()
    const here = await startSipp([receives('REGISTER'), replies(200, 'OK')])
    const agent = await lineAt([away, here.address], { register: true }, 50)
    await vi.waitFor(() => expect(agent.lines()[0]?.registered).toBe('registered'), PATIENCE)
    expect(away.heard('REGISTER sip:')).toBeGreaterThan(0)
    expect(eachOnce(await here.finished())).toEqual(['REGISTER'])
    await agent.close({ abruptly: true })
  })

  it('is there when only the second answers OPTIONS', async () => {
    const away = await silentPlace()
    const here = await startSipp([receives('OPTIONS'), replies(200, 'OK')])
    const agent = await lineAt([away, here.address])
    expect(await agent.ping('voice1', 3_000)).toMatchObject({ status: 200 })
    expect(away.heard('OPTIONS sip:')).toBeGreaterThan(0)
    await here.finished()
  })

  describe('over TCP, of which the first refuses connections', () => {
    const tcp = { protocol: 'TCP' } as const

    it('is called at the second', async () => {
      const here = await startSipp(answered, tcp)
      const agent = await lineAt([await closedPlace(), here.address], tcp)
      expect(await agent.dial('voice1', { to: '101' }).ended).toMatchObject({ outcome: 'answered' })
      await here.finished()
    })

    it('is registered with at the second', async () => {
      const here = await startSipp([receives('REGISTER'), replies(200, 'OK')], tcp)
      const agent = await lineAt([await closedPlace(), here.address], { ...tcp, register: true })
      // The connection ends with sipp, and the registration with the connection.
      expect((await here.finished()).ours).toEqual(['REGISTER'])
      await agent.close({ abruptly: true })
    })

    it('is there when the second answers OPTIONS', async () => {
      const here = await startSipp([receives('OPTIONS'), replies(200, 'OK')], tcp)
      const agent = await lineAt([await closedPlace(), here.address], tcp)
      expect(await agent.ping('voice1', 10_000)).toMatchObject({ status: 200 })
      await here.finished()
    })
  })

  describe('over TCP, of which the first closes every connection at the first word', () => {
    const tcp = { protocol: 'TCP' } as const

    it('is called at the second', async () => {
      const here = await startSipp(answered, tcp)
      const agent = await lineAt([await curtPlace(), here.address], tcp)
      expect(await agent.dial('voice1', { to: '101' }).ended).toMatchObject({ outcome: 'answered' })
      await here.finished()
    })

    it('is there when the second answers OPTIONS', async () => {
      const here = await startSipp([receives('OPTIONS'), replies(200, 'OK')], tcp)
      const agent = await lineAt([await curtPlace(), here.address], tcp)
      expect(await agent.ping('voice1', 3_000)).toMatchObject({ status: 200 })
      await here.finished()
    })
  })
})

describe('strangers', () => {
  const OPTIONS = (port: number) =>
    [
      `OPTIONS sip:voice1@127.0.0.1:${port} SIP/2.0`,
      'Via: SIP/2.0/UDP 127.0.0.1;rport;branch=z9hG4bKstranger',
      'From: <sip:x@y>;tag=1',
      'To: <sip:voice1@z>',
      'Call-ID: stranger',
      'CSeq: 1 OPTIONS',
      'Max-Forwards: 70',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n')

  it.each([
    ['are answered unless the site says otherwise', 'answer', '198.51.100.1', true],
    ['get no answer at all where the site says so', 'ignore', '198.51.100.1', false],
    ['are not those that a line has to do with', 'ignore', '127.0.0.1', true],
  ] as const)('%s', async (_, strangers, exchange, isAnswered) => {
    const agent = await openAgent({ strangers })
    agent.addLine({
      user: 'voice1',
      domain: 'pbx.example',
      exchange: { host: exchange, port: 5060 },
      register: false,
    })
    const socket = createSocket('udp4')
    onTestFinished(() => void socket.close())
    const heard: string[] = []
    socket.on('message', (bytes) => void heard.push(bytes.toString('latin1').slice(0, 11)))
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    await vi.waitFor(() => {
      socket.send(OPTIONS(agent.local.port), agent.local.port, '127.0.0.1')
      if (isAnswered && !heard.includes('SIP/2.0 200')) throw new Error('Nothing was said yet')
    }, PATIENCE)
    // Whatever is said to us is said before the exchange of another packet is over.
    await agent.ping('voice1', 200)
    expect(heard.includes('SIP/2.0 200')).toBe(isAnswered)
  })
})
