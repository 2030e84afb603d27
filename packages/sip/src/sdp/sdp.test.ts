import { describe, expect, it } from 'vitest'
import { agreedWith, makeAnswer } from './offer-answer.ts'
import { parseSdp, writeSdp } from './sdp.ts'

const text = (lines: readonly string[], origin = 'o=- 1 1 IN IP4 192.0.2.9') =>
  ['v=0', origin, 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', ...lines, ''].join('\r\n')
const audio = (...more: string[]) => text(['m=audio 4000 RTP/AVP 0 8', ...more])
const agreed = (sdp: string) => {
  const parsed = parseSdp(sdp)
  return parsed && agreedWith(parsed)
}

describe('a session description', () => {
  it.each([
    ['1', 1],
    ['3962345678', 3_962_345_678],
    ['18446744073709551615', Number.MAX_SAFE_INTEGER],
  ])('may count its versions up to %s', (version, read) => {
    expect(parseSdp(text([], `o=- 99999999999999999999 ${version} IN IP4 a`))?.origin.version).toBe(read)
  })

  it.each(['', '-1', '1.5', '1e9', 'x', '9'.repeat(21), '9'.repeat(400)])(
    'may not be of version %j',
    (version) => {
      expect(parseSdp(text([], `o=- 1 ${version} IN IP4 a`))).toBeNull()
    },
  )

  it.each([
    ['a port that is none', 'm=audio 65536 RTP/AVP 0'],
    ['a port of six figures', 'm=audio 100000 RTP/AVP 0'],
    ['no port', 'm=audio RTP/AVP 0'],
    ['a hundred formats', `m=audio 4000 RTP/AVP ${Array.from({ length: 100 }, (_, at) => at).join(' ')}`],
    ['a format without end', `m=audio 4000 RTP/AVP ${'1'.repeat(1_000)}`],
  ])('is none with %s', (_, line) => {
    expect(parseSdp(text([line]))).toBeNull()
  })

  it('is none with more media than anybody has', () => {
    expect(parseSdp(text(Array.from({ length: 17 }, () => 'm=video 0 RTP/AVP 96')))).toBeNull()
  })

  it.each([
    ['a=ptime:30', 30],
    ['a=ptime:20.0', 20],
    ['a=ptime:0', 20],
    ['a=ptime:9999999999', 20],
    ['a=ptime:-5', 20],
  ])('with %s wants packets of %i ms', (line, ptime) => {
    expect(agreed(audio(line))?.ptime).toBe(ptime)
  })

  it('takes no payload type that does not fit into a packet', () => {
    const sdp = text([
      'm=audio 4000 RTP/AVP 128 200 8',
      'a=rtpmap:128 PCMU/8000',
      'a=rtpmap:200 telephone-event/8000',
    ])
    expect(agreed(sdp)).toMatchObject({ payloadType: 8, eventType: null })
  })

  it.each(['IN IP4 192.0.2.9/127', 'IN IP4 192.0.2.9', 'IN IP6 2001:db8::9', 'IN IP4 gateway.hotel '])(
    'is reached at %s',
    (connection) => {
      const sdp = audio().replace('IN IP4 192.0.2.9\r\nt', `${connection}\r\nt`)
      expect(agreed(sdp)?.remote.host).toBe(connection.split(' ')[2]?.replace('/127', ''))
    },
  )

  it.each(['IN IP4 ', 'IN IP4 a b', `IN IP4 ${'a'.repeat(300)}`, 'IN IP4 <nobody>', 'ATM 1 2'])(
    'is reached nowhere at %j',
    (connection) => {
      expect(agreed(audio().replace('IN IP4 192.0.2.9\r\nt', `${connection}\r\nt`))).toBeNull()
    },
  )

  it('is answered line by line, and what is refused is not repeated at length', () => {
    const offer = parseSdp(
      text([
        'm=video 5000 RTP/AVP 96',
        'a=rtpmap:96 H264/90000',
        `a=fmtp:96 ${'x'.repeat(2_000)}`,
        'm=audio 4000 RTP/AVP 8',
        'm=application 9 UDP/BFCP *',
      ]),
    )
    const local = {
      host: '192.0.2.1',
      port: 6_000,
      sessionId: '1',
      version: 1,
      direction: 'sendrecv',
    } as const
    const answer = offer && makeAnswer(offer, local)
    const lines = answer ? writeSdp(answer).split('\r\n') : []
    expect(lines.filter((line) => line.startsWith('m='))).toEqual([
      'm=video 0 RTP/AVP 96',
      'm=audio 6000 RTP/AVP 8',
      'm=application 0 UDP/BFCP *',
    ])
    expect(lines.join('').length).toBeLessThan(300)
  })
})
