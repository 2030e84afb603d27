import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Dossier } from '@reveille/contract'
import { decodeG711 } from '@reveille/sip'
import { authority, joined, silence, tone } from '@reveille/sip/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Baresip, type BaresipOptions, startBaresip } from '../../../peers/baresip.ts'
import { DOMAIN, startKamailio } from '../../../peers/kamailio.ts'
import { HERE } from '../../../peers/ports.ts'
import { has } from '../../../peers/programs.ts'
import { compare, SAME } from '../../../peers/recording.ts'
import type { AnnouncedSpeech } from '../src/calls/voice/announcer.ts'
import { eventually } from '../testing/eventually.ts'
import { announced } from './announced.ts'
import { type LiveHotel, type LiveOptions, openLiveHotel } from './live-hotel.ts'
import { newFolder } from './night.ts'

/** The whole product, from the site file to the ear of a phone that others wrote. */

const passwordOf = (user: string) => `password-of-${user}`
const ONCE = { attempts: 1, machines: 'off' } as const

async function placePhone(options: Partial<BaresipOptions>): Promise<Baresip> {
  const phone = await startBaresip({ user: '101', ...options })
  onTestFinished(() => phone.stop())
  return phone
}

/** A line that leads to the phone itself. */
async function openAt({ address }: Baresip, line: Partial<LiveOptions['line']>): Promise<LiveHotel> {
  const own = { uri: `sip:voice1@${HERE}`, registrar: `${address.host}:${address.port}`, register: false }
  return openLiveHotel({ line: { ...own, ...line }, wakeup: ONCE })
}

interface Hearing {
  /** What the guest is to hear, as samples. */
  readonly sound?: (speech: AnnouncedSpeech) => Int16Array
  readonly least?: number
  /** What the guest does after the first round of the announcement; hangs up unless given. */
  readonly afterwards?: (durationMs: number) => Promise<unknown>
}

const narrow = ({ pcmu }: AnnouncedSpeech) => decodeG711(pcmu, 'PCMU')

const PROGRAMS = ['kamailio', 'kamailio-tls', 'baresip', 'openssl'] as const

/** Wakes the guest; gives how well the announcement was heard. */
async function wake(hotel: LiveHotel, phone: Baresip, hearing: Hearing = {}) {
  const { sound = narrow, least = SAME, afterwards = () => phone.hangUp() } = hearing
  const call = await hotel.ask('101')
  const speech = await announced(call.at, 'en')
  const played = sound(speech)
  await phone.event('CALL_ESTABLISHED')
  const heard = await phone.hears(played, least)
  expect(heard.worst).toBeGreaterThan(least)
  await afterwards(speech.durationMs)
  expect(await hotel.settled(call)).toMatchObject({ result: 1, attempts: 1 })
  return { id: call.id, played, heard }
}

describe.skipIf(!PROGRAMS.every(has))('Kamailio over TLS', () => {
  test('leads to a room whose phone encrypts, and the guest hears every word', async () => {
    const house = authority('The house')
    const users = Object.fromEntries(['voice1', '101'].map((user) => [user, passwordOf(user)]))
    const exchange = await startKamailio({ users, tls: house.issue([`DNS:${DOMAIN}`]) })
    onTestFinished(() => exchange.stop())
    const registersAt = { domain: DOMAIN, exchange: exchange.address, password: passwordOf('101') }
    const phone = await placePhone({ registersAt, srtp: 'srtp-mand' })
    await exchange.bound.next('room 101', ({ user, seconds }) => user === '101' && seconds > 0)
    const ca = path.join(newFolder(), 'ca.pem')
    writeFileSync(ca, house.cert)
    const { host, port } = exchange.secure
    const hotel = await openLiveHotel({
      telephony: { tls: { ca } },
      wakeup: ONCE,
      line: {
        uri: `sip:voice1@${DOMAIN}`,
        password: passwordOf('voice1'),
        registrar: `${host}:${port}`,
        transport: 'tls',
        srtp: 'required',
      },
    })
    await exchange.bound.next('our line', ({ user, seconds }) => user === 'voice1' && seconds > 0)
    const { heard } = await wake(hotel, phone)
    expect(heard.blocks.length).toBeGreaterThan(5)
  })
})

/** A filter that lets pass what lies above 4.2 kHz, of samples at 16 kHz: a sinc under a Hamming window. */
const HALF = 48
const ABOVE = Float64Array.from({ length: 2 * HALF + 1 }, (_, at) => {
  const [away, cut] = [at - HALF, (2 * 4_200) / 16_000]
  const low = away === 0 ? cut : Math.sin(Math.PI * cut * away) / (Math.PI * away)
  return ((away === 0 ? 1 : 0) - low) * (0.54 + 0.46 * Math.cos((Math.PI * away) / HALF))
})
const highOf = (sound: Int16Array) =>
  sound.map((_, at) => ABOVE.reduce((sum, tap, one) => sum + tap * (sound[at + one - HALF] ?? 0), 0))
const energyOf = (sound: Int16Array) => sound.reduce((sum, one) => sum + one * one, 0)

describe.skipIf(!has('baresip'))('a phone that speaks G.722', () => {
  test('lets the guest hear the announcement as it was recorded, also above what G.711 carries', async () => {
    const phone = await placePhone({ codecs: ['G722', 'PCMA'] })
    const hotel = await openAt(phone, { codecs: ['G722', 'PCMA'] })
    // G.722 has six bits for what lies below 4 kHz, and two for what lies above.
    const { played, heard } = await wake(hotel, phone, { sound: (speech) => speech.wideband(), least: 0.93 })
    const recorded = await phone.recording()
    const from = Math.round(heard.startsAtMs * 8)
    const [said, arrived] = [highOf(played), highOf(recorded.subarray(from, from + played.length))]
    const above = compare(said, arrived)
    expect(above.blocks.length).toBeGreaterThan(3)
    // Of the soft beginning the codec itself leaves 0.78, of the rest 0.9 and more, at whatever hour it is.
    expect(above.worst).toBeGreaterThan(0.7)
    expect(Math.abs(10 * Math.log10(energyOf(arrived) / energyOf(said)))).toBeLessThan(1)
  })
})

describe.skipIf(!has('baresip'))('keys that come as tones in the audio', () => {
  /** Half a second before the first round, and a second and a half between two, when tones are listened to. */
  const PAUSES_MS = 2_000
  /** Key 5, again and again. */
  const pressing = joined(
    ...Array.from({ length: 20 }, () => joined(silence(1_000), tone([770, 1_336], 200))),
  )

  const keysOf = async (hotel: LiveHotel, id: string) => {
    const dossier = (await hotel.request('boss', 'GET', `/rest/wakeup/${id}/dossier`)).json as Dossier
    return dossier.attempts[0]?.keys
  }

  test('count where the line says so, and end the call', async () => {
    const phone = await placePhone({ says: pressing })
    const hotel = await openAt(phone, { inBandKeys: true })
    const { id } = await wake(hotel, phone, { afterwards: () => phone.event('CALL_CLOSED') })
    expect(await keysOf(hotel, id)).toMatch(/^5/)
  })

  test('do not count elsewhere', async () => {
    const phone = await placePhone({ says: pressing })
    const hotel = await openAt(phone, { inBandKeys: false })
    const { id } = await wake(hotel, phone, {
      async afterwards(durationMs) {
        const samples = (2 * durationMs + PAUSES_MS) * 8
        await eventually(async () => expect((await phone.recording()).length).toBeGreaterThan(samples))
        await phone.hangUp()
      },
    })
    expect(await keysOf(hotel, id)).toBe('')
  })
})
