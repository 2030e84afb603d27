import { beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import {
  answered,
  countingRandom,
  type RecordedWay,
  recordedWay,
  settled,
} from '../../testing/recorded-way.ts'
import { Line, type Stack } from './lines.ts'
import { type Ping, ping } from './ping.ts'
import type { ResponseParts } from '../messages/response.ts'
import { RFC_TIMINGS } from '../transactions/timers.ts'
import { Transactions } from '../transactions/transactions.ts'

let clock: ManualClock
let way: RecordedWay
let stack: Stack
let asked: Promise<Ping>

beforeEach(async () => {
  clock = manualClock()
  way = recordedWay()
  const random = countingRandom()
  const deaf = { onRequest: () => {}, onAck: () => {}, onStray: () => {} }
  const transactions = new Transactions({ clock, random, ...deaf })
  stack = { clock, random, timings: RFC_TIMINGS, transactions, flowTo: () => Promise.resolve(way.flow) }
  await begin()
})

async function begin() {
  const credentials = { username: 'voice1', password: 'secret' }
  const line = new Line({ user: 'voice1', domain: 'pbx.example', credentials }, stack.random)
  asked = ping(line, stack, 5_000)
  await settled()
}
const answer = (status: number, parts: ResponseParts = {}) =>
  stack.transactions.receive(answered(way.last('OPTIONS'), status, parts), way.flow)

describe('a ping', () => {
  it('asks the exchange, and tells what it said and after how long', async () => {
    expect(way.last('OPTIONS')).toMatchObject({ uri: 'sip:pbx.example' })
    expect(way.last('OPTIONS').headers.get('contact')).toBe('<sip:voice1@192.0.2.1:5060>')
    clock.advance(30)
    answer(100)
    clock.advance(12)
    answer(200)
    expect(await asked).toEqual({ status: 200, ms: 42, isLate: false })
  })

  it('takes a refusal for a sign of life', async () => {
    answer(404)
    expect(await asked).toEqual({ status: 404, ms: 0, isLate: false })
  })

  it('is late where it had to be said three times: whoever answers then may have been started anew', async () => {
    clock.advance(1_500)
    answer(200)
    expect(await asked).toEqual({ status: 200, ms: 1_500, isLate: true })
  })

  it('shows that our password is right, if it is asked for', async () => {
    answer(401, { headers: [['WWW-Authenticate', 'Digest realm="a", nonce="n"']] })
    expect(way.last('OPTIONS').headers.get('authorization')).toContain('uri="sip:pbx.example"')
    answer(200)
    expect(await asked).toMatchObject({ status: 200 })
  })

  it('waits no longer than it was told, and leaves nothing', async () => {
    clock.advance(5_000)
    expect(await asked).toEqual({ failure: 'The exchange did not answer' })
    expect(stack.transactions.size).toBe(0)
  })

  it('tells when there is no way', async () => {
    stack.flowTo = () => Promise.reject(new Error('No such host'))
    await begin()
    expect(await asked).toEqual({ failure: 'Error: No such host' })
  })

  it('tells when the way is broken', async () => {
    stack.flowTo = () =>
      Promise.resolve({ ...way.flow, send: () => Promise.reject(new Error('ENETUNREACH')) })
    await begin()
    expect(await asked).toEqual({ failure: 'Error: ENETUNREACH' })
  })

  it('asks the next place behind the name when the way to the first is broken', async () => {
    const broken = {
      ...way.flow,
      remote: { host: '192.0.2.3', port: 5060 },
      send: () => Promise.reject(new Error('ENETUNREACH')),
    }
    let isBroken = false
    stack = {
      ...stack,
      flowTo: () => Promise.resolve(isBroken ? way.flow : broken),
      failed: () => (isBroken = true),
    }
    await begin()
    answer(200)
    expect(await asked).toMatchObject({ status: 200 })
  })
})
