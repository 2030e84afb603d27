import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { type ExchangeOptions, openExchange, type ScriptedExchange } from '../../testing/scripted-exchange.ts'
import { openPhones, type Phones, type PhoneScript } from '../../testing/scripted-phone.ts'
import { silentMedia } from '../../testing/silent-media.ts'
import type { Address } from '../messages/address.ts'
import type { LineOptions } from './lines.ts'
import { parseUri } from '../messages/uri.ts'
import { createUserAgent, type UserAgentOptions } from '../agent/user-agent.ts'

/** Lines at an exchange that registers, challenges and stays on the way of every call, over real datagrams. */

const QUICK = { T1: 20, T2: 80, T4: 100 }
const ANY: Address = { host: '127.0.0.1', port: 0 }
const PASSWORDS = { voice1: 'secret', voice2: 'secret', '101': 'secret' }
const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function openAll(script: PhoneScript, options: Partial<ExchangeOptions> = {}) {
  const phones = await openPhones({ media: silentMedia(), script: () => script, timings: QUICK })
  closers.push(() => phones.close())
  const exchange = await openExchange({
    domain: 'pbx.hotel',
    accounts: PASSWORDS,
    phones: phones.address,
    ...options,
  })
  closers.push(() => exchange.close())
  return { phones, exchange }
}

/** A user agent, and a way to wait for the state of its lines. */
async function openAgent(options: Partial<UserAgentOptions> = {}) {
  const waiting = new Set<() => void>()
  const agent = await createUserAgent({
    bind: ANY,
    media: silentMedia(),
    timings: QUICK,
    onRegistration: () => void [...waiting].map((look) => look()),
    ...options,
  })
  closers.push(() => agent.close())
  const until = (name: string, state: string) =>
    new Promise<void>((resolve) => {
      const look = () =>
        void (agent.lines().find((line) => line.name === name)?.registered === state && resolve())
      waiting.add(look)
      look()
    })
  return { agent, until }
}

const lineAt = (exchange: ScriptedExchange, more: Partial<LineOptions> = {}): LineOptions => ({
  user: 'voice1',
  domain: 'pbx.hotel',
  exchange: exchange.address,
  credentials: { username: 'voice1', password: 'secret' },
  ...more,
})
/** How many different requests there were; a busy machine repeats some of them. */
const numberOf = ({ requests }: ScriptedExchange, name: string) =>
  new Set(requests.filter(({ method }) => method === name).map(({ headers }) => headers.get('cseq'))).size

/** The line, rung by a phone through the exchange: gives who was dialled, or what was said instead. */
async function ringLine(phones: Phones, exchange: ScriptedExchange, user = 'voice1') {
  const credentials = { username: '101', password: 'secret' }
  phones.agent.addLine({ ...lineAt(exchange), user: '101', credentials, register: false })
  const call = phones.agent.dial('101', { to: user })
  const end = await call.ended
  await phones.agent.removeLine('101')
  return end
}

