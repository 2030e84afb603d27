import { beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import type { Random } from './clock.ts'
import type { Flow } from '../transport/flow.ts'
import { Headers } from '../messages/headers.ts'
import { NO_BODY, type SipMessage, type SipRequest, type SipResponse } from '../messages/message.ts'
import { parseMessage } from '../messages/parse.ts'
import type { ServerTransaction } from './server-transaction.ts'
import { topVia, Transactions } from './transactions.ts'

/** A way that keeps what was sent on it, with the time it was sent. */
function recordingFlow(clock: ManualClock, reliable: boolean) {
  const sent: { at: number; message: SipMessage }[] = []
  const state = { broken: false }
  const flow: Flow = {
    protocol: reliable ? 'TCP' : 'UDP',
    reliable,
    local: { host: '192.0.2.1', port: 5060 },
    remote: { host: '192.0.2.2', port: 5060 },
    send(bytes) {
      if (state.broken) return Promise.reject(new Error('no way'))
      const parsed = parseMessage(bytes)
      if (parsed.kind !== 'message') throw new Error('sent something malformed')
      sent.push({ at: clock.now(), message: parsed.message })
      return Promise.resolve()
    },
  }
  return { flow, sent, state }
}

let tokens = 0
const random: Random = { token: (length) => String(++tokens).padStart(length, 'x'), integer: (low) => low }

const request = (method: string): SipRequest => ({
  kind: 'request',
  method,
  uri: 'sip:101@192.0.2.2',
  headers: Headers.of([
    ['Max-Forwards', '70'],
    ['Route', '<sip:proxy.example;lr>'],
    ['From', '<sip:voice@192.0.2.1>;tag=a'],
    ['To', '<sip:101@192.0.2.2>'],
    ['Call-ID', 'call-1'],
    ['CSeq', `1 ${method}`],
  ]),
  body: NO_BODY,
})

const answerTo = (message: SipRequest, status: number, tag = 'b'): SipResponse => ({
  kind: 'response',
  status,
  reason: 'Whatever',
  headers: Headers.of([
    ['Via', message.headers.get('via') ?? ''],
    ['From', message.headers.get('from') ?? ''],
    ['To', `${message.headers.get('to')};tag=${tag}`],
    ['Call-ID', message.headers.get('call-id') ?? ''],
    ['CSeq', message.headers.get('cseq') ?? ''],
  ]),
  body: NO_BODY,
})

let clock: ManualClock
let heard: string[]
let strays: number[]
let requests: { request: SipRequest; transaction: ServerTransaction }[]
let acks: SipRequest[]
let transactions: Transactions
const listener = {
  onResponse: (response: SipResponse) => void heard.push(String(response.status)),
  onTimeout: () => void heard.push('timeout'),
  onTransportFailure: () => void heard.push('broken'),
}

const begin = (request: SipRequest, flow: Flow) => {
  const transaction = transactions.prepare(request, flow, listener)
  transaction.start()
  return transaction
}

beforeEach(() => {
  clock = manualClock()
  heard = []
  strays = []
  requests = []
  acks = []
  transactions = new Transactions({
    clock,
    random,
    onRequest: (request, transaction) => void requests.push({ request, transaction }),
    onAck: (ack) => void acks.push(ack),
    onStray: (response) => void strays.push(response.status),
  })
})

describe('an INVITE over UDP', () => {
  const invite = () => {
    const way = recordingFlow(clock, false)
    const transaction = begin(request('INVITE'), way.flow)
    return {
      ...way,
      transaction,
      answer: (status: number, tag?: string) =>
        transactions.receive(answerTo(transaction.request, status, tag), way.flow),
    }
  }

  it('is repeated at doubling intervals and given up after 32 seconds of silence', () => {
    const { sent } = invite()
    clock.advance(60_000)
    expect(sent.map((one) => one.at)).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 31_500])
    expect(heard).toEqual(['timeout'])
    expect(transactions.size).toBe(0)
  })

  it('carries a branch that is unique, and asks for the answer on the port it came from', () => {
    const { sent } = invite()
    const via = sent[0] && topVia(sent[0].message)
    expect(via?.params.get('branch')).toMatch(/^z9hG4bK/)
    expect(via?.params.has('rport')).toBe(true)
  })

  it('is not answered by what has more than our own Via: that was meant for somebody else (RFC 3261 8.1.3.3)', () => {
    const { transaction, flow } = invite()
    const astray = answerTo(transaction.request, 486)
    astray.headers.append('Via', 'SIP/2.0/UDP 255.255.255.255;branch=z9hG4bKother')
    transactions.receive(astray, flow)
    expect([heard, strays, transaction.state]).toEqual([[], [], 'calling'])
  })

  it('stops repeating at the first provisional answer, and may then ring for as long as it likes', () => {
    const { sent, answer } = invite()
    clock.advance(600)
    answer(180)
    clock.advance(300_000)
    expect(sent).toHaveLength(2)
    expect(heard).toEqual(['180'])
  })

  it('acknowledges a refusal itself, each time it comes, along the same route', () => {
    const { sent, answer, transaction } = invite()
    answer(486)
    answer(486)
    expect(heard).toEqual(['486'])
    const messages = sent.slice(1).map((one) => one.message as SipRequest)
    expect(messages.map((one) => one.method)).toEqual(['ACK', 'ACK'])
    expect(messages[0]?.headers.get('via')).toBe(transaction.request.headers.get('via'))
    expect(messages[0]?.headers.get('route')).toBe('<sip:proxy.example;lr>')
    expect(messages[0]?.headers.get('to')).toContain('tag=b')
    expect(messages[0]?.headers.get('cseq')).toBe('1 ACK')
    clock.advance(31_999)
    expect(transactions.size).toBe(1)
    clock.advance(1)
    expect(transactions.size).toBe(0)
  })

  it('passes up every 2xx, repeated or from another fork, and acknowledges none', () => {
    const { sent, answer } = invite()
    answer(200, 'one')
    answer(200, 'one')
    answer(200, 'two')
    answer(486)
    expect(heard).toEqual(['200', '200', '200'])
    expect(sent).toHaveLength(1)
    clock.advance(32_000)
    expect(transactions.size).toBe(0)
    answer(200, 'late')
    expect(strays).toEqual([200])
  })

  it('tells when the way is broken', async () => {
    const way = recordingFlow(clock, false)
    way.state.broken = true
    begin(request('INVITE'), way.flow)
    await Promise.resolve()
    await Promise.resolve()
    expect(heard).toEqual(['broken'])
    expect(transactions.size).toBe(0)
  })
})

