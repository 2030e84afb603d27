import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Line, SiteFile } from '@reveille/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startBaresip } from '../../../peers/baresip.ts'
import { DOMAIN, startKamailio } from '../../../peers/kamailio.ts'
import { freePorts, HERE } from '../../../peers/ports.ts'
import { has } from '../../../peers/programs.ts'
import { SAME } from '../../../peers/recording.ts'
import { type Press, writePcap, writeToneCap } from '../../sip/test/sipp/pcap.ts'
import {
  calls,
  pauses,
  plays,
  receivesAnswer,
  receivesStatus,
  sdp,
  type Step,
} from '../../sip/test/sipp/scenario.ts'
import { startSipp } from '../../sip/test/sipp/sipp.ts'
import { decode } from '../../sip/src/media/g711.ts'
import { createAnnouncer } from '../src/calls/voice/announcer.ts'
import type { Voice } from '../src/calls/caller.ts'
import type { Word } from '../src/hotel/wakeups/announcement.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { eventually } from '../testing/eventually.ts'
import { worded } from '../testing/menu-trial.ts'
import { LANGUAGES_HERE } from '../testing/spoken-languages.ts'
import { openBarePhones } from './bare-phones.ts'
import { openLiveHotel } from './live-hotel.ts'

/** The whole product, in real time, called by phones and through an exchange that others wrote. */

const announcer = createAnnouncer({
  languages: LANGUAGES_HERE,
  clock: systemClock(),
  log: silentLog,
  defaultLanguage: () => 'en',
})

async function openCalled(line: Partial<Line> & Pick<Line, 'uri'>, menus: SiteFile['menus'] = {}) {
  const said: (readonly Word[])[] = []
  const voice: Voice = {
    prepare(words, language) {
      said.push(words)
      return announcer.prepare(words, language)
    },
  }
  const port = await freePorts()
  const hotel = await openLiveHotel({
    line: { menu: 'guest', calls: 4, ...line },
    telephony: { port },
    menus,
    voice,
  })
  const pending = async () =>
    ((await hotel.request('desk', 'GET', '/rest/wakeup/list/pending')).json.pending as Pending[]).map(
      ({ room, scheduled, source }) => [room, scheduled.slice(11, 16), source],
    )
  return { hotel, port, said, pending }
}

interface Pending {
  readonly room: string
  readonly scheduled: string
  readonly source: number
}

const EVENTS = new Map('0123456789*#'.split('').map((key, event) => [key, event]))

/** Pressed one after the other, as fast as a hurried guest does. */
const presses = (keys: string): Press[] =>
  keys.split('').map((key, at) => ({ event: EVENTS.get(key) ?? 0, atMs: at * 250 }))

function recorded(bytes: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pcap-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'keys.pcap')
  writeFileSync(file, bytes)
  return file
}

const events = (payloadType: number, keys: string): Step[] => [
  plays(recorded(writePcap({ payloadType, presses: presses(keys) }))),
  pauses(1_500),
]
const info = (seq: number, type: string, body: string): Step[] => [
  calls('INFO', seq, { inDialog: true, headers: [['Content-Type', type]], body }),
  receivesStatus(200),
]
const relay = (keys: string): Step[] =>
  keys.split('').flatMap((key, at) => info(2 + at, 'application/dtmf-relay', `Signal=${key}\nDuration=160`))

/** Each key in the audio and as INFO, as some exchanges send it. */
const bothWays = (keys: string): Step[] =>
  keys
    .split('')
    .flatMap((key, at) => [
      plays(recorded(writePcap({ payloadType: 101, presses: presses(key), begins: at }))),
      ...info(2 + at, 'application/dtmf-relay', `Signal=${key}\nDuration=160`),
      pauses(400),
    ])

const described = (payloadType: number) =>
  sdp({
    port: '[media_port]',
    formats: `0 ${payloadType}`,
    attributes: [`rtpmap:${payloadType} telephone-event/8000`],
  })

/** A room phone: calls, presses these keys once it is answered, listens for a while and hangs up. */
const guest = (keys: readonly Step[], payloadType = 101): Step[] => [
  calls('INVITE', 1, { body: described(payloadType) }),
  '<recv response="100" optional="true"/>',
  '<recv response="180" optional="true"/>',
  receivesAnswer(200),
  calls('ACK', 1, { inDialog: true }),
  pauses(600),
  ...keys,
  pauses(2_000),
  calls('BYE', 20, { inDialog: true }),
  receivesStatus(200),
]

const TRUNK = { uri: 'sip:voice1@hotel.example', registrar: `${HERE}:9`, register: false } as const

describe.skipIf(!has('sipp') || process.getuid?.() !== 0)('a guest at a phone of sipp', () => {
  test.each([
    ['events of payload type 101', () => guest(events(101, '0637')), {}],
    ['events of payload type 96', () => guest(events(96, '0637'), 96), {}],
    ['INFO with a signal', () => guest(relay('0637')), {}],
    [
      'INFO with the key alone',
      () => guest('0637'.split('').flatMap((key, at) => info(2 + at, 'application/dtmf', key))),
      {},
    ],
    ['both at once', () => guest(bothWays('0637')), {}],
    [
      'tones in the audio, after the words',
      () => guest([pauses(7_000), plays(recorded(writeToneCap('0637'))), pauses(2_500)]),
      { inBandKeys: true },
    ],
  ] as const)('presses a time by %s, and it is stored once', async (_, steps, line) => {
    const { port, pending, said } = await openCalled({ ...TRUNK, ...line })
    const sipp = await startSipp(steps(), { calls: { host: HERE, port } })
    await sipp.finished()
    await eventually(async () => expect(await pending()).toEqual([['101', '06:37', 3]]))
    expect(said.at(-1)?.map(worded).join(' ')).toMatch(/^call-is-set 6:37 (today|tomorrow)/)
  })
})

