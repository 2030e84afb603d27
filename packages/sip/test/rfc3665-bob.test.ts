import { describe, expect, it } from 'vitest'
import type { SipRequest, SipResponse } from '../src/messages/message.ts'
import type { UserAgentOptions } from '../src/agent/user-agent.ts'
import { meet, type Meeting } from './rfc3665/meeting.ts'
import { contactIn, described, type Peer, requestOf, viaAt } from './rfc3665/peer.ts'

/** RFC 3665 3, from the seat of Bob, who is called; Alice and the proxies are played by hand. */

const FAR = '<sip:ss1.atlanta.example.com;lr>'
const near = ({ address: { host, port } }: Peer) => `<sip:${host}:${port};lr>`
const aliceAt = ({ address: { host, port } }: Peer) => `<sip:alice@${host}:${port}>`
const BEHIND = ['Via', 'SIP/2.0/UDP client.atlanta.example.com:5060;branch=z9hG4bK74bf9'] as const
const SDP_TYPE = ['Content-Type', 'application/sdp'] as const

type Entries = Parameters<typeof requestOf>[2]

const CALL: Entries = [
  ['From', 'Alice <sip:alice@atlanta.example.com>;tag=9fxced76sl'],
  ['Call-ID', '2xTb9vxSit55XU7p8@atlanta.example.com'],
]

function inviteFor({ agent, peer }: Meeting, more: Entries, body = described().body): SipRequest {
  return requestOf(
    'INVITE',
    `sip:bob@127.0.0.1:${agent.local.port}`,
    [
      viaAt(peer.address),
      ...CALL,
      ['To', 'Bob <sip:bob@biloxi.example.com>'],
      ['CSeq', '1 INVITE'],
      ...more,
      ...(body.length === 0 ? [] : [SDP_TYPE]),
    ],
    body,
  )
}

/** What Alice sends in the call that Bob has answered. */
function fromAlice(peer: Peer, answer: SipResponse, method: string, seq: number, more: Entries = []) {
  const to = ['To', answer.headers.get('to') ?? ''] as const
  const entries = [viaAt(peer.address), ...CALL, to, ['CSeq', `${seq} ${method}`] as const, ...more]
  return requestOf(method, contactIn(answer), entries)
}

async function bob(options: Partial<UserAgentOptions> = {}): Promise<Meeting> {
  const meeting = await meet(options)
  meeting.agent.addLine(meeting.line({ user: 'bob', domain: 'biloxi.example.com' }))
  return meeting
}

/** Everything up to the 200, which Bob gives at once. */
async function ring(meeting: Meeting, invite: SipRequest) {
  const { agent, peer, rung } = meeting
  peer.asks(invite, agent.local)
  const call = await rung()
  await peer.hears(100)
  call.ring()
  const ringing = await peer.hears(180)
  return { call, ringing }
}

const RUNG = ['< INVITE', '> 100', '> 180']

