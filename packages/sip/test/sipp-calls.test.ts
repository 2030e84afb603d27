import { describe, expect, it, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { meet } from './sipp/caller.ts'
import {
  answers,
  receives,
  receivesStatus,
  replies,
  type Said,
  sdp,
  sends,
  type Step,
  waitsForCue,
} from './sipp/scenario.ts'

const described: Said = { body: sdp({ port: 40_000 }) }
const take = answers(200, 'OK', described)
const ring = answers(180, 'Ringing')
const offered = [receives('INVITE'), ring]
const hungUpByUs = [receives('BYE'), replies(200, 'OK')]
const hungUpByThem = [sends('BYE', 1), receivesStatus(200)]

/** RFC 3261 7.3.3 */
const SHORT = {
  Via: 'v',
  From: 'f',
  To: 't',
  'Call-ID': 'i',
  Contact: 'm',
  'Content-Type': 'c',
  'Content-Length': 'l',
}
const shortened = (step: Step): Step =>
  Object.entries(SHORT).reduce((text, [long, short]) => text.replace(`\n${long}:`, `\n${short}:`), step)

describe.skipIf(!has('sipp'))('a call to sipp', () => {
  it.each(['UDP', 'TCP'] as const)('is answered, and hung up by us, over %s', async (protocol) => {
    const steps = [...offered, take, receives('ACK'), ...hungUpByUs]
    const { dial, sipp } = await meet(steps, { protocol })
    const onRinging = vi.fn<() => void>()
    const call = dial({ onRinging, onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us', status: 200 })
    expect(onRinging).toHaveBeenCalledOnce()
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 'BYE'])
  })

  it.each(['UDP', 'TCP'] as const)('that is busy ends as busy over %s', async (protocol) => {
    const steps = [receives('INVITE'), answers(486, 'Busy Here'), receives('ACK')]
    const { dial, sipp } = await meet(steps, { protocol })
    expect(await dial().ended).toMatchObject({ outcome: 'busy', status: 486, reason: 'Busy Here' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK'])
  })

  it('that the other side hangs up tells why it did', async () => {
    const reason: Said = { headers: [['Reason', 'Q.850;cause=16;text="Normal call clearing"']] }
    const hungUp = [sends('BYE', 1, reason), receivesStatus(200)]
    const { dial, sipp } = await meet([...offered, take, receives('ACK'), ...hungUp])
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them', cause: 16 })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 200])
  })

  it('understands the short names of headers', async () => {
    const steps = [...offered, shortened(take), receives('ACK'), ...hungUpByThem]
    const { dial, sipp } = await meet(steps)
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 200])
  })

  it('goes by the route that was recorded, in the order from here to there', async () => {
    const way = '<sip:[local_ip]:[local_port];lr;hop='
    const recorded: Said = { ...described, headers: [['Record-Route', `${way}far>, ${way}near>`]] }
    const { dial, sipp } = await meet([
      ...offered,
      answers(200, 'OK', recorded),
      receives('ACK'),
      ...hungUpByUs,
    ])
    const call = dial({ onAnswered: () => void call.hangUp() })
    await call.ended
    const trace = await sipp.finished()
    for (const request of [...trace.requests('ACK'), ...trace.requests('BYE')])
      expect(
        request.headers
          .all('route')
          .join()
          .match(/(?<=hop=)\w+/g),
      ).toEqual(['near', 'far'])
    expect(trace.ours).toEqual(['INVITE', 'ACK', 'BYE'])
  })

  it('that both sides hang up at once is hung up by us', async () => {
    const { dial, sipp } = await meet([...offered, take, receives('ACK'), receives('BYE'), ...hungUpByThem])
    const call = dial({ onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 'BYE', 200])
  })

  it.each([
    ['without audio', { body: sdp({ port: 0 }) }],
    ['in a law that we do not speak', { body: sdp({ port: 40_000, formats: '18 97' }) }],
    ['without a description', {}],
  ])('that is answered %s is hung up, as trouble of the line', async (_, answer) => {
    const { dial, sipp } = await meet([
      ...offered,
      answers(200, 'OK', answer),
      receives('ACK'),
      ...hungUpByUs,
    ])
    expect(await dial().ended).toMatchObject({ outcome: 'line-trouble', reason: 'No audio in common' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 'BYE'])
  })

  it('that two phones answer is kept with the first, and hung up with the second', async () => {
    const second = answers(200, 'OK', { ...described, tag: 'second' })
    const { dial, sipp } = await meet([
      ...offered,
      take,
      receives('ACK'),
      second,
      receives('ACK'),
      ...hungUpByUs,
      ...hungUpByThem,
    ])
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    const trace = await sipp.finished()
    expect(trace.ours).toEqual(['INVITE', 'ACK', 'ACK', 'BYE', 200])
    const to = (method: string) => trace.requests(method).map(({ headers }) => headers.get('to'))
    expect([...to('ACK'), ...to('BYE')].map((text) => text?.split('tag=')[1])).toEqual([
      'sipp',
      'second',
      'second',
    ])
  })
})

describe.skipIf(!has('sipp'))('a call that sipp refuses', () => {
  const at = (headers: Said['headers'] = []): Said => ({ headers })

  it.each([
    ['with 404 reaches nobody', [answers(404, 'Not Found')], { outcome: 'unreachable', status: 404 }],
    [
      'with 480 at once reaches nobody',
      [answers(480, 'Unavailable')],
      { outcome: 'unreachable', status: 480 },
    ],
    ['with 480 after ringing is not answered', [ring, answers(480, 'Unavailable')], { outcome: 'no-answer' }],
    ['with 603 is rejected', [ring, answers(603, 'Decline')], { outcome: 'rejected', status: 603 }],
    [
      'with 480 whose Reason is busy is busy',
      [answers(480, 'Unavailable', at([['Reason', 'SIP;cause=480, Q.850;cause=17;text="User busy"']]))],
      { outcome: 'busy', status: 480, cause: 17 },
    ],
    [
      'with 503 is trouble of the line, which says when to come back',
      [answers(503, 'Service Unavailable', at([['Retry-After', '120 (maintenance);duration=60']]))],
      { outcome: 'line-trouble', status: 503, retryAfterMs: 120_000 },
    ],
    [
      'after early audio with 486 is busy, and was never answered',
      [answers(183, 'Session Progress', described), answers(486, 'Busy Here')],
      { outcome: 'busy', status: 486 },
    ],
  ] as const)('%s', async (_, refusal, end) => {
    const { dial, sipp } = await meet([receives('INVITE'), ...refusal, receives('ACK')])
    const onAnswered = vi.fn<() => void>()
    expect(await dial({ onAnswered }).ended).toMatchObject(end)
    expect(onAnswered).not.toHaveBeenCalled()
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK'])
  })
})

describe.skipIf(!has('sipp'))('a call to sipp that nobody answers', () => {
  const cancelled = [
    receives('CANCEL'),
    replies(200, 'OK'),
    answers(487, 'Request Terminated'),
    receives('ACK'),
  ]

  it('is cancelled when its ring time is over', async () => {
    const { dial, sipp, agent } = await meet([...offered, ...cancelled])
    expect(await dial({ ringMs: 50 }).ended).toMatchObject({ outcome: 'no-answer' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'CANCEL', 'ACK'])
    expect(agent.calls).toBe(0)
  })

  it('is cancelled only after something was heard', async () => {
    const { dial, sipp } = await meet([receives('INVITE'), waitsForCue(), ring, ...cancelled])
    const call = dial()
    await sipp.received('INVITE')
    const ended = call.hangUp()
    expect(call.state).toBe('withdrawing')
    sipp.cue(call.handle.callId)
    expect(await ended).toMatchObject({ outcome: 'no-answer' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'CANCEL', 'ACK'])
  })

  it('and turns out to be busy while it is cancelled is busy', async () => {
    const busy = [receives('CANCEL'), replies(481, 'Too late'), answers(486, 'Busy Here'), receives('ACK')]
    const { dial, sipp } = await meet([...offered, ...busy])
    const call = dial({ onRinging: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'busy', status: 486 })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'CANCEL', 'ACK'])
  })

  const agreed = replies(200, 'OK')
  const tooLate = answers(481, 'Too late', { headers: [['CSeq', '1 CANCEL']] })

  it.each([
    ['before', [take, receives('ACK'), ...hungUpByUs, tooLate]],
    ['after', [agreed, take, receives('ACK'), ...hungUpByUs]],
  ])('and is answered just %s the CANCEL is heard leaves nothing up', async (_, crossing) => {
    const { dial, sipp, agent } = await meet([...offered, receives('CANCEL'), ...crossing])
    const onAnswered = vi.fn<() => void>()
    const call = dial({ onAnswered, onRinging: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(onAnswered).not.toHaveBeenCalled()
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'CANCEL', 'ACK', 'BYE'])
    expect(agent.calls).toBe(0)
  })
})

