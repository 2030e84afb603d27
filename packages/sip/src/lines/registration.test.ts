import { beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import {
  answered,
  countingRandom,
  type RecordedWay,
  recordedWay,
  settled,
} from '../../testing/recorded-way.ts'
import { Line, type LineOptions, type Stack } from './lines.ts'
import { Registration } from './registration.ts'
import type { ResponseParts } from '../messages/response.ts'
import { RFC_TIMINGS } from '../transactions/timers.ts'
import { Transactions } from '../transactions/transactions.ts'

const CONTACT = '<sip:voice1@192.0.2.1:5060>'
let clock: ManualClock
let way: RecordedWay
let stack: Stack
let states: string[]
let whys: string[]
let registration: Registration

beforeEach(() => {
  clock = manualClock()
  way = recordedWay()
  states = []
  whys = []
  const random = countingRandom()
  const deaf = { onRequest: () => {}, onAck: () => {}, onStray: () => {} }
  const transactions = new Transactions({ clock, random, ...deaf })
  stack = { clock, random, timings: RFC_TIMINGS, transactions, flowTo: () => Promise.resolve(way.flow) }
})

const begin = async (more: Partial<LineOptions> = {}) => {
  const credentials = { username: 'voice1', password: 'secret' }
  const line = new Line({ user: 'voice1', domain: 'pbx.example', credentials, ...more }, stack.random)
  const onState = (state: string, why: string) => {
    states.push(state)
    whys.push(why)
  }
  registration = new Registration({ line, stack, onState })
  registration.start()
  await settled()
}
const answer = async (status: number, headers: ResponseParts['headers'] = []) => {
  stack.transactions.receive(answered(way.last('REGISTER'), status, { headers }), way.flow)
  await settled()
}
const pass = async (ms: number) => {
  clock.advance(ms)
  await settled()
}
/** A connection that can be closed. */
const closing = () => {
  let close = () => {}
  const closed = new Promise<void>((resolve) => (close = resolve))
  return { flow: { ...way.flow, reliable: true, closed }, close: () => close() }
}
const times = () => new Set(way.requests('REGISTER').map((one) => one.headers.get('cseq'))).size

describe('a registration', () => {
  it('asks the domain, answers its challenge, and refreshes at half of what was granted or a little later', async () => {
    await begin()
    const first = way.last('REGISTER')
    expect(first.uri).toBe('sip:pbx.example')
    expect(first.headers.get('contact')).toBe(CONTACT)
    expect(first.headers.get('expires')).toBe('600')
    await answer(401, [['WWW-Authenticate', 'Digest realm="asterisk", nonce="n1"']])
    expect(way.last('REGISTER').headers.get('authorization')).toContain('uri="sip:pbx.example"')
    await answer(200, [['Contact', `${CONTACT};expires=100`]])
    expect(registration.state).toBe('registered')
    await pass(49_999)
    expect(times()).toBe(2)
    await pass(1)
    expect(times()).toBe(3)
    expect(way.last('REGISTER').headers.get('cseq')).toBe('3 REGISTER')
    expect(way.last('REGISTER').headers.get('call-id')).toBe(first.headers.get('call-id'))
  })

  it('is registered all the while that it refreshes, and until that fails', async () => {
    await begin()
    await answer(200, [['Contact', `${CONTACT};expires=100`]])
    await pass(50_000)
    expect(registration.state).toBe('registered')
    await answer(200, [['Contact', `${CONTACT};expires=100`]])
    await pass(50_000)
    expect(times()).toBe(3)
    await pass(32_000)
    expect(states).toEqual(['registering', 'registered', 'backing off'])
  })

  it('registers anew when it is connected anew, and only then', async () => {
    await begin({ protocol: 'TCP' })
    await answer(200)
    registration.follow(way.flow)
    await settled()
    expect(times()).toBe(1)
    const elsewhere = { ...way.flow, local: { host: '192.0.2.1', port: 40_000 } }
    stack.flowTo = () => Promise.resolve(elsewhere)
    registration.follow(elsewhere)
    await settled()
    expect(way.last('REGISTER').headers.all('contact')).toEqual([
      '<sip:voice1@192.0.2.1:40000>',
      '<sip:voice1@192.0.2.1:5060>;expires=0',
    ])
  })

  it('registers anew by a new connection, though we listen where we did', async () => {
    stack.flowTo = () => Promise.resolve(first)
    const first = { ...way.flow, reliable: true }
    await begin({ protocol: 'TCP' })
    await answer(200)
    registration.follow(first)
    await settled()
    expect(times()).toBe(1)
    const second = { ...first }
    stack.flowTo = () => Promise.resolve(second)
    registration.follow(second)
    await settled()
    expect(times()).toBe(2)
    expect(way.last('REGISTER').headers.all('contact')).toEqual([CONTACT])
    await answer(200)
    registration.follow(second)
    await settled()
    expect(times()).toBe(2)
  })

  it('registers anew at once when its connection is closed, and not because an older one is', async () => {
    const [first, second] = [closing(), closing()]
    stack.flowTo = () => Promise.resolve(first.flow)
    await begin({ protocol: 'TCP' })
    await answer(200)
    stack.flowTo = () => Promise.resolve(second.flow)
    first.close()
    await settled()
    expect(times()).toBe(2)
    await answer(200)
    second.close()
    await settled()
    expect(times()).toBe(3)
    // Nothing came yet: one request at a time is enough.
    registration.exchangeIsBack()
    await settled()
    expect(times()).toBe(3)
    expect(states).toEqual(['registering', 'registered'])
  })

  it('is tried again at once when the exchange is back, and refreshed, as that may know nothing of it', async () => {
    await begin()
    await pass(32_000)
    expect(states.at(-1)).toBe('backing off')
    registration.exchangeIsBack()
    await settled()
    expect([times(), states.at(-1)]).toEqual([2, 'registering'])
    await answer(200)
    await pass(6_000)
    registration.exchangeIsBack()
    await settled()
    expect([times(), states.at(-1)]).toEqual([3, 'registered'])
  })

  it('is not refreshed where it was accepted a moment ago: that was said by an exchange that is back', async () => {
    await begin()
    await pass(32_000)
    registration.exchangeIsBack()
    await settled()
    await answer(200)
    registration.exchangeIsBack()
    await settled()
    expect(times()).toBe(2)
  })

  it('whose connection is closed before the answer is asked for anew by another, as soon as there is one', async () => {
    const [first, second, third] = [closing(), closing(), closing()]
    stack.flowTo = () => Promise.resolve(first.flow)
    await begin({ protocol: 'TCP' })
    await answer(200)
    stack.flowTo = () => Promise.resolve(second.flow)
    first.close()
    await settled()
    stack.flowTo = () => Promise.resolve(third.flow)
    second.close()
    await settled()
    expect([times(), states.at(-1)]).toEqual([2, 'backing off'])
    registration.follow(third.flow)
    registration.follow(third.flow)
    await settled()
    expect([times(), states.at(-1)]).toEqual([3, 'registering'])
    await answer(200)
    registration.exchangeIsBack()
    await settled()
    expect([times(), states.at(-1)]).toEqual([3, 'registered'])
  })

  it.each([
    ['it was refused', 403, []],
    ['it was asked to wait', 503, [['Retry-After', '60']]],
  ] as const)('is not tried again at once where %s', async (_, status, headers) => {
    await begin()
    await answer(status, headers)
    registration.exchangeIsBack()
    await settled()
    expect([times(), states.at(-1)]).toEqual([1, 'backing off'])
  })

  it('removes what a process before it has left at our address, and nothing else, where it is told to', async () => {
    const others = '<sip:voice1@192.0.2.77:5070>, <sip:desk@192.0.2.1:5071>'
    const listed = [['Contact', `${CONTACT};expires=100, <sip:voice1@192.0.2.1:40001>, ${others}`]] as const
    await begin({ removesOld: true })
    await answer(200, listed)
    expect([times(), registration.state]).toEqual([2, 'registering'])
    expect(way.last('REGISTER').headers.all('contact')).toEqual([
      CONTACT,
      '<sip:voice1@192.0.2.1:40001>;expires=0',
    ])
    // Where it stays all the same, it is not removed again and again.
    await answer(200, listed)
    expect([times(), registration.state]).toEqual([2, 'registered'])
    await pass(50_000)
    expect(way.last('REGISTER').headers.all('contact')).toEqual([CONTACT])
    expect(states).toEqual(['registering', 'registered'])
  })

  it('was refused for what it was refused, also where the exchange says nothing to the question what it has', async () => {
    await begin({ removesOld: true })
    await answer(403)
    expect([times(), way.last('REGISTER').headers.all('contact')]).toEqual([2, []])
    await pass(32_000)
    expect([registration.state, whys.at(-1)]).toEqual(['backing off', '403 Forbidden'])
    await pass(149_999)
    expect(times()).toBe(2)
  })

  it('names the address that the exchange reaches us at, whatever it sees itself', async () => {
    await begin({ publicHost: '198.51.100.7' })
    expect(way.last('REGISTER').headers.get('contact')).toBe('<sip:voice1@198.51.100.7:5060>')
    expect(way.last('REGISTER').headers.get('via')).toContain('192.0.2.1:5060')
    const via = `${way.last('REGISTER').headers.get('via')?.replace(';rport', '')};received=203.0.113.1;rport=4000`
    const seen = answered(way.last('REGISTER'), 200)
    seen.headers.set('Via', via)
    stack.transactions.receive(seen, way.flow)
    await settled()
    expect([times(), registration.state]).toEqual([1, 'registered'])
  })

  it('leaves other bindings at our address alone, where nothing is said', async () => {
    await begin()
    await answer(200, [['Contact', `${CONTACT};expires=100, <sip:voice1@192.0.2.1:40001>`]])
    expect([times(), registration.state]).toEqual([1, 'registered'])
  })

  it('finds its own binding among those of others', async () => {
    await begin()
    await answer(200, [
      ['Contact', '<sip:voice1@192.0.2.77:5060>;expires=3600, <sip:desk@192.0.2.1:5060>;expires=7200'],
      ['Contact', `${CONTACT};q=0.5;expires=60`],
      ['Expires', '1800'],
    ])
    await pass(30_000)
    expect(times()).toBe(2)
  })

  it('asks for longer when the exchange finds it too brief', async () => {
    await begin({ expiresSeconds: 60 })
    await answer(423, [['Min-Expires', '300']])
    expect(way.last('REGISTER').headers.get('expires')).toBe('300')
    await answer(423, [['Min-Expires', '300']])
    expect(registration.state).toBe('backing off')
  })

  it('backs off further each time, and comes back', async () => {
    await begin()
    await answer(503)
    await pass(999)
    expect(times()).toBe(1)
    await pass(1)
    expect(times()).toBe(2)
    await answer(500)
    await pass(2_000)
    expect(times()).toBe(3)
    await answer(200)
    expect(states.join(', ')).toBe(
      'registering, backing off, registering, backing off, registering, registered',
    )
  })

  it('retries soon when a refresh fails, however often it failed before it was registered', async () => {
    await begin()
    for (const ms of [1_000, 2_000, 4_000, 8_000]) {
      await answer(500)
      await pass(ms)
    }
    await answer(200, [['Contact', `${CONTACT};expires=100`]])
    await pass(50_000)
    await answer(500)
    expect([times(), registration.state]).toEqual([6, 'backing off'])
    await pass(1_000)
    expect([times(), registration.state]).toEqual([7, 'registering'])
  })

  it('stays away as long as it is told, and long where it is not wanted', async () => {
    await begin()
    await answer(503, [['Retry-After', '60']])
    await pass(59_999)
    expect(times()).toBe(1)
    await pass(1)
    expect(times()).toBe(2)
    await answer(403)
    await pass(149_999)
    expect(times()).toBe(2)
  })

  it('takes silence for a failure', async () => {
    await begin()
    await pass(32_000)
    expect(registration.state).toBe('backing off')
  })

  it('registers where the exchange sees it, and takes the other address back', async () => {
    await begin()
    const seen = way.last('REGISTER')
    const elsewhere = answered(seen, 200)
    elsewhere.headers.set(
      'Via',
      `${seen.headers.get('via')?.replace('rport', 'rport=31000')};received=203.0.113.9`,
    )
    stack.transactions.receive(elsewhere, way.flow)
    await settled()
    expect(way.last('REGISTER').headers.all('contact')).toEqual([
      '<sip:voice1@203.0.113.9:31000>',
      `${CONTACT};expires=0`,
    ])
  })

  it('does not run after an address that is another each time', async () => {
    await begin()
    for (let port = 31_000; port < 31_010; port++) {
      const seen = way.last('REGISTER')
      const elsewhere = answered(seen, 200)
      const via = seen.headers.get('via')?.replace('rport', `rport=${port}`)
      elsewhere.headers.set('Via', `${via};received=203.0.113.9`)
      stack.transactions.receive(elsewhere, way.flow)
      await settled()
    }
    expect(times()).toBe(3)
    expect(registration.state).toBe('registered')
  })

  it('says good-bye when it is stopped, and does not wait for ever', async () => {
    await begin()
    await answer(200)
    const stopped = registration.stop()
    await settled()
    expect(way.last('REGISTER').headers.get('expires')).toBe('0')
    clock.advance(2_000)
    await stopped
    expect(registration.state).toBe('stopped')
  })

  it('is removed too when it is stopped while it registers', async () => {
    await begin()
    const stopped = registration.stop()
    await settled()
    await answer(200)
    await stopped
    expect(way.last('REGISTER').headers.get('expires')).toBe('0')
    await pass(600_000)
    expect(registration.state).toBe('stopped')
  })
})
