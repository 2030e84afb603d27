import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { LinePulse } from './line-pulse.ts'

const PBX = 'UDP pbx.example:5060'

/** An exchange that answers, or does not; what is known of it without a registration, and with one. */
function pulseOf() {
  const clock = manualClock(0)
  const exchange = { silent: false, why: 'no answer', pings: 0, back: 0 }
  const ping = () => {
    exchange.pings += 1
    return Promise.resolve(exchange.silent ? exchange.why : null)
  }
  const onBack = () => void (exchange.back += 1)
  const pulse = new LinePulse({ clock, ping, onPulse: () => {}, onBack })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await new Promise<void>((resolve) => clock.soon(resolve))
  }
  const known = () => [pulse.silenceOf(PBX, false), pulse.silenceOf(PBX, true)]
  return { pulse, exchange, pass, known }
}

/** The same, which was asked and has answered. */
async function answering() {
  const one = pulseOf()
  one.pulse.watch(PBX)
  await one.pass(0)
  return one
}

describe('the exchange of a line', () => {
  it('is asked at once, and then so often that its silence is seen within 30 s', async () => {
    const { exchange, pass, known } = await answering()
    expect([exchange.pings, known()]).toEqual([1, [null, null]])
    await pass(seconds(10) - 1)
    expect(exchange.pings).toBe(1)
    await pass(1)
    expect(exchange.pings).toBe(2)
  })

  it('is asked every 3 s for the next minute when a call leaves there, however many leave', async () => {
    const { pulse, exchange, pass } = pulseOf()
    pulse.hurry(PBX)
    pulse.watch(PBX)
    await pass(0)
    const asked = async (ms: number) => {
      await pass(ms)
      return exchange.pings
    }
    pulse.hurry(PBX)
    expect(await asked(seconds(2))).toBe(1)
    pulse.hurry(PBX)
    expect(await asked(seconds(1))).toBe(2)
    for (let n = 0; n < 20; n++) await pass(seconds(3))
    expect(exchange.pings).toBe(22)
    expect(await asked(seconds(9))).toBe(22)
    expect(await asked(seconds(1))).toBe(23)
  })

  it('is asked once for all of its lines', async () => {
    const { pulse, exchange, pass } = pulseOf()
    pulse.watch(PBX)
    pulse.watch(PBX)
    await pass(0)
    expect(exchange.pings).toBe(1)
  })

  it('that does not answer is asked again at once, believed to be away the second time, and told when it is back', async () => {
    const { exchange, pass, known } = await answering()
    exchange.silent = true
    await pass(seconds(10))
    expect(known()).toEqual([null, null])
    await pass(seconds(1))
    expect([known(), exchange.back]).toEqual([['no answer', 'no answer'], 0])
    exchange.silent = false
    await pass(seconds(1))
    expect([known(), exchange.back]).toEqual([[null, null], 1])
    await pass(seconds(10))
    expect(exchange.back).toBe(1)
  })

  it('that has never answered is away for lines that do not register, and says nothing of those that are registered', async () => {
    const { pulse, exchange, pass, known } = pulseOf()
    exchange.silent = true
    pulse.watch(PBX)
    await pass(0)
    await pass(seconds(1))
    expect(known()).toEqual(['no answer', null])
  })

  it('that carries a call is not away, whatever it leaves unanswered, until it has answered once more', async () => {
    const { pulse, exchange, pass, known } = pulseOf()
    pulse.refute(PBX)
    pulse.watch(PBX)
    await pass(0)
    pulse.refute(PBX)
    exchange.silent = true
    await pass(seconds(10))
    await pass(seconds(1))
    expect(known()).toEqual(['no answer', 'no answer'])
    pulse.refute(PBX)
    expect(known()).toEqual([null, null])
    await pass(seconds(1))
    expect(known()).toEqual([null, null])
    exchange.silent = false
    await pass(seconds(1))
    exchange.silent = true
    await pass(seconds(10))
    await pass(seconds(1))
    expect(known()).toEqual(['no answer', 'no answer'])
  })

  it('that rejects the question is away for its own reason', async () => {
    const clock = manualClock(0)
    const ping = () => Promise.reject(new Error('There is no line voice1'))
    const pulse = new LinePulse({ clock, ping, onPulse: () => {}, onBack: () => {} })
    pulse.watch(PBX)
    await new Promise<void>((resolve) => clock.soon(resolve))
    clock.advance(seconds(1))
    await new Promise<void>((resolve) => clock.soon(resolve))
    expect(pulse.silenceOf(PBX, false)).toBe('There is no line voice1')
  })

  it('is asked at once when there is reason to doubt, and only where it is watched', async () => {
    const { pulse, exchange, pass } = pulseOf()
    pulse.doubt(PBX)
    pulse.miss(PBX)
    await pass(0)
    expect(exchange.pings).toBe(0)
    pulse.watch(PBX)
    await pass(0)
    pulse.doubt(PBX)
    await pass(0)
    expect(exchange.pings).toBe(2)
  })

  it('that leaves a call unanswered is believed to be away when it leaves the question unanswered too', async () => {
    const { pulse, exchange, pass, known } = await answering()
    exchange.silent = true
    pulse.miss(PBX)
    await pass(0)
    expect(known()).toEqual(['no answer', 'no answer'])
    exchange.silent = false
    await pass(seconds(1))
    // An answer to the question does not tell what became of the call: it is as if it had been away.
    pulse.miss(PBX)
    await pass(0)
    expect([known(), exchange.back]).toEqual([[null, null], 2])
  })

  it('is not asked any more when its lines are gone, nor is what it said then believed', async () => {
    const { pulse, exchange, pass, known } = pulseOf()
    pulse.watch(PBX)
    exchange.silent = true
    pulse.forget(PBX)
    await pass(0)
    await pass(minutes(5))
    expect([exchange.pings, known(), exchange.back]).toEqual([1, [null, null], 0])
  })
})

describe('an exchange with which there is no TLS, because one does not trust the other', () => {
  const WHY = 'Error: The certificate of the exchange (pbx.example) was refused: it has expired (...)'

  it('is asked every 30 s after a few times, so that it does not take us for an intruder', async () => {
    const { pulse, exchange, pass } = pulseOf()
    Object.assign(exchange, { silent: true, why: WHY })
    pulse.watch(PBX)
    for (let n = 0; n < 10; n++) await pass(seconds(1))
    expect(exchange.pings).toBe(3)
    await pass(seconds(30))
    expect(exchange.pings).toBe(4)
  })

  it('is asked at once when a call fails there', async () => {
    const { pulse, exchange, pass } = pulseOf()
    Object.assign(exchange, { silent: true, why: WHY })
    pulse.watch(PBX)
    for (let n = 0; n < 10; n++) await pass(seconds(1))
    pulse.doubt(PBX)
    await pass(0)
    expect(exchange.pings).toBe(4)
  })
})
