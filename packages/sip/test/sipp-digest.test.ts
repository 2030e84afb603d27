import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { SipRequest } from '../src/messages/message.ts'
import { CREDENTIALS, meet } from './sipp/caller.ts'
import {
  answers,
  receives,
  receivesAuthorized,
  receivesStatus,
  replies,
  type Said,
  sdp,
  sends,
  type Step,
} from './sipp/scenario.ts'

const NAMES = { 401: 'WWW-Authenticate', 407: 'Proxy-Authenticate' } as const
const challenge = (status: 401 | 407, ...fields: readonly string[]): Said => ({
  headers: fields.map((field) => [NAMES[status], `Digest realm="hotel", ${field}`]),
})
const refused = (status: 401 | 407, ...fields: readonly string[]): Step[] => [
  receives('INVITE'),
  answers(status, 'Who are you?', challenge(status, ...fields)),
  receives('ACK'),
]
const { username, password } = CREDENTIALS
const taken = [
  answers(200, 'OK', { body: sdp({ port: 40_000 }) }),
  receives('ACK'),
  sends('BYE', 1),
  receivesStatus(200),
]

/** RFC 7616 3.4.1, counted by hand. */
function isRight({ method, headers }: SipRequest, header: string, algorithm: string): boolean {
  const text = headers.get(header) ?? ''
  const field = (name: string) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(text)?.[1] ?? ''
  const hash = (...parts: string[]) => createHash(algorithm).update(parts.join(':')).digest('hex')
  const [a1, a2] = [hash(username, 'hotel', password), hash(method, field('uri'))]
  const [nonce, nc, cnonce, qop] = ['nonce', 'nc', 'cnonce', 'qop'].map(field)
  return field('response') === hash(a1, `${nonce}`, `${nc}`, `${cnonce}`, `${qop}`, a2)
}

