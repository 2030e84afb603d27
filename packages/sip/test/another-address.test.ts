import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { CallHandle } from '../src/call/call-handle.ts'
import type { UserAgent } from '../src/index.ts'
import type { Address } from '../src/messages/address.ts'
import type { Protocol } from '../src/transport/flow.ts'
import { meet as meetPhone, type Meeting } from './baresip/meeting.ts'
import { HOST, meet as meetSipp, openAgent } from './sipp/caller.ts'
import { answers, receives, replies, sdp } from './sipp/scenario.ts'

/**
 * A node dies with a call; the node that takes over hangs it up from another machine, and hears nothing of what is sent to
 * the address of the first. What phones do with that which we did not write.
 */

const OTHER_MACHINE = '127.0.0.2'

interface Rung {
  readonly agent: UserAgent
  readonly phone: Address
  readonly protocol: Protocol
}

/** Rings over a line until something happens; gives the last that was remembered of the call. */
async function rungUntil(happens: 'onRinging' | 'onAnswered', { agent }: Rung): Promise<CallHandle> {
  let last: CallHandle | undefined
  const happened = new Promise<void>((resolve) => {
    const ring = async () => {
      const beforeAck = (handle: CallHandle) => Promise.resolve(void (last = handle))
      const call = await agent.prepare('voice1', { to: '101', beforeAck, [happens]: resolve })
      last = call.handle
      call.send()
    }
    void ring()
  })
  await happened
  if (!last) throw new Error('Nothing was remembered')
  return last
}

/** Its machine is gone: whoever sends anything to its address is not heard, and nobody else can have that address. */
async function dies(agent: UserAgent, protocol: Protocol) {
  const { local } = agent
  await agent.close({ abruptly: true })
  if (protocol === 'UDP') {
    const nobody = createSocket('udp4').bind(local.port, local.host)
    await once(nobody, 'listening')
    onTestFinished(() => void nobody.close())
  } else {
    const nobody = createServer((socket) => socket.destroy()).listen(local.port, local.host)
    await once(nobody, 'listening')
    onTestFinished(() => void nobody.close())
  }
}

async function successor({ phone, protocol }: Rung): Promise<UserAgent> {
  const agent = await openAgent({ bind: { host: OTHER_MACHINE, port: 0 }, protocols: [protocol] })
  agent.addLine({ user: 'voice1', domain: HOST, exchange: phone, protocol, register: false })
  return agent
}

/** The node dies, and the next one hangs up; says what it found, and after how long. */
async function handedOver(handle: CallHandle, rung: Rung) {
  const next = await successor(rung)
  await dies(rung.agent, rung.protocol)
  const began = performance.now()
  const found = await next.abandon(handle)
  return { found, ms: performance.now() - began }
}

/** A busy machine takes its time; where nobody says so, a call counts as cancelled after 32 s (RFC 3261 9.1). */
const SOON = 15_000
const PROTOCOLS = ['UDP', 'TCP'] as const

/** It answers where it was first called from, so that the successor hears nothing of it. */
describe.skipIf(!has('sipp'))('sipp, called from one machine', () => {
  const offered = [receives('INVITE'), answers(180, 'Ringing')]
  const leftTo = async (steps: Parameters<typeof meetSipp>[0], happens: 'onRinging' | 'onAnswered') => {
    const { agent, sipp } = await meetSipp([...offered, ...steps])
    const rung: Rung = { agent, phone: sipp.address, protocol: 'UDP' }
    const handle = await rungUntil(happens, rung)
    void handedOver(handle, rung).catch(() => {})
    return (await sipp.finished()).ours.filter((one) => one !== 'ACK').slice(0, 2)
  }

  it('stops ringing when another cancels', async () => {
    expect(await leftTo([receives('CANCEL'), replies(200, 'OK')], 'onRinging')).toEqual(['INVITE', 'CANCEL'])
  })

  it('hangs up when another says so', async () => {
    const taken = answers(200, 'OK', { body: sdp({ port: 40_000 }) })
    const steps = [taken, receives('ACK'), receives('BYE'), replies(200, 'OK')]
    expect(await leftTo(steps, 'onAnswered')).toEqual(['INVITE', 'BYE'])
  })
})

describe.skipIf(!has('baresip'))('baresip, called from one machine', () => {
  let meeting: Meeting | undefined
  afterEach(() => meeting?.end())
  const meet = async (answering: 'at once' | 'by hand', protocol: Protocol) => {
    meeting = await meetPhone({ answers: answering }, { protocols: [protocol] }, { protocol })
    const { agent, phone } = meeting
    return { phone, rung: { agent, phone: phone.address, protocol } }
  }

  it.each(PROTOCOLS)('stops ringing when another cancels, over %s', async (protocol) => {
    const { phone, rung } = await meet('by hand', protocol)
    const handle = await rungUntil('onRinging', rung)
    await phone.event('CALL_INCOMING')
    const { found, ms } = await handedOver(handle, rung)
    await phone.event('CALL_CLOSED')
    expect([found, await phone.calls()]).toEqual(['cancelled', 0])
    expect(ms).toBeLessThan(SOON)
  })

  it.each(PROTOCOLS)('hangs up when another says so, over %s', async (protocol) => {
    const { phone, rung } = await meet('at once', protocol)
    const handle = await rungUntil('onAnswered', rung)
    await phone.event('CALL_ESTABLISHED')
    const { found, ms } = await handedOver(handle, rung)
    await phone.event('CALL_CLOSED')
    expect([found, await phone.calls()]).toEqual(['hung up', 0])
    expect(ms).toBeLessThan(SOON)
  })
})
