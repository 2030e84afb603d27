import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { answered, recordedWay, settled } from '../../testing/recorded-way.ts'
import { type ClientListener, ClientTransaction } from './client-transaction.ts'
import type { Clock } from './clock.ts'
import { Headers } from '../messages/headers.ts'
import { NO_BODY, type SipRequest } from '../messages/message.ts'
import { RFC_TIMINGS } from './timers.ts'

let manual: ManualClock
const running = new Set<object>()
const way = recordedWay()

/** Knows what waits for it. */
const clock: Clock = {
  now: () => manual.now(),
  after(ms, callback) {
    const timer = manual.after(ms, () => {
      running.delete(timer)
      callback()
    })
    running.add(timer)
    return {
      cancel() {
        running.delete(timer)
        timer.cancel()
      },
    }
  },
}

beforeEach(() => {
  manual = manualClock()
  running.clear()
})

const requestOf = (method: string): SipRequest => ({
  kind: 'request',
  method,
  uri: 'sip:101@192.0.2.2',
  headers: Headers.of([
    ['Via', 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKone'],
    ['From', '<sip:voice@192.0.2.1>;tag=a'],
    ['To', '<sip:101@192.0.2.2>'],
    ['Call-ID', 'call-1'],
    ['CSeq', `1 ${method}`],
  ]),
  body: NO_BODY,
})

function begin(method: string, onResponse: ClientListener['onResponse'] = () => {}) {
  const listener = { onResponse, onTimeout: () => {}, onTransportFailure: () => {} }
  const parts = { request: requestOf(method), flow: way.flow, clock, timings: RFC_TIMINGS, listener }
  const transaction = new ClientTransaction(parts, () => {})
  transaction.start()
  return { transaction, listener: new WeakRef(listener) }
}

async function collectGarbage() {
  await settled()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

describe('a request of ours', () => {
  it.each([
    ['BYE', 200, 'completed', false],
    ['BYE', 481, 'completed', false],
    ['BYE', 100, 'proceeding', true],
    // Other phones may answer too (RFC 6026 7.2), and the way of an ACK may break (RFC 3261 17.1.1.2).
    ['INVITE', 200, 'accepted', true],
    ['INVITE', 486, 'completed', true],
  ] as const)('%s that heard %i is %s, and knows whom to tell: %j', async (method, status, state, knows) => {
    const { transaction, listener } = begin(method)
    transaction.receive(answered(transaction.request, status))
    await collectGarbage()
    expect([transaction.state, listener.deref() !== undefined]).toEqual([state, knows])
  })

  it.each([
    ['BYE', 200],
    ['INVITE', 200],
    ['INVITE', 486],
  ] as const)('waits for one thing more after its answer: %s, %i', (method, status) => {
    const { transaction } = begin(method)
    manual.advance(10_000)
    transaction.receive(answered(transaction.request, status))
    expect(running.size).toBe(1)
    manual.advance(32_000)
    expect([transaction.state, running.size]).toEqual(['terminated', 0])
  })

  it('waits for nothing once it was ended by whoever heard the answer', () => {
    const { transaction } = begin('INVITE', () => transaction.terminate())
    transaction.receive(answered(transaction.request, 200))
    expect([transaction.state, running.size]).toEqual(['terminated', 0])
  })
})

describe('an INVITE that may leave only for a while', () => {
  const start = (may: () => boolean) => {
    const failures: unknown[] = []
    const onTransportFailure = (error: unknown) => void failures.push(error)
    const listener = { onResponse: () => {}, onTimeout: () => {}, onTransportFailure, mayLeave: may }
    const parts = { request: requestOf('INVITE'), flow: way.flow, clock, timings: RFC_TIMINGS, listener }
    const transaction = new ClientTransaction(parts, () => {})
    const before = way.requests('INVITE').length
    transaction.start()
    return { transaction, failures, sent: () => way.requests('INVITE').length - before }
  }

  it('is not sent after that, and has failed', () => {
    const { transaction, failures, sent } = start(() => false)
    expect([sent(), transaction.state, failures.length, running.size]).toEqual([0, 'terminated', 1, 0])
  })

  it('is not repeated after that, and heard all the same', () => {
    let may = true
    const { transaction, failures, sent } = start(() => may)
    may = false
    manual.advance(20_000)
    transaction.receive(answered(transaction.request, 180))
    expect([sent(), transaction.state, failures.length]).toEqual([1, 'proceeding', 0])
  })
})

describe('an INVITE whose exchange was away', () => {
  const invites = () => way.requests('INVITE').length

  it.each([
    ['has said nothing', []],
    ['has said how far it was', [180]],
  ])('is sent again at once and repeated as at first, if that %s', (_, said) => {
    const { transaction } = begin('INVITE')
    for (const status of said) transaction.receive(answered(transaction.request, status))
    manual.advance(20_000)
    const before = invites()
    transaction.askAgain()
    expect([invites() - before, transaction.state]).toEqual([1, 'calling again'])
    manual.advance(500)
    expect(invites() - before).toBe(2)
    manual.advance(31_499)
    expect(transaction.state).toBe('calling again')
    manual.advance(1)
    expect(transaction.state).toBe('terminated')
    expect(running.size).toBe(0)
  })

  it('is left as it is once it was decided', () => {
    const { transaction } = begin('INVITE')
    transaction.receive(answered(transaction.request, 486))
    const before = invites()
    transaction.askAgain()
    expect([invites() - before, transaction.state]).toEqual([0, 'completed'])
  })

  it('is repeated by nothing but that over a connection', () => {
    const flow = { ...way.flow, reliable: true }
    const listener = { onResponse: () => {}, onTimeout: () => {}, onTransportFailure: () => {} }
    const parts = { request: requestOf('INVITE'), flow, clock, timings: RFC_TIMINGS, listener }
    const transaction = new ClientTransaction(parts, () => {})
    transaction.start()
    const before = invites()
    transaction.askAgain()
    manual.advance(31_999)
    expect([invites() - before, transaction.state]).toEqual([1, 'calling again'])
  })

  it('is not sent again once it was left, though what was under way then has failed', async () => {
    const flow = { ...way.flow, reliable: true, send: () => Promise.reject(new Error('Closed')) }
    const listener = { onResponse: () => {}, onTimeout: () => {}, onTransportFailure: () => {} }
    const parts = { request: requestOf('INVITE'), flow, clock, timings: RFC_TIMINGS, listener }
    const transaction = new ClientTransaction(parts, () => {})
    transaction.askAgain()
    transaction.leave()
    await settled()
    expect([transaction.state, running.size]).toEqual(['left', 1])
    manual.advance(32_000)
    expect([transaction.state, running.size]).toEqual(['terminated', 0])
  })

  it('is no other request: those are repeated often enough', () => {
    const { transaction } = begin('BYE')
    const before = way.requests('BYE').length
    transaction.askAgain()
    expect(way.requests('BYE').length).toBe(before)
  })
})