describe.skipIf(!has('sipp'))('a redirection by sipp', () => {
  const moved = (host: string) =>
    answers(302, 'Moved Temporarily', { headers: [['Contact', `<sip:102@${host}>;q=0.5`]] })
  const redirected = (host: string) => [receives('INVITE'), moved(host), receives('ACK')]

  it.each([
    ['is not followed unless wished', '[local_ip]:[local_port]', 0],
    ['out of the exchange is never followed', 'elsewhere.example', 3],
  ] as const)('%s', async (_, host, redirects) => {
    const { dial, sipp } = await meet(redirected(host))
    expect(await dial({ redirects }).ended).toMatchObject({ outcome: 'unreachable', status: 302 })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK'])
  })

  it('within the exchange is followed when wished', async () => {
    const there = [receives('INVITE'), take, receives('ACK'), ...hungUpByThem]
    const { dial, sipp } = await meet([...redirected('[local_ip]:[local_port]'), ...there])
    expect(await dial({ redirects: 1 }).ended).toMatchObject({ outcome: 'answered' })
    const trace = await sipp.finished()
    expect(trace.ours).toEqual(['INVITE', 'ACK', 'INVITE', 'ACK', 200])
    const { host, port } = sipp.address
    expect(trace.requests('INVITE').map(({ uri }) => uri)).toEqual([
      `sip:101@${host}`,
      `sip:102@${host}:${port}`,
    ])
  })

  it('to several addresses tries each in turn, the most wanted first', async () => {
    const contacts = '<sip:102@[local_ip]>;q=0.1, <sip:103@[local_ip]>;q=0.8'
    const choice = answers(302, 'Moved Temporarily', { headers: [['Contact', contacts]] })
    const missing = [receives('INVITE'), answers(404, 'Not Found'), receives('ACK')]
    const there = [receives('INVITE'), take, receives('ACK'), ...hungUpByThem]
    const { dial, sipp } = await meet([receives('INVITE'), choice, receives('ACK'), ...missing, ...there])
    expect(await dial({ redirects: 2 }).ended).toMatchObject({ outcome: 'answered' })
    const { host } = sipp.address
    expect((await sipp.finished()).requests('INVITE').map(({ uri }) => uri)).toEqual([
      `sip:101@${host}`,
      `sip:103@${host}`,
      `sip:102@${host}`,
    ])
  })

  it('that leads in a circle goes round once', async () => {
    const { dial, sipp } = await meet([redirected('[local_ip]'), redirected('[local_ip]')].flat())
    expect(await dial({ redirects: 3 }).ended).toMatchObject({ outcome: 'unreachable', status: 302 })
    expect((await sipp.finished()).requests('INVITE')).toHaveLength(2)
  })
})