describe('a session that succeeds, as in RFC 3665', () => {
  it('3.1 Successful Session Establishment: Bob hangs up', async () => {
    const meeting = await bob()
    const { agent, peer, media } = meeting
    const invite = inviteFor(meeting, [['Contact', aliceAt(peer)]])
    const { call, ringing } = await ring(meeting, invite)
    expect([call.line, call.from, call.to]).toEqual(['bob', 'alice', 'bob'])
    await call.accept()
    const answer = await peer.hears(200)
    const tag = /;tag=\w+$/
    expect(answer.headers.get('to')).toMatch(tag)
    expect(ringing.headers.get('to')).toBe(answer.headers.get('to'))
    expect(contactIn(answer)).toBe(`sip:bob@127.0.0.1:${agent.local.port}`)
    expect(answer.headers.get('content-type')).toBe('application/sdp')
    peer.asks(fromAlice(peer, answer, 'ACK', 1))
    const ended = call.hangUp()
    const bye = await peer.takes('BYE')
    expect(bye.uri).toBe(aliceAt(peer).slice(1, -1))
    expect([bye.headers.get('from'), bye.headers.get('to')]).toEqual([
      answer.headers.get('to'),
      invite.headers.get('from'),
    ])
    peer.says(bye, 200)
    expect(await ended).toMatchObject({ kind: 'answered', hungUpBy: 'us' })
    expect(peer.wire).toEqual([...RUNG, '> 200', '< ACK', '> BYE', '< 200'])
    expect([agent.calls, media.open]).toEqual([0, 0])
  })

  it('3.2 Session Establishment Through Two Proxies: the way there is the way back', async () => {
    const meeting = await bob()
    const { peer } = meeting
    // RFC 3261 16.6: the proxy next to Bob has put itself on top.
    const way = [
      ['Record-Route', near(peer)],
      ['Record-Route', FAR],
    ] as const
    const contact = ['Contact', '<sip:alice@192.0.2.101:5060>'] as const
    const { call, ringing } = await ring(meeting, inviteFor(meeting, [BEHIND, ...way, contact]))
    await call.accept()
    const answer = await peer.hears(200)
    for (const { headers } of [ringing, answer]) {
      expect(headers.all('via')).toEqual([expect.stringContaining('branch=z9hG4bKpeer'), BEHIND[1]])
      expect(headers.all('record-route')).toEqual([near(peer), FAR])
    }
    peer.asks(fromAlice(peer, answer, 'ACK', 1, [BEHIND]))
    void call.hangUp()
    const bye = await peer.takes('BYE')
    expect([bye.uri, bye.headers.all('route')]).toEqual(['sip:alice@192.0.2.101:5060', [near(peer), FAR]])
    peer.says(bye, 200)
    await call.ended
    expect(peer.wire).toEqual([...RUNG, '> 200', '< ACK', '> BYE', '< 200'])
  })

  it('3.6 Session via Redirect and Proxy Servers with SDP in ACK: Bob offers, and Alice answers in her ACK', async () => {
    const meeting = await bob()
    const { peer, media } = meeting
    const invite = inviteFor(meeting, [['Contact', aliceAt(peer)]], Buffer.alloc(0))
    const { call } = await ring(meeting, invite)
    await call.accept()
    const answer = await peer.hears(200)
    expect(Buffer.from(answer.body).toString()).toMatch(/m=audio \d+ RTP\/AVP 0 8 101\r\n/)
    expect(media.streams[0]?.agreed).toEqual([])
    const ack = fromAlice(peer, answer, 'ACK', 1, [SDP_TYPE])
    peer.asks({ ...ack, body: described({ host: '192.0.2.101', port: 49_172 }).body })
    peer.asks(fromAlice(peer, answer, 'BYE', 2))
    await peer.hears(200)
    expect(await call.ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
    expect(media.streams[0]?.agreed.map(({ remote }) => remote)).toEqual([
      { host: '192.0.2.101', port: 49_172 },
    ])
    expect(peer.wire).toEqual([...RUNG, '> 200', '< ACK', '< BYE', '> 200'])
  })
})

describe('a session that fails, as in RFC 3665', () => {
  it('3.8 Unsuccessful No Answer: the CANCEL and the INVITE are answered, each by itself', async () => {
    const meeting = await bob()
    const { agent, peer } = meeting
    const invite = inviteFor(meeting, [['Contact', aliceAt(peer)]])
    const { call } = await ring(meeting, invite)
    const headers = invite.headers.clone().set('CSeq', '1 CANCEL').delete('contact').delete('content-type')
    peer.asks({ ...invite, method: 'CANCEL', headers, body: Buffer.alloc(0) })
    const cancelled = await peer.hears(200)
    const refused = await peer.hears(487)
    expect([cancelled, refused].map((one) => one.headers.get('cseq'))).toEqual(['1 CANCEL', '1 INVITE'])
    peer.asks(ackOf(invite, refused))
    expect(await call.ended).toEqual({ kind: 'not answered', why: 'cancelled' })
    expect(peer.wire).toEqual([...RUNG, '< CANCEL', '> 200', '> 487', '< ACK'])
    expect(agent.calls).toBe(0)
  })

  it.each([
    ['3.9 Unsuccessful Busy', 486],
    ['3.11 Unsuccessful Temporarily Unavailable', 480],
  ])('%s: the %i is acknowledged', async (_, status) => {
    const meeting = await bob()
    const { agent, peer, rung } = meeting
    const invite = inviteFor(meeting, [['Contact', aliceAt(peer)]])
    peer.asks(invite, agent.local)
    const call = await rung()
    await peer.hears(100)
    call.reject(status)
    peer.asks(ackOf(invite, await peer.hears(status)))
    expect(await call.ended).toEqual({ kind: 'not answered', why: 'rejected' })
    expect(peer.wire).toEqual(['< INVITE', '> 100', `> ${status}`, '< ACK'])
  })

  it('3.10 Unsuccessful No Response from User Agent: Bob says nothing, however often he is asked', async () => {
    const meeting = await bob({ onCall: (call) => call.ignore() })
    const { agent, peer, media } = meeting
    const invite = inviteFor(meeting, [['Contact', aliceAt(peer)]])
    for (const _ of [1, 2, 3]) peer.asks(invite, agent.local)
    peer.asks(
      requestOf('OPTIONS', invite.uri, [
        viaAt(peer.address),
        ...CALL,
        ['To', '<sip:bob@x>'],
        ['CSeq', '2 OPTIONS'],
      ]),
    )
    await peer.hears(200)
    expect(peer.wire).toEqual(['< INVITE', '< INVITE', '< INVITE', '< OPTIONS', '> 200'])
    expect([agent.calls, media.open]).toEqual([0, 0])
  })
})

/** RFC 3261 17.1.1.3: of the same transaction. */
function ackOf(invite: SipRequest, refusal: SipResponse): SipRequest {
  const headers = invite.headers
    .clone()
    .set('CSeq', '1 ACK')
    .set('To', refusal.headers.get('to') ?? '')
  return { ...invite, method: 'ACK', headers: headers.delete('content-type'), body: Buffer.alloc(0) }
}
