import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { SiteFile } from '@reveille/contract'
import { timedMedia } from '@reveille/sip/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTimeSlices } from '../src/calls/audio/steps.ts'
import { sipClock } from '../src/calls/lines/sip-clock.ts'
import { openPhraseAudio } from '../src/calls/voice/phrase-audio.ts'
import { seconds, systemClock } from '../src/kernel/clock.ts'
import { type Log, silentLog } from '../src/kernel/log.ts'
import { PATIENCE } from '../testing/eventually.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { addBook, addExample, EXAMPLE, exampleBook, recordEveryPiece } from '../testing/own-languages.ts'
import { type Hotel, type HotelOptions, openHotel, SITE } from './hotel.ts'
import { newFolder, openNight } from './night.ts'
import { overheard } from './overheard.ts'

let folder: string
let own: string
beforeEach(() => {
  folder = newFolder()
  own = path.join(folder, 'languages')
  mkdirSync(own)
})

let hotel: Hotel | undefined
afterEach(async () => hotel?.close())

/** The house as it is after a restart, with what lies in its folder now. */
async function start(options: HotelOptions = {}): Promise<Hotel> {
  await hotel?.close()
  hotel = undefined
  hotel = await openHotel({ folder, ...options })
  return hotel
}

interface Listed {
  readonly id: number
  readonly name: string
  readonly default: boolean
}

const listed = async (house: Hotel): Promise<Listed[]> =>
  (await house.request('boss', 'GET', '/rest/system')).json.languages
const numbers = async (house: Hotel) =>
  Object.fromEntries((await listed(house)).slice(6).map(({ id, name }) => [name, id]))
const check = async (house: Hotel) => {
  const { checks } = (await house.request('boss', 'GET', '/rest/system/check')).json
  return checks.find((one: { name: string }) => one.name === 'languages')
}

describe('a language that the hotel adds', () => {
  it('is listed under a number of its own', async () => {
    addExample(own)
    expect((await listed(await start())).at(-1)).toEqual({ id: 7, name: 'Portuguese', default: false })
  })

  it('keeps its number for good, and no other gets it', async () => {
    addExample(own)
    expect(await numbers(await start())).toEqual({ Portuguese: 7 })
    renameSync(path.join(own, EXAMPLE), path.join(folder, 'away'))
    addBook(own, 'nl', { ...exampleBook(), language: 'nl', name: 'Dutch' })
    addBook(own, 'ca', { ...exampleBook(), language: 'ca', name: 'Catalan' })
    expect(await numbers(await start())).toEqual({ Catalan: 8, Dutch: 9 })
    rmSync(path.join(own, 'ca'), { recursive: true })
    renameSync(path.join(folder, 'away'), path.join(own, EXAMPLE))
    expect(await numbers(await start())).toEqual({ Portuguese: 7, Dutch: 9 })
  })

  it('can be that of the site, of rooms, of prompts and of guests', async () => {
    addExample(own)
    const house = await start()
    const put = async (url: string) => (await house.request('boss', 'PUT', url, { language: EXAMPLE })).status
    await house.request('boss', 'POST', '/rest/config/prompt', { id: 7, description: 'Regatta' })
    expect(await put('/rest/config/mailbox/101')).toBe(200)
    expect(await put('/rest/config/prompt/7')).toBe(200)
    const guest = { name: 'Ana', language: 'pt-BR' }
    expect((await house.request('desk', 'POST', '/rest/mailbox/102/checkin', guest)).json).toMatchObject({
      description: 'Checked in',
      language: EXAMPLE,
    })
    expect(await put('/rest/config/site')).toBe(200)
    const answer = await house.request('boss', 'GET', '/rest/system')
    expect(answer.json).toMatchObject({ defaultlanguage: 7 })
    expect(answer.json.languages.filter((one: Listed) => one.default)).toMatchObject([{ id: 7 }])
    expect(answer.headers['content-language']).toBe(EXAMPLE)
  })

  it('can be named in the site file', async () => {
    addExample(own)
    const site: SiteFile = { ...SITE, mailboxes: [{ number: '101', language: EXAMPLE }] }
    const house = await start({ site })
    expect((await house.request('boss', 'GET', '/rest/config/mailbox/101')).json.language).toBe(EXAMPLE)
  })
})

describe('a language that nobody knows', () => {
  const WORDS = 'language nl is not spoken here: en, de, fr, es, it, en-US and pt are'

  it.each([
    ['PUT', '/rest/config/site', {}],
    ['PUT', '/rest/config/mailbox/101', {}],
    ['POST', '/rest/config/mailbox', { number: '900' }],
    ['POST', '/rest/config/mailbox', { range: '900-910' }],
    ['POST', '/rest/config/prompt', { description: 'Regatta' }],
  ])('is refused by %s %s, in words that name those there are', async (method, url, fields) => {
    addExample(own)
    const house = await start()
    const answer = await house.request('boss', method, url, { ...fields, language: 'nl' })
    expect(answer).toMatchObject({ status: 400, json: { error: 1, description: WORDS } })
  })

  it('is refused in the site file, with whoever names it', async () => {
    const site: SiteFile = {
      ...SITE,
      site: { ...SITE.site, language: 'nl' },
      mailboxes: [{ range: '101-110', language: 'zu' }],
    }
    await expect(start({ site })).rejects.toThrow(
      'The site file names languages that are not spoken here: nl (the site), zu (mailbox 101), zu (mailbox 102), zu (mailbox 103), zu (mailbox 104), 6 more. Spoken are en, de, fr, es, it, en-US',
    )
  })
})

