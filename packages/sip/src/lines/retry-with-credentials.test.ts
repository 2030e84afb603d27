import { beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { answered, countingRandom, type RecordedWay, recordedWay } from '../../testing/recorded-way.ts'
import { Authorization } from './authorization.ts'
import { sendAuthorized } from './retry-with-credentials.ts'
import { Headers } from '../messages/headers.ts'
import { NO_BODY, type SipRequest } from '../messages/message.ts'
import { Transactions } from '../transactions/transactions.ts'

const bye: SipRequest = {
  kind: 'request',
  method: 'BYE',
  uri: 'sip:101@192.0.2.50:5062;ob',
  headers: Headers.of([
    ['From', '<sip:voice1@pbx>;tag=ours'],
    ['To', '<sip:101@pbx>;tag=theirs'],
    ['Call-ID', 'c1'],
    ['CSeq', '7 BYE'],
  ]),
  body: NO_BODY,
}
const www = (nonce: string, more = '') =>
  ['WWW-Authenticate', `Digest realm="asterisk", nonce="${nonce}", qop="auth"${more}`] as const
const proxy = (nonce: string, more = '') =>
  ['Proxy-Authenticate', `Digest realm="asterisk", nonce="${nonce}", qop="auth"${more}`] as const

let way: RecordedWay
let transactions: Transactions
let authorization: Authorization
let heard: string[]

beforeEach(() => {
  way = recordedWay()
  heard = []
  const random = countingRandom()
  authorization = new Authorization({ username: 'voice1', password: 'secret' }, random)
  const deaf = { onRequest: () => {}, onAck: () => {}, onStray: () => {} }
  transactions = new Transactions({ clock: manualClock(), random, ...deaf })
})

const send = (using = authorization) =>
  sendAuthorized(
    bye,
    { transactions, flow: way.flow, challenged: using.begin() },
    {
      onResponse: (response, sent) => void heard.push(`${response.status} to ${sent.headers.get('cseq')}`),
      onTimeout: () => void heard.push('timeout'),
      onTransportFailure: () => void heard.push('broken'),
    },
  )
const challenge = (status: 401 | 407, ...headers: (readonly [string, string])[]) =>
  transactions.receive(answered(way.last('BYE'), status, { headers }), way.flow)
const sentTimes = () => way.requests('BYE').length

describe('a request that is challenged', () => {
  it('goes out again with credentials, a new number and branch, the same Call-ID and tags', () => {
    send()
    challenge(401, www('n1'))
    const [first, second] = way.requests('BYE')
    expect(second?.headers.get('authorization')).toContain(`uri="${bye.uri}"`)
    expect(second?.headers.get('authorization')).toContain('nc=00000001')
    expect(second?.headers.get('cseq')).toBe('8 BYE')
    expect(second?.headers.get('via')).not.toBe(first?.headers.get('via'))
    expect(second?.headers.get('from')).toBe(first?.headers.get('from'))
    transactions.receive(answered(way.last('BYE'), 200), way.flow)
    expect(heard).toEqual(['200 to 8 BYE'])
  })

  it('answers a proxy and then the other side, keeping both answers and counting the nonce', () => {
    send()
    challenge(407, proxy('p1'))
    challenge(401, www('w1'))
    const third = way.last('BYE')
    expect(third.headers.get('proxy-authorization')).toMatch(/nonce="p1".*nc=00000002/)
    expect(third.headers.get('authorization')).toMatch(/nonce="w1".*nc=00000001/)
  })

  it('takes the strongest it knows of several, and one for each realm', () => {
    send()
    challenge(
      401,
      www('md5', ', algorithm=MD5'),
      www('sha', ', algorithm=SHA-256'),
      ['WWW-Authenticate', 'Digest realm="other", nonce="o1", algorithm=MD5'],
      ['WWW-Authenticate', 'Bearer realm="x"'],
    )
    const answers = way.last('BYE').headers.all('authorization')
    expect(answers).toHaveLength(2)
    expect(answers[0]).toContain('nonce="sha"')
    expect(answers[1]).toContain('realm="other"')
  })

  it('answers each of several proxies that ask in turn, and all of them again', () => {
    const other = ['Proxy-Authenticate', 'Digest realm="other", nonce="o1", qop="auth"'] as const
    send()
    challenge(407, proxy('p1'))
    challenge(407, other)
    const answers = way.last('BYE').headers.all('proxy-authorization')
    expect(answers.map((answer) => /nonce="(\w+)".*nc=(\d+)/.exec(answer)?.slice(1))).toEqual([
      ['p1', '00000002'],
      ['o1', '00000001'],
    ])
    challenge(407, other)
    expect([sentTimes(), heard]).toEqual([3, ['407 to 9 BYE']])
  })

  it('does not answer one for ever who asks in another realm each time', () => {
    send()
    for (let realm = 1; realm <= 10; realm++)
      if (heard.length === 0) challenge(407, ['Proxy-Authenticate', `Digest realm="${realm}", nonce="n"`])
    expect([sentTimes(), heard]).toEqual([5, ['407 to 11 BYE']])
  })

  it('tries once more when the nonce is stale or new, and then stops for good', () => {
    send()
    challenge(407, proxy('n1'))
    challenge(407, proxy('n2', ', stale=true'))
    expect(sentTimes()).toBe(3)
    challenge(407, proxy('n3', ', stale=true'))
    expect(sentTimes()).toBe(3)
    expect(heard).toEqual(['407 to 9 BYE'])
  })

  it('does not repeat a password that was wrong', () => {
    send()
    challenge(401, www('n1'))
    challenge(401, www('n1'))
    expect(sentTimes()).toBe(2)
    expect(heard).toEqual(['401 to 8 BYE'])
  })

  it('stops at once without credentials, or when only strangers ask', () => {
    send(new Authorization(null, countingRandom()))
    challenge(401, www('n1'))
    send()
    challenge(401, ['WWW-Authenticate', 'Digest realm="x", nonce="n", algorithm=ROT13'])
    expect(sentTimes()).toBe(2)
    expect(heard).toEqual(['401 to 7 BYE', '401 to 7 BYE'])
  })

  it('counts on when another request meets the same nonce', () => {
    send()
    challenge(401, www('same'))
    send()
    challenge(401, www('same'))
    expect(way.last('BYE').headers.get('authorization')).toContain('nc=00000002')
  })
})
