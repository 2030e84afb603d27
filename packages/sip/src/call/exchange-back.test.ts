import { beforeEach, describe, expect, it } from 'vitest'
import { answered, settled } from '../../testing/recorded-way.ts'
import { outgoingDesk, sdp } from '../../testing/outgoing-desk.ts'
import { CALL_LOST } from './call-end.ts'

const desk = outgoingDesk()
beforeEach(() => desk.reset())

const invites = () => desk.way.requests('INVITE').length

describe('a call whose exchange was away and is back', () => {
  it('is asked for again at once, and rings as long as any other', async () => {
    await desk.dial({ ringMs: 10_000 })
    await desk.pass(20_000)
    const before = invites()
    desk.call.exchangeIsBack()
    expect(invites() - before).toBe(1)
    await desk.answer(180)
    await desk.pass(9_999)
    expect(desk.call.state).toBe('ringing')
    await desk.pass(1)
    expect(desk.call.state).toBe('cancelling')
  })

  it('and that rang is asked for again too: who does not know it any more begins anew', async () => {
    await desk.dial({ ringMs: 24_000 })
    await desk.answer(180)
    await desk.pass(20_000)
    desk.call.exchangeIsBack()
    expect([invites(), desk.call.state]).toEqual([2, 'asked again'])
    await desk.answer(180)
    await desk.pass(20_000)
    expect(desk.call.state).toBe('ringing')
    await desk.answer(200, sdp())
    expect(desk.call.state).toBe('up')
  })

  it('does not count as unanswered while it was away, though its time to ring ran out', async () => {
    await desk.dial({ ringMs: 24_000 })
    await desk.answer(180)
    await desk.pass(20_000)
    desk.call.exchangeIsAway()
    await desk.pass(10_000)
    expect([desk.call.state, desk.way.requests('CANCEL')]).toEqual(['asked again', []])
    desk.call.exchangeIsBack()
    await desk.answer(180)
    await desk.answer(200, sdp())
    expect(desk.call.state).toBe('up')
  })

  it('and stays away is trouble of the line, and not that nobody answered', async () => {
    await desk.dial({ ringMs: 24_000 })
    await desk.answer(180)
    desk.call.exchangeIsAway()
    await desk.pass(32_000)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', rang: true })
  })

  it('and that is not wanted any more is not asked for', async () => {
    await desk.dial()
    await desk.answer(180)
    void desk.call.hangUp()
    desk.call.exchangeIsBack()
    expect(invites()).toBe(1)
  })

  it('and that is up is lost if the exchange does not know it any more', async () => {
    await desk.up()
    desk.call.exchangeIsBack()
    await settled()
    desk.stack.transactions.receive(answered(desk.way.last('OPTIONS'), 481), desk.way.flow)
    expect(await desk.call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'lost' })
  })

  it.each([200, 405])('and that is up goes on with any other answer (%i)', async (status) => {
    await desk.up()
    desk.call.exchangeIsBack()
    await settled()
    const asked = desk.way.last('OPTIONS')
    desk.stack.transactions.receive(answered(asked, status), desk.way.flow)
    await settled()
    expect(desk.call.state).toBe('up')
  })
})

describe('a call over TCP whose exchange goes away while the phone rings', () => {
  const tcp = outgoingDesk('TCP')
  beforeEach(async () => {
    tcp.reset()
    await tcp.dial({ ringMs: 24_000 })
    await tcp.answer(180)
    tcp.way.isBroken = true
  })
  const asked = () => tcp.way.requests('INVITE').length

  it('waits for its return, and is asked for again as soon as somebody takes the connection', async () => {
    tcp.call.exchangeIsAway()
    await tcp.pass(25_000)
    expect(tcp.call.state).toBe('asked again')
    tcp.way.isBroken = false
    await tcp.pass(500)
    expect(asked()).toBe(2)
    await tcp.answer(180)
    await tcp.answer(200, sdp())
    expect(tcp.call.state).toBe('up')
  })

  it('is asked for once, not again and again, by an exchange that takes its time', async () => {
    tcp.call.exchangeIsAway()
    await tcp.pass(1_000)
    tcp.way.isBroken = false
    await tcp.pass(20_000)
    expect(asked()).toBe(2)
  })

  it('is trouble of the line if it stays away', async () => {
    tcp.call.exchangeIsAway()
    await tcp.pass(32_000)
    expect(await tcp.call.ended).toMatchObject({ outcome: 'line-trouble', status: null, rang: true })
  })

  it('is not said to be unanswered when it is refused after its return', async () => {
    tcp.call.exchangeIsAway()
    tcp.way.isBroken = false
    await tcp.pass(500)
    await tcp.answer(480)
    expect(await tcp.call.ended).toMatchObject({ outcome: 'line-trouble', status: null, rang: true })
  })

  it('is busy when the phone is busy after its return', async () => {
    tcp.call.exchangeIsAway()
    tcp.way.isBroken = false
    await tcp.pass(500)
    await tcp.answer(486)
    expect(await tcp.call.ended).toMatchObject({ outcome: 'busy' })
  })
})

describe('a call whose exchange did not hear us for a moment', () => {
  it('is asked for again, as that may have been started anew, but only once: a bad network must not ring for ever', async () => {
    await desk.dial({ ringMs: 24_000 })
    await desk.answer(180)
    desk.call.exchangeFaltered()
    expect([invites(), desk.call.state]).toEqual([2, 'asked again'])
    await desk.answer(180)
    desk.call.exchangeFaltered()
    expect([invites(), desk.call.state]).toEqual([2, 'ringing'])
  })

  it('is left alone while nothing was heard of it: it is repeated anyway', async () => {
    await desk.dial()
    desk.call.exchangeFaltered()
    expect(invites()).toBe(1)
  })
})

describe('a call of which the exchange knows nothing any more when its time to ring is over (481)', () => {
  it('is lost, and not unanswered', async () => {
    await desk.dial({ ringMs: 24_000 })
    await desk.answer(180)
    await desk.pass(24_000)
    await desk.answer(481, {}, desk.way.last('CANCEL'))
    await desk.pass(500)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', reason: CALL_LOST, rang: true })
  })
})