describe('a language that is gone', () => {
  const site: SiteFile = {
    ...SITE,
    site: { ...SITE.site, language: EXAMPLE },
    mailboxes: [{ range: '101-103', language: EXAMPLE }],
  }

  it('leaves the house standing, which speaks English then and says what is missed', async () => {
    addExample(own)
    await start({ site })
    rmSync(own, { recursive: true })
    const house = await start({ site })
    expect((await house.request('boss', 'GET', '/rest/system')).json).toMatchObject({ defaultlanguage: 1 })
    expect((await listed(house)).filter((one) => one.default)).toMatchObject([{ id: 1 }])
    expect(await check(house)).toMatchObject({
      name: 'languages',
      ok: false,
      text: "pt is not spoken here any more (the site: 1, rooms: 3): what is said is in the site's language",
    })
  })

  it('may stay where it is named, and is not taken anew', async () => {
    addExample(own)
    await start({ site })
    rmSync(own, { recursive: true })
    const house = await start({ site })
    const change = (fields: Record<string, string>) =>
      house.request('boss', 'PUT', '/rest/config/mailbox/101', fields)
    expect((await change({ name: 'Suite', language: EXAMPLE })).status).toBe(200)
    expect((await change({ language: 'de' })).status).toBe(200)
    expect((await change({ language: EXAMPLE })).status).toBe(400)
  })
})

describe('a phrase book that lacks words of a wakeup call', () => {
  it('is named in the check', async () => {
    const { language: _, ...rest } = exampleBook()
    addBook(own, 'nl', { ...rest, language: 'nl', inMinutes: [] })
    expect(await check(await start())).toMatchObject({
      name: 'languages',
      ok: false,
      text: expect.stringContaining(
        "nl lacks words for spans such as 1 min: those sentences are in the site's language",
      ),
    })
  })
})

describe('a phrase book that cannot be used', () => {
  it('is named in the log and in the check, and the house starts without it', async () => {
    addBook(own, 'nl', '{ "language": "nl" ')
    const lines: string[] = []
    const log: Log = { ...silentLog, error: (facts, sentence) => lines.push(`${facts.event} ${sentence}`) }
    const house = await start({ log })
    const words = `The language in ${path.join(own, 'nl')} is not taken: book.json is no JSON: `
    expect(lines).toEqual([expect.stringContaining(`voice.no-book ${words}`)])
    expect(await listed(house)).toHaveLength(6)
    expect(await check(house)).toMatchObject({ ok: false, text: expect.stringContaining(words) })
  })
})

describe('a room of a guest who speaks an added language', () => {
  it('is woken in that language: the very recordings are heard, in their order', async () => {
    const place = addExample(own)
    recordEveryPiece(place)
    const clock: ManualClock = { ...systemClock(), advance: () => {}, set: () => {} }
    const { media, played } = overheard(timedMedia(sipClock(clock)))
    const telephony = { mode: 'virtual', virtual: { default: 'answer' } } as const
    const house = await start({ site: { ...SITE, telephony }, clock, media })
    await house.open()
    const guest = { name: 'Ana', language: 'pt-BR' }
    await house.request('desk', 'POST', '/rest/mailbox/101/checkin', guest)
    const datetime = new Date(clock.now() + seconds(2)).toISOString()
    const asked = await house.request('desk', 'POST', '/rest/wakeup', { room: '101', datetime })
    expect(asked.status).toBe(201)
    await vi.waitFor(() => expect(played).not.toHaveLength(0), PATIENCE)
    const heard = Buffer.from(played[0]?.pcmu ?? [])
    const audio = await openPhraseAudio({ folder: place }, createTimeSlices(clock))
    const placeOf = async (name: string) =>
      heard.indexOf(Buffer.from((await audio?.piece(name))?.pcmu ?? [0]))
    const hours = Array.from({ length: 24 }, (_, hour) => hour)
    const told = await Promise.all(
      hours.flatMap((hour) => [placeOf(`hour/${hour}`), placeOf(`sharp/${hour}`)]),
    )
    const call = await placeOf('phrase/wakeup-call')
    expect(call).toBeGreaterThan(0)
    expect(told.filter((at) => at > call)).toHaveLength(1)
    await house.request('desk', 'DELETE', `/rest/wakeup/${asked.json.id}`)
  })

  it('is rung over a line, and all that is said is in that language', async () => {
    addExample(own)
    const night = await openNight({ folder })
    const guest = { name: 'Ana', language: 'pt' }
    await night.hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', guest)
    const before = night.hotel.voice.spoken.length
    await night.hotel.settled(await night.hotel.ask('101', '2005'))
    const said = night.hotel.voice.spoken.slice(before)
    expect(new Set(said.map(({ language }) => language))).toEqual(new Set([EXAMPLE]))
  })
})
