import { beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { countingRandom, settled } from '../../testing/recorded-way.ts'
import type { Flow } from '../transport/flow.ts'
import { KeepAlive } from './keep-alive.ts'
import { Line, type LineOptions, type Stack } from './lines.ts'
import { RFC_TIMINGS } from '../transactions/timers.ts'
import { Transactions } from '../transactions/transactions.ts'

let clock: ManualClock
let sent: string[]
let flow: Flow
let seen: (Flow | string)[]
let keepAlive: KeepAlive

const remote = { host: '192.0.2.2', port: 5060 }

beforeEach(() => {
  clock = manualClock()
  sent = []
  seen = []
  flow = {
    protocol: 'UDP',
    reliable: false,
    local: { host: '192.0.2.1', port: 5060 },
    remote,
    send: (bytes) => Promise.resolve(void sent.push(Buffer.from(bytes).toString())),
  }
})

function begin(
  more: Partial<LineOptions> = {},
  integer: (low: number, high: number) => number = (low) => low,
) {
  const random = { ...countingRandom(), integer }
  const deaf = { onRequest: () => {}, onAck: () => {}, onStray: () => {} }
  const transactions = new Transactions({ clock, random, ...deaf })
  const stack: Stack = {
    clock,
    random,
    timings: RFC_TIMINGS,
    transactions,
    flowTo: () => Promise.resolve(flow),
  }
  const line = new Line({ user: 'voice1', domain: 'pbx.example', ...more }, random)
  keepAlive = new KeepAlive({
    line,
    stack,
    onSent: (way) => void seen.push(way),
    onFailure: (why) => void seen.push(why),
  })
  keepAlive.start()
}
const pass = async (ms: number) => {
  clock.advance(ms)
  await settled()
}

describe('a line that is silent', () => {
  it('sends two line ends within the 30 s after which a UDP flow is forgotten, again and again', async () => {
    begin()
    await pass(23_199)
    expect(sent).toEqual([])
    await pass(1)
    expect(sent).toEqual(['\r\n\r\n'])
    await pass(23_200)
    expect(sent).toHaveLength(2)
    expect(seen).toEqual([flow, flow])
  })

  it('waits 29 s at most', async () => {
    begin({}, (_, high) => high - 1)
    await pass(29_000)
    expect(sent).toHaveLength(1)
  })

  it.each(['TCP', 'TLS'] as const)('is less in a hurry over %s', async (protocol) => {
    begin({ protocol })
    await pass(95_999)
    expect(sent).toEqual([])
    await pass(1)
    expect(sent).toHaveLength(1)
  })

  it('does as it is told, and nothing when it is told so', async () => {
    begin({ keepAliveSeconds: 10 })
    await pass(8_000)
    expect(sent).toHaveLength(1)
    keepAlive.stop()
    await pass(60_000)
    expect(sent).toHaveLength(1)
    begin({ keepAliveSeconds: 0 })
    await pass(600_000)
    expect(sent).toHaveLength(1)
  })

  it('stays silent when it was stopped while it sent', async () => {
    let done = () => {}
    flow = { ...flow, send: () => new Promise((resolve) => (done = resolve)) }
    begin()
    await pass(23_200)
    keepAlive.stop()
    done()
    flow = { ...flow, send: (bytes) => Promise.resolve(void sent.push(Buffer.from(bytes).toString())) }
    await settled()
    await pass(600_000)
    expect([sent, seen]).toEqual([[], []])
  })

  it('tells when the way is broken, and tries again', async () => {
    const works = flow
    flow = { ...flow, send: () => Promise.reject(new Error('ENETUNREACH')) }
    begin()
    await pass(23_200)
    expect(seen).toEqual(['Error: ENETUNREACH'])
    flow = works
    await pass(23_200)
    expect(sent).toHaveLength(1)
  })
})
