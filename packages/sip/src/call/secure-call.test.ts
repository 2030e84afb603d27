import { beforeEach, describe, expect, it } from 'vitest'
import { outgoingDesk, sdp } from '../../testing/outgoing-desk.ts'
import { Line, type LineOptions } from '../lines/lines.ts'
import type { SipMessage, SipRequest } from '../messages/message.ts'
import type { ResponseParts } from '../messages/response.ts'
import { parseSdp, writeSdp } from '../sdp/sdp.ts'
import { Transactions } from '../transactions/transactions.ts'
import { IncomingCall } from './incoming-call.ts'

const desk = outgoingDesk('TLS')
const { answer, dial } = desk
const KEY = 'd0RmdmcmVCspeEc3QGZiNWpVLFJhQX1cfHAwJSoj'
const OTHER = 'PS1uQCVeeCFCanVmcjkpPywjNWhcYD0mXXtxaVBR'

const over = (srtp: 'off' | 'optional' | 'required'): Partial<LineOptions> => ({ protocol: 'TLS', srtp })
const textOf = ({ body }: SipMessage) => Buffer.from(body).toString()
const keysIn = (message: SipMessage) =>
  [...textOf(message).matchAll(/inline:(\S+)/g)].map(([, key = '']) => key)
const protocolIn = (message: SipMessage) => parseSdp(textOf(message))?.media[0]?.protocol
const invite = () => desk.way.last('INVITE')
const agreed = () => desk.media.streams[0]?.agreed.at(-1)

/** A description of the phone, with this key; without one, it is plain. */
function saying(key: string | null, tag = 1): ResponseParts {
  const crypto = key === null ? '' : `a=crypto:${tag} AES_CM_128_HMAC_SHA1_80 inline:${key}\r\n`
  const said = sdp(4_000, crypto)
  const body = String(said.body).replace('RTP/AVP', key === null ? 'RTP/AVP' : 'RTP/SAVP')
  return { ...said, body: Buffer.from(body) }
}

beforeEach(() => desk.reset())

describe('a call of a line that requires encryption', () => {
  it('is offered with keys, and spoken to with those of both sides', async () => {
    await dial({}, over('required'))
    const [ours] = keysIn(invite())
    expect(protocolIn(invite())).toBe('RTP/SAVP')
    await answer(200, saying(KEY))
    expect(agreed()?.srtp).toEqual({ suite: 'AES_CM_128_HMAC_SHA1_80', ours, theirs: KEY })
  })

  it.each([
    ['in the clear', null, 1, 'The phone answered without encryption, which this line requires (SRTP)'],
    ['with a key that fits none of ours', KEY, 3, 'The phone answered without a key that fits ours (SRTP)'],
  ])('is hung up before a word when it is answered %s', async (_, key, tag, reason) => {
    await dial({}, over('required'))
    await answer(200, saying(key, tag))
    expect(desk.methods()).toEqual(['INVITE', 'ACK', 'BYE'])
    await answer(200, {}, desk.way.last('BYE'))
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', status: 200, reason, rang: true })
    expect(desk.media.streams[0]).toMatchObject({ agreed: [], playing: null, stopped: true })
  })

  it('is not tried in the clear when the phone refuses it', async () => {
    await dial({}, over('required'))
    await answer(488)
    expect(desk.way.requests('INVITE')).toHaveLength(1)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', status: 488 })
  })

  it('leaves no key in what is stored of it', async () => {
    const stored: string[] = []
    await dial(
      { beforeAck: (handle) => Promise.resolve(void stored.push(JSON.stringify(handle))) },
      over('required'),
    )
    stored.push(JSON.stringify(desk.call.handle))
    await answer(200, saying(KEY))
    stored.push(JSON.stringify(desk.call.handle))
    const keys = [KEY, ...keysIn(invite())]
    expect(keys).toHaveLength(3)
    expect(stored).toHaveLength(3)
    for (const key of keys) expect(stored.join()).not.toContain(key)
  })
})

describe('a call of a line that wishes for encryption', () => {
  it('is tried once more in the clear when the phone refuses it, before anything rings', async () => {
    await dial({}, over('optional'))
    await answer(100)
    await answer(488)
    expect(desk.way.requests('INVITE').map(protocolIn)).toEqual(['RTP/SAVP', 'RTP/AVP'])
    expect(desk.way.requests('INVITE').map(({ headers }) => headers.get('cseq'))).toEqual([
      '1 INVITE',
      '2 INVITE',
    ])
    expect(keysIn(invite())).toEqual([])
    await answer(200, saying(null))
    expect(agreed()?.srtp).toBeUndefined()
    expect(desk.call.state).toBe('up')
  })

  it('is tried in the clear once only', async () => {
    await dial({}, over('optional'))
    await answer(488)
    await answer(488)
    expect(desk.way.requests('INVITE')).toHaveLength(2)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', status: 488 })
  })

  it('does not ring a second time', async () => {
    await dial({}, over('optional'))
    await answer(180)
    await answer(488)
    expect(desk.way.requests('INVITE')).toHaveLength(1)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', rang: true })
  })

  it('is not spoken to under a key that fits none of ours', async () => {
    await dial({}, over('optional'))
    await answer(200, saying(KEY, 7))
    await answer(200, {}, desk.way.last('BYE'))
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble' })
  })

  it('is cancelled by the next process whichever INVITE it had come to', async () => {
    await dial({}, over('optional'))
    await answer(488)
    void desk.call.hangUp()
    await answer(180)
    expect(desk.way.last('CANCEL').headers.get('cseq')).toBe('2 CANCEL')
    expect(desk.way.last('CANCEL').headers.get('via')).toBe(invite().headers.get('via'))
  })
})