describe('a line', () => {
  it('registers with its password, is known by its Contact, and is gone when it is removed', async () => {
    const { exchange } = await openAll({ does: 'answer' })
    const { agent, until } = await openAgent()
    agent.addLine(lineAt(exchange))
    await until('voice1', 'registered')
    expect(exchange.bindings.get('voice1')?.contact).toBe(`sip:voice1@127.0.0.1:${agent.local.port}`)
    expect(numberOf(exchange, 'REGISTER')).toBe(2)
    await agent.removeLine('voice1')
    expect(exchange.bindings.size).toBe(0)
    expect(agent.lines()).toEqual([])
  })

  it.each([
    ['MD5', ['MD5']],
    ['SHA-256 before MD5', ['MD5', 'SHA-256']],
    ['SHA-256 and something unknown', ['ROT13', 'SHA-256']],
  ])('knows %s', async (_, algorithms) => {
    const { exchange } = await openAll({ does: 'answer' }, { algorithms })
    const { agent, until } = await openAgent()
    agent.addLine(lineAt(exchange))
    await until('voice1', 'registered')
    expect(exchange.requests.at(-1)?.headers.get('authorization')).toContain(`algorithm=${algorithms.at(-1)}`)
  })

  it('asks for longer where the exchange wants it so', async () => {
    const { exchange } = await openAll({ does: 'answer' }, { leastExpires: 1_800 })
    const { agent, until } = await openAgent()
    agent.addLine(lineAt(exchange))
    await until('voice1', 'registered')
    expect(exchange.bindings.get('voice1')?.expires).toBe(1_800)
  })

  it('with a wrong password tries twice, says so, and does not knock on', async () => {
    const { exchange } = await openAll({ does: 'answer' })
    const { agent, until } = await openAgent()
    agent.addLine(lineAt(exchange, { credentials: { username: 'voice1', password: 'wrong' } }))
    await until('voice1', 'backing off')
    const [health] = agent.lines()
    expect(health).toMatchObject({ registered: 'backing off', why: '401 Unauthorized' })
    expect(health?.lastError?.why).toBe('401 Unauthorized')
    expect(numberOf(exchange, 'REGISTER')).toBe(3)
  })

  it.each([false, true])(
    'calls through the exchange, which stays on the way (one-time nonces: %s)',
    async (once) => {
      const { exchange, phones } = await openAll({ does: 'answer', ringMs: 5 }, { oneTimeNonces: once })
      const { agent } = await openAgent()
      agent.addLine(lineAt(exchange, { register: false }))
      const told: number[] = []
      const call = agent.dial('voice1', {
        to: '101',
        onProgress: (status) => void told.push(status),
        onAnswered: () => void call.hangUp(),
      })
      expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
      expect(await (await phones.nextCall()).ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
      // Where our INVITE is repeated, as on a busy machine, so is the ringing.
      expect([...new Set(told)]).toEqual([407, 180, 200])
      const way = `<sip:127.0.0.1:${exchange.address.port};lr>`
      const bye = exchange.requests.find(({ method }) => method === 'BYE')
      expect(bye?.headers.all('route')).toEqual([way])
    },
  )

  it('answers a challenge to its BYE too', async () => {
    const { exchange, phones } = await openAll({ does: 'answer' }, { challenges: ['INVITE', 'BYE'] })
    const { agent } = await openAgent()
    agent.addLine(lineAt(exchange, { register: false }))
    const call = agent.dial('voice1', { to: '101', onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(await (await phones.nextCall()).ended).toMatchObject({ kind: 'answered' })
    expect(numberOf(exchange, 'BYE')).toBe(2)
  })

  it('is cancelled through the exchange when it has rung for long enough', async () => {
    const { exchange, phones } = await openAll({ does: 'ring' })
    const { agent } = await openAgent()
    agent.addLine(lineAt(exchange, { register: false }))
    expect(await agent.dial('voice1', { to: '101', ringMs: 80 }).ended).toMatchObject({
      outcome: 'no-answer',
    })
    expect(await (await phones.nextCall()).ended).toEqual({ kind: 'not answered', why: 'cancelled' })
  })

  it('is rung by the exchange where it has registered', async () => {
    const { exchange, phones } = await openAll({ does: 'answer' })
    const rung: string[] = []
    const { agent, until } = await openAgent({ onCall: (call) => (rung.push(call.to), call.reject(603)) })
    agent.addLine(lineAt(exchange))
    await until('voice1', 'registered')
    expect(await ringLine(phones, exchange)).toMatchObject({ outcome: 'rejected', status: 603 })
    expect(rung).toEqual(['voice1'])
  })

  it('is pinged: what the exchange says, or that it says nothing', async () => {
    const { exchange } = await openAll({ does: 'answer' })
    const { agent } = await openAgent()
    agent.addLine(lineAt(exchange, { register: false }))
    expect(await agent.ping('voice1')).toMatchObject({ status: 200, ms: expect.any(Number) as number })
    const silent = createSocket('udp4')
    silent.bind(0, '127.0.0.1')
    await once(silent, 'listening')
    closers.push(() => silent.close())
    const nobody = { host: '127.0.0.1', port: silent.address().port }
    agent.addLine({ user: 'voice2', domain: 'pbx.hotel', exchange: nobody, register: false })
    expect(await agent.ping('voice2', 50)).toEqual({ failure: 'The exchange did not answer' })
    expect(agent.lines()[1]).toMatchObject({
      name: 'voice2',
      registered: null,
      lastError: { why: 'The exchange did not answer' },
    })
  })

  it('holds its way open', async () => {
    const peer = createSocket('udp4')
    peer.bind(0, '127.0.0.1')
    await once(peer, 'listening')
    closers.push(() => peer.close())
    const { agent } = await openAgent()
    const exchange = { host: '127.0.0.1', port: peer.address().port }
    agent.addLine({ user: 'voice1', domain: 'pbx.hotel', exchange, register: false, keepAliveSeconds: 0.05 })
    const [bytes, from] = (await once(peer, 'message')) as [Buffer, { port: number }]
    expect([bytes.toString(), from.port]).toEqual(['\r\n\r\n', agent.local.port])
  })

  it('counts its calls', async () => {
    const { exchange } = await openAll({ does: 'ring' })
    const { agent } = await openAgent()
    agent.addLine(lineAt(exchange, { register: false }))
    const rang = new Promise<void>((resolve) => void agent.dial('voice1', { to: '101', onRinging: resolve }))
    const second = agent.dial('voice1', { to: '102' })
    await rang
    expect(agent.lines()[0]?.calls).toBe(2)
    await second.hangUp()
    expect(agent.lines()[0]?.calls).toBe(1)
  })

  it('has lost its rights when every room is forbidden', async () => {
    const { exchange } = await openAll({ does: 'answer' }, { accounts: { '101': 'secret' } })
    const { agent } = await openAgent()
    agent.addLine(lineAt(exchange, { register: false }))
    const outcomes: string[] = []
    for (const to of ['201', '202', '203', '204'])
      outcomes.push((await agent.dial('voice1', { to }).ended).outcome)
    expect(outcomes).toEqual(['rejected', 'rejected', 'line-trouble', 'line-trouble'])
    expect(agent.lines()[0]?.lastError?.why).toBe('403 Forbidden')
  })
})

describe('a line that some rooms do not let through', () => {
  it('has not lost its rights when others answer', async () => {
    const script = (number: string): PhoneScript => ({ does: number.startsWith('2') ? 403 : 'answer' })
    const phones = await openPhones({ media: silentMedia(), script, timings: QUICK })
    closers.push(() => phones.close())
    const { agent } = await openAgent()
    agent.addLine({ user: 'voice1', domain: 'pbx.hotel', exchange: phones.address, register: false })
    const outcomes: string[] = []
    for (const to of ['201', '202', '101', '203', '204']) {
      const call = agent.dial('voice1', { to, onAnswered: () => void call.hangUp() })
      outcomes.push((await call.ended).outcome)
    }
    expect(outcomes).toEqual(['rejected', 'rejected', 'answered', 'rejected', 'rejected'])
  })
})

describe('a line with a port of its own', () => {
  it('registers and calls from there, and is rung there', async () => {
    const { exchange, phones } = await openAll({ does: 'answer' })
    const rung: string[] = []
    const { agent, until } = await openAgent({ onCall: (call) => (rung.push(call.to), call.reject(603)) })
    agent.addLine(lineAt(exchange, { ownPort: 0 }))
    const credentials = { username: 'voice2', password: 'secret' }
    agent.addLine(lineAt(exchange, { user: 'voice2', credentials }))
    await Promise.all([until('voice1', 'registered'), until('voice2', 'registered')])
    const port = (user: string) => parseUri(exchange.bindings.get(user)?.contact ?? '')?.port
    expect(port('voice2')).toBe(agent.local.port)
    expect(port('voice1')).not.toBe(agent.local.port)
    expect(await ringLine(phones, exchange)).toMatchObject({ status: 603 })
    const call = agent.dial('voice1', { to: '101', onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered' })
    const invite = exchange.requests.findLast(({ method }) => method === 'INVITE')
    expect(invite?.headers.get('contact')).toBe(`<sip:voice1@127.0.0.1:${port('voice1')}>`)
    expect(rung).toEqual(['voice1'])
  })

  it('has the port that it was told, and gives it back', async () => {
    const { exchange } = await openAll({ does: 'answer' })
    const probe = await openAgent()
    const { port } = probe.agent.local
    await probe.agent.close()
    const { agent, until } = await openAgent()
    agent.addLine(lineAt(exchange, { ownPort: port }))
    await until('voice1', 'registered')
    expect(exchange.bindings.get('voice1')?.contact).toBe(`sip:voice1@127.0.0.1:${port}`)
    await agent.removeLine('voice1')
    const next = await openAgent({ bind: { host: '127.0.0.1', port } })
    expect(next.agent.local.port).toBe(port)
  })

  it('says so when the port is taken, and the other lines do not suffer', async () => {
    const { exchange } = await openAll({ does: 'answer' })
    const { agent, until } = await openAgent()
    agent.addLine(lineAt(exchange, { ownPort: exchange.address.port }))
    const credentials = { username: 'voice2', password: 'secret' }
    agent.addLine(lineAt(exchange, { user: 'voice2', credentials }))
    await Promise.all([until('voice1', 'backing off'), until('voice2', 'registered')])
    expect(agent.lines()[0]?.why).toContain('EADDRINUSE')
  })
})

describe('a user agent on every address of its machine', () => {
  it.each(['0.0.0.0', ...(hasIpv6 ? ['::'] : [])])(
    '%s tells the exchange the one that leads there',
    async (host) => {
      const { exchange, phones } = await openAll({ does: 'answer' })
      const { agent, until } = await openAgent({
        bind: { host, port: 0 },
        onCall: (call) => void call.accept().then(() => call.hangUp()),
      })
      agent.addLine(lineAt(exchange))
      await until('voice1', 'registered')
      const { port } = agent.local
      expect(exchange.bindings.get('voice1')?.contact).toBe(`sip:voice1@127.0.0.1:${port}`)
      const [register] = exchange.requests
      expect(register?.headers.get('via')).toContain(`SIP/2.0/UDP 127.0.0.1:${port};`)
      expect(await ringLine(phones, exchange)).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    },
  )
})

describe('a user agent that speaks several protocols', () => {
  it('has one port for all, and the next for TLS', async () => {
    const agents = await Promise.all(
      Array.from({ length: 20 }, () => openAgent({ protocols: ['UDP', 'TCP', 'TLS'] })),
    )
    for (const { agent } of agents) {
      const { port } = agent.local
      await expect(openAgent({ bind: { host: '127.0.0.1', port }, protocols: ['TCP'] })).rejects.toThrow(
        'EADDRINUSE',
      )
      await expect(
        openAgent({ bind: { host: '127.0.0.1', port: port + 1 }, protocols: ['TLS'] }),
      ).rejects.toThrow('EADDRINUSE')
    }
  })

  it('is not open at all when one of them cannot be', async () => {
    const { agent } = await openAgent({ protocols: ['TCP'] })
    const bind = { host: '127.0.0.1', port: agent.local.port }
    await expect(openAgent({ bind, protocols: ['UDP', 'TCP'] })).rejects.toThrow('EADDRINUSE')
    await openAgent({ bind, protocols: ['UDP'] })
  })
})
