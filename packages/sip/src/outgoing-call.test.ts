import { beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../testing/manual-clock.ts'
import { answered, countingRandom, type RecordedWay, recordedWay, settled } from '../testing/recorded-way.ts'
import { type SilentMedia, silentMedia } from '../testing/silent-media.ts'
import { branchOfTime, type CallHandle } from './call-handle.ts'
import { Headers } from './headers.ts'
import { Line, type LineOptions, type Stack } from './lines.ts'
import type { SipRequest, SipResponse } from './message.ts'
import { type DialOptions, OutgoingCall } from './outgoing-call.ts'
import type { Talk } from './requests-in-dialog.ts'
import type { ResponseParts } from './response.ts'
import { RFC_TIMINGS } from './timers.ts'
import { topVia, Transactions } from './transactions.ts'
import { writeMessage } from './write.ts'

const SDP = (port: number, more = '', format = '0 101') =>
  `v=0\r\no=- 1 1 IN IP4 192.0.2.9\r\ns=-\r\nc=IN IP4 192.0.2.9\r\nt=0 0\r\nm=audio ${port} RTP/AVP ${format}\r\n${more}`
const sdp = (port = 4_000, more = '', format?: string): ResponseParts => ({
  contact: '<sip:101@192.0.2.9:5062>',
  contentType: 'application/sdp',
  body: Buffer.from(SDP(port, more, format)),
})

let clock: ManualClock
let way: RecordedWay
let media: SilentMedia
let stack: Stack
let talks: Map<string, Talk>
let call: OutgoingCall
let incoming: number

beforeEach(() => {
  clock = manualClock()
  way = recordedWay()
  media = silentMedia(500)
  talks = new Map()
  incoming = 0
  const random = countingRandom()
  const transactions = new Transactions({
    clock,
    random,
    onRequest: (request, transaction) => [...talks.values()][0]?.receive(request, transaction),
    onAck: (request) => [...talks.values()][0]?.onAck(request),
    onStray: () => {},
  })
  stack = { clock, random, timings: RFC_TIMINGS, transactions, flowTo: () => Promise.resolve(way.flow) }
})

const dial = async (options: Partial<DialOptions> = {}, more: Partial<LineOptions> = {}) => {
  const credentials = { username: 'voice1', password: 'secret' }
  const line = new Line({ user: 'voice1', domain: 'pbx.example', credentials, ...more }, stack.random)
  const dialogs = {
    add: (key: string, talk: Talk) => void talks.set(key, talk),
    remove: (key: string) => void talks.delete(key),
  }
  call = new OutgoingCall({ stack, line, media, dialogs, options: { to: '101', ...options } })
  await call.start()
}
const answer = async (status: number, parts: ResponseParts = {}, to = way.last('INVITE')) => {
  stack.transactions.receive(answered(to, status, parts), way.flow)
  await settled()
}
const pass = async (ms: number) => {
  clock.advance(ms)
  await settled()
}
const methods = () => way.sent.map((one) => (one.kind === 'request' ? one.method : one.status))

/** A request of the other side within the call; gives what we answer. */
async function receive(
  method: string,
  number: number,
  more: readonly (readonly [string, string])[] = [],
  body = '',
) {
  const { headers: ours } = way.last('INVITE')
  const request: SipRequest = {
    kind: 'request',
    method,
    uri: 'sip:voice1@192.0.2.1:5060',
    headers: Headers.of([
      ['Via', `SIP/2.0/UDP 192.0.2.2:5060;branch=z9hG4bKin${++incoming}`],
      ['From', `${ours.get('to')};tag=theirs`],
      ['To', ours.get('from') ?? ''],
      ['Call-ID', ours.get('call-id') ?? ''],
      ['CSeq', `${number} ${method}`],
      ['Contact', '<sip:101@192.0.2.9:5062>'],
      ...more,
    ]),
    body: Buffer.from(body),
  }
  stack.transactions.receive(request, way.flow)
  await settled()
  return way.sent.at(-1) as SipResponse
}
const up = async (options: Partial<DialOptions> = {}, headers: ResponseParts['headers'] = []) => {
  await dial(options)
  await answer(200, { ...sdp(), headers })
}

describe('an INVITE', () => {
  it('is small enough for a datagram, asks for timers, and does not offer 100rel', async () => {
    await dial({ sessionSeconds: 1_800 })
    const invite = way.last('INVITE')
    expect(writeMessage(invite).length).toBeLessThan(1_300)
    expect(invite.headers.get('supported')).toBe('timer')
    expect(invite.uri).toBe('sip:101@pbx.example')
  })

  it('fits into a datagram with the longest credentials that an exchange is likely to ask for', async () => {
    await dial({ sessionSeconds: 1_800 })
    const [realm, nonce, opaque] = ['voice.grand-hotel.example', 'n'.repeat(96), 'o'.repeat(32)]
    const challenge = `Digest realm="${realm}", nonce="${nonce}", opaque="${opaque}", qop="auth", algorithm=SHA-256`
    await answer(407, { headers: [['Proxy-Authenticate', challenge]] })
    expect(way.last('INVITE').headers.get('proxy-authorization')).toContain('SHA-256')
    expect(writeMessage(way.last('INVITE')).length).toBeLessThan(1_300)
  })

  it('shows the name of the line on the handset', async () => {
    await dial({}, { displayName: 'Wake-up "Grand" Hôtel' })
    expect(way.last('INVITE').headers.get('from')).toMatch(
      /^"Wake-up \\"Grand\\" Hôtel" <sip:voice1@pbx\.example>;tag=/,
    )
  })

  it('never asks a phone to answer by itself', async () => {
    await dial()
    const names = Array.from(way.last('INVITE').headers, ([name]) => name.toLowerCase())
    for (const header of ['alert-info', 'call-info', 'answer-mode', 'priv-answer-mode', 'p-auto-answer'])
      expect(names).not.toContain(header)
  })

  it('has a Call-ID from the first moment', async () => {
    const dialled = dial()
    expect(call.handle.callId).not.toBe('')
    const { callId } = call.handle
    await dialled
    expect(way.last('INVITE').headers.get('call-id')).toBe(callId)
  })

  it('tells every answer as it comes, a repeated 200 once', async () => {
    const told: string[] = []
    await dial({ onProgress: (status, reason) => void told.push(`${status} ${reason}`) })
    await answer(100)
    await answer(407, { headers: [['Proxy-Authenticate', 'Digest realm="a", nonce="n"']] })
    for (const status of [100, 180, 181, 183, 180]) await answer(status)
    await answer(200, sdp())
    await answer(200, sdp())
    expect(told).toEqual([
      '100 Trying',
      '407 Proxy Authentication Required',
      '100 Trying',
      '180 Ringing',
      '181 Call Is Being Forwarded',
      '183 Session Progress',
      '180 Ringing',
      '200 OK',
    ])
  })

  it('tells a refusal too, and it is the last', async () => {
    const told: number[] = []
    await dial({ onProgress: (status) => void told.push(status) })
    await answer(100)
    await answer(486)
    await answer(486)
    await call.ended
    expect(told).toEqual([100, 486])
  })

  it('knows whether the call was forwarded, answered or not', async () => {
    await dial()
    await answer(181)
    await answer(486)
    expect(await call.ended).toMatchObject({ outcome: 'busy', forwarded: true })
    await dial()
    await answer(200, { ...sdp(), headers: [['Diversion', '<sip:101@pbx.example>;reason=no-answer']] })
    await receive('BYE', 1)
    expect(await call.ended).toMatchObject({ outcome: 'answered', forwarded: true })
    await dial()
    await answer(180)
    await answer(486)
    expect(await call.ended).toMatchObject({ outcome: 'busy', forwarded: false })
  })

  it('leaves only after its handle was remembered, and the handle is plain', async () => {
    const steps: string[] = []
    await dial({
      remember: (handle) => {
        steps.push(JSON.stringify(handle).length < 500 ? 'remembered' : 'too large')
        expect(JSON.parse(JSON.stringify(handle))).toEqual(handle)
        steps.push(...methods().map(String))
        return Promise.resolve()
      },
    })
    expect(steps).toEqual(['remembered'])
    expect(methods()).toEqual(['INVITE'])
  })

  it.each(['its ring time', 'hangUp()'])('ends by %s while its handle is being remembered', async (by) => {
    let remembered = () => {}
    const remember = () => new Promise<void>((resolve) => (remembered = resolve))
    const started = dial({ remember, ringMs: 5_000 })
    await settled()
    if (by === 'hangUp()') void call.hangUp()
    else await pass(5_000)
    expect(await call.ended).toMatchObject({ outcome: 'no-answer', status: null })
    remembered()
    await started
    await pass(60_000)
    expect(methods()).toEqual([])
    expect(media.open).toBe(0)
  })

  it('rings for its whole time, however long its handle took', async () => {
    let remembered = () => {}
    const remember = () => new Promise<void>((resolve) => (remembered = resolve))
    const started = dial({ remember, ringMs: 5_000 })
    await settled()
    await pass(4_000)
    remembered()
    await started
    await answer(180)
    await pass(4_000)
    expect(methods()).toEqual(['INVITE'])
    await pass(1_000)
    expect(methods()).toEqual(['INVITE', 'CANCEL'])
  })

  it('is withdrawn while the audio is being opened, which is closed when it comes', async () => {
    const open = media.createStream.bind(media)
    let opened = () => {}
    media.createStream = async (...options) => {
      await new Promise<void>((resolve) => (opened = resolve))
      return open(...options)
    }
    const started = dial()
    await settled()
    expect(await call.hangUp()).toMatchObject({ outcome: 'no-answer' })
    opened()
    await started
    expect(methods()).toEqual([])
    expect([media.streams.length, media.open]).toEqual([1, 0])
  })

  it('is not sent when remembering its handle throws', async () => {
    const remember = () => {
      throw new Error('disk full')
    }
    await dial({ remember })
    expect(await call.ended).toMatchObject({ outcome: 'line-trouble', reason: 'Error: disk full' })
    expect(methods()).toEqual([])
  })

  it('is acknowledged though remembering its answer throws', async () => {
    const remember = ({ dialog }: CallHandle) => {
      if (dialog) throw new Error('disk full')
      return Promise.resolve()
    }
    await up({ remember })
    expect(methods()).toEqual(['INVITE', 'ACK'])
    expect(call.state).toBe('up')
  })

  it('is not sent when its handle cannot be remembered', async () => {
    await dial({ remember: () => Promise.reject(new Error('disk full')) })
    expect(methods()).toEqual([])
    expect(await call.ended).toMatchObject({ outcome: 'line-trouble', reason: 'Error: disk full' })
    expect(media.open).toBe(0)
  })

  it('answers a challenge, and gives up on a password that is wrong', async () => {
    await dial()
    const ask = { headers: [['Proxy-Authenticate', 'Digest realm="asterisk", nonce="n"']] as const }
    await answer(407, ask)
    expect(way.last('INVITE').headers.get('cseq')).toBe('2 INVITE')
    await answer(407, ask)
    expect(await call.ended).toMatchObject({ outcome: 'line-trouble', status: 407 })
  })

  it('acknowledges with the credentials of the INVITE, after the answer was remembered, and again when repeated', async () => {
    const handles: CallHandle[] = []
    await dial({ remember: (handle) => Promise.resolve(void handles.push(handle)) })
    await answer(407, { headers: [['Proxy-Authenticate', 'Digest realm="asterisk", nonce="n"']] })
    const invite = way.last('INVITE')
    await answer(200, sdp())
    expect(handles[1]?.dialog?.remoteTag).toBe('theirs')
    await answer(200, sdp())
    const acks = way.requests('ACK').slice(1)
    expect(acks.map((ack) => ack.headers.get('cseq'))).toEqual(['2 ACK', '2 ACK'])
    expect(acks[0]?.headers.get('proxy-authorization')).toBe(invite.headers.get('proxy-authorization'))
    expect(acks[0]?.uri).toBe('sip:101@192.0.2.9:5062')
    expect(new Set(acks.map((ack) => ack.headers.get('via'))).size).toBe(2)
  })

  it('raises its session timer once when told that it is too small', async () => {
    await dial({ sessionSeconds: 90 })
    await answer(422, { headers: [['Min-SE', '600']] })
    expect(way.last('INVITE').headers.get('session-expires')).toBe('600')
    expect(way.last('INVITE').headers.get('min-se')).toBe('600')
    await answer(422, { headers: [['Min-SE', '900']] })
    expect(await call.ended).toMatchObject({ outcome: 'line-trouble', status: 422 })
  })

  it('follows no redirection unless told, and none that leads out of the exchange', async () => {
    await dial()
    await answer(302, { contact: '<sip:102@pbx.example>' })
    expect(await call.ended).toMatchObject({ outcome: 'unreachable', status: 302 })
    await dial({ redirects: 3 })
    await answer(302, { contact: '<sip:102@elsewhere.example>' })
    expect(await call.ended).toMatchObject({ outcome: 'unreachable', status: 302 })
  })

  it('follows redirections within the exchange, but not for ever', async () => {
    await dial({ redirects: 3 })
    for (const next of [102, 103, 104, 105]) await answer(302, { contact: `<sip:${next}@pbx.example>` })
    expect(way.last('INVITE').uri).toBe('sip:104@pbx.example')
    expect(await call.ended).toMatchObject({ outcome: 'unreachable', status: 302 })
  })

  it('acknowledges a provisional answer that insists, once for each', async () => {
    await dial()
    const insists = {
      headers: [
        ['Require', '100rel'],
        ['RSeq', '7'],
      ] as const,
      contact: '<sip:101@192.0.2.9:5062>',
    }
    await answer(183, insists)
    await answer(183, insists)
    expect(way.requests('PRACK').map((one) => one.headers.get('rack'))).toEqual(['7 1 INVITE'])
    await answer(200, sdp())
    void call.hangUp()
    await settled()
    expect(way.last('BYE').headers.get('cseq')).toBe('3 BYE')
  })

  it('acknowledges one that insists for each phone that rings, whatever its numbers', async () => {
    await dial()
    const insists = (rseq: string) => ({ headers: [['Require', '100rel'] as const, ['RSeq', rseq] as const] })
    await answer(183, insists('900'))
    await answer(183, { ...insists('5'), toTag: 'second' })
    expect(way.requests('PRACK').map((one) => one.headers.get('rack'))).toEqual([
      '900 1 INVITE',
      '5 1 INVITE',
    ])
  })

  it('reports an exchange that demands what we do not do', async () => {
    await dial()
    await answer(421, { headers: [['Require', '100rel']] })
    expect(await call.ended).toMatchObject({
      outcome: 'line-trouble',
      status: 421,
      reason: 'Extension Required',
    })
  })
})

describe('a call that is withdrawn', () => {
  it('is not cancelled before anything was heard, and at once when it is', async () => {
    await dial()
    void call.hangUp()
    await settled()
    expect(methods()).toEqual(['INVITE'])
    await answer(100)
    expect(methods()).toEqual(['INVITE', 'CANCEL'])
    const [invite, cancel] = [way.last('INVITE'), way.last('CANCEL')]
    expect(topVia(cancel)?.params.get('branch')).toBe(topVia(invite)?.params.get('branch'))
    expect([cancel.uri, cancel.headers.get('cseq')]).toEqual([invite.uri, '1 CANCEL'])
    await answer(200, {}, cancel)
    await answer(487)
    expect(await call.ended).toMatchObject({ outcome: 'no-answer', reason: 'Withdrawn' })
  })

  it('waits anew for a sign when the INVITE went out anew', async () => {
    await dial()
    await answer(100)
    await answer(407, { headers: [['Proxy-Authenticate', 'Digest realm="a", nonce="n"']] })
    void call.hangUp()
    await settled()
    expect(way.requests('CANCEL')).toHaveLength(0)
    await answer(180)
    expect(way.last('CANCEL').headers.get('cseq')).toBe('2 CANCEL')
    expect(topVia(way.last('CANCEL'))?.params.get('branch')).toBe(branchOfTime(call.handle, 2))
  })

  it('does not go on with a challenge', async () => {
    await dial()
    void call.hangUp()
    await answer(401, { headers: [['WWW-Authenticate', 'Digest realm="a", nonce="n"']] })
    expect(way.requests('INVITE')).toHaveLength(1)
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
  })

  it('rings for as long as it was told, counted from the INVITE', async () => {
    await dial({ ringMs: 20_000 })
    await answer(180)
    await pass(19_999)
    expect(way.requests('CANCEL')).toHaveLength(0)
    await pass(1)
    expect(way.requests('CANCEL')).toHaveLength(1)
    await answer(487)
    expect(await call.ended).toMatchObject({ outcome: 'no-answer', reason: 'Nobody answered in time' })
  })

  it('acknowledges a 200 that crosses the CANCEL, then hangs up', async () => {
    await dial()
    await answer(180)
    void call.hangUp()
    await answer(200, sdp())
    expect(methods().slice(-2)).toEqual(['ACK', 'BYE'])
    await answer(200, {}, way.last('BYE'))
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(media.open).toBe(0)
  })

  it('says that it was busy when that crosses the CANCEL', async () => {
    await dial()
    await answer(180)
    void call.hangUp()
    await answer(486)
    expect(await call.ended).toMatchObject({ outcome: 'busy' })
  })

  it('gives up 32 seconds after a CANCEL that nobody cares for', async () => {
    await dial()
    await answer(180)
    void call.hangUp()
    await pass(32_000)
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(stack.transactions.size).toBe(0)
  })
})

describe('an answer', () => {
  it('keeps the first of two phones, and hangs up on the other', async () => {
    await dial()
    await answer(200, { ...sdp(), toTag: 'one' })
    await answer(200, { ...sdp(), toTag: 'two' })
    expect(methods().slice(1)).toEqual(['ACK', 'ACK', 'BYE'])
    expect(way.last('BYE').headers.get('to')).toContain('tag=two')
    expect(call.state).toBe('up')
  })

  it('may leave out what a 183 has said', async () => {
    await dial()
    await answer(183, sdp(4_040))
    await answer(200, { contact: '<sip:101@192.0.2.9:5062>' })
    expect(media.streams[0]?.agreed[0]?.remote.port).toBe(4_040)
  })

  it.each([
    ['none at all', { contact: '<sip:101@192.0.2.9:5062>' }],
    ['port 0', sdp(0)],
    ['a codec that we do not have', sdp(4_000, '', '18')],
  ])('without audio is hung up: %s', async (_, parts) => {
    await dial()
    await answer(200, parts)
    expect(methods().slice(1)).toEqual(['ACK', 'BYE'])
    await answer(200, {}, way.last('BYE'))
    expect(await call.ended).toMatchObject({ outcome: 'line-trouble', status: 200 })
  })
})

describe('a call that is up', () => {
  it('follows the audio to another address and codec within the first milliseconds', async () => {
    await up()
    const reply = await receive('INVITE', 1, [['Content-Type', 'application/sdp']], SDP(7_000, '', '8'))
    expect(reply.status).toBe(200)
    expect(Buffer.from(reply.body).toString()).toMatch(/o=- \S+ 2 IN[^]*m=audio \d+ RTP\/AVP 8\r\n/)
    expect(media.streams[0]?.agreed.at(-1)).toMatchObject({ codec: 'PCMA', remote: { port: 7_000 } })
  })

  it('keeps what was agreed anew before the answer could be acknowledged', async () => {
    let remembered = () => {}
    const slowly = (handle: CallHandle) =>
      handle.dialog ? new Promise<void>((resolve) => (remembered = resolve)) : Promise.resolve()
    await up({ remember: slowly })
    await receive('UPDATE', 1, [['Content-Type', 'application/sdp']], SDP(7_000))
    remembered()
    await settled()
    expect(media.streams[0]?.agreed.map(({ remote }) => remote.port)).toEqual([7_000])
  })

  it('says one thing after the other, and tells how each ended', async () => {
    const audio = { pcmu: new Uint8Array(8), pcma: new Uint8Array(8), durationMs: 1 }
    const ends: string[] = []
    await up({ announcement: audio, onPlayed: () => void ends.push('announcement') })
    void call.play(audio).then((end) => ends.push(`first ${end}`))
    void call.play(audio, { times: 2 }).then((end) => ends.push(`second ${end}`))
    await settled()
    expect(ends).toEqual(['first broken off'])
    expect(media.streams[0]?.playing?.options).toEqual({ times: 2 })
    media.streams[0]?.tell('played')
    await settled()
    expect(ends).toEqual(['first broken off', 'second played'])
    void call.play(audio).then((end) => ends.push(`third ${end}`))
    await receive('BYE', 1)
    await call.ended
    expect(ends.at(-1)).toBe('third broken off')
    expect(await call.play(audio)).toBe('broken off')
  })

  it('starts the announcement when the handset is at the ear, unless told otherwise', async () => {
    const announcement = { pcmu: new Uint8Array(8), pcma: new Uint8Array(8), durationMs: 1 }
    await up({ announcement })
    expect(media.streams[0]?.playing?.options).toEqual({ delayMs: 300 })
    await up({ announcement, playing: { times: 3, delayMs: 0 } })
    expect(media.streams[1]?.playing?.options).toEqual({ delayMs: 0, times: 3 })
  })

  it.each([
    ['sendonly', 'a=sendonly\r\n', 'recvonly'],
    ['inactive', 'a=inactive\r\n', 'inactive'],
    ['c=0.0.0.0', 'c=IN IP4 0.0.0.0\r\n', 'inactive'],
  ])('mirrors a hold: %s', async (_, line, ours) => {
    const held: boolean[] = []
    await up({ onHold: (on) => void held.push(on) })
    const reply = await receive('INVITE', 1, [], SDP(4_000, line))
    expect(Buffer.from(reply.body).toString()).toContain(`a=${ours}`)
    await receive('INVITE', 2, [], SDP(4_000))
    expect(held).toEqual([true, false])
  })

  it('offers when it is asked without an offer, and takes the answer from the ACK', async () => {
    await up()
    const reply = await receive('INVITE', 1)
    expect(Buffer.from(reply.body).toString()).toContain('m=audio')
    const before = way.sent.length
    await pass(500)
    expect(way.sent.length).toBe(before + 1)
    await receive('ACK', 1, [], SDP(8_000))
    expect(media.streams[0]?.agreed.at(-1)?.remote.port).toBe(8_000)
    await pass(10_000)
    expect(way.sent.length).toBe(before + 1)
  })

  it('is hung up when an answer to a re-INVITE is never acknowledged', async () => {
    await up()
    await receive('INVITE', 1, [], SDP(4_000))
    await pass(40_000)
    expect(way.requests('BYE').length).toBeGreaterThan(0)
  })

  it.each([
    ['OPTIONS', [], '', 200],
    ['UPDATE', [], '', 200],
    ['UPDATE', [], SDP(4_000, '', '18'), 488],
    ['INFO', [['Content-Type', 'application/dtmf-relay']], 'Signal= 5\r\nDuration=160\r\n', 200],
    ['INFO', [['Content-Type', 'application/dtmf']], '5', 200],
    ['INFO', [], '', 200],
    ['INFO', [['Content-Type', 'application/x-what']], 'x', 415],
    ['NOTIFY', [['Event', 'refer']], '', 489],
    ['REFER', [['Refer-To', '<sip:1@x>']], '', 405],
    ['MESSAGE', [['Content-Type', 'text/plain']], 'hello', 405],
    ['DANCE', [], '', 405],
    ['INVITE', [['Require', 'precondition']], SDP(4_000), 420],
    [
      'INVITE',
      [
        ['Session-Expires', '30'],
        ['Supported', 'timer'],
      ],
      SDP(4_000),
      422,
    ],
  ] as const)('answers %s %j %j with %i', async (method, headers, body, status) => {
    const keys: string[] = []
    await up({ onKey: (key) => void keys.push(key) })
    const reply = await receive(method, 1, headers, body)
    expect(reply.status).toBe(status)
    expect(keys).toEqual(/Signal|^5$/.test(body) ? ['5'] : [])
  })

  it('refuses what is out of order', async () => {
    await up()
    await receive('OPTIONS', 9)
    expect((await receive('INFO', 8)).status).toBe(500)
  })

  it('takes one press that comes both ways for one', async () => {
    await up()
    media.streams[0]?.tell('key', '1')
    await receive('INFO', 1, [['Content-Type', 'application/dtmf']], '1')
    await receive('BYE', 2, [['Reason', 'Q.850;cause=16']])
    expect(await call.ended).toMatchObject({ keys: '1', hungUpBy: 'them', cause: 16, heardMs: 500 })
  })

  it('is hung up by us where both sides do so at once', async () => {
    await up()
    void call.hangUp()
    await settled()
    expect((await receive('BYE', 1)).status).toBe(200)
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
  })

  it('is hung up when nothing is heard any more, but not while it is held', async () => {
    await up()
    await receive('INVITE', 1, [], SDP(4_000, 'a=sendonly\r\n'))
    media.streams[0]?.tell('timeout')
    await settled()
    expect(way.requests('BYE')).toHaveLength(0)
    await receive('INVITE', 2, [], SDP(4_000))
    media.streams[0]?.tell('timeout')
    await settled()
    await answer(200, {}, way.last('BYE'))
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'lost' })
  })

  it('answers a challenge to its BYE', async () => {
    await up()
    void call.hangUp()
    await settled()
    await answer(401, { headers: [['WWW-Authenticate', 'Digest realm="yate", nonce="n"']] }, way.last('BYE'))
    const bye = way.last('BYE')
    expect(bye.headers.get('authorization')).toContain('uri="sip:101@192.0.2.9:5062"')
    await answer(200, {}, bye)
    expect(await call.ended).toMatchObject({ hungUpBy: 'us' })
  })

  it('ends although nobody answers its BYE', async () => {
    await up()
    void call.hangUp()
    await settled()
    await pass(32_000)
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
  })
})

