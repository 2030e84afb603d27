import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { freePorts } from '../../../peers/ports.ts'
import { Sightings } from '../../../peers/sightings.ts'
import type { TlsMaterial } from '../src/transport/flow.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import { type Authority, authority, type Certificate } from '../testing/certificates.ts'
import { silentMedia } from '../testing/silent-media.ts'

/** Whom a line over TLS trusts, and what it says of whom it does not. */

const bind = { host: '127.0.0.1', port: 0 }
const NAMES = ['DNS:pbx.hotel']
let house: Authority
let stranger: Authority
let pbx: Certificate
let agent: UserAgent
let said: Sightings<string>
const closers: (() => Promise<unknown>)[] = []

beforeAll(() => {
  if (!has('openssl')) return
  house = authority('The house')
  stranger = authority('Somebody else')
  pbx = house.issue(NAMES)
})

beforeEach(async () => {
  said = new Sightings<string>()
  agent = await createUserAgent({
    bind,
    protocols: ['UDP', 'TCP'],
    media: silentMedia(),
    lookup: () => Promise.resolve('127.0.0.1'),
    onRegistration: (_, state, why) => void (state === 'backing off' && said.add(why)),
  })
  closers.push(() => agent.close({ abruptly: true }))
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function exchangeWith(tls: TlsMaterial): Promise<number> {
  const exchange = await createUserAgent({ bind, protocols: ['TLS'], tls, media: silentMedia() })
  closers.push(() => exchange.close())
  return exchange.local.port
}

const addLine = (port: number, domain = 'pbx.hotel', register = true) =>
  agent.addLine({
    user: 'voice1',
    domain,
    exchange: { host: '127.0.0.1', port },
    protocol: 'TLS',
    credentials: { username: 'voice1', password: 'secret' },
    register,
  })

/** What is said of a line whose registration has failed. */
const refusal = () => said.next('a registration that fails', () => true)

describe.skipIf(!has('openssl'))('a line over TLS', () => {
  it('says that TLS is not open before anybody has asked for it', async () => {
    addLine(await exchangeWith(pbx))
    expect(await refusal()).toContain('TLS is not open')
    expect(await agent.secureAddress()).toBeNull()
  })

  it('trusts the authority that it was told of', async () => {
    const port = await exchangeWith(pbx)
    await agent.secure({ ca: house.cert })
    addLine(port, 'pbx.hotel', false)
    expect(await agent.ping('voice1')).toMatchObject({ status: 200 })
    expect(await agent.secureAddress()).toMatchObject({ host: '127.0.0.1' })
  })

  it('is open at the port above that of SIP', async () => {
    const first = await freePorts(2)
    const fixed = await createUserAgent({ bind: { ...bind, port: first }, media: silentMedia() })
    closers.push(() => fixed.close())
    await fixed.secure({ ca: house.cert })
    expect(await fixed.secureAddress()).toEqual({ host: '127.0.0.1', port: first + 1 })
  })

  it('says that nobody vouches for the exchange', async () => {
    const port = await exchangeWith(pbx)
    await agent.secure({ ca: stranger.cert })
    addLine(port)
    expect(await refusal()).toMatch(
      /^Error: The certificate of the exchange \(pbx\.hotel\) was refused: nobody whom we trust vouches for it/,
    )
    expect(agent.lines()[0]?.lastError?.why).toContain('nobody whom we trust')
  })

  it('says that the certificate of the exchange has expired', async () => {
    const port = await exchangeWith(house.issue(NAMES, -1))
    await agent.secure({ ca: house.cert })
    addLine(port)
    expect(await refusal()).toContain('(pbx.hotel) was refused: it has expired')
  })

  it('says that the exchange has another name', async () => {
    const port = await exchangeWith(house.issue(['DNS:other.hotel']))
    await agent.secure({ ca: house.cert })
    addLine(port)
    expect(await refusal()).toMatch(/was refused: it is made out to another name .*DNS:other\.hotel/)
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'says that the exchange wants to know who we are, by %s',
    async (version) => {
      const demanding = { requestCert: true, rejectUnauthorized: true, ca: house.cert, maxVersion: version }
      const port = await exchangeWith({ ...pbx, ...demanding })
      await agent.secure({ ca: house.cert })
      addLine(port)
      expect(await refusal()).toMatch(/The exchange \(pbx\.hotel\) .*demands? a certificate of ours/)
    },
  )

  it('says that the exchange does not know the one who vouches for us', async () => {
    const port = await exchangeWith({ ...pbx, requestCert: true, rejectUnauthorized: true, ca: house.cert })
    await agent.secure({ ca: house.cert, ...stranger.issue(['DNS:voice.hotel']) })
    addLine(port)
    expect(await refusal()).toMatch(/The exchange \(pbx\.hotel\) .*certificate/)
  })

  it('shows its own certificate, also one that it was given later', async () => {
    const port = await exchangeWith({ ...pbx, requestCert: true, rejectUnauthorized: true, ca: house.cert })
    await agent.secure({ ca: house.cert })
    await agent.secure({ ca: house.cert, ...house.issue(['DNS:voice.hotel']) })
    addLine(port, 'pbx.hotel', false)
    expect(await agent.ping('voice1')).toMatchObject({ status: 200 })
  })

  it('does without TLS again once nobody wants it', async () => {
    const port = await exchangeWith(pbx)
    await agent.secure({ ca: house.cert })
    await agent.unsecure()
    expect(await agent.secureAddress()).toBeNull()
    addLine(port)
    expect(await refusal()).toContain('TLS is not open')
  })

  it('takes any other port where the one above that of SIP is taken', async () => {
    const other = createServer().listen(agent.local.port + 1, '127.0.0.1')
    // Whoever has it already does as well.
    await once(other, 'listening').catch(() => null)
    closers.push(async () => void other.close())
    const port = await exchangeWith(pbx)
    await agent.secure({ ca: house.cert })
    addLine(port, 'pbx.hotel', false)
    expect(await agent.ping('voice1')).toMatchObject({ status: 200 })
    expect((await agent.secureAddress())?.port).not.toBe(agent.local.port + 1)
  })
})
