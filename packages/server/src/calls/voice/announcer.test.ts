import { mkdtempSync, rmSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepareAudio } from '@reveille/sip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alarmWords, type Word, wakeupWords } from '../../hotel/wakeups/announcement.ts'
import { LANGUAGE_FOLDER, LANGUAGES_HERE, TAGS_HERE } from '../../../testing/spoken-languages.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { systemClock } from '../../kernel/clock.ts'
import { type AnnouncerOptions, createAnnouncer } from './announcer.ts'
import { openPhraseAudio } from './phrase-audio.ts'
import { readLanguages } from './languages.ts'
import { PICO } from './pico.ts'
import type { Run } from './run.ts'
import { createTimeSlices } from '../audio/steps.ts'
import { wavOfPcmu } from '../audio/wav.ts'

const SILENCE = 0xff

const noEspeak: Run = () => Promise.resolve(null)
/** An espeak-ng that says half a second of a tone, whatever it is asked to say; there is no Pico. */
const hums: Run = (program) =>
  Promise.resolve(
    program === PICO
      ? null
      : wavOfPcmu(
          Uint8Array.from({ length: 4_000 }, (_, n) => (n % 8 < 4 ? 0x9f : 0x1f)),
          8_000,
        ),
  )

function announcerWith(options: Partial<AnnouncerOptions> = {}) {
  const complaints: unknown[] = []
  const complain = (facts: unknown) => void complaints.push(facts)
  const announcer = createAnnouncer({
    languages: LANGUAGES_HERE,
    clock: manualClock(0),
    log: { error: complain, warn: complain },
    defaultLanguage: () => 'en',
    run: noEspeak,
    ...options,
  })
  return { ...announcer, complaints }
}

const AT_SEVEN = { hour: 7, minute: 30, snooze: null, confirm: false, final: false } as const

const opened = (language: string) =>
  openPhraseAudio({ folder: path.join(LANGUAGE_FOLDER, language) }, createTimeSlices(systemClock()))

/** Where in the sound a recorded piece is to be found, byte by byte. */
async function findPiece(pcmu: Uint8Array, language: string, name: string): Promise<number> {
  const audio = await opened(language)
  const piece = await audio?.piece(name)
  return piece ? Buffer.from(pcmu).indexOf(Buffer.from(piece.pcmu)) : -1
}

describe("the hotel's own wording", () => {
  const BOATS: Word[] = [{ text: 'The boats leave at six', otherwise: wakeupWords(AT_SEVEN) }]

  it('that nothing here can speak is said as usual, and complained of once', async () => {
    const { prepare, freely, complaints } = announcerWith()
    const usual = await prepare(wakeupWords(AT_SEVEN), 'en')
    for (let n = 0; n < 2; n++) expect((await prepare(BOATS, 'en')).durationMs).toBe(usual.durationMs)
    expect(complaints).toEqual([{ event: 'voice.not-spoken', text: 'The boats leave at six' }])
    expect(await freely()).toEqual([])
  })

  it('is spoken where a program has a voice, and nobody complains', async () => {
    const { prepare, complaints } = announcerWith({ run: hums })
    await prepare(BOATS, 'en')
    expect(complaints).toEqual([])
  })
})

