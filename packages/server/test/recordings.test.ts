import { type OutgoingHttpHeaders, request as httpRequest } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { timedMedia } from '@reveille/sip/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sipClock } from '../src/calls/lines/sip-clock.ts'
import { parseWav } from '../src/calls/audio/wav.ts'
import { LARGEST_RECORDING } from '../src/hotel/wakeups/recording.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { minutes, seconds, systemClock } from '../src/kernel/clock.ts'
import { basic, EAST, EVENING, type Hotel, NEW_YORK, openHotel, SITE } from './hotel.ts'
import { openNight } from './night.ts'
import { overheard } from './overheard.ts'
import { tone, wavFile } from '../testing/wav-files.ts'
import { PATIENCE } from '../testing/eventually.ts'

const WAV = 'audio/wav'
const RATE = 16_000
/** Two seconds that can be heard. */
const HELLO = wavFile({ rate: RATE, channels: [tone(440, RATE, 2)] })
const OTHER = wavFile({ rate: RATE, channels: [tone(300, RATE, 1.5)] })

const PROMPTS = [
  { id: 7, description: 'Regatta', text: 'The boats leave at six', language: 'it' as const },
  { id: 8, description: 'Nothing but a name' },
  { id: 20, description: 'East greeting', tenant: EAST },
  { id: 30, description: 'New York greeting', tenant: NEW_YORK },
]
const HOUSE = { ...SITE, prompts: PROMPTS }

interface Sent {
  readonly user?: string
  readonly type?: string
  readonly url?: string
}

const audioOf = (id: number | string, language?: string) =>
  `/rest/config/prompt/${id}/audio${language === undefined ? '' : `?language=${language}`}`

async function send(hotel: Hotel, method: 'PUT' | 'POST', url: string, file: Uint8Array, sent: Sent = {}) {
  const { user = 'boss', type = WAV } = sent
  const headers = { authorization: basic(user, `${user}-pw`), 'content-type': type }
  const payload = Buffer.from(file)
  const reply = await hotel.http.app.inject({ method, url, headers, payload })
  return { status: reply.statusCode, headers: reply.headers, json: reply.json<Reply>() }
}

interface Reply {
  readonly error: number
  readonly description: string
  readonly milliseconds?: number
  readonly notes?: readonly string[]
}

/** What somebody hears who asks for the recording of a prompt. */
async function listen(hotel: Hotel, id: number, user = 'boss') {
  const headers = { authorization: basic(user, `${user}-pw`) }
  const reply = await hotel.http.app.inject({ method: 'GET', url: audioOf(id), headers })
  return { status: reply.statusCode, type: reply.headers['content-type'], bytes: reply.rawPayload }
}

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel({ site: HOUSE })
})
afterEach(() => hotel.close())

const record = (id: number | string, file: Uint8Array = HELLO, sent?: Sent) =>
  send(hotel, 'PUT', audioOf(id), file, sent)
const read = async (url: string) => (await hotel.request('boss', 'GET', url)).json
const stored = () => hotel.app.database.read.prompts.recordings(null)

