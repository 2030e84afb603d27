import { openPhones, timedMedia } from '@reveille/sip/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePorts } from '../../../peers/ports.ts'
import { atOnce } from '../src/calls/audio/steps.ts'
import { cutOut } from '../src/calls/audio/utterance.ts'
import { parseWav } from '../src/calls/audio/wav.ts'
import { sipClock } from '../src/calls/lines/sip-clock.ts'
import { PHRASES } from '../src/hotel/wakeups/announcement.ts'
import { minutes, seconds, systemClock } from '../src/kernel/clock.ts'
import { PATIENCE } from '../testing/eventually.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { tone, wavFile } from '../testing/wav-files.ts'
import { basic, type Hotel, type HotelOptions, openHotel, SITE } from './hotel.ts'
import { newFolder } from './night.ts'
import { nodesOn } from './node-pair.ts'
import { overheard } from './overheard.ts'
import { useDatabases } from './test-databases.ts'

const WAV = 'audio/wav'
const RATE = 16_000
/** Two seconds that can be heard. */
const HELLO = wavFile({ rate: RATE, channels: [tone(440, RATE, 2)] })
const OTHER = wavFile({ rate: RATE, channels: [tone(300, RATE, 1.5)] })

const audioOf = (name: string, query = '?language=de') => `/rest/config/phrase/${name}/audio${query}`

interface Reply {
  readonly error: number
  readonly description: string
  readonly milliseconds?: number
}

async function record(hotel: Hotel, url: string, file: Uint8Array = HELLO, user = 'boss', type = WAV) {
  const headers = { authorization: basic(user, `${user}-pw`), 'content-type': type }
  const reply = await hotel.http.app.inject({ method: 'PUT', url, headers, payload: Buffer.from(file) })
  return { status: reply.statusCode, json: reply.json<Reply>() }
}

async function listen(hotel: Hotel, url: string, user = 'boss') {
  const headers = { authorization: basic(user, `${user}-pw`) }
  const reply = await hotel.http.app.inject({ method: 'GET', url, headers })
  return { status: reply.statusCode, type: reply.headers['content-type'], bytes: reply.rawPayload }
}

/** The sound in a file that we gave. */
const soundIn = ({ bytes }: { readonly bytes: Buffer }) => bytes.subarray(44)
/** What is heard of a recording within a sentence. */
const spoken = (pcmu: Uint8Array) => Buffer.from(atOnce(cutOut(pcmu)).pcmu)

interface Listed {
  readonly name: string
  readonly text: string
  readonly recorded?: string
}

