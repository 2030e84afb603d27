import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Baresip, startBaresip } from '../../../peers/baresip.ts'
import { DOMAIN } from '../../../peers/kamailio.ts'
import { has } from '../../../peers/programs.ts'
import { distinctSound, SAME } from '../../../peers/recording.ts'
import type { TlsMaterial } from '../src/transport/flow.ts'
import { type Authority, authority, type Certificate } from '../testing/certificates.ts'
import { spoken } from './baresip/meeting.ts'
import { becomes, type Hotel, lineOf, openHotel, passwordOf, registered } from './kamailio/hotel.ts'

/** An exchange that we did not write, over TLS, and a phone behind it that we did not write either. */

const isThere = (['kamailio', 'kamailio-tls', 'baresip', 'openssl'] as const).every(has)
const sound = distinctSound(2_000, 47)
const NAMES = [`DNS:${DOMAIN}`]
let house: Authority
let stranger: Authority
let hotel: Hotel
let phone: Baresip | undefined

beforeAll(() => {
  if (!isThere) return
  house = authority('The house')
  stranger = authority('Somebody else')
})
afterEach(async () => {
  await hotel.end()
  await phone?.stop()
  phone = undefined
})

/** The exchange shows this, and we have that. */
async function open(shown: Certificate & { readonly ca?: Buffer }, tls: TlsMaterial) {
  const users = { voice1: passwordOf('voice1'), '101': passwordOf('101') }
  hotel = await openHotel({
    exchange: { users, tls: shown },
    audible: true,
    ours: { protocols: ['UDP', 'TCP', 'TLS'], tls },
  })
}

/** Known by the name of its domain, though it is given in numbers. */
const addLine = (srtp: 'off' | 'required' = 'off') =>
  hotel.agent.addLine(lineOf('voice1', hotel.exchange.secure, { protocol: 'TLS', srtp }))

const refusal = async () => (await becomes(hotel, 'backing off')).why

describe.skipIf(!isThere)('Kamailio over TLS', () => {
  it('registers a line, and a guest behind it is woken word for word, with encrypted audio', async () => {
    await open(house.issue(NAMES), { ca: house.cert })
    addLine('required')
    await registered(hotel.exchange, 'voice1')
    const registersAt = { domain: DOMAIN, exchange: hotel.exchange.address, password: passwordOf('101') }
    phone = await startBaresip({ user: '101', registersAt, srtp: 'srtp-mand' })
    await registered(hotel.exchange, '101')
    const call = hotel.agent.dial('voice1', {
      to: '101',
      announcement: spoken(sound),
      onKey: () => void call.hangUp(),
    })
    expect((await phone.hears(sound)).worst).toBeGreaterThan(SAME)
    await phone.press('1')
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us', keys: '1' })
  })

  it('hangs a call up on the connection that we have opened', async () => {
    await open(house.issue(NAMES), { ca: house.cert })
    addLine()
    const registersAt = { domain: DOMAIN, exchange: hotel.exchange.address, password: passwordOf('101') }
    phone = await startBaresip({ user: '101', registersAt })
    await registered(hotel.exchange, '101')
    const call = hotel.agent.dial('voice1', {
      to: '101',
      onAnswered: () => void phone?.event('CALL_ESTABLISHED').then(() => phone?.hangUp()),
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
  })

  it('is not trusted where somebody else vouches for it', async () => {
    await open(house.issue(NAMES), { ca: stranger.cert })
    addLine()
    expect(await refusal()).toContain('nobody whom we trust vouches for it')
  })

  it('is not trusted with a certificate that has expired', async () => {
    await open(house.issue(NAMES, -1), { ca: house.cert })
    addLine()
    expect(await refusal()).toContain('it has expired')
  })

  it('is not trusted under another name', async () => {
    await open(house.issue(['DNS:other.hotel']), { ca: house.cert })
    addLine()
    expect(await refusal()).toContain('it is made out to another name')
  })

  it('that demands a certificate says so, and lets us in with one', async () => {
    const demanding = { ...house.issue(NAMES), ca: house.cert }
    await open(demanding, { ca: house.cert })
    addLine()
    expect(await refusal()).toMatch(/certificate of ours/)
    await hotel.end()
    await open(demanding, { ca: house.cert, ...house.issue(['DNS:voice.hotel']) })
    addLine()
    await registered(hotel.exchange, 'voice1')
    expect(hotel.agent.lines()[0]?.registered).not.toBe('backing off')
  })
})
