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
import { seconds, systemClock } from '../src/kernel/clock.ts'
import { announced } from './announced.ts'
import { type LiveHotel, type LiveOptions, openLiveHotel } from './live-hotel.ts'
import { newFolder } from './night.ts'

/** The whole product, from the site file to the ear of a phone that others wrote. */

const clock = systemClock()
const passwordOf = (user: string) => `password-of-${user}`
/** The announcement begins half a second after the answer. */
const UNHURRIED = seconds(3)
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

/** Wakes the guest, who hangs up when it was said once; gives what was to be said. */
async function wake(hotel: LiveHotel, phone: Baresip) {
  const call = await hotel.ask('101')
  const speech = await announced(call.at, 'en')
  await phone.event('CALL_ESTABLISHED')
  clock.at(clock.now() + speech.durationMs + UNHURRIED, () => void phone.hangUp().catch(() => {}))
  expect(await hotel.settled(call)).toMatchObject({ result: 1, attempts: 1 })
  await phone.event('CALL_CLOSED')
  return { id: call.id, speech }
}

/** Half a second after the answer it is said, and after a second and a half again, when it is no longer looked at. */
const firstTime = (recording: Int16Array, { durationMs }: AnnouncedSpeech, samplesPerMs: number) =>
  recording.subarray(0, (durationMs + 1_500) * samplesPerMs)

// In real time beside other programs: on a busy machine a recording has gaps that are not ours.
const PROGRAMS = ['kamailio', 'kamailio-tls', 'baresip', 'openssl'] as const

describe.skipIf(!PROGRAMS.every(has))('Kamailio over TLS', { retry: 2 }, () => {
  test('leads to a room whose phone encrypts, and the guest hears every word', async () => {
    const house = authority('The house')
    const users = Object.fromEntries(['voice1', '101'].map((user) => [user, passwordOf(user)]))
    const exchange = await startKamailio({ users, tls: house.issue([`DNS:${DOMAIN}`]), ringingMs: 30_000 })
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
    const { speech } = await wake(hotel, phone)
    const recorded = firstTime(await phone.recording(), speech, 8)
    const heard = compare(decodeG711(speech.pcmu, 'PCMU'), recorded)
    expect(heard.blocks.length).toBeGreaterThan(5)
    expect(heard.worst).toBeGreaterThan(SAME)
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

describe.skipIf(!has('baresip'))('a phone that speaks G.722', { retry: 2 }, () => {
  test('lets the guest hear the announcement as it was recorded, also above what G.711 carries', async () => {
    const phone = await placePhone({ codecs: ['G722', 'PCMA'] })
    const hotel = await openAt(phone, { codecs: ['G722', 'PCMA'] })
    const { speech } = await wake(hotel, phone)
    const [played, recorded] = [speech.wideband(), firstTime(await phone.recording(), speech, 16)]
    const heard = compare(played, recorded)
    // G.722 has six bits for what lies below 4 kHz, and two for what lies above.
    expect(heard.worst).toBeGreaterThan(0.93)
    const from = Math.round(heard.startsAtMs * 8)
    const [said, arrived] = [highOf(played), highOf(recorded.subarray(from, from + played.length))]
    const above = compare(said, arrived)
    expect(above.blocks.length).toBeGreaterThan(3)
    // Of the soft beginning the codec itself leaves 0.78, of the rest 0.9 and more, at whatever hour it is.
    expect(above.worst).toBeGreaterThan(0.7)
    expect(Math.abs(10 * Math.log10(energyOf(arrived) / energyOf(said)))).toBeLessThan(1)
  })
})

describe.skipIf(!has('baresip'))('keys that come as tones in the audio', { retry: 2 }, () => {
  /** Key 5, again and again: while we speak, tones are not listened to. */
  const pressing = joined(
    ...Array.from({ length: 20 }, () => joined(silence(1_000), tone([770, 1_336], 200))),
  )

  test.each([
    ['count where the line says so', true],
    ['do not count elsewhere', false],
  ])('%s', async (_, inBandKeys) => {
    const phone = await placePhone({ says: pressing })
    const hotel = await openAt(phone, { inBandKeys })
    const { id } = await wake(hotel, phone)
    const dossier = (await hotel.request('boss', 'GET', `/rest/wakeup/${id}/dossier`)).json as Dossier
    expect(dossier.attempts[0]?.keys.slice(0, 1)).toBe(inBandKeys ? '5' : '')
  })
})