describe('phrases', () => {
  let hotel: Hotel
  beforeEach(async () => {
    hotel = await openHotel({ site: SITE })
  })
  afterEach(() => hotel.close())
  const list = async (query = '?language=de') => {
    const { json } = await hotel.request('boss', 'GET', `/rest/config/phrase${query}`)
    return json.phrases as Listed[]
  }
  const find = async (name: string, query?: string) => (await list(query)).find((one) => one.name === name)

  it('are listed with their wording in a language: all that is said, and the pieces of times', async () => {
    const german = await list()
    expect(german.slice(0, PHRASES.length).map(({ name }) => name)).toEqual(PHRASES)
    expect(german[0]).toEqual({ name: 'good-morning', text: 'Guten Morgen.' })
    expect(german).toContainEqual({ name: 'hour-7', text: 'sieben Uhr,' })
    expect(german.every(({ text }) => text !== '')).toBe(true)
    expect(await find('good-morning', '?language=fr')).toMatchObject({ text: 'Bonjour.' })
    expect(await list('')).toEqual(await list('?language=en'))
    expect((await hotel.request('boss', 'GET', '/rest/config/phrase')).json).toMatchObject({
      language: 'en',
      languages: ['en', 'de', 'fr', 'es', 'it', 'en-US'],
    })
  })

  it('are listed page by page for whoever asks for it', async () => {
    const page = await hotel.request('boss', 'GET', '/rest/config/phrase?language=de&limit=2')
    expect(page.json.phrases).toHaveLength(2)
    expect(page.headers['link']).toContain('language=de')
  })

  it('tell of a recording when it was made, and how long it lasts', async () => {
    expect((await record(hotel, audioOf('good-morning'))).json).toEqual({
      error: 0,
      description: 'The recording lasts 2.0 seconds',
      milliseconds: 2_000,
      notes: [],
    })
    expect(await find('good-morning')).toEqual({
      name: 'good-morning',
      text: 'Guten Morgen.',
      recorded: '2026-11-14T20:00:00+01:00',
      milliseconds: 2_000,
    })
    expect(await find('good-morning', '?language=en')).not.toHaveProperty('recorded')
    hotel.clock.advance(minutes(1))
    await record(hotel, audioOf('good-morning'), OTHER)
    expect(await find('good-morning')).toMatchObject({
      recorded: '2026-11-14T20:01:00+01:00',
      milliseconds: 1_500,
    })
  })

  it('can be listened to as recorded and as delivered', async () => {
    expect((await listen(hotel, audioOf('hour-7'))).status).toBe(404)
    await record(hotel, audioOf('hour-7'))
    const own = await listen(hotel, audioOf('hour-7'))
    expect([own.status, own.type]).toEqual([200, WAV])
    expect(parseWav(own.bytes)).toMatchObject({ encoding: 'pcmu', channels: 1, rate: 8_000, missing: 0 })
    expect(own.bytes).toHaveLength(44 + 16_000)
    const delivered = await listen(hotel, audioOf('hour-7', '?language=de&voice=delivered'))
    expect([delivered.status, delivered.bytes.equals(own.bytes)]).toEqual([200, false])
    expect(parseWav(delivered.bytes)).toMatchObject({ encoding: 'pcmu', rate: 8_000, missing: 0 })
  })

  it('are said by the delivered voice again when the recording is removed', async () => {
    await record(hotel, audioOf('good-morning'))
    const answer = await hotel.request('boss', 'DELETE', audioOf('good-morning'))
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await find('good-morning')).not.toHaveProperty('recorded')
    for (const method of ['GET', 'DELETE'])
      expect(await hotel.request('boss', method, audioOf('good-morning'))).toMatchObject({
        status: 404,
        json: { error: 3, description: 'Phrase good-morning has no recording in de' },
      })
  })

  it('leave a row in the log that says who has recorded and removed them', async () => {
    await record(hotel, audioOf('good-morning'))
    await hotel.request('boss', 'DELETE', audioOf('good-morning'))
    const { log } = (await hotel.request('boss', 'GET', '/rest/log?kind=phrase')).json
    expect(log).toMatchObject([
      {
        kind: 'phrase.recorded',
        actor: 'boss',
        text: 'Recording of phrase good-morning in de stored',
        detail: { key: 'good-morning', language: 'de', milliseconds: 2_000, notes: [] },
      },
      {
        kind: 'phrase.recording-removed',
        actor: 'boss',
        detail: { key: 'good-morning', language: 'de' },
      },
    ])
  })

  it.each(['good-moring', 'phrase', 'hour-24', 'x y', '%2e%2e', 'constructor'])(
    'of the name %s there are none: 404',
    async (name) => {
      expect((await record(hotel, audioOf(name))).status).toBe(404)
      for (const method of ['GET', 'DELETE'])
        expect(await hotel.request('boss', method, audioOf(name))).toMatchObject({
          status: 404,
          json: { error: 3 },
        })
    },
  )

  it('of a language that is not spoken here are refused in words that name those that are', async () => {
    const refusal = {
      status: 400,
      json: { description: 'language nl is not spoken here: en, de, fr, es, it and en-US are' },
    }
    expect(await record(hotel, audioOf('good-morning', '?language=nl'))).toMatchObject(refusal)
    expect(await hotel.request('boss', 'GET', '/rest/config/phrase?language=nl')).toMatchObject(refusal)
    for (const method of ['GET', 'DELETE'])
      expect(await hotel.request('boss', method, audioOf('good-morning', '?language=nl'))).toMatchObject(
        refusal,
      )
  })

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing at all', new Uint8Array(), /^The file is empty\. Choose a WAV file/],
    ['garbage', Buffer.from('good morning'), /^This is something else, not a WAV file/],
    [
      'two minutes and more',
      wavFile({ rate: 8_000, encoding: 'pcmu', channels: [tone(440, 8_000, 121)] }),
      /^The recording lasts 121 s; at most 120 s can be used/,
    ],
    ['silence', wavFile({ rate: RATE, channels: [new Float32Array(RATE)] }), /^Hardly anything can be heard/],
    ['what breaks off', HELLO.subarray(0, 20_000), /^This WAV file is cut off/],
  ])('cannot be recorded with %s, and it is said what to do', async (_, file, sentence) => {
    const answer = await record(hotel, audioOf('good-morning'), file)
    expect(answer).toMatchObject({ status: 400, json: { error: 1 } })
    expect(answer.json.description).toMatch(sentence)
    expect(await find('good-morning')).not.toHaveProperty('recorded')
    expect((await hotel.request('boss', 'GET', '/rest/log?kind=phrase')).json.log).toEqual([])
  })

  it('cannot be recorded with another kind of file: 415, or with more than 10 MiB: 413', async () => {
    expect((await record(hotel, audioOf('good-morning'), HELLO, 'boss', 'audio/mpeg')).status).toBe(415)
    const large = new Uint8Array(11 * 1024 * 1024)
    expect((await record(hotel, audioOf('good-morning'), large)).status).toBe(413)
  })

  it("are changed by administrators of the whole site, heard by a tenant's, and by nobody else", async () => {
    await record(hotel, audioOf('good-morning'))
    const doors = async (user: string) => [
      (await hotel.request(user, 'GET', '/rest/config/phrase?language=de')).status,
      (await record(hotel, audioOf('good-morning'), OTHER, user)).status,
      (await listen(hotel, audioOf('good-morning'), user)).status,
      (await hotel.request(user, 'DELETE', audioOf('good-morning'))).status,
    ]
    expect(await doors('desk')).toEqual([403, 403, 403, 403])
    expect(await doors('nyboss')).toEqual([200, 403, 200, 403])
    expect(await find('good-morning')).toMatchObject({ milliseconds: 2_000 })
    expect(await doors('boss')).toEqual([200, 200, 200, 200])
  })
})

