import { describe, expect, it } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { Headers } from '../messages/headers.ts'
import type { SipRequest } from '../messages/message.ts'
import { afterReferral, Referral, type ReferralEvent, type ReferralState, reportIn } from './referral.ts'

const answered = (status: number): ReferralEvent => ({ kind: 'answered', status })
const told = (status: number | null, isLast = false): ReferralEvent => ({ kind: 'told', status, isLast })
const WAITED: ReferralEvent = { kind: 'waited' }
const GONE: ReferralEvent = { kind: 'gone' }

const OPEN: readonly ReferralState[] = ['asked', 'accepted', 'under way']
const ENDS: readonly ReferralState[] = ['taken', 'refused', 'silent']

describe('a transfer that we have asked for', () => {
  it.each<[string, ReferralState, ReferralEvent, ReferralState]>([
    ['a provisional answer changes nothing', 'asked', answered(100), 'asked'],
    ['a 202 accepts it', 'asked', answered(202), 'accepted'],
    ['a 202 after the first report changes nothing', 'under way', answered(202), 'under way'],
    ['an exchange that knows no REFER refuses it', 'asked', answered(405), 'refused'],
    ['a refusal after a report still refuses it', 'under way', answered(603), 'refused'],
    ['a report before the answer counts', 'asked', told(100), 'under way'],
    ['a phone that rings is on its way', 'accepted', told(180), 'under way'],
    ['a phone that was picked up has taken it', 'under way', told(200, true), 'taken'],
    ['a phone that is busy has not', 'under way', told(486, true), 'refused'],
    ['a last report without a final status has not', 'under way', told(180, true), 'refused'],
    ['a report that cannot be read is a word all the same', 'accepted', told(null), 'under way'],
    ['hung up on before any answer, it was refused', 'asked', GONE, 'refused'],
    ['hung up on after it was accepted, it was taken', 'accepted', GONE, 'taken'],
    ['hung up on while it is under way, it was taken', 'under way', GONE, 'taken'],
  ])('%s', (_, before, event, after) => {
    expect(afterReferral(before, event)).toBe(after)
  })

  it.each(OPEN)('%s, and no word comes: silent', (state) => {
    expect(afterReferral(state, WAITED)).toBe('silent')
  })

  it.each(ENDS)('%s is an end, whatever comes after it', (state) => {
    for (const event of [answered(202), answered(500), told(200, true), told(603), WAITED, GONE])
      expect(afterReferral(state, event)).toBe(state)
  })

  it('is given five seconds for a word, and a ringing phone three quarters of a minute', async () => {
    const clock = manualClock()
    const [unheard, ringing] = [new Referral(clock), new Referral(clock)]
    ringing.hear(answered(202))
    ringing.hear(told(180))
    let end = ''
    void ringing.ended.then((how) => (end = how))
    clock.advance(5_000)
    expect(await unheard.ended).toBe('silent')
    clock.advance(39_999)
    await Promise.resolve()
    expect(end).toBe('')
    clock.advance(1)
    expect(await ringing.ended).toBe('silent')
  })
})

describe('a report of a transfer', () => {
  const notify = (body: string, state: string): SipRequest => ({
    kind: 'request',
    method: 'NOTIFY',
    uri: 'sip:voice1@10.0.0.9',
    headers: Headers.of([['Subscription-State', state]]),
    body: Buffer.from(body),
  })

  it.each<[string, string, number | null, boolean]>([
    ['SIP/2.0 100 Trying\r\n', 'active;expires=60', 100, false],
    ['SIP/2.0 200 OK\r\nVia: x', 'terminated;reason=noresource', 200, true],
    ['', 'terminated', null, true],
    ['HTTP/1.1 200 OK', 'active', null, false],
  ])('%j with %s', (body, state, status, isLast) => {
    expect(reportIn(notify(body, state))).toEqual({ kind: 'told', status, isLast })
  })
})
