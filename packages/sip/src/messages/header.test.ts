import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNameAddr, formatVia, parseCSeq, parseNameAddr, parseReason, parseVia } from './header.ts'

const params = (entries: Record<string, string | null> = {}) => new Map(Object.entries(entries))

describe('Via', () => {
  it.each([
    ['SIP/2.0/UDP 10.0.0.5', { transport: 'UDP', host: '10.0.0.5', port: null, params: params() }],
    [
      'sip / 2.0 / tcp  pbx.hotel : 5070 ; branch = z9hG4bK1 ;rport',
      {
        transport: 'TCP',
        host: 'pbx.hotel',
        port: 5070,
        params: params({ branch: 'z9hG4bK1', rport: null }),
      },
    ],
    [
      'SIP/2.0/TLS [2001:db8::1]:5061;received=2001:db8::2',
      { transport: 'TLS', host: '[2001:db8::1]', port: 5061, params: params({ received: '2001:db8::2' }) },
    ],
  ])('reads %s', (text, via) => {
    expect(parseVia(text)).toEqual(via)
    expect(parseVia(formatVia(via))).toEqual(via)
  })

  it.each([
    '',
    'SIP/2.0/UDP',
    'SIP/2.0 UDP a',
    'SIP/2.0/UDP a b',
    'SIP/2.0/UDP a:',
    'SIP/2.0/UDP a:99999',
    'SIP/2.0/UDP [::1',
    'SIP/2.0/UDP [:::]',
    'SIP/2.0/UDP <a>',
    'SIP/2.0/UDP a;x="',
    ';',
  ])('refuses %s', (text) => {
    expect(parseVia(text)).toBeNull()
  })
})

describe('names and addresses', () => {
  it.each([
    ['sip:101@pbx;tag=7', { display: '', uri: 'sip:101@pbx', params: params({ tag: '7' }) }],
    ['<sip:101@pbx;lr>', { display: '', uri: 'sip:101@pbx;lr', params: params() }],
    [
      '"Room, 101"<sip:101@pbx>;tag=7',
      { display: 'Room, 101', uri: 'sip:101@pbx', params: params({ tag: '7' }) },
    ],
    [String.raw`"a \"b\" <c>" <sip:d>`, { display: 'a "b" <c>', uri: 'sip:d', params: params() }],
    ['Room 101 <sip:101@pbx>', { display: 'Room 101', uri: 'sip:101@pbx', params: params() }],
    ['Müller <sip:101@pbx>', { display: 'Müller', uri: 'sip:101@pbx', params: params() }],
    ['Bell, Alexander <sip:a@b>', { display: 'Bell, Alexander', uri: 'sip:a@b', params: params() }],
    ['"W" < sip:t@b >', { display: 'W', uri: 'sip:t@b', params: params() }],
    ['sip:a@b;info="<1>"', { display: '', uri: 'sip:a@b', params: params({ info: '<1>' }) }],
    ['sip:a@b?Route=%3Csip:c%3E', { display: '', uri: 'sip:a@b?Route=%3Csip:c%3E', params: params() }],
    ['<tel:+4930123>', { display: '', uri: 'tel:+4930123', params: params() }],
    ['*', { display: '', uri: '*', params: params() }],
  ])('reads %s', (text, expected) => {
    expect(parseNameAddr(text)).toEqual(expected)
    expect(parseNameAddr(formatNameAddr(expected))).toEqual(expected)
  })

  it.each([
    '',
    '<>',
    '< >',
    '"a <sip:b>',
    '"a" b <sip:c>',
    '"a"',
    'a "b" <sip:c>',
    '<sip:a',
    'sip:a>',
    '<sip:a <sip:b>>',
    '<sip:a>b',
    '<sip:a>;tag="',
    '<sip:a b>',
    '<sip:a\rX: y>',
    'a b',
    ';tag=1',
  ])('refuses %j', (text) => {
    expect(parseNameAddr(text)).toBeNull()
  })

  it('keeps every display name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (display) => {
        expect(parseNameAddr(formatNameAddr({ display, uri: 'sip:a@b', params: params() }))).toEqual({
          display,
          uri: 'sip:a@b',
          params: params(),
        })
      }),
    )
  })
})

describe('CSeq', () => {
  it.each([
    ['1 INVITE', { number: 1, method: 'INVITE' }],
    [' 0009   INVITE ', { number: 9, method: 'INVITE' }],
    ['2147483647 X', { number: 2_147_483_647, method: 'X' }],
    ['2147483648 INVITE', null],
    ['INVITE', null],
    ['1', null],
    ['1 A B', null],
    ['-1 INVITE', null],
  ])('reads %s', (text, cseq) => {
    expect(parseCSeq(text)).toEqual(cseq)
  })
})

describe('Reason', () => {
  it.each([
    ['Q.850;cause=17;text="User busy; really"', { protocol: 'Q.850', cause: 17, text: 'User busy; really' }],
    ['SIP ;cause=200', { protocol: 'SIP', cause: 200, text: '' }],
    ['Q.850', { protocol: 'Q.850', cause: null, text: '' }],
    ['Q.850;cause=x', { protocol: 'Q.850', cause: null, text: '' }],
    ['Q.850;cause="', null],
  ])('reads %s', (text, reason) => {
    expect(parseReason(text)).toEqual(reason)
  })
})
