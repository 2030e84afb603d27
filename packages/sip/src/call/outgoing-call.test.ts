import { beforeEach, describe, expect, it } from 'vitest'
import { outgoingDesk, sdp } from '../../testing/outgoing-desk.ts'
import { settled } from '../../testing/recorded-way.ts'
import { NEVER_RANG } from './call-end.ts'
import { branchOfTime } from './call-handle.ts'
import { topVia } from '../transactions/transactions.ts'

const desk = outgoingDesk()
const { answer, dial, methods, pass } = desk

beforeEach(() => desk.reset())

describe('a call that is withdrawn', () => {
  it('is not cancelled before anything was heard, and at once when it is', async () => {
    await dial()
    void desk.call.hangUp()
    await settled()
    expect(methods()).toEqual(['INVITE'])
    await answer(100)
    expect(methods()).toEqual(['INVITE', 'CANCEL'])
    const [invite, cancel] = [desk.way.last('INVITE'), desk.way.last('CANCEL')]
    expect(topVia(cancel)?.params.get('branch')).toBe(topVia(invite)?.params.get('branch'))
    expect([cancel.uri, cancel.headers.get('cseq')]).toEqual([invite.uri, '1 CANCEL'])
    await answer(200, {}, cancel)
    await answer(487)
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer', reason: 'Withdrawn' })
  })

  it('waits anew for a sign when the INVITE went out anew', async () => {
    await dial()
    await answer(100)
    await answer(407, { headers: [['Proxy-Authenticate', 'Digest realm="a", nonce="n"']] })
    void desk.call.hangUp()
    await settled()
    expect(desk.way.requests('CANCEL')).toHaveLength(0)
    await answer(180)
    expect(desk.way.last('CANCEL').headers.get('cseq')).toBe('2 CANCEL')
    expect(topVia(desk.way.last('CANCEL'))?.params.get('branch')).toBe(branchOfTime(desk.call.handle, 2))
  })

  it('does not go on with a challenge', async () => {
    await dial()
    void desk.call.hangUp()
    await answer(401, { headers: [['WWW-Authenticate', 'Digest realm="a", nonce="n"']] })
    expect(desk.way.requests('INVITE')).toHaveLength(1)
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer' })
  })

  it.each([180, 183])('rings for as long as it was told, counted from the %i', async (rings) => {
    await dial({ ringMs: 20_000 })
    await pass(10_000)
    await answer(100)
    await pass(15_000)
    await answer(rings)
    await pass(19_999)
    expect(desk.way.requests('CANCEL')).toHaveLength(0)
    await pass(1)
    expect(desk.way.requests('CANCEL')).toHaveLength(1)
    await answer(487)
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer', reason: 'Nobody answered in time' })
  })

  it('acknowledges a 200 that crosses the CANCEL, then hangs up', async () => {
    await dial()
    await answer(180)
    void desk.call.hangUp()
    await answer(200, sdp())
    expect(methods().slice(-2)).toEqual(['ACK', 'BYE'])
    await answer(200, {}, desk.way.last('BYE'))
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(desk.media.open).toBe(0)
  })

  it('says that it was busy when that crosses the CANCEL', async () => {
    await dial()
    await answer(180)
    void desk.call.hangUp()
    await answer(486)
    expect(await desk.call.ended).toMatchObject({ outcome: 'busy' })
  })

  it('ends when the exchange knows of no such call any more, and not half a minute later', async () => {
    await dial()
    await answer(180)
    void desk.call.hangUp()
    await answer(481, {}, desk.way.last('CANCEL'))
    await pass(500)
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer', reason: 'Withdrawn', rang: true })
    expect(desk.media.open).toBe(0)
  })

  it('that never rang is trouble with the line, also when the exchange then knows of no such call', async () => {
    await dial()
    await answer(100)
    await pass(32_000)
    await answer(481, {}, desk.way.last('CANCEL'))
    await pass(500)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', reason: NEVER_RANG, rang: false })
  })

  it('is hung up although the exchange knew of no such call, when an answer of it still comes', async () => {
    await dial()
    await answer(180)
    void desk.call.hangUp()
    await answer(481, {}, desk.way.last('CANCEL'))
    await pass(500)
    await desk.call.ended
    await answer(200, sdp())
    expect(methods().slice(-2)).toEqual(['ACK', 'BYE'])
  })

  it('gives up 32 seconds after a CANCEL that nobody cares for', async () => {
    await dial()
    await answer(180)
    void desk.call.hangUp()
    await pass(32_000)
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(desk.stack.transactions.size).toBe(0)
  })
})