describe('an announcement', () => {
  it('says piece after piece, with pauses between the sentences', async () => {
    const { pcmu, durationMs } = await announcerWith().prepare(wakeupWords(AT_SEVEN), 'de')
    const names = ['phrase/good-morning', 'phrase/wakeup-call', 'it-is', 'hour/7', 'minute/30']
    const places = await Promise.all(names.map((name) => findPiece(pcmu, 'de', name)))
    expect(places[0]).toBe(0)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    const second = places[1] ?? 0
    expect(pcmu.subarray(second - 2_800, second).every((byte) => byte === SILENCE)).toBe(true)
    expect(pcmu.subarray(-80).some((byte) => byte !== SILENCE)).toBe(true)
    expect(durationMs).toBe(Math.ceil(pcmu.length / 8))
    expect(durationMs).toBeGreaterThan(4_000)
    expect(durationMs).toBeLessThan(7_000)
  })

  it('is the same in both laws, and in memory that threads share', async () => {
    const { pcmu, pcma } = await announcerWith().prepare(wakeupWords(AT_SEVEN), 'fr')
    expect(Buffer.from(prepareAudio(pcmu).pcma).equals(Buffer.from(pcma))).toBe(true)
    expect([pcmu.buffer, pcma.buffer].every((buffer) => buffer instanceof SharedArrayBuffer)).toBe(true)
  })

  it('is made once for all who hear the same, now and later', async () => {
    const { prepare } = announcerWith()
    const [first, second] = await Promise.all(
      ['es', 'es-MX'].map((tag) => prepare(wakeupWords(AT_SEVEN), tag)),
    )
    expect(second).toBe(first)
    expect(await prepare(wakeupWords(AT_SEVEN), 'es')).toBe(first)
    expect(await prepare(wakeupWords(AT_SEVEN), 'it')).not.toBe(first)
  })

  it.each<[string, string | null, string, string]>([
    ['in the language that is wanted', 'it', 'de', 'it'],
    ['in the language of a region', 'de-AT', 'en', 'de'],
    ["in the house's language where the wanted one is not spoken", 'pt', 'de', 'de'],
    ["in the house's language where none is known", null, 'fr', 'fr'],
    ['in English where nothing else helps', 'pt', 'xx', 'en'],
  ])('is spoken %s', async (_, wanted, house, spoken) => {
    const { pcmu } = await announcerWith({ defaultLanguage: () => house }).prepare(
      [{ phrase: 'wakeup-call' }],
      wanted,
    )
    expect(await findPiece(pcmu, spoken, 'phrase/wakeup-call')).toBe(0)
  })
})

describe('without espeak-ng', () => {
  const named = { ...AT_SEVEN, hotelName: 'Grand Hotel', guestName: 'Ada Lovelace' }

  it('names fall out and leave no gap', async () => {
    const { prepare } = announcerWith()
    const [plain, withNames] = [
      await prepare(wakeupWords(AT_SEVEN), 'en'),
      await prepare(wakeupWords(named), 'en'),
    ]
    expect(Buffer.from(withNames.pcmu).equals(Buffer.from(plain.pcmu))).toBe(true)
  })

  it("the hotel's own wording gives way to the usual one", async () => {
    const { prepare } = announcerWith()
    const own = await prepare(wakeupWords({ ...AT_SEVEN, message: { text: 'Rise and shine' } }), 'en')
    const usual = await prepare(wakeupWords(AT_SEVEN), 'en')
    expect(Buffer.from(own.pcmu).equals(Buffer.from(usual.pcmu))).toBe(true)
  })

  it('what was left out is said as soon as it can be', async () => {
    let run = noEspeak
    const { prepare } = announcerWith({ run: (...asked) => run(...asked) })
    const without = await prepare(wakeupWords(named), 'en')
    run = hums
    expect((await prepare(wakeupWords(named), 'en')).durationMs).toBeGreaterThan(without.durationMs + 1_000)
  })
})

describe('with espeak-ng', () => {
  it('a name is spoken once, for as many calls as there are', async () => {
    const asked: string[] = []
    const run: Run = (program, words, input) => {
      if (program !== PICO) asked.push(input)
      return hums(program, words, input)
    }
    const { prepare } = announcerWith({ run })
    const words = (minute: number): Word[] => [{ text: 'Grand Hotel' }, { time: { hour: 7, minute } }]
    await Promise.all(Array.from({ length: 30 }, (_, minute) => prepare(words(minute), 'en')))
    await prepare(words(45), 'en')
    expect(asked).toEqual(['Grand Hotel.'])
  })
})

