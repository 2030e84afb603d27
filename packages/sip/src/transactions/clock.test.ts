import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { ownClock, systemClock, systemRandom } from './clock.ts'

describe('a clock of its own', () => {
  it('fires and cancels as the other does', () => {
    const whole = manualClock(5)
    const own = ownClock(whole)
    const fired: string[] = []
    own.after(10, () => fired.push('first'))
    own.after(10, () => fired.push('cancelled')).cancel()
    whole.advance(10)
    expect([own.now(), fired]).toEqual([15, ['first']])
  })

  it('lets nothing happen once it is closed', () => {
    const whole = manualClock()
    const own = ownClock(whole)
    const fired: string[] = []
    own.after(10, () => fired.push('before'))
    own.close()
    own.after(10, () => fired.push('after'))
    whole.advance(1_000)
    expect(fired).toEqual([])
  })
})

describe('chance', () => {
  it('gives tokens of any length and numbers within their bounds, for as long as one likes', () => {
    for (let at = 0; at < 5_000; at++) {
      expect(systemRandom.token(at % 50)).toMatch(new RegExp(`^[a-z0-9]{${at % 50}}$`))
      const number = systemRandom.integer(3, 7)
      expect(number >= 3 && number < 7).toBe(true)
    }
    expect(systemRandom.token(10_000)).toHaveLength(10_000)
  })
})

/** Nothing else is done for so long. */
function holdUp(ms: number) {
  for (const until = performance.now() + ms; performance.now() < until;);
}

describe('a timer of the system', () => {
  it('that is late lets what has arrived meanwhile be heard first', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void socket.close())
    await once(socket, 'listening')
    const happened: string[] = []
    socket.on('message', () => happened.push('heard'))
    const rang = new Promise<void>((resolve) =>
      systemClock.after(20, () => {
        happened.push('rang')
        resolve()
      }),
    )
    await new Promise<void>((resolve) =>
      socket.send('180', socket.address().port, '127.0.0.1', () => resolve()),
    )
    holdUp(40)
    await rang
    expect(happened).toEqual(['heard', 'rang'])
  })

  it('is cancelled also when its time has come', async () => {
    let rang = false
    const late = systemClock.after(1, () => (rang = true))
    const cancelled = new Promise<void>((resolve) => setTimeout(() => resolve(late.cancel()), 1))
    holdUp(5)
    await cancelled
    await new Promise<void>((resolve) => systemClock.after(10, resolve))
    expect(rang).toBe(false)
  })
})