describe('the recording of a prompt', () => {
  it('is stored, and whoever sent it is told how long it lasts', async () => {
    const answer = await record(7)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json).toEqual({
      error: 0,
      description: 'The recording lasts 2.0 seconds',
      milliseconds: 2_000,
      notes: [],
    })
  })

  it('can be listened to as it will be played', async () => {
    await record(7)
    const { status, type, bytes } = await listen(hotel, 7)
    expect([status, type]).toEqual([200, WAV])
    expect(parseWav(bytes)).toMatchObject({ encoding: 'pcmu', channels: 1, rate: 8_000, missing: 0 })
    // A header of 44 bytes, and two seconds of one byte each 8,000 times a second.
    expect(bytes).toHaveLength(44 + 16_000)
  })

  it('is answered to HEAD as to GET, without the sound', async () => {
    await record(7)
    const [get, head] = [
      await hotel.request('boss', 'GET', audioOf(7)),
      await hotel.request('boss', 'HEAD', audioOf(7)),
    ]
    expect([head.status, head.text]).toEqual([200, ''])
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
    expect(get.headers).toMatchObject({ 'content-length': '16044', location: audioOf(7) })
  })

  it('is told of with the prompt, in the time of its tenant', async () => {
    await record(7)
    await record(30)
    const shown = (language: string, recorded: string) => ({
      recorded,
      milliseconds: 2_000,
      recordings: [{ language, recorded, milliseconds: 2_000 }],
    })
    const told = shown('it', '2026-11-14T20:00:00+01:00')
    const abroad = shown('en', '2026-11-14T14:00:00-05:00')
    expect(await read('/rest/config/prompt/7')).toEqual({ ...PROMPTS[0], tenant: '', ...told })
    expect((await read('/rest/config/prompt')).prompts).toEqual([
      { ...PROMPTS[0], tenant: '', ...told },
      { ...PROMPTS[1], tenant: '', text: '' },
      { ...PROMPTS[2], text: '' },
      { ...PROMPTS[3], text: '', ...abroad },
    ])
  })

  it('takes the place of the one before it', async () => {
    await record(7)
    const before = await listen(hotel, 7)
    hotel.clock.advance(minutes(1))
    expect((await record(7, OTHER)).json.milliseconds).toBe(1_500)
    expect((await listen(hotel, 7)).bytes.equals(before.bytes)).toBe(false)
    expect(await stored()).toMatchObject([{ id: 7, durationMs: 1_500, recordedAt: EVENING + minutes(1) }])
  })

  it('that was made too loud or too quietly is taken, and told', async () => {
    const loud = wavFile({ rate: RATE, channels: [tone(440, RATE, 1, 4)] })
    expect((await record(7, loud)).json).toMatchObject({
      notes: ['clipped'],
      description: expect.stringMatching(/^The recording lasts 1\.0 seconds\. .*too loud/),
    })
    const quiet = wavFile({ rate: RATE, channels: [tone(440, RATE, 1, 0.005)] })
    expect((await record(7, quiet)).json).toMatchObject({
      notes: ['quiet'],
      description: expect.stringMatching(/very quiet/),
    })
  })

  it('is taken up to 10 MiB', async () => {
    const room = LARGEST_RECORDING - HELLO.length - 8
    const file = wavFile({ rate: RATE, channels: [tone(440, RATE, 2)], after: ['LIST', 'x'.repeat(room)] })
    expect(file).toHaveLength(LARGEST_RECORDING)
    expect((await record(7, file)).status).toBe(200)
  })

  it('stays when the prompt is changed, and goes with the prompt', async () => {
    await record(7)
    await hotel.request('boss', 'PUT', '/rest/config/prompt/7', { text: 'The boats have left' })
    expect(await read('/rest/config/prompt/7')).toMatchObject({ milliseconds: 2_000 })
    await hotel.request('boss', 'DELETE', '/rest/config/prompt/7')
    expect((await listen(hotel, 7)).status).toBe(404)
    await hotel.request('boss', 'POST', '/rest/config/prompt', { id: 7, description: 'Another' })
    expect((await listen(hotel, 7)).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  it('can be removed: 200, no body, and after that there is none', async () => {
    await record(7)
    const answer = await hotel.request('boss', 'DELETE', audioOf(7))
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '0'])
    expect(await read('/rest/config/prompt/7')).not.toHaveProperty('recorded')
    for (const method of ['GET', 'DELETE'])
      expect(await hotel.request('boss', method, audioOf(7))).toMatchObject({
        status: 404,
        json: { error: 3, description: 'Prompt 7 has no recording' },
      })
  })

  it('leaves a row in the log when it is stored and when it is removed', async () => {
    await record(7)
    await hotel.request('boss', 'DELETE', audioOf(7))
    const { log } = await read('/rest/log?kind=prompt')
    expect(log.slice(-2)).toMatchObject([
      {
        kind: 'prompt.recorded',
        actor: 'boss',
        detail: { key: '7', language: 'it', milliseconds: 2_000, notes: [] },
      },
      { kind: 'prompt.recording-removed', actor: 'boss', detail: { key: '7', language: 'it' } },
    ])
  })
})

