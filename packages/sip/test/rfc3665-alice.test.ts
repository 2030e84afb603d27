import { describe, expect, it } from 'vitest'
import type { SipRequest } from '../src/messages/message.ts'
import type { ResponseParts } from '../src/messages/response.ts'
import { isRightAnswer } from '../testing/digest-check.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { challenge, meet, type Meeting, PASSWORD } from './rfc3665/meeting.ts'
import { type Described, described, fromBob, openPeer, type Peer } from './rfc3665/peer.ts'

/** RFC 3665 3, from the seat of Alice, who calls; whoever is next to her is played by hand. */

/** Behind proxies: an address that nobody could send to from here. */
const BOB = '<sip:bob@192.0.2.201:5060>'
/** With nobody between. */
const bobAt = ({ address: { host, port } }: Peer) => `<sip:bob@${host}:${port}>`
const FAR = '<sip:ss2.biloxi.example.com;lr>'
const near = ({ address: { host, port } }: Peer) => `<sip:${host}:${port};lr>`
/** RFC 3261 16.6: each proxy puts itself on top, so that the one next to Alice stands last. */
const recorded = (peer: Peer) => [['Record-Route', `${FAR}, ${near(peer)}`]] as const

const routed = (headers: NonNullable<ResponseParts['headers']>, by?: Described): ResponseParts => ({
  contact: BOB,
  headers,
  ...described(by),
})
const direct = (peer: Peer, by?: Described): ResponseParts => ({ contact: bobAt(peer), ...described(by) })

async function alice(meeting?: Meeting): Promise<Meeting> {
  const met = meeting ?? (await meet())
  met.agent.addLine(met.line())
  return met
}

/** The last two messages of most sections: Bob hangs up. */
async function bobHangsUp(peer: Peer, invite: SipRequest, seq = 231) {
  peer.asks(fromBob(peer, invite, 'BYE', seq))
  const answer = await peer.hears(200)
  expect(answer.headers.get('cseq')).toBe(`${seq} BYE`)
}

const ANSWERED_AND_HUNG_UP = ['> INVITE', '< 180', '< 200', '> ACK', '< BYE', '> 200']
const proxyAnswers = ({ headers }: SipRequest) => headers.all('proxy-authorization')
const realmsOf = (request: SipRequest) =>
  proxyAnswers(request).map((answer) => /realm="([^"]*)"/.exec(answer)?.[1])
const asksFor = (realm: string, nonce: string): ResponseParts => ({
  headers: [['Proxy-Authenticate', challenge(realm, nonce)]],
})