describe('an INVITE over TCP', () => {
  it('is sent once, and is still given up after 32 seconds', () => {
    const { flow, sent } = recordingFlow(clock, true)
    begin(request('INVITE'), flow)
    clock.advance(60_000)
    expect(sent).toHaveLength(1)
    expect(heard).toEqual(['timeout'])
  })
})

describe('any other request over UDP', () => {
  const options = () => {
    const way = recordingFlow(clock, false)
    const transaction = begin(request('OPTIONS'), way.flow)
    return {
      ...way,
      answer: (status: number) => transactions.receive(answerTo(transaction.request, status), way.flow),
    }
  }

  it('is repeated, but never less often than every 4 seconds', () => {
    const { sent } = options()
    clock.advance(60_000)
    expect(sent.map((one) => one.at)).toEqual([
      0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500,
    ])
    expect(heard).toEqual(['timeout'])
  })

  it('goes on being repeated every 4 seconds after a provisional answer', () => {
    const { sent, answer } = options()
    answer(100)
    clock.advance(9_000)
    expect(sent.map((one) => one.at)).toEqual([0, 500, 4_500, 8_500])
  })

  it('soaks up repeated final answers for 5 seconds', () => {
    const { answer } = options()
    answer(200)
    answer(200)
    expect(heard).toEqual(['200'])
    clock.advance(5_000)
    expect(transactions.size).toBe(0)
  })
})

describe('an INVITE that comes in', () => {
  const incoming = (reliable = false) => {
    const way = recordingFlow(clock, reliable)
    const invite: SipRequest = request('INVITE')
    invite.headers.prepend('Via', 'SIP/2.0/UDP 192.0.2.2:5060;branch=z9hG4bKin')
    transactions.receive(invite, way.flow)
    const transaction = requests[0]?.transaction
    if (!transaction) throw new Error('nobody was told')
    return { ...way, invite, transaction }
  }
  const statuses = (sent: { message: SipMessage }[]) =>
    sent.map(({ message }) => (message.kind === 'response' ? message.status : message.method))

  it('is told once, however often it is repeated; the last answer is sent again', () => {
    const { sent, flow, invite, transaction } = incoming()
    transaction.respond(answerTo(invite, 180))
    transactions.receive(invite, flow)
    expect(requests).toHaveLength(1)
    expect(statuses(sent)).toEqual([180, 180])
  })

  it('has its refusal repeated until it is acknowledged', () => {
    const { sent, flow, invite, transaction } = incoming()
    transaction.respond(answerTo(invite, 486))
    clock.advance(1_500)
    expect(sent).toHaveLength(3)
    const ack: SipRequest = { ...invite, method: 'ACK', headers: invite.headers.clone().set('CSeq', '1 ACK') }
    transactions.receive(ack, flow)
    clock.advance(60_000)
    expect(sent).toHaveLength(3)
    expect(transactions.size).toBe(0)
    expect(acks).toEqual([])
  })

  it('gives up on an acknowledgement after 32 seconds', () => {
    const { invite, transaction } = incoming()
    let gaveUp = false
    transaction.onNoAck = () => (gaveUp = true)
    transaction.respond(answerTo(invite, 486))
    clock.advance(32_000)
    expect(gaveUp).toBe(true)
    expect(transactions.size).toBe(0)
  })

  it('answers nothing more once it was refused', () => {
    const { sent, invite, transaction } = incoming(true)
    transaction.respond(answerTo(invite, 603))
    transaction.respond(answerTo(invite, 200))
    expect(statuses(sent)).toEqual([603])
  })

  it('keeps a request of RFC 2543, which has no unique branch, apart by what it says', () => {
    const way = recordingFlow(clock, false)
    for (const number of [1, 1, 2]) {
      const old = request('OPTIONS')
      old.headers.prepend('Via', 'SIP/2.0/UDP 192.0.2.2:5060').set('CSeq', `${number} OPTIONS`)
      transactions.receive(old, way.flow)
    }
    expect(requests).toHaveLength(2)
  })
})
