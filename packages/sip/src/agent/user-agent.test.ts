import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { openPhones, type Phones, type PhoneScript } from '../../testing/scripted-phone.ts'
import { type SilentMedia, silentMedia } from '../../testing/silent-media.ts'
import type { IncomingCall } from '../call/incoming-call.ts'
import type { DialOptions, OutgoingCall } from '../call/outgoing-call.ts'
import type { Timings } from '../transactions/timers.ts'
import { createUserAgent, type UserAgent } from './user-agent.ts'

/** Calls between a caller and phones over real datagrams; test/rfc3665* has them message by message. */

const QUICK: Timings = { T1: 20, T2: 80, T4: 100 }
let phones: Phones
let agent: UserAgent
let media: SilentMedia
let phoneMedia: SilentMedia

async function meet(script: PhoneScript) {
  phoneMedia = silentMedia()
  media = silentMedia(1_234)
  phones = await openPhones({ media: phoneMedia, script: () => script, timings: QUICK })
  agent = await createUserAgent({ bind: { host: '127.0.0.1', port: 0 }, media, timings: QUICK })
  agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
}
const dial = (options: Partial<DialOptions> = {}) => agent.dial('voice1', { to: '101', ...options })

afterEach(async () => {
  await agent.close()
  await phones.close()
  const left = [phones.calls.size, agent.calls, media.open, phoneMedia.open]
  if (left.some((count) => count > 0)) throw new Error(`Something was left up: ${left.join(', ')}`)
})

describe('a call', () => {
  it('is answered and hung up by the phone', async () => {
    await meet({ does: 'answer', ringMs: 5, hangsUpAfterMs: 5 })
    const seen: string[] = []
    const call = dial({ onRinging: () => seen.push('ringing'), onAnswered: () => seen.push('answered') })
    expect(await call.ended).toMatchObject({
      outcome: 'answered',
      status: 200,
      hungUpBy: 'them',
      heardMs: 1_234,
    })
    expect(seen).toEqual(['ringing', 'answered'])
    expect(await (await phones.nextCall()).ended).toMatchObject({ kind: 'answered', hungUpBy: 'us' })
  })

  it('is hung up by us', async () => {
    await meet({ does: 'answer' })
    const call = dial({ onAnswered: () => void call.hangUp() })
    const [end, seen] = await Promise.all([call.ended, phones.nextCall().then(({ ended }) => ended)])
    expect(end).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(seen).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
  })

  it('finds the phone busy', async () => {
    await meet({ does: 'busy' })
    expect(await dial().ended).toMatchObject({ outcome: 'busy', status: 486, reason: 'Busy Here' })
  })

  it('is rejected after ringing', async () => {
    await meet({ does: 'reject', ringMs: 5 })
    expect(await dial().ended).toMatchObject({ outcome: 'rejected', status: 603 })
  })

  it('rings out and is cancelled', async () => {
    await meet({ does: 'ring' })
    const call = dial({ ringMs: 30 })
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(await (await phones.nextCall()).ended).toEqual({ kind: 'not answered', why: 'cancelled' })
  })

  it('meets a dead phone', async () => {
    await meet({ does: 'silent' })
    expect(await dial().ended).toMatchObject({ outcome: 'line-trouble', status: null })
  })

  it('is temporarily unavailable', async () => {
    await meet({ does: 480, headers: [['Reason', 'Q.850;cause=20']] })
    expect(await dial().ended).toMatchObject({ outcome: 'unreachable', status: 480, cause: 20 })
  })

  it('hears keys by INFO', async () => {
    await meet({ does: 'answer', keys: [{ keys: '1#', afterMs: 1, by: 'info' }] })
    const call = dial({ onKey: (key) => void (key === '#' && call.hangUp()) })
    expect(await call.ended).toMatchObject({ keys: '1#', mediaSeen: true })
  })

  it('is put on hold and taken back', async () => {
    await meet({ does: 'answer' })
    const held: boolean[] = []
    const call = dial({
      onAnswered: () => void phones.nextCall().then((seen) => (phone = seen.call).hold(true)),
      onHold(on) {
        held.push(on)
        if (on) phone?.hold(false)
        else void call.hangUp()
      },
    })
    let phone: IncomingCall | undefined
    await call.ended
    expect(held).toEqual([true, false])
    expect(media.streams[0]?.agreed.map(({ direction }) => direction)).toEqual([
      'sendrecv',
      'recvonly',
      'sendrecv',
    ])
  })
})