describe('a session that succeeds, as in RFC 3665', () => {
  it('3.1 Successful Session Establishment', async () => {
    const { agent, peer, media, dial } = await alice()
    const call = dial()
    const invite = await peer.takes('INVITE')
    expect(invite.uri).toBe('sip:bob@biloxi.example.com')
    expect(invite.headers.get('contact')).toBe(`<sip:alice@127.0.0.1:${agent.local.port}>`)
    expect(invite.headers.get('content-type')).toBe('application/sdp')
    peer.says(invite, 180, { contact: bobAt(peer) })
    peer.says(invite, 200, direct(peer))
    const ack = await peer.takes('ACK')
    // RFC 3261 13.2.2.4: to the Contact, with the number of the INVITE and a branch of its own.
    expect([ack.uri, ack.headers.get('cseq')]).toEqual([bobAt(peer).slice(1, -1), '1 ACK'])
    expect(ack.headers.get('to')).toBe('<sip:bob@biloxi.example.com>;tag=theirs')
    expect(ack.headers.get('via')).not.toBe(invite.headers.get('via'))
    await bobHangsUp(peer, invite)
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(peer.wire).toEqual(ANSWERED_AND_HUNG_UP)
    expect([agent.calls, media.open]).toEqual([0, 0])
  })

  it('3.2 Session Establishment Through Two Proxies: all that follows goes along both', async () => {
    const { peer, dial } = await alice()
    const call = dial({ onAnswered: () => void call.hangUp() })
    const invite = await peer.takes('INVITE')
    peer.says(invite, 100)
    peer.says(invite, 180, { contact: BOB, headers: recorded(peer) })
    peer.says(invite, 200, routed(recorded(peer)))
    for (const method of ['ACK', 'BYE']) {
      const request = await peer.takes(method)
      expect([request.uri, request.headers.all('route')]).toEqual([BOB.slice(1, -1), [near(peer), FAR]])
      if (method === 'BYE') peer.says(request, 200)
    }
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(peer.wire).toEqual(['> INVITE', '< 100', '< 180', '< 200', '> ACK', '> BYE', '< 200'])
  })

  it('3.3 Session with Multiple Proxy Authentication: each proxy asks, and hears its answer again', async () => {
    const { peer, dial } = await alice()
    const call = dial()
    const first = await peer.takes('INVITE')
    peer.says(first, 407, asksFor('atlanta.example.com', 'wf84f1ceczx41ae6cbe5aea9c8e88d359'))
    expect((await peer.takes('ACK')).headers.get('via')).toBe(first.headers.get('via'))
    const second = await peer.takes('INVITE')
    expect(realmsOf(second)).toEqual(['atlanta.example.com'])
    peer.says(second, 100)
    peer.says(second, 407, asksFor('biloxi.example.com', 'f84f1cec41ae6cbeaea9c8e88d359'))
    await peer.takes('ACK')
    const third = await peer.takes('INVITE')
    expect(realmsOf(third)).toEqual(['atlanta.example.com', 'biloxi.example.com'])
    for (const answer of proxyAnswers(third)) expect(isRightAnswer(answer, 'INVITE', PASSWORD)).toBe(true)
    expect([first, second, third].map(({ headers }) => headers.get('cseq'))).toEqual([
      '1 INVITE',
      '2 INVITE',
      '3 INVITE',
    ])
    expect(new Set([first, second, third].map(({ headers }) => headers.get('call-id'))).size).toBe(1)
    peer.says(third, 100)
    peer.says(third, 180, { contact: BOB, headers: recorded(peer) })
    peer.says(third, 200, routed(recorded(peer)))
    const ack = await peer.takes('ACK')
    // RFC 3261 13.2.2.4, 22.3: nobody may challenge an ACK, so it brings what the INVITE brought.
    expect([ack.headers.get('cseq'), proxyAnswers(ack)]).toEqual(['3 ACK', proxyAnswers(third)])
    await bobHangsUp(peer, third)
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(peer.wire).toEqual(
      ['> INVITE', '< 407', '> ACK', '> INVITE', '< 100', '< 407', '> ACK'].concat(
        ['> INVITE', '< 100'],
        ANSWERED_AND_HUNG_UP.slice(1),
      ),
    )
  })

  it('3.4 Successful Session with Proxy Failure: the first says nothing to seven INVITEs, the second line is taken', async () => {
    const clock = manualClock()
    const { agent, peer, dial, line } = await alice(await meet({ clock }))
    // The two proxies are two lines of ours: whoever dials decides which is the second.
    const unheard = dial()
    await peer.takes('INVITE')
    clock.advance(64 * 500)
    expect(await unheard.ended).toMatchObject({ outcome: 'line-trouble', status: null })
    await expect.poll(() => peer.datagrams).toBe(7)
    expect(peer.wire).toEqual(['> INVITE'])
    const second = await openPeer()
    agent.addLine(line({ name: 'second', exchange: second.address }))
    const call = agent.dial('second', { to: 'sip:bob@biloxi.example.com' })
    second.says(await second.takes('INVITE'), 407, asksFor('biloxi.example.com', 'n1'))
    await second.takes('ACK')
    const invite = await second.takes('INVITE')
    second.says(invite, 100)
    second.says(invite, 180, { contact: bobAt(second) })
    second.says(invite, 200, direct(second))
    await second.takes('ACK')
    await bobHangsUp(second, invite)
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(second.wire).toEqual(
      ['> INVITE', '< 407', '> ACK', '> INVITE', '< 100'].concat(ANSWERED_AND_HUNG_UP.slice(1)),
    )
    second.close()
  })

  it('3.5 Session Through a SIP ALG: audio and requests go to the gateway, Bob is only an address', async () => {
    const { peer, dial, media } = await alice()
    const call = dial({ onAnswered: () => void call.hangUp() })
    const invite = await peer.takes('INVITE')
    const gateway = [['Record-Route', near(peer)]] as const
    peer.says(invite, 100)
    peer.says(invite, 180, { contact: BOB, headers: gateway })
    peer.says(invite, 200, routed(gateway, { host: '192.0.2.128', port: 2_000 }))
    const ack = await peer.takes('ACK')
    const bye = await peer.takes('BYE')
    for (const request of [ack, bye])
      expect([request.uri, request.headers.all('route')]).toEqual([BOB.slice(1, -1), [near(peer)]])
    peer.says(bye, 200)
    await call.ended
    expect(media.streams[0]?.agreed.map(({ remote }) => remote)).toEqual([
      { host: '192.0.2.128', port: 2_000 },
    ])
    expect(peer.wire).toEqual(['> INVITE', '< 100', '< 180', '< 200', '> ACK', '> BYE', '< 200'])
  })

  it('3.6 Session via Redirect and Proxy Servers: redirected, she calls the other address', async () => {
    const { peer, dial } = await alice()
    const call = dial({ redirects: 1 })
    const first = await peer.takes('INVITE')
    peer.says(first, 302, { contact: '<sip:bob@atlanta.example.com>' })
    await peer.takes('ACK')
    const second = await peer.takes('INVITE')
    expect(second.uri).toBe('sip:bob@atlanta.example.com')
    const same = ['from', 'to', 'call-id']
    expect(same.map((name) => second.headers.get(name))).toEqual(same.map((name) => first.headers.get(name)))
    expect(second.headers.get('cseq')).toBe('2 INVITE')
    // Unlike Alice in the RFC we always offer in the INVITE; its SDP in the ACK is what Bob sees, in the file beside.
    expect(second.body.length).toBeGreaterThan(0)
    peer.says(second, 180, { contact: bobAt(peer) })
    peer.says(second, 200, direct(peer))
    expect((await peer.takes('ACK')).body).toHaveLength(0)
    await bobHangsUp(peer, second)
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(peer.wire).toEqual(['> INVITE', '< 302', '> ACK', ...ANSWERED_AND_HUNG_UP])
  })

  it('3.7 Session with re-INVITE (IP Address Change): audio and requests follow Bob to his new address', async () => {
    const { agent, peer, dial, media } = await alice()
    const call = dial()
    const invite = await peer.takes('INVITE')
    peer.says(invite, 180, { contact: bobAt(peer) })
    peer.says(invite, 200, direct(peer, { host: '192.0.2.201', port: 3_456 }))
    await peer.takes('ACK')
    const moved = await openPeer()
    const reinvite = fromBob(moved, invite, 'INVITE', 1, [
      ['Contact', bobAt(moved)],
      ['Content-Type', 'application/sdp'],
    ])
    const { body } = described({ host: '192.0.2.132', port: 47_172, version: 2 })
    moved.asks({ ...reinvite, body }, agent.local)
    const answer = await moved.hears(200)
    expect(Buffer.from(answer.body).toString()).toContain('m=audio ')
    moved.asks(fromBob(moved, invite, 'ACK', 1))
    void call.hangUp()
    const bye = await moved.takes('BYE')
    expect(bye.uri).toBe(bobAt(moved).slice(1, -1))
    moved.says(bye, 200)
    await call.ended
    expect(media.streams[0]?.agreed.map(({ remote }) => remote)).toEqual([
      { host: '192.0.2.201', port: 3_456 },
      { host: '192.0.2.132', port: 47_172 },
    ])
    expect(peer.wire).toEqual(['> INVITE', '< 180', '< 200', '> ACK'])
    expect(moved.wire).toEqual(['< INVITE', '> 200', '< ACK', '> BYE', '< 200'])
    moved.close()
  })
})