describe('recordings of a prompt in several languages', () => {
  const inLanguage = (language: string, file = HELLO) => send(hotel, 'PUT', audioOf(7, language), file)
  const tagsOf = async () =>
    (await read('/rest/config/prompt/7')).recordings?.map((one: { language: string }) => one.language)

  it('stand beside each other, and each takes the place of the one before in its language', async () => {
    for (const tag of ['de', 'fr', 'it']) expect((await inLanguage(tag)).status).toBe(200)
    hotel.clock.advance(minutes(1))
    await inLanguage('fr', OTHER)
    expect(await read('/rest/config/prompt/7')).toMatchObject({
      recorded: '2026-11-14T20:00:00+01:00',
      milliseconds: 2_000,
      recordings: [
        { language: 'de', recorded: '2026-11-14T20:00:00+01:00', milliseconds: 2_000 },
        { language: 'fr', recorded: '2026-11-14T20:01:00+01:00', milliseconds: 1_500 },
        { language: 'it', recorded: '2026-11-14T20:00:00+01:00', milliseconds: 2_000 },
      ],
    })
  })

  it('are listened to one by one', async () => {
    await inLanguage('fr', OTHER)
    await inLanguage('it')
    const lengthOf = async (language?: string) =>
      (await hotel.request('boss', 'GET', audioOf(7, language))).headers['content-length']
    expect([await lengthOf(), await lengthOf('it'), await lengthOf('fr')]).toEqual([
      '16044',
      '16044',
      '12044',
    ])
    expect(await hotel.request('boss', 'GET', audioOf(7, 'de'))).toMatchObject({
      status: 404,
      json: { error: 3, description: 'Prompt 7 has no recording in de' },
    })
  })

  it('are removed one by one, or all at once', async () => {
    for (const tag of ['de', 'fr', 'it']) await inLanguage(tag)
    expect((await hotel.request('boss', 'DELETE', audioOf(7, 'fr'))).status).toBe(200)
    expect(await tagsOf()).toEqual(['de', 'it'])
    expect((await hotel.request('boss', 'DELETE', audioOf(7))).status).toBe(200)
    expect(await tagsOf()).toBeUndefined()
  })

  it('are taken only in languages that are spoken here', async () => {
    expect(await inLanguage('nl')).toMatchObject({
      status: 400,
      json: { description: 'language nl is not spoken here: en, de, fr, es, it and en-US are' },
    })
    expect(await stored()).toEqual([])
  })

  it("are chosen by the guest's language", async () => {
    const night = await openNight({ site: { prompts: PROMPTS } })
    for (const tag of ['de', 'en', 'fr']) await send(night.hotel, 'PUT', audioOf(7, tag), HELLO)
    const heard = async (room: string, time: string) => {
      const before = night.hotel.voice.spoken.length
      await night.hotel.settled(await night.hotel.ask(room, time, { prompt: 7 }))
      const {
        words: [first],
        language,
      } = night.hotel.voice.spoken[before] ?? { words: [], language: null }
      return [first && 'recording' in first ? first.recording : first, language]
    }
    await night.hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Zoe', language: 'fr-CH' })
    await night.hotel.request('desk', 'POST', '/rest/mailbox/102/checkin', { name: 'Eva', language: 'es' })
    expect(await heard('101', '2001')).toEqual([expect.stringMatching(/^7 \d+ fr $/), 'fr'])
    expect(await heard('102', '2005')).toEqual([expect.stringMatching(/^7 \d+ en $/), 'it'])
  })
})

const TOO_LARGE = {
  error: 1,
  description: expect.stringMatching(/^The file is larger than 10 MiB\. Save the recording as WAV/),
}

