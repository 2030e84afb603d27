import { describe, expect, it } from 'vitest'
import { Headers } from '../messages/headers.ts'
import { NO_BODY, type SipRequest, type SipResponse } from '../messages/message.ts'
import { Redirection } from './redirection.ts'

const line = { domain: 'PBX.example', exchange: { host: '192.0.2.2', port: 5060 } }

const first: SipRequest = {
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:101@pbx.example',
  headers: Headers.of([
    ['CSeq', '1 INVITE'],
    ['Proxy-Authorization', 'Digest nonce="for the first address"'],
  ]),
  body: NO_BODY,
}
const answer = (status: number, ...contacts: string[]): SipResponse => ({
  kind: 'response',
  status,
  reason: '',
  headers: Headers.of(contacts.map((contact) => ['Contact', contact] as const)),
  body: NO_BODY,
})

/** Who is tried after each of these answers, until nobody is. */
function triedAfter(most: number, ...answers: SipResponse[]): string[] {
  const redirection = new Redirection({ line, most })
  const tried: string[] = []
  let sent = first
  for (const one of answers) {
    const next = redirection.next(one, sent)
    if (!next) break
    tried.push(next.uri.replace(/^sip:(.*)@pbx.example$/, '$1'))
    sent = next
  }
  return tried
}

const BUSY = answer(486)
const THREE = answer(302, '<sip:102@pbx.example>;q=0.2, <sip:103@pbx.example>', '<sip:104@pbx.example>;q=0.7')

describe('a call that is sent on', () => {
  it('to several addresses tries the most wanted first, then the others, each once', () => {
    expect(triedAfter(3, THREE, BUSY, BUSY, BUSY)).toEqual(['103', '104', '102'])
  })

  it('tries no more addresses than it may', () => {
    expect(triedAfter(2, THREE, BUSY, BUSY)).toEqual(['103', '104'])
    expect(triedAfter(0, THREE)).toEqual([])
  })

  it('keeps the order where all are wanted alike', () => {
    const alike = answer(300, '<sip:102@pbx.example>;q=0.5, <sip:103@pbx.example>;q=0.500')
    expect(triedAfter(3, alike, BUSY)).toEqual(['102', '103'])
  })

  it('takes what is no q for none', () => {
    const odd = answer(302, '<sip:102@pbx.example>;q=0.9, <sip:103@pbx.example>;q=high')
    expect(triedAfter(1, odd)).toEqual(['103'])
  })

  it.each([404, 408, 480, 488, 500, 503])('goes on after %i', (status) => {
    expect(triedAfter(3, THREE, answer(status))).toEqual(['103', '104'])
  })

  it.each([401, 407, 487, 600, 603])('goes no further after %i', (status) => {
    expect(triedAfter(3, THREE, answer(status))).toEqual(['103'])
  })

  it('and on again follows that first, then what was left', () => {
    const again = answer(302, '<sip:105@pbx.example>')
    expect(triedAfter(3, THREE, again, BUSY, BUSY)).toEqual(['103', '105', '104'])
  })

  it('does not go in a circle', () => {
    const back = answer(302, '<sip:101@pbx.example>, <sip:102@pbx.example>')
    expect(triedAfter(3, back, back)).toEqual(['102'])
  })

  it('stays within the exchange', () => {
    const out = '<sip:102@elsewhere.example>, <tel:+4930123>, <sip:103@192.0.2.2:5070>'
    expect(triedAfter(3, answer(302, out), BUSY)).toEqual(['sip:103@192.0.2.2:5070'])
    expect(triedAfter(3, answer(302, '<sip:102@elsewhere.example>'))).toEqual([])
    expect(triedAfter(3, answer(302))).toEqual([])
  })

  it('does not lead from sips to sip (RFC 3261 8.1.3.4)', () => {
    const secure = new Redirection({ line: { ...line, scheme: 'sips' }, most: 3 })
    const moved = answer(302, '<sip:102@pbx.example>, <sips:103@pbx.example>')
    expect(secure.next(moved, first)?.uri).toBe('sips:103@pbx.example')
  })

  it('leaves out what does not belong into a Request-URI (RFC 3261 19.1.5)', () => {
    const more = answer(302, '<sip:102@pbx.example;user=phone;method=BYE?Subject=hello>')
    expect(triedAfter(1, more)).toEqual(['sip:102@pbx.example;user=phone'])
  })

  it('has the next number, and no answer to a challenge for another address', () => {
    const { headers } = new Redirection({ line, most: 1 }).next(THREE, first) ?? first
    expect([headers.get('cseq'), headers.get('proxy-authorization')]).toEqual(['2 INVITE', undefined])
  })

  it('is not one that was simply refused', () => {
    expect(triedAfter(3, BUSY)).toEqual([])
  })
})
