import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BareExchange, sentBy } from '../../testing/bare-exchange.ts'
import { silentMedia } from '../../testing/silent-media.ts'
import { contactOf } from '../dialog/dialog.ts'
import type { Address } from '../messages/address.ts'
import { Headers } from '../messages/headers.ts'
import type { IncomingCall } from '../call/incoming-call.ts'
import { NO_BODY, type SipRequest } from '../messages/message.ts'
import { makeOffer } from '../sdp/offer-answer.ts'
import { writeSdp } from '../sdp/sdp.ts'
import { parseUri } from '../messages/uri.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../agent/user-agent.ts'

/** Calls over TCP whose connection goes down while they ring or are up: both sides connect anew (RFC 3261 18). */

const sdp = writeSdp(
  makeOffer({ host: '127.0.0.1', port: 9_000, sessionId: '1', version: 1, direction: 'sendrecv' }),
)
const DESCRIPTION = { contentType: 'application/sdp', body: Buffer.from(sdp) }
let exchange: BareExchange
let agent: UserAgent
let rung: Promise<IncomingCall>

async function open(options: Partial<UserAgentOptions> = {}) {
  let onCall: (call: IncomingCall) => void = () => {}
  rung = new Promise((resolve) => (onCall = resolve))
  agent = await createUserAgent({
    bind: { host: '127.0.0.1', port: 0 },
    protocols: ['TCP'],
    media: silentMedia(),
    onCall,
    ...options,
  })
  const { address } = exchange
  agent.addLine({ user: 'voice1', domain: 'pbx', exchange: address, protocol: 'TCP', register: false })
}

beforeEach(async () => {
  exchange = await BareExchange.open()
  await open()
})

afterEach(async () => {
  await exchange.close()
  await agent.close({ abruptly: true })
})

/** A call of ours that is up. */
async function callUp() {
  const call = agent.dial('voice1', { to: '101' })
  const invite = await exchange.request('INVITE')
  exchange.reply(invite, 200, DESCRIPTION)
  await exchange.request('ACK')
  return { call, invite: invite.message }
}

/** A call of ours that rings. */
async function callRinging() {
  let onRinging = () => {}
  const ringing = new Promise<void>((resolve) => (onRinging = resolve))
  const call = agent.dial('voice1', { to: '101', onRinging })
  const invite = await exchange.request('INVITE')
  exchange.reply(invite, 180)
  await ringing
  return { call, invite }
}

/** Their request to us, outside of a call or within the one that we began. */
function theirs(method: string, uri: string, more: readonly (readonly [string, string])[]): SipRequest {
  const headers = Headers.of([
    ['Via', `SIP/2.0/TCP 127.0.0.1:${exchange.address.port};branch=z9hG4bK${method}`],
    ['Max-Forwards', '70'],
    ['CSeq', `1 ${method}`],
    ...more,
  ])
  return { kind: 'request', method, uri, headers, body: NO_BODY }
}

const byeFor = (invite: SipRequest) =>
  theirs('BYE', contactOf(invite.headers) ?? '', [
    ['From', `${invite.headers.get('to')};tag=exchange`],
    ['To', invite.headers.get('from') ?? ''],
    ['Call-ID', invite.headers.get('call-id') ?? ''],
  ])

function addressOf(uri: string): Address {
  const { host = '', port } = parseUri(uri) ?? {}
  return { host, port: port ?? 0 }
}