/** Over a connection that is left open at our end: what is answered is answered to what has come so far. */
function upload(headers: OutgoingHttpHeaders, body?: Buffer) {
  const all = { authorization: basic('boss', 'boss-pw'), 'content-type': WAV, ...headers }
  return new Promise<{ status: number | undefined; connection: string | undefined; json: unknown }>(
    (resolve, reject) => {
      const request = httpRequest(hotel.url + audioOf(7), { method: 'PUT', headers: all }, (reply) => {
        const { statusCode: status, headers } = reply
        void readJson(reply).then((json) => resolve({ status, connection: headers.connection, json }), reject)
      })
      request.on('error', reject)
      if (body) request.write(body)
      else request.flushHeaders()
    },
  )
}

describe('a file that is no recording', () => {
  const mp3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.alloc(4_000, 0x55)])
  const long = wavFile({ rate: 8_000, encoding: 'pcmu', channels: [tone(440, 8_000, 121)] })

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing at all', new Uint8Array(), /^The file is empty\. Choose a WAV file/],
    ['garbage', Buffer.from('good morning'), /^This is something else, not a WAV file\. Save the recording/],
    ['an MP3', mp3, /^This is an MP3 file, not a WAV file\. Save the recording as WAV/],
    ['two minutes and more', long, /^The recording lasts 121 s; at most 120 s can be used/],
    ['silence', wavFile({ rate: RATE, channels: [new Float32Array(RATE)] }), /^Hardly anything can be heard/],
    ['what breaks off', HELLO.subarray(0, 20_000), /^This WAV file is cut off: 0\.6 of 2\.0 seconds/],
  ])('is refused, and it is said what to do: %s', async (_, file, sentence) => {
    await record(7)
    const before = await stored()
    hotel.clock.advance(minutes(1))
    const answer = await record(7, file)
    expect(answer).toMatchObject({ status: 400, json: { error: 1, reference: expect.any(String) } })
    expect(answer.json.description).toMatch(sentence)
    expect(await stored()).toEqual(before)
    expect((await read('/rest/log?kind=prompt.recorded')).log).toHaveLength(1)
  })

  it('is refused when no body comes', async () => {
    const answer = await hotel.request('boss', 'PUT', audioOf(7))
    expect(answer).toMatchObject({ status: 400, json: { error: 1 } })
    expect(answer.json.description).toMatch(/^The file is empty/)
  })

  it('is refused unread above 10 MiB, and it is said what to do', async () => {
    await hotel.open()
    for (const size of [11 * 1024 * 1024, LARGEST_RECORDING + 1]) {
      const announced = await upload({ 'content-length': size })
      expect(announced).toMatchObject({ status: 413, connection: 'close', json: TOO_LARGE })
      expect(await record(7, new Uint8Array(size))).toMatchObject({ status: 413, json: TOO_LARGE })
    }
    expect(await stored()).toEqual([])
  })

  it('is refused as soon as more than 10 MiB have come, however it comes', async () => {
    await hotel.open()
    const pieces = upload({ 'transfer-encoding': 'chunked' }, Buffer.alloc(LARGEST_RECORDING + 1))
    expect(await pieces).toMatchObject({ status: 413, connection: 'close', json: TOO_LARGE })
  })

  it.each([
    'audio/mpeg',
    'audio/wavpack',
    'application/octet-stream',
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('is refused as %s with 415', async (type) => {
    const answer = await record(7, HELLO, { type })
    expect(answer).toMatchObject({ status: 415, json: { error: 10 } })
    expect(answer.json.description).toMatch(/^Send the file as audio\/wav\. /)
  })
})

it.each([
  ['POST', '/rest/wakeup'],
  ['POST', '/rest/config/prompt'],
  ['PUT', '/rest/config/prompt/7'],
  ['PUT', '/rest/config/site'],
] as const)('%s %s takes no files', async (method, url) => {
  const answer = await send(hotel, method, url, HELLO)
  expect(answer).toMatchObject({ status: 415, json: { error: 10 } })
  expect(answer.json.description).toMatch(/^Send the body as application\/x-www-form-urlencoded/)
})

