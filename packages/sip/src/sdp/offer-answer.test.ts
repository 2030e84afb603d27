import { describe, expect, it } from 'vitest'
import { agreedWith, type LocalAudio, makeAnswer, makeOffer } from './offer-answer.ts'
import { parseSdp, type SessionDescription, writeSdp } from './sdp.ts'

const sdp = (...lines: string[]): SessionDescription => {
  const parsed = parseSdp(
    ['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', ...lines].join('\r\n'),
  )
  if (!parsed) throw new Error('not a description')
  return parsed
}
const local: LocalAudio = {
  host: '192.0.2.1',
  port: 40_000,
  sessionId: '77',
  version: 1,
  direction: 'sendrecv',
}

describe('an offer', () => {
  it('has both laws and telephone events, and reads back as it was', () => {
    const offer = makeOffer(local)
    expect(parseSdp(writeSdp(offer))).toEqual(offer)
    expect(writeSdp(offer)).toContain('m=audio 40000 RTP/AVP 0 8 101\r\n')
  })
})

describe('what an answer means', () => {
  it.each([
    ['a static type without rtpmap', ['m=audio 4000 RTP/AVP 8'], { codec: 'PCMA', eventType: null }],
    [
      'events on another type',
      ['m=audio 4000 RTP/AVP 0 96', 'a=rtpmap:96 telephone-event/8000'],
      { codec: 'PCMU', eventType: 96 },
    ],
    [
      'a codec we do not know first',
      ['m=audio 4000 RTP/AVP 18 8', 'a=rtpmap:18 G729/8000'],
      { codec: 'PCMA' },
    ],
    ['longer packets', ['m=audio 4000 RTP/AVP 0', 'a=ptime:40'], { ptime: 40 }],
    [
      'an address of its own',
      ['m=audio 4000 RTP/AVP 0', 'c=IN IP4 192.0.2.77'],
      { remote: { host: '192.0.2.77', port: 4000 } },
    ],
    ['hold', ['m=audio 4000 RTP/AVP 0', 'a=sendonly'], { direction: 'recvonly' }],
    ['hold for the whole session', ['a=inactive', 'm=audio 4000 RTP/AVP 0'], { direction: 'inactive' }],
    ['hold, the old way', ['m=audio 4000 RTP/AVP 0', 'c=IN IP4 0.0.0.0'], { direction: 'inactive' }],
  ])('%s', (_, lines, expected) => {
    expect(agreedWith(sdp(...lines))).toMatchObject(expected)
  })

  it.each([
    ['port 0', ['m=audio 0 RTP/AVP 0']],
    ['no codec in common', ['m=audio 4000 RTP/AVP 9']],
    ['no audio', ['m=video 4000 RTP/AVP 31']],
    ['encrypted audio only', ['m=audio 4000 RTP/SAVP 0']],
  ])('%s leaves no audio', (_, lines) => {
    expect(agreedWith(sdp(...lines))).toBeNull()
  })
})

describe('our answer', () => {
  it('has a line for each of theirs and refuses what is not audio', () => {
    const answer = makeAnswer(
      sdp('m=video 5000 RTP/AVP 31', 'm=audio 4000 RTP/AVP 8 0 97', 'a=rtpmap:97 telephone-event/8000'),
      local,
    )
    expect(answer?.media.map(({ type, port, formats }) => [type, port, formats])).toEqual([
      ['video', 0, ['31']],
      ['audio', 40_000, ['8', '97']],
    ])
  })

  it('mirrors a hold', () => {
    expect(makeAnswer(sdp('m=audio 4000 RTP/AVP 0', 'a=sendonly'), local)?.media[0]?.direction).toBe(
      'recvonly',
    )
  })
})

describe('reading a description', () => {
  it.each([
    '',
    'hello',
    'v=0',
    'v=0\r\no=x\r\nm=audio',
    'v=0\r\no=- 1 1 IN IP4 h\r\nm=audio 99999 RTP/AVP 0',
    'v=0\r\nnonsense',
  ])('refuses %j', (text) => {
    expect(parseSdp(text)).toBeNull()
  })
})