describe('an exchange that is slow', () => {
  const challenge = { headers: [['Proxy-Authenticate', 'Digest realm="a", nonce="n"']] } as const

  it('may ask who we are after the ring time: the phone rings as long as ever', async () => {
    await dial({ ringMs: 10_000 })
    await pass(12_000)
    await answer(407, challenge)
    await answer(180)
    await pass(9_999)
    expect(desk.way.requests('CANCEL')).toHaveLength(0)
    await answer(200, sdp())
    expect(desk.call.state).toBe('up')
  })

  it.each([
    ['100', [100]],
    ['181, which rings elsewhere', [100, 181]],
    ['182, which waits', [100, 182]],
  ])('and says no more than %s for 32 s could not carry the call', async (_, said) => {
    await dial({ ringMs: 10_000 })
    for (const status of said) await answer(status)
    await pass(31_999)
    expect(desk.way.requests('CANCEL')).toHaveLength(0)
    await pass(1)
    await answer(487)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', reason: NEVER_RANG, rang: false })
  })

  it('has its time anew when it asked who we are', async () => {
    await dial({ ringMs: 10_000 })
    await answer(100)
    await pass(20_000)
    await answer(407, challenge)
    await answer(100)
    await pass(31_999)
    expect(desk.way.requests('CANCEL')).toHaveLength(0)
  })

  it('and is silent altogether could not carry the call, and nothing rang', async () => {
    await dial({ ringMs: 10_000 })
    await pass(32_000)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', status: null, rang: false })
  })

  it('has disturbed somebody whose answer crosses our giving up', async () => {
    await dial()
    await answer(100)
    await pass(32_000)
    await answer(200, sdp())
    await answer(200, {}, desk.way.last('BYE'))
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', reason: NEVER_RANG, rang: true })
  })
})

describe('a call that the exchange breaks off', () => {
  it.each([
    ['at once', [], false],
    ['while it works on it', [100], false],
    ['while the phone rings', [100, 180], true],
    ['while something goes on behind it', [183], true],
  ])('%s is told with whether it rang', async (_, said, rang) => {
    await dial()
    for (const status of said) await answer(status)
    await answer(503)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', status: 503, rang })
  })
})

describe('an answer', () => {
  it('keeps the first of two phones, and hangs up on the other', async () => {
    await dial()
    await answer(200, { ...sdp(), toTag: 'one' })
    await answer(200, { ...sdp(), toTag: 'two' })
    expect(methods().slice(1)).toEqual(['ACK', 'ACK', 'BYE'])
    expect(desk.way.last('BYE').headers.get('to')).toContain('tag=two')
    expect(desk.call.state).toBe('up')
  })

  it('may leave out what a 183 has said', async () => {
    await dial()
    await answer(183, sdp(4_040))
    await answer(200, { contact: '<sip:101@192.0.2.9:5062>' })
    expect(desk.media.streams[0]?.agreed[0]?.remote.port).toBe(4_040)
  })

  it.each([
    ['none at all', { contact: '<sip:101@192.0.2.9:5062>' }],
    ['port 0', sdp(0)],
    ['a codec that we do not have', sdp(4_000, '', '18')],
  ])('without audio is hung up: %s', async (_, parts) => {
    await dial()
    await answer(200, parts)
    expect(methods().slice(1)).toEqual(['ACK', 'BYE'])
    await answer(200, {}, desk.way.last('BYE'))
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', status: 200, rang: true })
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
    if (state === 'hanging up') void desk.call.hangUp()
    await settled()
    expect(desk.call.state).toBe(state)
    desk.call.giveUp('Closed')
    expect(await desk.call.ended).toMatchObject(end)
    expect([desk.media.open, desk.talks.size]).toEqual([0, 0])
  })
})
