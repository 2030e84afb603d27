import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { Address } from '../src/messages/address.ts'
import { openAgent } from './sipp/caller.ts'
import { answers, receives, receivesStatus, replies, sdp, sends } from './sipp/scenario.ts'
import { startSipp } from './sipp/sipp.ts'

const take = answers(200, 'OK', { body: sdp({ port: 40_000 }) })
const answered = [receives('INVITE'), take, receives('ACK'), sends('BYE', 1), receivesStatus(200)]
const T1 = 200

/** A line at pbx.example, which has these places in this order; nothing of the machine's own name server is asked. */
async function lineAt(places: readonly Address[], register = false) {
  const agent = await openAgent({
    lookup: () => Promise.resolve('127.0.0.1'),
    resolveSrv: (name) =>
      name === '_sip._udp.pbx.example'
        ? Promise.resolve(
            places.map(({ port }, at) => ({ name: `place${at}`, port, priority: at, weight: 0 })),
          )
        : Promise.reject(new Error(name)),
    timings: { T1, T2: 4_000, T4: 5_000 },
  })
  agent.addLine({ user: 'voice1', domain: 'pbx.example', register })
  return agent
}

async function silentPlace(): Promise<Address & { heard(): number }> {
  const socket = createSocket('udp4')
  let packets = 0
  socket.on('message', () => (packets += 1))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { host: '127.0.0.1', port: socket.address().port, heard: () => packets }
}

describe.skipIf(!has('sipp'))('an exchange with two places behind its name', () => {
  it('is called at the second when the first is out of service (503)', async () => {
    const away = await startSipp([receives('INVITE'), answers(503, 'Service Unavailable'), receives('ACK')])
    const here = await startSipp(answered)
    const agent = await lineAt([away.address, here.address])
    expect(await agent.dial('voice1', { to: '101' }).ended).toMatchObject({ outcome: 'answered' })
    expect((await away.finished()).ours).toEqual(['INVITE', 'ACK'])
    const [invite] = (await here.finished()).requests('INVITE')
    expect([invite?.uri, invite?.headers.get('cseq')]).toEqual(['sip:101@pbx.example', '2 INVITE'])
  })

  it('is called at the second when the first says nothing, and the next call goes there at once', async () => {
    const away = await silentPlace()
    const here = await startSipp(answered)
    const agent = await lineAt([away, here.address])
    expect(await agent.dial('voice1', { to: '101' }).ended).toMatchObject({ outcome: 'answered' })
    await here.finished()
    const before = away.heard()
    expect(before).toBeGreaterThan(1)
    const call = agent.dial('voice1', { to: '102', ringMs: 100 })
    await vi.waitFor(() => expect(call.state).toBe('calling'))
    expect(away.heard()).toBe(before)
    void call.hangUp()
  })

  it('is registered with at the second when the first is out of service', async () => {
    const away = await startSipp([receives('REGISTER'), replies(503, 'Service Unavailable')])
    const here = await startSipp([receives('REGISTER'), replies(200, 'OK')])
    const agent = await lineAt([away.address, here.address], true)
    await vi.waitFor(() => expect(agent.lines()[0]?.registered).toBe('registered'), { timeout: 10_000 })
    expect((await away.finished()).ours).toEqual(['REGISTER'])
    expect((await here.finished()).ours).toEqual(['REGISTER'])
    await agent.close({ abruptly: true })
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
    await vi.waitFor(
      () => {
        socket.send(OPTIONS(agent.local.port), agent.local.port, '127.0.0.1')
        if (isAnswered && !heard.includes('SIP/2.0 200')) throw new Error('Nothing was said yet')
      },
      { interval: 20 },
    )
    // Whatever is said to us is said before the exchange of another packet is over.
    await agent.ping('voice1', 200)
    expect(heard.includes('SIP/2.0 200')).toBe(isAnswered)
  })
})
