import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { silentLog } from '../../kernel/log.ts'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import {
  addBook,
  addExample,
  EXAMPLE,
  exampleBook,
  recordEveryPiece,
} from '../../../testing/own-languages.ts'
import { LANGUAGE_FOLDER, TAGS_HERE } from '../../../testing/spoken-languages.ts'
import { tone, wavFile } from '../../../testing/wav-files.ts'
import { type Word, wakeupWords } from '../../hotel/wakeups/announcement.ts'
import { createTimeSlices } from '../audio/steps.ts'
import { createAnnouncer } from './announcer.ts'
import { readLanguages } from './languages.ts'
import { openPhraseAudio } from './phrase-audio.ts'
import { PICO } from './pico.ts'
import type { Run } from './run.ts'

let own: string
beforeEach(() => {
  own = mkdtempSync(path.join(tmpdir(), 'languages-'))
})
afterEach(() => rmSync(own, { recursive: true }))

const read = () => readLanguages(LANGUAGE_FOLDER, own)
const tags = async () => [...(await read()).languages.keys()]
const whys = async () => (await read()).refused.map(({ why }) => why)
const book = (of: Readonly<Record<string, unknown>> = {}) => ({ ...exampleBook(), ...of })

const AUSTRALIAN = { language: 'en-AU', name: 'English (Australia)', voices: { espeak: 'en-gb' } }

describe("a folder of the hotel's own", () => {
  it('adds a language, after those of the product', async () => {
    addExample(own)
    expect(await tags()).toEqual([...TAGS_HERE, EXAMPLE])
    expect(await whys()).toEqual([])
  })

  it('may be a link to a folder elsewhere, and a file beside it is no language', async () => {
    addExample(own)
    writeFileSync(path.join(own, 'README.txt'), 'Ask Ana for the recordings')
    expect(await tags()).toContain(EXAMPLE)
    expect(await whys()).toEqual([])
  })

  it('need not be there', async () => {
    expect([...(await readLanguages(LANGUAGE_FOLDER, path.join(own, 'nowhere'))).languages.keys()]).toEqual(
      TAGS_HERE,
    )
  })

  it('may hold a variant that says a few things otherwise', async () => {
    addExample(own)
    const brazil = { language: 'pt-BR', name: 'Portuguese (Brazil)', like: 'pt', voices: { espeak: 'pt-br' } }
    addBook(own, 'brazil', { ...brazil, phrases: { 'good-night': 'Oi.' } })
    const { languages } = await read()
    expect(languages.get('pt-BR')?.book.pieces.get('phrase/good-night')).toBe('Oi.')
    expect(languages.get('pt-BR')?.book.pieces.get('phrase/good-day')).toBe('Boa tarde.')
  })

  it('may hold a variant of a variant', async () => {
    addBook(own, 'en-AU', { ...AUSTRALIAN, like: 'en-US' })
    addBook(own, 'en-NZ', { ...AUSTRALIAN, language: 'en-NZ', like: 'en-AU' })
    const { languages } = await read()
    const piecesOf = (tag: string) => [...(languages.get(tag)?.book.pieces ?? [])]
    expect(piecesOf('en-AU')).toEqual(piecesOf('en-US'))
    expect(piecesOf('en-NZ')).toEqual(piecesOf('en-US'))
  })

  it("may take the place of the language that the product's variant is like", async () => {
    addBook(own, 'en', { ...AUSTRALIAN, language: 'en', like: 'en-US' })
    const { languages, refused } = await read()
    expect(refused).toEqual([])
    expect(languages.get('en')?.book.pieces).toEqual(languages.get('en-US')?.book.pieces)
  })

  it('may take the place of a language of the product, which is spoken all the same where it cannot be used', async () => {
    const german = { language: 'de', name: 'German', like: 'de', voices: { espeak: 'de' } }
    const folder = addBook(own, 'de', { ...german, phrases: { 'good-night': 'Grüezi.' } })
    const spoken = async () => (await read()).languages.get('de')?.book.pieces.get('phrase/good-night')
    expect(await spoken()).toBe('Grüezi.')
    writeFileSync(path.join(folder, 'speech.flac'), 'version https://git-lfs')
    expect(await spoken()).toBe('Hallo.')
    expect(await whys()).toEqual(['speech.flac is of no use without speech.json'])
  })
})

const record = (folder: string, samples: Float32Array, rate = 8_000) =>
  writeFileSync(path.join(folder, 'recordings/is.wav'), wavFile({ rate, channels: [samples] }))

function addTrack(folder: string, index: string): void {
  copyFileSync(path.join(LANGUAGE_FOLDER, 'de/speech.flac'), path.join(folder, 'speech.flac'))
  writeFileSync(path.join(folder, 'speech.json'), index)
}