describe.skipIf(!has('sipp'))('a call that sipp asks for a password', () => {
  it('gives one that sipp finds right', async () => {
    const asked = refused(401, 'nonce="n1", algorithm=MD5, qop="auth,auth-int"')
    const { dial, sipp } = await meet([...asked, ...receivesAuthorized(username, password), ...taken])
    expect(await dial().ended).toMatchObject({ outcome: 'answered' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 'INVITE', 'ACK', 200])
  })

  it.each([
    [401, 'authorization'],
    [407, 'proxy-authorization'],
  ] as const)('by %i is the same call with a new number, up to the ACK', async (status, header) => {
    const asked = refused(status, 'nonce="n1", algorithm=MD5, qop="auth"')
    const { dial, sipp } = await meet([...asked, receives('INVITE'), ...taken])
    expect(await dial().ended).toMatchObject({ outcome: 'answered' })
    const trace = await sipp.finished()
    const [first, second] = trace.requests('INVITE')
    for (const same of ['call-id', 'from']) expect(second?.headers.get(same)).toBe(first?.headers.get(same))
    expect([first, second].map((invite) => invite?.headers.get('cseq'))).toEqual(['1 INVITE', '2 INVITE'])
    expect(second && isRight(second, header, 'md5')).toBe(true)
    expect(trace.requests('ACK')[1]?.headers.get(header)).toBe(second?.headers.get(header))
  })

  it('in the old way, without qop, gives one that sipp finds right', async () => {
    const asked = refused(401, 'nonce="n1"')
    const { dial } = await meet([...asked, ...receivesAuthorized(username, password), ...taken])
    expect(await dial().ended).toMatchObject({ outcome: 'answered' })
  })

  it('with SHA-256 before MD5 takes the stronger', async () => {
    const asked = refused(407, 'nonce="n1", algorithm=MD5', 'nonce="n2", algorithm=SHA-256, qop="auth"')
    const { dial, sipp } = await meet([...asked, receives('INVITE'), ...taken])
    expect(await dial().ended).toMatchObject({ outcome: 'answered' })
    const [, second] = (await sipp.finished()).requests('INVITE')
    expect(second?.headers.all('proxy-authorization')).toHaveLength(1)
    expect(second && isRight(second, 'proxy-authorization', 'sha256')).toBe(true)
  })

  it('by the exchange and by a proxy, in turn, answers both', async () => {
    const asked = [
      ...refused(407, 'nonce="proxy", algorithm=SHA-256, qop="auth"'),
      ...refused(401, 'nonce="exchange", algorithm=MD5, qop="auth"'),
    ]
    const { dial, sipp } = await meet([...asked, receives('INVITE'), ...taken])
    expect(await dial().ended).toMatchObject({ outcome: 'answered' })
    const third = (await sipp.finished()).requests('INVITE')[2]
    expect(third && isRight(third, 'proxy-authorization', 'sha256')).toBe(true)
    expect(third && isRight(third, 'authorization', 'md5')).toBe(true)
  })

  it('for the BYE too gives it', async () => {
    const { dial, sipp } = await meet([
      receives('INVITE'),
      ...taken.slice(0, 2),
      receives('BYE'),
      replies(401, 'Who are you?', challenge(401, 'nonce="n1", algorithm=MD5, qop="auth"')),
      receives('BYE'),
      replies(200, 'OK'),
    ])
    const call = dial({ onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    const [, second] = (await sipp.finished()).requests('BYE')
    expect(second && isRight(second, 'authorization', 'md5')).toBe(true)
  })
})

describe.skipIf(!has('sipp'))('a call that was asked for a password', () => {
  const asked = refused(407, 'nonce="n1", qop="auth"')

  it('is cancelled by the number and the branch under which it rings', async () => {
    const cancelled = [
      receives('CANCEL'),
      replies(200, 'OK'),
      answers(487, 'Request Terminated'),
      receives('ACK'),
    ]
    const { dial, sipp } = await meet([...asked, receives('INVITE'), answers(180, 'Ringing'), ...cancelled])
    const call = dial({ onRinging: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    const trace = await sipp.finished()
    const [, ringing] = trace.requests('INVITE')
    const [cancel] = trace.requests('CANCEL')
    expect(cancel?.headers.get('cseq')).toBe('2 CANCEL')
    for (const same of ['via', 'from', 'to'])
      expect(cancel?.headers.get(same)).toBe(ringing?.headers.get(same))
  })

  it('and then for a longer timer gives both', async () => {
    const tooShort = answers(422, 'Session Interval Too Small', { headers: [['Min-SE', '1800']] })
    const steps = [
      ...asked,
      receives('INVITE'),
      tooShort,
      receives('ACK'),
      ...asked,
      receives('INVITE'),
      ...taken,
    ]
    const { dial, sipp } = await meet(steps)
    expect(await dial({ sessionSeconds: 90 }).ended).toMatchObject({ outcome: 'answered' })
    const last = (await sipp.finished()).requests('INVITE').at(-1)
    expect(last?.headers.get('cseq')).toBe('4 INVITE')
    expect(last?.headers.get('session-expires')).toBe('1800')
    expect(last && isRight(last, 'proxy-authorization', 'md5')).toBe(true)
  })
})

describe.skipIf(!has('sipp'))('a password that sipp does not like', () => {
  const credentials = { username, password: 'wrong' }

  it('is not taken by sipp', async () => {
    const steps = [
      ...refused(401, 'nonce="n1", qop="auth"'),
      ...receivesAuthorized(username, password),
      ...taken,
    ]
    const { dial } = await meet(steps, { line: { credentials } })
    expect(await dial().ended).toMatchObject({ outcome: 'rejected', status: 403 })
  })

  it.each([
    ['is given once when the nonce stays the same', ['nonce="n1"', 'nonce="n1"']],
    ['is given once more for each new nonce, and twice at most', ['nonce="n1"', 'nonce="n2"', 'nonce="n3"']],
    [
      'is given twice at most, even if every nonce is said to be stale',
      [1, 2, 3].map((n) => `nonce="n${n}", stale=true`),
    ],
  ])('%s', async (_, nonces) => {
    const { dial, sipp } = await meet(
      nonces.flatMap((nonce) => refused(407, nonce)),
      { line: { credentials } },
    )
    expect(await dial().ended).toMatchObject({ outcome: 'line-trouble', status: 407 })
    expect((await sipp.finished()).requests('INVITE')).toHaveLength(nonces.length)
  })
})