/** Nobody moves it. */
const clock: ManualClock = { ...systemClock(), advance: () => {}, set: () => {} }
const VIRTUAL = { ...SITE, telephony: { mode: 'virtual', virtual: { default: 'answer' } } } as const

/** A house by the real clock, and what is played over its lines. */
async function openLoud(options: Partial<HotelOptions>) {
  const { media, played } = overheard(timedMedia(sipClock(clock)))
  const hotel = await openHotel({ clock, media, ...options })
  onTestFinished(() => hotel.close())
  await hotel.open()
  return { hotel, played }
}

type Loud = Awaited<ReturnType<typeof openLoud>>

/** What the guest of room 0201, who speaks German, hears when woken in a moment. */
async function wakeup({ hotel }: Pick<Loud, 'hotel'>, played: Loud['played']): Promise<Buffer> {
  const before = played.length
  const datetime = new Date(clock.now() + seconds(2)).toISOString()
  const asked = await hotel.request('desk', 'POST', '/rest/wakeup', { room: '0201', datetime })
  expect(asked.status).toBe(201)
  await vi.waitFor(() => expect(played.length).toBeGreaterThan(before), PATIENCE)
  // Nobody needs to hear it to its end.
  await hotel.request('desk', 'DELETE', `/rest/wakeup/${asked.json.id}`)
  return Buffer.from(played[before]?.pcmu ?? [])
}

describe("a wakeup call in the hotel's own voice", () => {
  const { newDatabase } = useDatabases()

  it('sounds like the recording from the next call on, and after another start', async () => {
    const folder = newFolder()
    const house = await openLoud({ site: VIRTUAL, folder })
    const delivered = soundIn(
      await listen(house.hotel, audioOf('wakeup-call', '?language=de&voice=delivered')),
    )
    expect((await wakeup(house, house.played)).includes(delivered)).toBe(true)

    await record(house.hotel, audioOf('wakeup-call'))
    const own = spoken(soundIn(await listen(house.hotel, audioOf('wakeup-call'))))
    const sound = await wakeup(house, house.played)
    expect([sound.includes(own), sound.includes(delivered)]).toEqual([true, false])
    await house.hotel.close()

    const again = await openLoud({ site: VIRTUAL, folder })
    expect((await wakeup(again, again.played)).includes(own)).toBe(true)
    await again.hotel.request('boss', 'DELETE', audioOf('wakeup-call'))
    const after = await wakeup(again, again.played)
    expect([after.includes(own), after.includes(delivered)]).toEqual([false, true])
  })

  it('sounds the same whichever node rings, and at whichever it was recorded', async () => {
    const { media, played } = overheard(timedMedia(sipClock(clock)))
    const nodes = nodesOn(await newDatabase(), { site: VIRTUAL, media })
    onTestFinished(() => nodes.close())
    const [a, b] = [await nodes.join('a'), await nodes.join('b')]
    await record(a, audioOf('wakeup-call'))
    await record(b, audioOf('it-is'), OTHER)
    const own = [
      spoken(soundIn(await listen(b, audioOf('wakeup-call')))),
      spoken(soundIn(await listen(a, audioOf('it-is')))),
    ]
    const sound = await wakeup({ hotel: a }, played)
    expect(own.map((one) => sound.includes(one))).toEqual([true, true])
  })
})

describe("a menu in the hotel's own voice", () => {
  it('sounds like the recording when the guest calls next, and as delivered once it is gone', async () => {
    const [port, there] = [await freePorts(), await freePorts()]
    const phones = await openPhones({
      bind: { host: '127.0.0.1', port: there },
      clock: sipClock(clock),
      media: timedMedia(sipClock(clock)),
      script: () => ({ does: 'busy' }),
    })
    onTestFinished(() => phones.close())
    const line = { uri: `sip:voice1@127.0.0.1:${there}`, register: false, calls: 4, menu: 'guest' } as const
    const house = await openLoud({ site: { ...SITE, telephony: { mode: 'sip', port, lines: [line] } } })
    const { hotel, played } = house
    const dial = async () => {
      const before = played.length
      const call = phones.dial({ from: '201', to: 'voice1', exchange: { host: '127.0.0.1', port } })
      await vi.waitFor(() => expect(played.length).toBeGreaterThan(before), PATIENCE)
      await call.hangUp()
      return Buffer.from(played[before]?.pcmu ?? [])
    }
    const delivered = soundIn(await listen(hotel, audioOf('menu-wakeup', '?language=de&voice=delivered')))
    expect((await dial()).indexOf(delivered)).toBe(0)

    await record(hotel, audioOf('menu-wakeup'))
    const own = spoken(soundIn(await listen(hotel, audioOf('menu-wakeup'))))
    expect((await dial()).indexOf(own)).toBe(0)

    await hotel.request('boss', 'DELETE', audioOf('menu-wakeup'))
    expect((await dial()).indexOf(delivered)).toBe(0)
  })
})
