import { beforeEach, describe, expect, it } from 'vitest'
import { outgoingDesk, SDP } from '../../testing/outgoing-desk.ts'
import { settled } from '../../testing/recorded-way.ts'

const desk = outgoingDesk()
const { answer, pass, receive, up } = desk

beforeEach(() => desk.reset())

describe('a call that is up', () => {
  it('follows the audio to another address and codec within the first milliseconds', async () => {
    await up()
    const reply = await receive('INVITE', 1, [['Content-Type', 'application/sdp']], SDP(7_000, '', '8'))
    expect(reply.status).toBe(200)
    expect(Buffer.from(reply.body).toString()).toMatch(/o=- \S+ 2 IN[^]*m=audio \d+ RTP\/AVP 8\r\n/)
    expect(desk.media.streams[0]?.agreed.at(-1)).toMatchObject({ codec: 'PCMA', remote: { port: 7_000 } })
  })

  it('keeps what was agreed anew before the answer could be acknowledged', async () => {
    let written = () => {}
    await up({ beforeAck: () => new Promise<void>((resolve) => (written = resolve)) })
    await receive('UPDATE', 1, [['Content-Type', 'application/sdp']], SDP(7_000))
    written()
    await settled()
    expect(desk.media.streams[0]?.agreed.map(({ remote }) => remote.port)).toEqual([7_000])
  })

  it.each(['INVITE', 'UPDATE', 'INFO', 'OPTIONS', 'BYE'])('is alive when it hears %s', async (method) => {
    await up()
    await receive(method, 1)
    expect(desk.media.streams[0]?.signs).toBe(1)
  })

  it('tells once when enough was heard', async () => {
    const told: string[] = []
    await up({ heardEnoughMs: 3_000, onHeard: () => void told.push('heard') })
    desk.media.streams[0]?.tell('heard')
    expect(told).toEqual(['heard'])
  })

  it('says one thing after the other, and tells how each ended', async () => {
    const audio = { pcmu: new Uint8Array(8), pcma: new Uint8Array(8), durationMs: 1 }
    const ends: string[] = []
    await up({ announcement: audio, onPlayed: () => void ends.push('announcement') })
    void desk.call.play(audio).then((end) => ends.push(`first ${end}`))
    void desk.call.play(audio, { times: 2 }).then((end) => ends.push(`second ${end}`))
    await settled()
    expect(ends).toEqual(['first broken off'])
    expect(desk.media.streams[0]?.playing?.options).toEqual({ times: 2 })
    desk.media.streams[0]?.tell('played')
    await settled()
    expect(ends).toEqual(['first broken off', 'second played'])
    void desk.call.play(audio).then((end) => ends.push(`third ${end}`))
    await receive('BYE', 1)
    await desk.call.ended
    expect(ends.at(-1)).toBe('third broken off')
    expect(await desk.call.play(audio)).toBe('broken off')
  })

  it('starts the announcement when the handset is at the ear, unless told otherwise', async () => {
    const announcement = { pcmu: new Uint8Array(8), pcma: new Uint8Array(8), durationMs: 1 }
    await up({ announcement })
    expect(desk.media.streams[0]?.playing?.options).toEqual({ delayMs: 500 })
    await up({ announcement, playing: { times: 3, delayMs: 0 } })
    expect(desk.media.streams[1]?.playing?.options).toEqual({ delayMs: 0, times: 3 })
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
    const before = desk.way.sent.length
    await pass(500)
    expect(desk.way.sent.length).toBe(before + 1)
    await receive('ACK', 1, [], SDP(8_000))
    expect(desk.media.streams[0]?.agreed.at(-1)?.remote.port).toBe(8_000)
    await pass(10_000)
    expect(desk.way.sent.length).toBe(before + 1)
  })

  it('is hung up when an answer to a re-INVITE is never acknowledged', async () => {
    await up()
    await receive('INVITE', 1, [], SDP(4_000))
    await pass(40_000)
    expect(desk.way.requests('BYE').length).toBeGreaterThan(0)
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
    desk.media.streams[0]?.tell('key', '1')
    await receive('INFO', 1, [['Content-Type', 'application/dtmf']], '1')
    await receive('BYE', 2, [['Reason', 'Q.850;cause=16']])
    expect(await desk.call.ended).toMatchObject({ keys: '1', hungUpBy: 'them', cause: 16, heardMs: 500 })
  })

  it('takes a key that a proxy sends again by another way for one, and answers both', async () => {
    const keys: string[] = []
    await up({ onKey: (key) => void keys.push(key) })
    const press = (number: number, key: string) =>
      receive('INFO', number, [['Content-Type', 'application/dtmf']], key)
    const replies = [await press(1, '7'), await press(1, '7'), await press(2, '7'), await press(2, '8')]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await receive('OPTIONS', 3)
    await press(4, '1')
    expect(keys.join('')).toBe('771')
  })

  it('is hung up by us where both sides do so at once', async () => {
    await up()
    void desk.call.hangUp()
    await settled()
    expect((await receive('BYE', 1)).status).toBe(200)
    expect(await desk.call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
  })

  it('is hung up when nothing is heard any more, but not while it is held', async () => {
    await up()
    await receive('INVITE', 1, [], SDP(4_000, 'a=sendonly\r\n'))
    desk.media.streams[0]?.tell('timeout')
    await settled()
    expect(desk.way.requests('BYE')).toHaveLength(0)
    await receive('INVITE', 2, [], SDP(4_000))
    desk.media.streams[0]?.tell('timeout')
    await settled()
    await answer(200, {}, desk.way.last('BYE'))
    expect(await desk.call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'lost' })
  })

  it('answers a challenge to its BYE', async () => {
    await up()
    void desk.call.hangUp()
    await settled()
    await answer(
      401,
      { headers: [['WWW-Authenticate', 'Digest realm="yate", nonce="n"']] },
      desk.way.last('BYE'),
    )
    const bye = desk.way.last('BYE')
    expect(bye.headers.get('authorization')).toContain('uri="sip:101@192.0.2.9:5062"')
    await answer(200, {}, bye)
    expect(await desk.call.ended).toMatchObject({ hungUpBy: 'us' })
  })

  it('ends although nobody answers its BYE', async () => {
    await up()
    void desk.call.hangUp()
    await settled()
    await pass(32_000)
    expect(await desk.call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
  })
})