describe('a call of ours over TCP', () => {
  it.each(['127.0.0.1', '0.0.0.0'])('says where we listen, bound to %s', async (host) => {
    await agent.close()
    await open({ bind: { host, port: 0 } })
    void agent.dial('voice1', { to: '101' })
    const { message, socket } = await exchange.request('INVITE')
    const { port } = agent.local
    expect(sentBy(message)).toEqual({ host: '127.0.0.1', port })
    // Whoever obeyed it would answer to the port of a connection that is gone (RFC 3581 4).
    expect(message.headers.get('via')).not.toContain('rport')
    expect(message.headers.get('contact')).toBe(`<sip:voice1@127.0.0.1:${port};transport=tcp>`)
    expect(socket.remotePort).not.toBe(port)
  })

  it('that is up is hung up by them over a new connection, when the old one is gone', async () => {
    const { call, invite } = await callUp()
    await exchange.cut()
    const bye = byeFor(invite)
    const socket = await exchange.connectTo(addressOf(bye.uri))
    exchange.say(socket, bye)
    expect((await exchange.answer('BYE', 200)).socket).toBe(socket)
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
  })

  it('that is up is hung up by us over a new connection, when the old one is gone', async () => {
    const { call } = await callUp()
    await exchange.cut()
    void call.hangUp()
    exchange.reply(await exchange.request('BYE'), 200)
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
  })

  it('hears the answer by a new connection to its Via, when the old one is gone', async () => {
    const call = agent.dial('voice1', { to: '101' })
    const { message } = await exchange.request('INVITE')
    await exchange.cut()
    const socket = await exchange.connectTo(sentBy(message))
    exchange.say(socket, exchange.replyTo(message, 200, DESCRIPTION))
    await exchange.request('ACK')
    expect(call.state).toBe('up')
  })

  it('that rings is asked for again at once over a new connection, when the old one is gone', async () => {
    const { call, invite } = await callRinging()
    await exchange.cut()
    const again = await exchange.request('INVITE')
    expect(again.socket).not.toBe(invite.socket)
    expect(again.message.headers.get('via')).toBe(invite.message.headers.get('via'))
    exchange.reply(again, 200, DESCRIPTION)
    await exchange.request('ACK')
    expect(call.state).toBe('up')
  })

  it('that rings is cancelled over a new connection, when the old one is gone', async () => {
    const { call, invite } = await callRinging()
    await exchange.cut()
    void call.hangUp()
    const cancel = await exchange.request('CANCEL')
    exchange.reply(cancel, 200)
    exchange.say(cancel.socket, exchange.replyTo(invite.message, 487))
    await exchange.request('ACK')
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
  })
})

describe('their call over TCP', () => {
  const invite = () => ({
    ...theirs('INVITE', `sip:voice1@127.0.0.1:${agent.local.port};transport=tcp`, [
      ['From', '<sip:101@pbx>;tag=room'],
      ['To', '<sip:voice1@pbx>'],
      ['Call-ID', 'from-room-101'],
      ['Contact', `<sip:101@127.0.0.1:${exchange.address.port};transport=tcp>`],
      ['Content-Type', 'application/sdp'],
    ]),
    body: DESCRIPTION.body,
  })

  it('is answered on the connection that it came by, while there is one', async () => {
    const socket = await exchange.connectTo(agent.local)
    exchange.say(socket, invite())
    void (await rung).accept()
    const { message, socket: used } = await exchange.answer('INVITE', 200)
    expect(used).toBe(socket)
    expect(message.headers.get('contact')).toBe(`<sip:voice1@127.0.0.1:${agent.local.port};transport=tcp>`)
  })

  it('is answered over a new connection to its Via, when the one that it came by is gone', async () => {
    const socket = await exchange.connectTo(agent.local)
    exchange.say(socket, invite())
    const call = await rung
    await exchange.answer('INVITE', 100)
    await exchange.cut()
    call.ring()
    const ringing = await exchange.answer('INVITE', 180)
    expect(ringing.socket.localPort).toBe(exchange.address.port)
    void call.accept()
    // The second goes where the first went.
    expect((await exchange.answer('INVITE', 200)).socket).toBe(ringing.socket)
  })

  it('is hung up by us over a new connection, when the one that it came by is gone', async () => {
    const socket = await exchange.connectTo(agent.local)
    exchange.say(socket, invite())
    const call = await rung
    void call.accept()
    const { message } = await exchange.answer('INVITE', 200)
    const ack = theirs('ACK', contactOf(message.headers) ?? '', [
      ['From', '<sip:101@pbx>;tag=room'],
      ['To', message.headers.get('to') ?? ''],
      ['Call-ID', 'from-room-101'],
    ])
    exchange.say(socket, ack)
    await exchange.cut()
    void call.hangUp()
    exchange.reply(await exchange.request('BYE'), 200)
    expect(await call.ended).toMatchObject({ kind: 'answered', hungUpBy: 'us' })
  })
})

describe('a line that is registered over a connection', () => {
  it('registers anew by another as soon as that is closed', async () => {
    const { address } = exchange
    agent.addLine({ user: 'voice2', domain: 'pbx', exchange: address, protocol: 'TCP' })
    const first = await exchange.request('REGISTER')
    exchange.reply(first, 200)
    while (agent.lines().some(({ registered }) => registered === 'registering'))
      await new Promise((resolve) => setImmediate(resolve))
    await exchange.cut()
    const again = await exchange.request('REGISTER')
    expect(again.socket).not.toBe(first.socket)
    expect(again.message.headers.get('cseq')).toBe('2 REGISTER')
  })
})
