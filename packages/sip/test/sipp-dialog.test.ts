import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { IncomingCall, IncomingEnd } from '../src/index.ts'
import type { SipRequest } from '../src/messages/message.ts'
import { meet, openAgent } from './sipp/caller.ts'
import {
  answers,
  calls,
  isRefused,
  receives,
  receivesStatus,
  replies,
  type Said,
  sdp,
  sends,
} from './sipp/scenario.ts'
import { startSipp } from './sipp/sipp.ts'

const described: Said = { body: sdp({ port: 40_000 }) }
const up = [receives('INVITE'), answers(200, 'OK', described), receives('ACK')]
const hungUpByThem = [sends('BYE', 99), receivesStatus(200)]

describe.skipIf(!has('sipp'))('sipp, asking within a call,', () => {
  it.each([
    ['whether we are there hears yes', sends('OPTIONS', 1), 200],
    ['by an INFO without a body hears yes', sends('INFO', 1), 200],
    [
      'by an INFO that nobody understands hears so',
      sends('INFO', 1, { headers: [['Content-Type', 'text/plain']], body: 'hello' }),
      415,
    ],
    [
      'for a transfer is refused',
      sends('REFER', 1, { headers: [['Refer-To', '<sip:1@elsewhere.example>']] }),
      405,
    ],
    ['for what we do not have is refused', sends('OPTIONS', 1, { headers: [['Require', 'gin']] }), 420],
    ['by a sign of life without a description hears yes', sends('UPDATE', 1), 200],
  ] as const)('%s', async (_, request, status) => {
    const { dial, sipp } = await meet([...up, request, receivesStatus(status), ...hungUpByThem])
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', status, 200])
  })

  const fax = sdp({ port: 40_000 }).replace(/^m=.*$/m, 'm=image 40000 udptl t38')
  it.each([
    ['to send a fax is refused', isRefused(1, 488, { body: fax })],
    [
      'for a timer that is too short is refused',
      isRefused(1, 422, {
        ...described,
        headers: [
          ['Supported', 'timer'],
          ['Session-Expires', '60'],
        ],
      }),
    ],
  ])('%s, and the call goes on', async (_, steps) => {
    const { dial, sipp } = await meet([
      ...up,
      ...steps,
      sends('OPTIONS', 2),
      receivesStatus(200),
      ...hungUpByThem,
    ])
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    await sipp.finished()
  })

  it('for pictures beside the sound gets the sound', async () => {
    const pictures = ['m=video 40002 RTP/AVP 99', 'a=rtpmap:99 H264/90000']
    const body = [sdp({ port: 40_000, version: 2 }), ...pictures].join('\n')
    const asked = [sends('INVITE', 1, { body }), receivesStatus(200), sends('ACK', 1)]
    const { dial, sipp } = await meet([...up, ...asked, ...hungUpByThem])
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    const [answer] = (await sipp.finished()).responses('INVITE')
    const ports = Buffer.from(answer?.body ?? [])
      .toString()
      .match(/(?<=^m=)\w+ \d+/gm)
    expect(ports).toEqual([expect.stringMatching(/^audio [1-9]/), 'video 0'])
  })

  it('out of order is refused, and the call goes on', async () => {
    const late = [sends('OPTIONS', 20), receivesStatus(200), sends('OPTIONS', 19), receivesStatus(500)]
    const { dial, sipp } = await meet([...up, ...late, ...hungUpByThem])
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 200, 500, 200])
  })
})

describe.skipIf(!has('sipp'))('sipp, asking while its phone rings,', () => {
  const identity: Said = { headers: [['P-Asserted-Identity', '"Room 101" <sip:101@[local_ip]>']] }

  it.each([
    ['to tell who it is hears yes', sends('UPDATE', 1, identity), 200],
    ['for other audio before ours is agreed has to wait', sends('UPDATE', 1, described), 491],
    ['whether we are there hears yes', sends('OPTIONS', 1), 200],
  ] as const)('%s', async (_, request, status) => {
    const ringing = [receives('INVITE'), answers(180, 'Ringing'), request, receivesStatus(status)]
    const taken = [answers(200, 'OK', described), receives('ACK'), ...hungUpByThem]
    const { dial, sipp } = await meet([...ringing, ...taken])
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    const trace = await sipp.finished()
    expect(trace.ours).toEqual(['INVITE', status, 'ACK', 200])
    const [invite] = trace.requests('INVITE')
    for (const answer of trace.responses('UPDATE'))
      expect(answer.headers.get('contact')).toBe(invite?.headers.get('contact'))
  })
})

