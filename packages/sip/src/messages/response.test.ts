import { describe, expect, it } from 'vitest'
import { Headers } from './headers.ts'
import { NO_BODY, type SipRequest } from './message.ts'
import { responseTo } from './response.ts'

const invite = (via: string): SipRequest => ({
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:101@192.0.2.2',
  headers: Headers.of([
    ['Via', via],
    ['Via', 'SIP/2.0/UDP 10.0.0.9;branch=z9hG4bKfar'],
    ['Record-Route', '<sip:near;lr>, <sip:far;lr>'],
    ['From', '<sip:a@x>;tag=a'],
    ['To', '<sip:101@x>'],
    ['Call-ID', 'c1'],
    ['CSeq', '1 INVITE'],
  ]),
  body: NO_BODY,
})
const from = { host: '203.0.113.7', port: 40_001 }

describe('a response', () => {
  it('goes back along every Via, the top one told where the request came from', () => {
    const { headers } = responseTo(invite('SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bK1;rport'), from, 180)
    expect(headers.all('via')).toEqual([
      'SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bK1;rport=40001;received=203.0.113.7',
      'SIP/2.0/UDP 10.0.0.9;branch=z9hG4bKfar',
    ])
  })

  it('adds no port that was not asked for', () => {
    const { headers } = responseTo(invite('SIP/2.0/UDP 203.0.113.7:5060;branch=z9hG4bK1'), from, 180)
    expect(headers.all('via')[0]).toBe('SIP/2.0/UDP 203.0.113.7:5060;branch=z9hG4bK1')
  })

  it('has a tag and the recorded route where a dialog is made, and neither in a 100', () => {
    const request = invite('SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK1')
    const ok = responseTo(request, from, 200, { toTag: 'mine', contact: '<sip:101@192.0.2.2>' })
    expect(ok.headers.get('to')).toBe('<sip:101@x>;tag=mine')
    expect(ok.headers.all('record-route')).toEqual(['<sip:near;lr>, <sip:far;lr>'])
    expect(ok.headers.get('contact')).toBe('<sip:101@192.0.2.2>')
    const trying = responseTo(request, from, 100, { toTag: 'mine' })
    expect(trying.headers.get('to')).toBe('<sip:101@x>')
    expect(trying.headers.has('record-route')).toBe(false)
    expect(responseTo(request, from, 486, { toTag: 'mine' })).toMatchObject({
      status: 486,
      reason: 'Busy Here',
    })
  })
})