describe('a book that lacks words of an ordinary wakeup call', () => {
  const lacking = async () => (await read()).lacking

  it('is used, and what it lacks is told', async () => {
    const { 'wakeup-call': _, ...phrases } = exampleBook()['phrases'] as Record<string, string>
    addBook(own, 'pt', book({ phrases, itIs: [{ hour: '0-11', say: ['is', '@time'] }], inMinutes: [] }))
    expect(await lacking()).toEqual([
      { tag: 'pt', lacks: ['wakeup-call', 'times such as 12:00', 'spans such as 1 min'] },
    ])
    expect(await tags()).toContain('pt')
  })

  it('for want of a recording is told as well', async () => {
    const folder = addExample(own)
    recordEveryPiece(folder)
    expect(await lacking()).toEqual([])
    rmSync(path.join(folder, 'recordings/hour/7.wav'))
    rmSync(path.join(folder, 'recordings/phrase/thank-you.wav'))
    expect(await lacking()).toEqual([{ tag: 'pt', lacks: ['thank-you', 'times such as 07:01'] }])
  })
})

describe('a book is refused whole, in words, and the others are spoken', () => {
  it.each<[string, Readonly<Record<string, unknown>> | string, RegExp]>([
    ['that is no JSON', '{ "language": ', /^book\.json is no JSON: /],
    ['without a tag', { name: 'Dutch' }, /^book\.json cannot be used: .*required/],
    ['with a tag that is none', book({ language: 'Portuguese' }), /\/language must match pattern/],
    [
      'with a word that nobody knows',
      book({ phrazes: {} }),
      /^book\.json has "phrazes", which means nothing: there are language, name, like, /,
    ],
    ['with a phrase that nobody says', book({ phrases: { hello: 'Olá.' } }), /there is no phrase "hello"/],
    [
      'with a text that neither ends nor goes on',
      book({ pieces: { is: 'É' } }),
      /"É" ends in neither a comma nor a full stop/,
    ],
    [
      'with numbers that are none',
      book({ series: { hour: { many: 'x.' } } }),
      /"many" is no list of numbers/,
    ],
    [
      'whose rules say what it does not have',
      book({ time: [{ say: ['ora/{hour}'] }] }),
      /there is no piece "ora\/0", which the time 00:00 needs; .*; 19 more are missing/,
    ],
    [
      'whose rules name what there is not',
      book({ inMinutes: [{ say: ['in/{minuts}'] }] }),
      /there is no piece "in\/\?minuts", which a span of 1 minutes needs/,
    ],
    ['with a form that no number has', book({ forms: {} }), /there is no form "feminine"/],
    ['that is like one that is not there', book({ like: 'gl' }), /^it is like gl, which is not here$/],
    ['that is like itself', book({ language: 'nl', like: 'nl' }), /^it is like nl, which is not here$/],
    [
      'that has no words at all',
      { language: 'nl', name: 'Dutch', voices: { espeak: 'nl' } },
      /^it has no phrases: nothing can be said in it$/,
    ],
    ['that nobody can speak', book({ voices: {} }), /^there are no recordings, and the book names no voice$/],
  ])('%s', async (_, file, words) => {
    addBook(own, 'x', file)
    const { languages, refused } = await read()
    expect(refused).toEqual([{ folder: path.join(own, 'x'), why: expect.stringMatching(words) }])
    expect([...languages.keys()]).toEqual(TAGS_HERE)
  })

  it('that is like another which is like it', async () => {
    addBook(own, 'nl', book({ language: 'nl', like: 'af' }))
    addBook(own, 'af', book({ language: 'af', like: 'nl' }))
    expect(await whys()).toEqual([
      'it is like nl, which is like af: that never ends',
      'it is like af, which is like nl: that never ends',
    ])
  })

  it('that is like one which is like one that is not there', async () => {
    addBook(own, 'nl', book({ language: 'nl', like: 'af' }))
    addBook(own, 'af', book({ language: 'af', like: 'gl' }))
    expect(await whys()).toEqual([
      'it is like gl, which is not here',
      'it is like af, which is like gl, which is not here',
    ])
  })

  it('that is not there', async () => {
    mkdirSync(path.join(own, 'empty'))
    expect(await whys()).toEqual(['book.json is not there, or cannot be read'])
  })

  it('the second of two for one language', async () => {
    for (const name of ['a', 'b']) addBook(own, name, book({ language: 'nl' }))
    expect((await read()).refused).toEqual([
      { folder: path.join(own, 'b'), why: `nl lies in ${path.join(own, 'a')} already` },
    ])
  })

  it.each<[string, (folder: string) => void, RegExp]>([
    [
      'whose recordings are cut off',
      (folder) => writeFileSync(path.join(folder, 'recordings/is.wav'), wavFile({ promised: 90_000 })),
      /is\.wav is no whole WAV file$/,
    ],
    [
      'whose recordings are no sound',
      (folder) => writeFileSync(path.join(folder, 'recordings/is.wav'), 'É'),
      /is\.wav is no whole WAV file$/,
    ],
    [
      'whose recordings are silent',
      (folder) => record(folder, new Float32Array(4_000)),
      /is\.wav is silent$/,
    ],
    [
      'whose recordings hold nothing but what a cheap sound card adds',
      (folder) => record(folder, new Float32Array(4_000).fill(0.1)),
      /is\.wav is silent$/,
    ],
    ['whose recordings hold nothing', (folder) => record(folder, new Float32Array()), /is\.wav is silent$/],
    [
      'whose recordings are too slow',
      (folder) => record(folder, tone(440, 8_000, 0.3), 1),
      /is\.wav has 1 Hz; 8,000 to 48,000 Hz can be used$/,
    ],
    [
      'whose recordings are too fast',
      (folder) => record(folder, tone(440, 8_000, 0.3), 96_000),
      /is\.wav has 96000 Hz; 8,000 to 48,000 Hz can be used$/,
    ],
    [
      'whose recordings last too long',
      (folder) => record(folder, tone(440, 8_000, 121)),
      /is\.wav lasts 121 s; at most 120 s can be used$/,
    ],
    [
      'whose recordings go round in a circle',
      (folder) => {
        for (const name of ['a', 'b', 'c']) symlinkSync('.', path.join(folder, 'recordings', name))
      },
      /^recordings\/a is a link, which is not followed$/,
    ],
    [
      'whose recordings lie too deep',
      (folder) => mkdirSync(path.join(folder, 'recordings/a/b/c/d/e/f'), { recursive: true }),
      /^recordings\/a\/b\/c\/d\/e lies too deep: a piece is named as phrase\/good-morning is$/,
    ],
    [
      'that has no piece for a recording',
      (folder) =>
        writeFileSync(
          path.join(folder, 'recordings/his.wav'),
          wavFile({ rate: 8_000, channels: [tone(440, 8_000, 1)] }),
        ),
      /^his is recorded, but the book has no such piece$/,
    ],
    [
      'whose file of all recordings has no index',
      (folder) => writeFileSync(path.join(folder, 'speech.flac'), 'fLaC'),
      /^speech\.flac is of no use without speech\.json$/,
    ],
    [
      'whose index is of no file',
      (folder) => writeFileSync(path.join(folder, 'speech.json'), '{"pieces":{}}'),
      /^speech\.json is of no use without speech\.flac/,
    ],
    [
      'whose index names nothing',
      (folder) => addTrack(folder, '{"pieces":{}}'),
      /^speech\.json names no pieces$/,
    ],
    [
      'whose index promises hours',
      (folder) => addTrack(folder, '{"pieces":{"is":{"at":0,"samples":4000000000}}}'),
      /^The index of the recorded phrases cannot be used: \/pieces\/is\/samples must be <= /,
    ],
  ])('%s', async (_, spoil, words) => {
    const folder = addExample(own)
    recordEveryPiece(folder)
    spoil(folder)
    const { languages, refused } = await read()
    expect(refused).toEqual([{ folder, why: expect.stringMatching(words) }])
    expect([...languages.keys()]).toEqual(TAGS_HERE)
  })
})