describe('a guest who does not get along', () => {
  /** Three times no time of day, each once the words to the one before were heard. */
  const SLIPS = ['9999', '9999', '9999']
  /** Packets of 20 ms. */
  const HEARD = 40

  async function call(takesRefer: number) {
    const { hotel, port, said } = await openCalled(TRUNK, { connectTo: '0' })
    const phones = await openBarePhones()
    onTestFinished(() => phones.close())
    const guest = await phones.dial({ from: '101', to: 'voice1', door: { host: HERE, port }, takesRefer })
    for (const slip of SLIPS) {
      for (const key of slip) await guest.info('application/dtmf-relay', `Signal=${key}\nDuration=160`)
      const before = guest.audio.heard.length
      await eventually(() =>
        expect(
          guest.isUp && guest.audio.heard.slice(before).filter(({ isSound }) => isSound).length < HEARD,
        ).toBe(false),
      )
    }
    await guest.ended
    const alarms = (await hotel.request('boss', 'GET', '/rest/alarm')).json.alarms as { kind: string }[]
    return { guest, alarms: alarms.map(({ kind }) => kind), last: said.at(-1)?.map(worded).join(' ') }
  }

  test('is connected by an exchange that takes a REFER: our leg ends, and the desk has no alarm', async () => {
    const { guest, alarms, last } = await call(200)
    expect(guest.heard).toEqual(['REFER', 'BYE'])
    expect([alarms, last]).toEqual([[], 'connecting-desk'])
  })

  test('and says nothing on a phone that then sends nothing is helped all the same', async () => {
    const { hotel, port, said } = await openCalled(TRUNK)
    const phones = await openBarePhones()
    onTestFinished(() => phones.close())
    const guest = await phones.dial({ from: '101', to: 'voice1', door: { host: HERE, port } })
    await guest.ended
    const alarms = (await hotel.request('boss', 'GET', '/rest/alarm')).json.alarms as { kind: string }[]
    expect(alarms.map(({ kind }) => kind)).toContain('guest.needs-help')
    expect(said.at(-1)?.map(worded).join(' ')).toBe('desk-is-told')
  })

  test('and by one whose desk is busy is not: hears so, and the desk calls back', async () => {
    const { guest, alarms, last } = await call(486)
    expect(guest.heard).toEqual(['REFER', 'BYE'])
    expect([alarms, last]).toEqual([['guest.needs-help'], 'desk-is-told'])
  })
})

describe('an exchange that names two calls alike', () => {
  test('sets what was dialled in the second, too', async () => {
    const phones = await openBarePhones()
    onTestFinished(() => phones.close())
    const { port, pending } = await openCalled({ uri: `sip:voice1@${HERE}:${phones.here.port}` })
    const dialled = { from: '101', to: 'voice1', door: { host: HERE, port }, callId: 'the-same-again' }
    for (const time of ['0630', '*']) {
      const call = await phones.dial(dialled)
      for (const key of time) await call.info('application/dtmf-relay', `Signal=${key}\nDuration=160`)
      await eventually(async () => expect(await pending()).toHaveLength(time === '*' ? 0 : 1))
      await call.hangUp()
    }
    const again = await phones.dial(dialled)
    for (const key of '0630') await again.info('application/dtmf-relay', `Signal=${key}\nDuration=160`)
    await eventually(async () => expect(await pending()).toEqual([['101', '06:30', 3]]))
    await again.hangUp()
  })
})

describe.skipIf(!has('kamailio') || !has('baresip'))('a guest with baresip behind Kamailio', () => {
  const password = 'a-secret-of-the-exchange'

  async function open() {
    const exchange = await startKamailio({ users: { voice1: password, '101': password } })
    onTestFinished(() => exchange.stop())
    const registrar = `${exchange.address.host}:${exchange.address.port}`
    const called = await openCalled({ uri: `sip:voice1@${DOMAIN}`, registrar, password })
    const phone = await startBaresip({
      user: '101',
      registersAt: { domain: DOMAIN, exchange: exchange.address, password },
    })
    onTestFinished(() => phone.stop())
    for (const name of ['voice1', '101'])
      await exchange.bound.next(
        `${name} to be registered`,
        ({ user, seconds }) => user === name && seconds > 0,
      )
    const call = async () => {
      await phone.dial(`sip:voice1@${DOMAIN}`)
      await phone.event('CALL_ESTABLISHED')
    }
    return { ...called, phone, call }
  }

  test('sets a call, hears what is stored, changes it and cancels it', async () => {
    const { phone, call, pending, said } = await open()
    await call()
    await phone.press('0637')
    await eventually(async () => expect(await pending()).toEqual([['101', '06:37', 3]]))
    const readBack = said.at(-1) ?? []
    const { pcmu } = await announcer.prepare(readBack, 'en')
    expect(readBack.map(worded).join(' ')).toMatch(/^call-is-set 6:37 /)
    expect((await phone.hears(decode(pcmu, 'PCMU'))).worst).toBeGreaterThan(SAME)
    await phone.hangUp()
    await phone.event('CALL_CLOSED')

    await call()
    await phone.press('0715')
    await eventually(async () => expect(await pending()).toEqual([['101', '07:15', 3]]))
    await phone.hangUp()
    await phone.event('CALL_CLOSED')

    await call()
    await phone.press('*')
    await eventually(async () => expect(await pending()).toEqual([]))
    await phone.event('CALL_CLOSED')
  })
})