describe("the hotel's own recording", () => {
  const recorded = Uint8Array.from({ length: 16_000 }, (_, n) => n % 200)
  const words = wakeupWords({ ...AT_SEVEN, confirm: true, message: { recording: '3-a' } })

  it('is played, and the keys are explained after it', async () => {
    const { prepare } = announcerWith({
      recording: (name) => Promise.resolve(name === '3-a' ? recorded : null),
    })
    const { pcmu } = await prepare(words, 'en')
    expect(Buffer.from(pcmu).indexOf(recorded)).toBe(0)
    expect(await findPiece(pcmu, 'en', 'phrase/press-any-key')).toBe(16_000 + 2_800)
    expect(await findPiece(pcmu, 'en', 'phrase/wakeup-call')).toBe(-1)
  })

  it.each([
    ['is gone', () => Promise.resolve(null)],
    ['cannot be read', () => Promise.reject(new Error('no database'))],
  ])('gives way to the usual wording when it %s', async (_, recording) => {
    const { pcmu } = await announcerWith({ recording }).prepare(words, 'en')
    expect(await findPiece(pcmu, 'en', 'phrase/wakeup-call')).toBeGreaterThan(0)
  })
})

describe('who can speak', () => {
  const LIST = ' 5  de  --/M  German  gmw/de\n 5  it  --/M  Italian  roa/it\n'

  it('are the recorded phrases, with nothing else installed', async () => {
    const announcer = announcerWith()
    expect(await announcer.languages()).toEqual(TAGS_HERE)
    expect((await announcer.voices()).map(({ id }) => id)).toEqual(TAGS_HERE)
  })

  it('are the voices of espeak-ng too, where it has them', async () => {
    const run: Run = (program) => Promise.resolve(program === PICO ? null : Buffer.from(LIST))
    const voices = await announcerWith({ run }).voices()
    expect(voices.slice(-2)).toEqual([
      {
        id: 'espeak-de',
        name: 'German (espeak-ng)',
        description: 'German, any wording, by espeak-ng with its voice de',
      },
      {
        id: 'espeak-it',
        name: 'Italian (espeak-ng)',
        description: 'Italian, any wording, by espeak-ng with its voice it',
      },
    ])
  })
})

describe('a house whose phrases are damaged', () => {
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'announcer-'))
    for (const tag of ['fr', 'de'])
      await cp(path.join(LANGUAGE_FOLDER, tag), path.join(folder, tag), { recursive: true })
    await writeFile(path.join(folder, 'de', 'speech.flac'), 'version https://git-lfs')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('speaks whatever language is left, and complains once', async () => {
    const announcer = announcerWith({ languages: (await readLanguages(folder)).languages })
    const { pcmu } = await announcer.prepare([{ phrase: 'wakeup-call' }], 'de')
    await announcer.prepare([{ phrase: 'last-call' }], 'de')
    expect(await findPiece(pcmu, 'fr', 'phrase/wakeup-call')).toBe(0)
    expect(await announcer.languages()).toEqual(['fr'])
    expect(
      announcer.complaints.filter((one) => (one as { language: string }).language === 'de'),
    ).toHaveLength(1)
  })

  it('rings a bell when none is left', async () => {
    const { languages } = await readLanguages(path.join(folder, 'nowhere'))
    const announcer = announcerWith({ languages })
    const { pcmu, durationMs } = await announcer.prepare(wakeupWords(AT_SEVEN), 'de')
    expect(durationMs).toBeGreaterThan(3_000)
    expect(pcmu.some((byte) => byte !== SILENCE)).toBe(true)
    expect(await announcer.voices()).toEqual([])
  })
})

it('a thousand different announcements hold nobody up', async () => {
  const clock = systemClock()
  const { prepare } = announcerWith({ clock })
  const words = (n: number) =>
    alarmWords({ room: String(1_000 + n), why: 'busy', time: { hour: n % 24, minute: n % 60 } })
  let [turns, over] = [0, false]
  const watch = () => {
    turns += 1
    if (!over) clock.soon(watch)
  }
  clock.soon(watch)
  const all = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => prepare(words(n), TAGS_HERE[n % 5] ?? 'en')),
  )
  over = true
  expect(new Set(all).size).toBe(1_000)
  // Others had their turn all the while, about every three milliseconds.
  expect(turns).toBeGreaterThan(10)
})