const nothing: Run = () => Promise.resolve(null)
const AT_SEVEN = { hour: 7, minute: 30, snooze: null, confirm: false, final: false } as const

async function announcerWith(run: Run, house = 'en') {
  const { languages } = await read()
  return createAnnouncer({
    languages,
    clock: manualClock(0),
    log: silentLog,
    defaultLanguage: () => house,
    run,
  })
}

const slices = createTimeSlices(manualClock(0))

/** Where in the sound a piece of a folder is to be found. */
async function findPiece(pcmu: Uint8Array, folder: string, name: string): Promise<number> {
  const piece = await (await openPhraseAudio({ folder }, slices))?.piece(name)
  return piece ? Buffer.from(pcmu).indexOf(Buffer.from(piece.pcmu)) : -1
}

describe('an added language', () => {
  it('is spoken from single files, piece after piece', async () => {
    const folder = addExample(own)
    recordEveryPiece(folder)
    const { prepare, languages, silent } = await announcerWith(nothing)
    expect(await languages()).toContain(EXAMPLE)
    expect(await silent()).toEqual([])
    const { pcmu } = await prepare(wakeupWords(AT_SEVEN), 'pt-BR')
    const names = ['phrase/good-morning', 'phrase/wakeup-call', 'are', 'hour/7', 'minute/30']
    const places = await Promise.all(names.map((name) => findPiece(pcmu, folder, name)))
    expect(places[0]).toBe(0)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('is spoken by espeak-ng where nothing was recorded', async () => {
    addExample(own)
    const asked: { readonly voice: string | undefined; readonly text: string }[] = []
    const hums: Run = (program, words, text) => {
      if (program === PICO) return nothing(program, words, text)
      if (words.includes('--voices'))
        return Promise.resolve(Buffer.from(' 5  pt  --/M  Portuguese  roa/pt\n'))
      asked.push({ voice: words[1], text })
      return Promise.resolve(Buffer.from(wavFile({ rate: 8_000, channels: [tone(440, 8_000, 0.3)] })))
    }
    const { prepare, silent } = await announcerWith(hums)
    await prepare([{ itIs: { hour: 22, minute: 1 } }], EXAMPLE)
    expect(asked).toEqual([
      { voice: 'pt+f2', text: 'São,' },
      { voice: 'pt+f2', text: 'vinte e duas horas,' },
      { voice: 'pt+f2', text: 'e um minuto.' },
    ])
    expect(await silent()).toEqual([])
  })

  it("gives way to the house's where nobody can speak it, and says so", async () => {
    addExample(own)
    const { prepare, silent } = await announcerWith(nothing, 'fr')
    const { pcmu } = await prepare([{ phrase: 'wakeup-call' }], EXAMPLE)
    expect(await findPiece(pcmu, path.join(LANGUAGE_FOLDER, 'fr'), 'phrase/wakeup-call')).toBe(0)
    expect(await silent()).toEqual([
      { name: 'Portuguese', why: 'nothing is recorded, and no program here has the voice pt' },
    ])
  })

  it("says a sentence that it lacks a phrase for whole in the house's language, never half and half", async () => {
    const folder = addExample(own)
    recordEveryPiece(folder)
    // The first half of the sentence is there: "Prima um para receber outra chamada, dentro de dez minutos".
    rmSync(path.join(folder, 'recordings/in/10.wav'))
    const words: Word[] = [
      { phrase: 'last-call' },
      { phrase: 'press-one-for-another-call' },
      { inMinutes: 10 },
    ]
    const { prepare } = await announcerWith(nothing, 'de')
    const { pcmu } = await prepare(words, EXAMPLE)
    const german = path.join(LANGUAGE_FOLDER, 'de')
    expect(await findPiece(pcmu, folder, 'phrase/last-call')).toBe(0)
    expect(await findPiece(pcmu, folder, 'phrase/press-one-for-another-call')).toBe(-1)
    expect(await findPiece(pcmu, german, 'phrase/press-one-for-another-call')).toBeGreaterThan(0)
    expect(await findPiece(pcmu, german, 'in/10')).toBeGreaterThan(0)
  })

  it('does so too where its book has no such phrase at all, or no rule for the hour', async () => {
    const { phrases, ...rest } = exampleBook() as { phrases: Record<string, string> }
    const { 'last-call': _, ...others } = phrases
    const folder = addBook(own, EXAMPLE, {
      ...rest,
      phrases: others,
      itIs: [{ hour: '0-11', say: ['is', '@time'] }],
    })
    recordEveryPiece(folder)
    const { prepare } = await announcerWith(nothing, 'de')
    const german = path.join(LANGUAGE_FOLDER, 'de')
    const last = await prepare([{ phrase: 'last-call' }], EXAMPLE)
    expect(await findPiece(last.pcmu, german, 'phrase/last-call')).toBe(0)
    const late = await prepare([{ itIs: { hour: 22, minute: 5 } }], EXAMPLE)
    expect(await findPiece(late.pcmu, german, 'it-is')).toBe(0)
    expect(await findPiece(late.pcmu, german, 'minute/5')).toBeGreaterThan(0)
  })
})

describe('the example', () => {
  const said = async (word: 'time' | 'itIs', hour: number, minute: number) => {
    const { languages } = await read()
    const found = languages.get(EXAMPLE)?.book
    return found?.[word]({ hour, minute })
      .map((piece) => found.pieces.get(piece))
      .join(' ')
  }

  it.each([
    [0, 0, 'É, meia-noite.'],
    [0, 30, 'É, meia-noite, e trinta minutos.'],
    [1, 0, 'É, uma hora.'],
    [1, 1, 'É, uma hora, e um minuto.'],
    [2, 22, 'São, duas horas, e vinte e dois minutos.'],
    [7, 0, 'São, sete horas.'],
    [7, 30, 'São, sete horas, e trinta minutos.'],
    [12, 0, 'É, meio-dia.'],
    [12, 45, 'É, meio-dia, e quarenta e cinco minutos.'],
    [21, 16, 'São, vinte e uma horas, e dezasseis minutos.'],
    [22, 19, 'São, vinte e duas horas, e dezanove minutos.'],
  ])('tells %d:%d as people do', async (hour, minute, words) => {
    addExample(own)
    expect(await said('itIs', hour, minute)).toBe(words)
  })
})