describe('whoever may not', () => {
  const all = async (id: number | string, user: string) => [
    (await record(id, HELLO, { user })).status,
    (await hotel.request(user, 'GET', audioOf(id))).status,
    (await hotel.request(user, 'DELETE', audioOf(id))).status,
  ]

  it('because nobody gave them the permission, is refused', async () => {
    await record(7)
    expect(await all(7, 'desk')).toEqual([403, 403, 403])
  })

  it("reaches no other tenant's recordings, and their own", async () => {
    await record(20)
    expect(await all(20, 'nyboss')).toEqual([404, 404, 404])
    expect(await stored()).toMatchObject([{ id: 20, durationMs: 2_000, recordedAt: EVENING }])
    expect(await all(30, 'nyboss')).toEqual([200, 200, 200])
  })

  it('listens to what all tenants share, and cannot change it', async () => {
    await record(7)
    expect(await all(7, 'nyboss')).toEqual([403, 200, 403])
    expect(await stored()).toHaveLength(1)
  })

  it.each([99, 'x', '7x', '99999999999999999999'])('finds no prompt %s', async (id) => {
    expect(await all(id, 'boss')).toEqual([404, 404, 404])
    expect((await record(id)).json).toMatchObject({ error: 3 })
  })
})

describe('a wakeup call with a recorded prompt', () => {
  const said = async (night: Awaited<ReturnType<typeof openNight>>, time: string) => {
    const before = night.hotel.voice.spoken.length
    await night.hotel.settled(await night.hotel.ask('101', time, { prompt: 7 }))
    return night.hotel.voice.spoken[before]
  }

  it('plays the recording in place of the text, and the usual greeting if it should be lost', async () => {
    const night = await openNight({ site: { prompts: PROMPTS } })
    await send(night.hotel, 'PUT', audioOf(7), HELLO)
    expect(await said(night, '2001')).toMatchObject({
      language: 'it',
      words: [
        {
          recording: expect.stringMatching(/^7 \d+ it $/),
          otherwise: expect.arrayContaining([{ text: 'Grand Hotel' }]),
        },
      ],
    })
  })

  it('plays another recording under another name, and says the text once there is none', async () => {
    const night = await openNight({ site: { prompts: PROMPTS } })
    const nameOf = (word: object | undefined) => (word && 'recording' in word ? word.recording : undefined)
    await send(night.hotel, 'PUT', audioOf(7), HELLO)
    const first = nameOf((await said(night, '2001'))?.words[0])
    await send(night.hotel, 'PUT', audioOf(7), OTHER)
    const second = nameOf((await said(night, '2010'))?.words[0])
    expect([typeof first, typeof second]).toEqual(['string', 'string'])
    expect(second).not.toBe(first)
    await night.hotel.request('boss', 'DELETE', audioOf(7))
    expect((await said(night, '2020'))?.words[0]).toMatchObject({ text: 'The boats leave at six' })
  })

  it('gives two recordings of the same moment two names', async () => {
    await record(7)
    await record(7, OTHER)
    expect(await stored()).toMatchObject([{ id: 7, durationMs: 1_500, recordedAt: EVENING + 1 }])
  })

  it('lets the guest hear the very sound', async () => {
    const clock: ManualClock = { ...systemClock(), advance: () => {}, set: () => {} }
    const { media, played } = overheard(timedMedia(sipClock(clock)))
    const telephony = { mode: 'virtual', virtual: { default: 'answer' } } as const
    const house = await openHotel({ site: { ...HOUSE, telephony }, clock, media })
    onTestFinished(() => house.close())
    await house.open()
    await send(house, 'PUT', audioOf(7), HELLO)
    const recording = (await listen(house, 7)).bytes.subarray(44)

    const datetime = new Date(clock.now() + seconds(2)).toISOString()
    const asked = await house.request('desk', 'POST', '/rest/wakeup', { room: '101', datetime, prompt: 7 })
    expect(asked.status).toBe(201)
    await vi.waitFor(() => expect(played).not.toHaveLength(0), PATIENCE)
    expect(Buffer.from(played[0]?.pcmu ?? []).indexOf(recording)).toBe(0)
    // Nobody needs to hear it to its end.
    await house.request('desk', 'DELETE', `/rest/wakeup/${asked.json.id}`)
  })
})
