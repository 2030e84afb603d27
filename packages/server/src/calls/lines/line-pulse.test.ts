import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { LinePulse } from './line-pulse.ts'

/** An exchange that answers, or does not. */
function pulseOf() {
  const clock = manualClock(0)
  const exchange = { silent: false, pings: 0 }
  const seen: (string | null)[] = []
  const ping = () => {
    exchange.pings += 1
    return Promise.resolve(exchange.silent ? 'no answer' : null)
  }
  const pulse = new LinePulse({ clock, ping, onPulse: (_, why) => void seen.push(why) })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await new Promise<void>((resolve) => clock.soon(resolve))
  }
  return { pulse, exchange, seen, pass }
}

describe('the exchange of a line', () => {
  it('is asked at once, and then every minute', async () => {
    const { pulse, exchange, seen, pass } = pulseOf()
    pulse.watch('voice1')
    await pass(0)
    expect(seen).toEqual([null])
    await pass(minutes(1) - 1)
    expect(exchange.pings).toBe(1)
    await pass(1)
    expect(exchange.pings).toBe(2)
  })

  it('that does not answer is asked again soon, and believed to be away the second time', async () => {
    const { pulse, exchange, seen, pass } = pulseOf()
    exchange.silent = true
    pulse.watch('voice1')
    await pass(0)
    expect(seen).toEqual([])
    await pass(seconds(10))
    expect(seen).toEqual(['no answer'])
    exchange.silent = false
    await pass(seconds(10))
    expect(seen).toEqual(['no answer', null])
  })

  it('that rejects the question is away for its own reason', async () => {
    const clock = manualClock(0)
    const seen: (string | null)[] = []
    const ping = () => Promise.reject(new Error('There is no line voice1'))
    const pulse = new LinePulse({ clock, ping, onPulse: (_, why) => void seen.push(why) })
    pulse.watch('voice1')
    await new Promise<void>((resolve) => clock.soon(resolve))
    clock.advance(seconds(10))
    await new Promise<void>((resolve) => clock.soon(resolve))
    expect(seen).toEqual(['There is no line voice1'])
  })

  it('is asked at once when there is reason to doubt, and only where it is watched', async () => {
    const { pulse, exchange, pass } = pulseOf()
    pulse.doubt('voice1')
    await pass(0)
    expect(exchange.pings).toBe(0)
    pulse.watch('voice1')
    await pass(0)
    pulse.doubt('voice1')
    await pass(0)
    expect(exchange.pings).toBe(2)
  })

  it('is not asked any more when its line is gone, nor is what it said then believed', async () => {
    const { pulse, exchange, seen, pass } = pulseOf()
    pulse.watch('voice1')
    pulse.forget('voice1')
    await pass(0)
    await pass(minutes(5))
    expect([exchange.pings, seen]).toEqual([1, []])
  })
})