describe('an encrypted call that is agreed anew', () => {
  const up = async () => {
    await dial({}, over('required'))
    await answer(200, saying(KEY))
  }
  const again = async (number: number, key: string | null) =>
    desk.receive('INVITE', number, [['Content-Type', 'application/sdp']], String(saying(key).body))

  it('keeps its keys where the phone keeps its own', async () => {
    await up()
    const before = agreed()?.srtp
    const response = await again(1, KEY)
    expect(response.status).toBe(200)
    expect(agreed()?.srtp).toEqual(before)
    expect(keysIn(response)).toEqual([before?.ours])
  })

  it('has a new key of ours for a new one of the phone', async () => {
    await up()
    const before = agreed()?.srtp
    const response = await again(1, OTHER)
    const after = agreed()?.srtp
    expect(after?.theirs).toBe(OTHER)
    expect(after?.ours).not.toBe(before?.ours)
    expect(keysIn(response)).toEqual([after?.ours])
  })

  it('does not become a plain one', async () => {
    await up()
    const before = agreed()
    expect(await again(1, null)).toMatchObject({ status: 488 })
    expect(agreed()).toBe(before)
    expect(desk.call.state).toBe('up')
  })

  it('is offered with the key that it has', async () => {
    await up()
    desk.talks.forEach((talk) => talk.hold(true))
    expect(desk.way.requests('INVITE')).toHaveLength(1)
    await desk.pass(0)
    expect(keysIn(invite())).toEqual([agreed()?.srtp?.ours])
    await answer(200, saying(OTHER))
    expect(agreed()?.srtp?.theirs).toBe(OTHER)
  })
})

describe('a call to a line of ours', () => {
  /** What the line answers to a call that comes by this way. */
  async function ring(srtp: 'off' | 'optional' | 'required', body: ResponseParts['body'], by = desk) {
    const { headers } = desk.way.last('INVITE')
    by.way.sent.length = 0
    const request: SipRequest = {
      kind: 'request',
      method: 'INVITE',
      uri: 'sip:voice1@192.0.2.1',
      headers: headers.clone().set('Contact', '<sip:101@192.0.2.9:5062>'),
      body: Buffer.from(body ?? ''),
    }
    const line = new Line({ user: 'voice1', domain: 'pbx.example', ...over(srtp) }, by.stack.random)
    const dialogs = { add: () => {}, remove: () => {} }
    const media = by.media
    let call: IncomingCall | undefined
    const transactions = new Transactions({
      clock: by.clock,
      random: by.stack.random,
      onRequest: (came, transaction) => {
        const stack = { ...by.stack, transactions }
        call = new IncomingCall({ stack, line, media, dialogs, request: came, transaction })
      },
      onAck: () => {},
      onStray: () => {},
    })
    transactions.receive(request, by.way.flow)
    await call?.accept()
    await by.pass(0)
    const said = by.way.sent.find((one) => one.kind === 'response')
    if (!said) throw new Error('Nothing was answered')
    return said
  }

  const udp = outgoingDesk('UDP')
  const [keyed, plain] = [saying(KEY, 5).body, saying(null).body]

  beforeEach(async () => {
    udp.reset()
    await dial({}, over('off'))
  })

  it.each([
    ['required', keyed, 200, 'RTP/SAVP'],
    ['required', plain, 488, undefined],
    ['required', undefined, 200, 'RTP/SAVP'],
    ['optional', keyed, 200, 'RTP/SAVP'],
    ['optional', plain, 200, 'RTP/AVP'],
    ['optional', undefined, 200, 'RTP/AVP'],
    ['off', keyed, 488, undefined],
    ['off', plain, 200, 'RTP/AVP'],
  ] as const)('with encryption %s is answered as it may be (%#)', async (srtp, body, status, protocol) => {
    const said = await ring(srtp, body)
    expect(said).toMatchObject({ status })
    expect(protocolIn(said)).toBe(protocol)
  })

  it('has a key of our own under the number of theirs', async () => {
    const said = textOf(await ring('required', keyed))
    expect(said).toContain('a=crypto:5 AES_CM_128_HMAC_SHA1_80 inline:')
    expect(said).not.toContain(KEY)
  })

  it.each([
    ['required', keyed, 488],
    ['required', undefined, 488],
    ['optional', keyed, 488],
    ['optional', plain, 200],
  ] as const)('tells no key where others could read it: %s (%#)', async (srtp, body, status) => {
    const said = await ring(srtp, body, udp)
    expect(said).toMatchObject({ status })
    expect(textOf(said)).not.toContain('inline:')
  })
})

it('the description of a plain call has not changed', async () => {
  await dial()
  const said = parseSdp(textOf(invite()))
  expect(said && writeSdp(said)).toBe(textOf(invite()))
  expect(protocolIn(invite())).toBe('RTP/AVP')
})
