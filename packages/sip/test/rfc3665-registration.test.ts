import { describe, expect, it } from 'vitest'
import type { SipRequest } from '../src/messages/message.ts'
import { isRightAnswer } from '../testing/digest-check.ts'
import { challenge, meet, type Meeting, PASSWORD } from './rfc3665/meeting.ts'
import { contactIn } from './rfc3665/peer.ts'

/** RFC 3665 2, from the seat of the one who registers; a registrar is played by hand. */

const REALM = 'atlanta.example.com'
const asks = (nonce = 'ea9c8e88df84f1cec4341ae6cbe5a359') =>
  ({ headers: [['WWW-Authenticate', challenge(REALM, nonce)]] }) as const
const bound = (...contacts: string[]) =>
  ({ headers: contacts.map((contact) => ['Contact', contact] as const) }) as const
const of = ({ headers }: SipRequest, ...names: string[]) => names.map((name) => headers.get(name))

/** F1 to F4 of 2.1: the request with credentials, and what it was answered with. */
async function register({ agent, peer, line, states }: Meeting, answer: (contact: string) => string[]) {
  agent.addLine(line({ register: true, expiresSeconds: 7_200 }))
  const first = await peer.takes('REGISTER')
  peer.says(first, 401, asks())
  const second = await peer.takes('REGISTER')
  peer.says(second, 200, bound(...answer(contactIn(second))))
  await expect.poll(() => states.at(-1)).toBe('registered')
  return { first, second }
}
const alone = (contact: string) => [`<${contact}>;expires=7200`]

describe('a registration, as in RFC 3665', () => {
  it('2.1 Successful New Registration: asked for the password, known for as long as granted', async () => {
    const meeting = await meet()
    const { agent, peer } = meeting
    const { first, second } = await register(meeting, alone)
    expect(peer.wire).toEqual(['> REGISTER', '< 401', '> REGISTER', '< 200'])
    expect(first.uri).toBe('sip:atlanta.example.com')
    expect(first.headers.has('authorization')).toBe(false)
    const [from, to] = of(first, 'from', 'to')
    expect([from, to]).toEqual([
      expect.stringMatching(/^<sip:alice@atlanta\.example\.com>;tag=/),
      '<sip:alice@atlanta.example.com>',
    ])
    expect(of(first, 'cseq', 'contact')).toEqual(['1 REGISTER', `<sip:alice@127.0.0.1:${agent.local.port}>`])
    expect(of(second, 'from', 'to', 'call-id', 'contact')).toEqual(
      of(first, 'from', 'to', 'call-id', 'contact'),
    )
    expect(of(second, 'cseq')).toEqual(['2 REGISTER'])
    expect(isRightAnswer(second.headers.get('authorization') ?? '', 'REGISTER', PASSWORD)).toBe(true)
  })

  it('2.2 Update of Contact List: seen at another address, the new one is bound and the old one goes', async () => {
    const meeting = await meet()
    const { agent, peer, line, states } = meeting
    agent.addLine(line({ register: true }))
    const first = await peer.takes('REGISTER')
    const old = contactIn(first)
    // RFC 3581 4: what stands between us shows the registrar another address.
    const outside = { host: '192.0.2.99', port: 40_000 }
    peer.says(first, 200, bound(`<${old}>;expires=3600`), outside)
    const update = await peer.takes('REGISTER')
    expect(update.headers.all('contact')).toEqual(['<sip:alice@192.0.2.99:40000>', `<${old}>;expires=0`])
    expect(of(update, 'call-id', 'cseq')).toEqual([...of(first, 'call-id'), '2 REGISTER'])
    peer.says(update, 200, bound(`${update.headers.get('contact')};expires=3600`), outside)
    await expect.poll(() => states.at(-1)).toBe('registered')
    expect(peer.wire).toEqual(['> REGISTER', '< 200', '> REGISTER', '< 200'])
  })

  it('2.3 Request for Current Contact List: never sent alone, as each 200 brings it; others in it are left alone', async () => {
    const meeting = await meet()
    const others = [
      '<sip:+19725552222@gw1.example.net;unknownparam>;expires=60',
      '<mailto:alice@example.com>',
    ]
    const { second } = await register(meeting, (contact) => [...others, ...alone(contact)])
    const { agent, peer } = meeting
    const gone = agent.removeLine('alice')
    const removal = await peer.takes('REGISTER')
    // `*` would take the bindings of other phones too.
    expect(removal.headers.all('contact')).toEqual(second.headers.all('contact'))
    peer.says(removal, 200, bound(...others))
    await gone
    expect(peer.wire).toEqual(['> REGISTER', '< 401', '> REGISTER', '< 200', '> REGISTER', '< 200'])
  })

  it('2.4 Cancellation of Registration: the same binding, for no time at all', async () => {
    const meeting = await meet()
    const { second } = await register(meeting, alone)
    const { agent, peer } = meeting
    const gone = agent.removeLine('alice')
    const removal = await peer.takes('REGISTER')
    expect(of(removal, 'expires', 'contact', 'call-id', 'cseq')).toEqual([
      '0',
      ...of(second, 'contact', 'call-id'),
      '3 REGISTER',
    ])
    peer.says(removal, 401, asks('88df84f1cac4341aea9c8ee6cbe5a359'))
    const again = await peer.takes('REGISTER')
    expect(again.headers.get('authorization')).toContain('nonce="88df84f1cac4341aea9c8ee6cbe5a359"')
    peer.says(again, 200)
    await gone
    expect(agent.lines()).toEqual([])
  })

  it('2.5 Unsuccessful Registration: a password that was wrong is not tried again', async () => {
    const { agent, peer, line, states } = await meet()
    agent.addLine(line({ register: true, credentials: { username: 'alice', password: 'wrong' } }))
    peer.says(await peer.takes('REGISTER'), 401, asks('f1cec4341ae6ca9c8e88df84be55a359'))
    const second = await peer.takes('REGISTER')
    expect(isRightAnswer(second.headers.get('authorization') ?? '', 'REGISTER', PASSWORD)).toBe(false)
    peer.says(second, 401, asks('f1cec4341ae6ca9c8e88df84be55a359'))
    await expect.poll(() => states.at(-1)).toBe('backing off')
    expect(agent.lines()[0]).toMatchObject({ registered: 'backing off', why: '401 Unauthorized' })
    expect(peer.wire).toEqual(['> REGISTER', '< 401', '> REGISTER', '< 401'])
  })
})