describe.skipIf(!has('sipp'))('sipp, asking outside of any call,', () => {
  it.each([
    ['whether we are there hears yes', 'OPTIONS', 200],
    ['to end a call that we do not know hears so', 'BYE', 481],
    ['for what we do not do is refused', 'SUBSCRIBE', 405],
    ['about voice mail hears yes', 'NOTIFY', 200, [['Event', 'message-summary']]],
    ['about what we never asked for hears so', 'NOTIFY', 489, [['Event', 'dialog']]],
    ['for what we do not have is refused', 'OPTIONS', 420, [['Require', 'gin']]],
    ['to talk, where nobody takes calls, hears that we are busy', 'INVITE', 486],
  ] as const)('%s', async (_, method, status, headers: Said['headers'] = []) => {
    const agent = await openAgent()
    const acknowledged = method === 'INVITE' ? [calls('ACK', 1)] : []
    const steps = [calls(method, 1, { headers }), receivesStatus(status), ...acknowledged]
    const sipp = await startSipp(steps, { calls: agent.local })
    const [response] = (await sipp.finished()).responses(method)
    expect(response?.headers.get('to')).toMatch(/;tag=\w+$/)
  })
})

describe.skipIf(!has('sipp'))('a call by sipp', () => {
  it('that it cancels rings no more', async () => {
    const ended: Promise<IncomingEnd>[] = []
    const onCall = (call: IncomingCall) => {
      ended.push(call.ended)
      call.ring()
    }
    const agent = await openAgent({ onCall })
    const branch = 'z9hG4bKcancelled'
    const steps = [
      calls('INVITE', 1, { ...described, branch }),
      receivesStatus(180),
      calls('CANCEL', 1, { branch }),
      receivesStatus(200),
      receivesStatus(487),
      calls('ACK', 1, { branch }),
    ]
    const sipp = await startSipp(steps, { calls: agent.local })
    expect((await sipp.finished()).ours).toEqual([180, 200, 487])
    expect(await ended[0]).toEqual({ kind: 'not answered', why: 'cancelled' })
    expect(agent.calls).toBe(0)
  })
})

describe.skipIf(!has('sipp'))('an early answer of sipp that insists', () => {
  const progress = (rseq: number, tag = 'sipp') => {
    const headers = [['Require', '100rel'] as const, ['RSeq', String(rseq)] as const]
    return answers(183, 'Session Progress', { ...described, tag, headers })
  }
  const acknowledged = [receives('PRACK'), replies(200, 'OK')]
  const answered = [answers(200, 'OK', described), receives('ACK')]
  const fieldOf = (requests: readonly SipRequest[], name: string) =>
    requests.map(({ headers }) => headers.get(name))

  it('is acknowledged by a PRACK, once for each number', async () => {
    const early = [progress(7), ...acknowledged, progress(7), progress(8), ...acknowledged]
    const hungUpByUs = [receives('BYE'), replies(200, 'OK')]
    const { dial, sipp } = await meet([receives('INVITE'), ...early, ...answered, ...hungUpByUs])
    const call = dial({ onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered' })
    const trace = await sipp.finished()
    expect(fieldOf(trace.requests('PRACK'), 'rack')).toEqual(['7 1 INVITE', '8 1 INVITE'])
    const numbered = [...trace.requests('PRACK'), ...trace.requests('BYE')]
    expect(fieldOf(numbered, 'cseq')).toEqual(['2 PRACK', '3 PRACK', '4 BYE'])
  })

  it('is acknowledged for each phone that rings, whatever its numbers', async () => {
    const early = [progress(900), ...acknowledged, progress(5, 'second'), ...acknowledged]
    const { dial, sipp } = await meet([receives('INVITE'), ...early, ...answered, ...hungUpByThem])
    expect(await dial().ended).toMatchObject({ outcome: 'answered' })
    const pracks = (await sipp.finished()).requests('PRACK')
    expect(fieldOf(pracks, 'rack')).toEqual(['900 1 INVITE', '5 1 INVITE'])
    expect(fieldOf(pracks, 'to').map((to) => to?.split('tag=')[1])).toEqual(['sipp', 'second'])
  })
})
