import { afterEach, describe, expect, it } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { silentMedia } from '../../testing/silent-media.ts'
import type { CallHandle } from '../call/call-handle.ts'
import type { LineOptions } from '../lines/lines.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from './user-agent.ts'

/** What a program gets wrong is told to it at once, in words. */

const HOST = '127.0.0.1'
let agent: UserAgent | undefined
afterEach(() => agent?.close({ abruptly: true }))

const open = async (options: Partial<UserAgentOptions> = {}) =>
  (agent = await createUserAgent({ bind: { host: HOST, port: 0 }, media: silentMedia(), ...options }))
const LINE: LineOptions = { user: 'voice1', domain: HOST, exchange: { host: HOST, port: 9 }, register: false }

describe('a user agent', () => {
  it.each<[Partial<UserAgentOptions>, string]>([
    [{ bind: { host: HOST, port: 65_536 } }, 'bind.port must be a whole number from 0 to 65535, not 65536'],
    [{ bind: { host: HOST, port: -1 } }, 'bind.port must be a whole number from 0 to 65535, not -1'],
    [{ bind: { host: HOST, port: Number.NaN } }, 'bind.port must be a whole number from 0 to 65535, not NaN'],
    [
      { audioPorts: { low: 5_000, high: 5_000 } },
      'audioPorts.low (5000) must be less than audioPorts.high (5000)',
    ],
    [
      { audioPorts: { low: 1, high: 70_000 } },
      'audioPorts.high must be a whole number from 0 to 65535, not 70000',
    ],
    [{ protocols: [] }, 'protocols must name at least one'],
  ])('is not made of %j', async (options, message) => {
    await expect(open(options)).rejects.toThrow(message)
  })

  it.each<[Partial<LineOptions>, string]>([
    [{ user: '' }, 'The user of a line must not be empty'],
    [{ domain: ' ' }, 'The domain of a line must not be empty'],
    [{ ownPort: 1.5 }, 'ownPort must be a whole number from 0 to 65535, not 1.5'],
    [
      { exchange: { host: HOST, port: 99_999 } },
      'exchange.port must be a whole number from 0 to 65535, not 99999',
    ],
  ])('takes no line with %j', async (options, message) => {
    const { addLine, lines } = bound(await open())
    expect(() => addLine({ ...LINE, ...options })).toThrow(message)
    expect(lines()).toEqual([])
  })

  it.each([-1, Number.NaN, Infinity])('rings nobody for %d ms', async (ringMs) => {
    const made = await open()
    made.addLine(LINE)
    expect(() => made.dial('voice1', { to: '101', ringMs })).toThrow(
      `ringMs must be a number of milliseconds, not ${ringMs}`,
    )
    expect(made.calls).toBe(0)
  })

  it('rings as long as a timer can run when told to ring longer', async () => {
    const delays: number[] = []
    const clock = manualClock()
    const after: typeof clock.after = (ms, callback) => (delays.push(ms), clock.after(ms, callback))
    const made = await open({ clock: { now: () => clock.now(), after } })
    made.addLine(LINE)
    const call = made.dial('voice1', { to: '101', ringMs: 1e12 })
    expect(delays).toContain(2 ** 31 - 1)
    call.giveUp('Enough')
    await call.ended
  })

  it.each([null, undefined, 'x', 7, {}, { line: 'voice1' }, { line: 'voice1', callId: 'x', sentBy: null }])(
    'abandons nothing by %j',
    async (handle) => {
      const made = await open()
      made.addLine(LINE)
      await expect(made.abandon(handle as unknown as CallHandle)).rejects.toThrow(
        'This is no handle of a call',
      )
    },
  )
})

const bound = (made: UserAgent) => ({
  addLine: (options: LineOptions) => made.addLine(options),
  lines: () => made.lines(),
})
