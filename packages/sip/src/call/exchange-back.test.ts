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
    await desk.answer(200, sdp())
    expect(desk.call.state).toBe('up')
  })

  it.each([
    ['the rest of its time', 10_000, 14_000],
    ['long enough to be heard, though its time is almost over', 23_000, 6_000],
  ])('and that rang before rings anew for %s', async (_, rangMs, ringsMs) => {
    await desk.dial({ ringMs: 24_000 })
    await desk.answer(180)
    await desk.pass(rangMs)
    desk.call.exchangeIsBack()
    await desk.answer(180)
    await desk.pass(ringsMs - 1)
    expect(desk.call.state).toBe('ringing')
    await desk.pass(1)
    expect(desk.call.state).toBe('cancelling')
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

  it('and stays away is cancelled when it is given up: we may only not hear how it rings', async () => {
    await desk.dial({ ringMs: 24_000 })
    await desk.answer(180)
    desk.call.exchangeIsAway()
    await desk.pass(32_000)
    await desk.call.ended
    expect(desk.way.requests('CANCEL')).toHaveLength(1)
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

describe('a call whose exchange goes and comes', () => {
  const tcp = outgoingDesk('TCP')
  beforeEach(() => tcp.reset())

  it.each([
    ['rings no longer than any other', 'UDP', 180, 30],
    ['rings no longer than any other', 'TCP', 180, 30],
    ['is not waited for without end, if it does not ring', 'UDP', 100, 96],
  ] as const)('%s (%s, %i)', async (_, protocol, status, longestS) => {
    const one = protocol === 'TCP' ? tcp : desk
    await one.dial({ ringMs: 24_000 })
    await one.answer(status)
    for (let second = 1; second <= longestS; second += 1) {
      await one.pass(1_000)
      if (second % 9 > 0 || one.call.state === 'cancelling') continue
      if (protocol === 'TCP') one.call.lost(one.way.flow)
      else one.call.exchangeIsBack()
      await one.answer(status)
    }
    expect([one.call.state, one.way.requests('CANCEL').length > 0]).toEqual(['cancelling', true])
  })

  it('is not asked for without end, if nothing is heard of it', async () => {
    await desk.dial()
    for (let time = 0; time < 10; time += 1) {
      await desk.pass(9_000)
      desk.call.exchangeIsBack()
    }
    expect(desk.call.state).toBe('ended')
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', rang: false })
  })

  it('and is away for good in the end is not said to be unanswered', async () => {
    await desk.dial({ ringMs: 60_000 })
    await desk.answer(180)
    for (let time = 0; time < 4; time += 1) {
      await desk.pass(1_000)
      desk.call.exchangeIsBack()
      await desk.answer(180)
    }
    desk.call.exchangeIsAway()
    expect(desk.call.state).toBe('ringing')
    await desk.pass(56_000)
    await desk.pass(32_000)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', reason: CALL_LOST, rang: true })
  })
})

describe('a call that is hung up while its exchange is away', () => {
  const tcp = outgoingDesk('TCP')
  beforeEach(() => tcp.reset())

  const hungUpWhileAway = async (one: typeof desk) => {
    await one.dial({ ringMs: 24_000 })
    await one.answer(180)
    one.way.isBroken = one === tcp
    one.call.exchangeIsAway()
    await one.pass(5_000)
    void one.call.hangUp('Marked by the desk')
    return one.way.requests('INVITE').length
  }

  it('is not asked for any more, and ends when it is known to be gone (481)', async () => {
    const before = await hungUpWhileAway(desk)
    await desk.pass(3_000)
    await desk.answer(481, {}, desk.way.last('CANCEL'))
    await desk.pass(500)
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer', reason: 'Marked by the desk' })
    await desk.pass(20_000)
    expect(invites()).toBe(before)
  })

  it('is cancelled over TCP as soon as somebody takes the connection, and does not ring', async () => {
    const before = await hungUpWhileAway(tcp)
    await tcp.pass(3_000)
    tcp.way.isBroken = false
    await tcp.pass(500)
    expect(tcp.way.requests('CANCEL')).toHaveLength(1)
    expect(tcp.way.requests('INVITE')).toHaveLength(before)
  })

  it('ends as withdrawn if the exchange stays away', async () => {
    await hungUpWhileAway(desk)
    await desk.pass(32_000)
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer', reason: 'Marked by the desk' })
  })

  it.each([
    ['before', [180, 481]],
    ['after', [481, 180]],
  ])('is cancelled once more if an INVITE has arrived late and rings, told %s the 481', async (_, said) => {
    await hungUpWhileAway(desk)
    const cancel = desk.way.last('CANCEL')
    const before = desk.way.requests('CANCEL').length
    for (const status of said) await desk.answer(status, {}, status === 481 ? cancel : undefined)
    expect(desk.way.requests('CANCEL')).toHaveLength(before + 1)
  })

  it('is cancelled once more if it rings when it is over', async () => {
    await hungUpWhileAway(desk)
    await desk.answer(481, {}, desk.way.last('CANCEL'))
    await desk.pass(500)
    await desk.call.ended
    const before = desk.way.requests('CANCEL').length
    await desk.answer(180)
    expect(desk.way.requests('CANCEL')).toHaveLength(before + 1)
  })
})