describe('a call that is given up', () => {
  it.each([
    ['calling', { outcome: 'line-trouble', reason: 'Closed' }],
    ['ringing', { outcome: 'line-trouble', reason: 'Closed' }],
    ['up', { outcome: 'answered', hungUpBy: 'lost' }],
    ['hanging up', { outcome: 'answered', hungUpBy: 'us' }],
  ])('ends at once, and lets its audio go: %s', async (state, end) => {
    await dial()
    if (state === 'ringing') await answer(180)
    if (state === 'up' || state === 'hanging up') await answer(200, sdp())
    if (state === 'hanging up') void call.hangUp()
    await settled()
    expect(call.state).toBe(state)
    call.giveUp('Closed')
    expect(await call.ended).toMatchObject(end)
    expect([media.open, talks.size]).toEqual([0, 0])
  })
})

describe('a session timer', () => {
  const REFRESHED_BY_US = [['Session-Expires', '1800;refresher=uac']] as const

  it('is refreshed by us at half-time when that was agreed', async () => {
    await up({}, REFRESHED_BY_US)
    await pass(900_000)
    const reinvite = way.last('INVITE')
    expect(reinvite.headers.get('cseq')).toBe('2 INVITE')
    expect(reinvite.headers.get('session-expires')).toBe('1800;refresher=uac')
    expect(Buffer.from(reinvite.body).toString()).toContain(' 1 IN IP4')
    await answer(200, { ...sdp(), headers: REFRESHED_BY_US })
    expect(way.last('ACK').headers.get('cseq')).toBe('2 ACK')
    await pass(900_000)
    expect(way.last('INVITE').headers.get('cseq')).toBe('3 INVITE')
  })

  it('waits after a glare and tries again', async () => {
    await up({}, REFRESHED_BY_US)
    await pass(900_000)
    expect((await receive('INVITE', 1, [], SDP(4_000))).status).toBe(491)
    await answer(491)
    await pass(2_099)
    expect(way.last('INVITE').headers.get('cseq')).toBe('2 INVITE')
    await pass(1)
    expect(way.last('INVITE').headers.get('cseq')).toBe('3 INVITE')
  })

  it('ends the call when the other side gives no sign of life', async () => {
    await up({}, [['Session-Expires', '90;refresher=uas']])
    await pass(59_999)
    expect(way.requests('BYE')).toHaveLength(0)
    await pass(1)
    await answer(200, {}, way.last('BYE'))
    expect(await call.ended).toMatchObject({ hungUpBy: 'lost' })
  })

  it('begins anew when the other side refreshes', async () => {
    await up({}, [['Session-Expires', '90;refresher=uas']])
    await pass(40_000)
    const timer = [
      ['Supported', 'timer'],
      ['Session-Expires', '90;refresher=uac'],
    ] as const
    const reply = await receive('UPDATE', 1, timer)
    expect(reply.headers.get('session-expires')).toBe('90;refresher=uac')
    await pass(59_999)
    expect(way.requests('BYE')).toHaveLength(0)
  })

  it('ends the call when its refresh meets nobody', async () => {
    await up({}, REFRESHED_BY_US)
    await pass(900_000)
    await answer(481)
    await answer(481, {}, way.last('BYE'))
    expect(await call.ended).toMatchObject({ hungUpBy: 'lost' })
  })
})