describe('a user agent', () => {
  it('makes no more calls at once than it was told, and takes no more either', async () => {
    await meet({ does: 'ring' })
    await agent.close()
    agent = await createUserAgent({
      bind: { host: '127.0.0.1', port: 0 },
      media,
      mostCalls: 2,
      onCall: (call) => call.ring(),
    })
    agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
    const [first, second, third] = [dial(), dial(), dial()]
    expect(await third.ended).toMatchObject({ outcome: 'line-trouble', reason: 'Too many calls at once' })
    expect(agent.calls).toBe(2)
    phones.agent.addLine({ user: '500', domain: '127.0.0.1', exchange: agent.local, register: false })
    expect(await phones.agent.dial('500', { to: 'voice1' }).ended).toMatchObject({
      outcome: 'busy',
      status: 486,
    })
    await Promise.all([first.hangUp(), second.hangUp()])
  })

  it('leaves nobody waiting when it closes, though the other side is gone', async () => {
    await meet({ does: 'answer' })
    await agent.close()
    agent = await createUserAgent({ bind: { host: '127.0.0.1', port: 0 }, media })
    agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
    let call: OutgoingCall | undefined
    await new Promise<void>((resolve) => (call = dial({ onAnswered: resolve })))
    await phones.close({ abruptly: true })
    await agent.close()
    expect(await call?.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(agent.unfinished).toBe(0)
    // The phone that died has left its own.
    await Promise.all(phoneMedia.streams.map((stream) => stream.stop()))
    for (const { call: left } of phones.calls) left.giveUp()
  })
})

describe('a stranger', () => {
  const reply = async (method: string, ...headers: string[]) => {
    const socket = createSocket('udp4')
    const answered = once(socket, 'message') as Promise<[Buffer]>
    const lines = [
      `${method} sip:101@127.0.0.1 SIP/2.0`,
      'Via: SIP/2.0/UDP 127.0.0.1:9;rport;branch=z9hG4bKstranger',
      'From: <sip:x@127.0.0.1>;tag=x',
      'Call-ID: stranger',
      `CSeq: 1 ${method}`,
      'Max-Forwards: 70',
      ...(headers.some((header) => header.startsWith('To:')) ? [] : ['To: <sip:101@127.0.0.1>']),
      ...headers,
    ]
    socket.send(`${lines.join('\r\n')}\r\n\r\n`, agent.local.port, '127.0.0.1')
    const [bytes] = await answered
    socket.close()
    return bytes.toString()
  }

  it.each([
    ['OPTIONS', [], 200],
    ['OPTIONS', ['To: <sip:101@x>;tag=gone'], 481],
    ['INVITE', ['Contact: <sip:x@127.0.0.1:9>'], 403],
    ['INVITE', ['Contact: <sip:x@127.0.0.1:9>', 'Require: 100rel'], 420],
    ['INVITE', ['Contact: <sip:x@127.0.0.1:9>', 'To: <sip:101@x>;tag=gone'], 481],
    ['BYE', [], 481],
    ['BYE', ['To: <sip:101@x>;tag=gone'], 481],
    ['CANCEL', [], 481],
    ['NOTIFY', ['Event: message-summary'], 200],
    ['NOTIFY', ['Event: presence'], 489],
    ['REGISTER', [], 405],
    ['DANCE', [], 501],
    ['OPTIONS', ['CSeq: 2 OPTIONS'], 400],
  ] as const)('who says %s %j hears %i', async (method, headers, status) => {
    await meet({ does: 'ring' })
    const text = await reply(method, ...headers)
    expect(text).toContain(`SIP/2.0 ${status} `)
    expect(text).toMatch(/;received=127\.0\.0\.1/)
    const due: Partial<Record<number, string>> = {
      405: 'Allow: INVITE',
      501: 'Allow: INVITE',
      420: 'Unsupported: 100rel',
    }
    expect(text).toContain(due[status] ?? '')
  })
})