describe('a session that fails, as in RFC 3665', () => {
  it('3.8 Unsuccessful No Answer: cancelled, and both are told so', async () => {
    const { agent, peer, dial } = await alice()
    const call = dial({ onRinging: () => void call.hangUp() })
    const invite = await peer.takes('INVITE')
    peer.says(invite, 100)
    peer.says(invite, 180, { contact: BOB, headers: recorded(peer) })
    const cancel = await peer.takes('CANCEL')
    // RFC 3261 9.1: all but the method is that of the INVITE.
    const same = ['via', 'from', 'to', 'call-id']
    expect(same.map((name) => cancel.headers.get(name))).toEqual(same.map((name) => invite.headers.get(name)))
    expect([cancel.uri, cancel.headers.get('cseq')]).toEqual([invite.uri, '1 CANCEL'])
    peer.says(cancel, 200)
    peer.says(invite, 487)
    await peer.takes('ACK')
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(peer.wire).toEqual(['> INVITE', '< 100', '< 180', '> CANCEL'].concat('< 200', '< 487', '> ACK'))
    expect(agent.calls).toBe(0)
  })

  it.each([
    ['3.9 Unsuccessful Busy', [100], 486, { outcome: 'busy' }],
    ['3.10 Unsuccessful No Response from User Agent', [100], 480, { outcome: 'unreachable' }],
    ['3.11 Unsuccessful Temporarily Unavailable', [100, 180], 480, { outcome: 'no-answer' }],
  ] as const)('%s: after %j comes %i, which is acknowledged', async (_, before, status, end) => {
    const { agent, media, peer, dial } = await alice()
    const call = dial()
    const invite = await peer.takes('INVITE')
    for (const progress of before) peer.says(invite, progress)
    peer.says(invite, status)
    const ack = await peer.takes('ACK')
    // RFC 3261 17.1.1.3: of the same transaction, and to whom has answered.
    expect(ack.headers.get('via')).toBe(invite.headers.get('via'))
    expect([ack.uri, ack.headers.get('cseq')]).toEqual([invite.uri, '1 ACK'])
    expect(ack.headers.get('to')).toContain(';tag=theirs')
    expect(await call.ended).toMatchObject({ ...end, status })
    expect(peer.wire).toEqual(['> INVITE', ...before.map((one) => `< ${one}`), `< ${status}`, '> ACK'])
    expect([agent.calls, media.open]).toEqual([0, 0])
  })
})
