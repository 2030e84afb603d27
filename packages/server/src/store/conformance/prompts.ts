import { expect, test } from 'vitest'
import type { PromptAudio } from '../stores/prompt-store.ts'
import { NOON, prompt } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
import { EMPTY_TEXT, WORLD_TEXT, ZEROS } from './words.ts'

const LARGEST_ID = 999_999_999
const shared = (id: number, language = 'en') => ({ tenant: '', id, language })

export function testPrompts(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'an announcement',
    variants: [
      { id: LARGEST_ID, tenant: ZEROS, description: WORLD_TEXT, text: WORLD_TEXT, language: 'ja' },
      { id: LARGEST_ID, tenant: ZEROS, description: EMPTY_TEXT, text: EMPTY_TEXT, language: null },
    ],
    neighbours: [
      prompt({ id: LARGEST_ID }),
      prompt({ id: 0, tenant: ZEROS }),
      prompt({ id: LARGEST_ID - 1, tenant: ZEROS }),
    ],
    get: async ({ prompts }, { tenant, id }) =>
      (await prompts.find(id, null)).find((one) => one.tenant === tenant),
    insert: ({ prompts }, value) => prompts.insert(value),
    update: ({ prompts }, value) => prompts.update(value),
    remove: ({ prompts }, value) => prompts.remove(value),
  })

  test('announcements are listed by number; a tenant sees its own and the shared ones', async () => {
    const tenants = ['t2', 't1', '', 't1', '']
    await hotel.write(async ({ prompts }) => {
      for (const [n, tenant] of tenants.entries()) await prompts.insert(prompt({ id: 10 - n, tenant }))
    })

    const ids = async (scope: string | null) => (await hotel.read.prompts.list(scope)).map(({ id }) => id)
    expect(await ids(null)).toEqual([6, 7, 8, 9, 10])
    expect(await ids('t1')).toEqual([6, 7, 8, 9])
    expect(await ids('T1')).toEqual([6, 8])
    expect(await ids('')).toEqual([6, 8])
  })

  test('a number means to a tenant its own announcement, otherwise the one that all share', async () => {
    const own = prompt({ id: 7, tenant: 't1', text: 'Welcome' })
    await hotel.write(async ({ prompts }) => {
      for (const one of [prompt({ id: 7 }), own, prompt({ id: 8, tenant: 't1' })]) await prompts.insert(one)
      await prompts.saveAudio(own, audio())
    })

    const { prompts } = hotel.read
    expect(await prompts.of('t1', 7)).toEqual(own)
    expect(await prompts.of('t2', 7)).toEqual(prompt({ id: 7 }))
    expect(await prompts.of('t2', 8)).toBeUndefined()
    expect(await prompts.audioOf(shared(7))).toBeUndefined()
    expect(await prompts.audioOf({ ...own, language: 'en' })).toEqual(audio())
    expect(await prompts.recordings('t2')).toEqual([])
  })

  testRecordings(hotel)
  testHolding(hotel)
}

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const audio = (of: Partial<PromptAudio> = {}): PromptAudio => ({
  pcmu: EVERY_BYTE,
  language: 'en',
  durationMs: 32,
  recordedAt: NOON,
  ...of,
})

/** Two minutes compare faster in one piece than byte by byte. */
const inText = (found: PromptAudio | undefined) =>
  found && { ...found, pcmu: Buffer.from(found.pcmu).toString('base64') }

function testRecordings(hotel: Hotel) {
  const save = (id: number, of: Partial<PromptAudio> = {}) =>
    hotel.write(({ prompts }) => prompts.saveAudio(shared(id), audio(of)))
  const twoMinutes = Uint8Array.from({ length: 960_000 }, (_, n) => (n * 7) % 256)

  test.each([
    ['every byte that there is', EVERY_BYTE],
    ['nothing', new Uint8Array()],
    ['a single byte', Uint8Array.of(0)],
    ['two minutes', twoMinutes],
  ])('a recording is read as it was written: %s', async (_, pcmu) => {
    const inside = await hotel.write(async ({ prompts }) => {
      await prompts.saveAudio(shared(7), audio({ pcmu }))
      return prompts.audioOf(shared(7))
    })
    expect(inText(inside)).toEqual(inText(audio({ pcmu })))
    expect(inText(await hotel.read.prompts.audioOf(shared(7)))).toEqual(inText(audio({ pcmu })))
  })

  test('a recording takes the place of the one before it, and of no other', async () => {
    await save(7)
    await save(8)
    await save(7, { pcmu: Uint8Array.of(1, 2, 3), durationMs: 1, recordedAt: NOON + 1 })

    const { prompts } = hotel.read
    expect(await prompts.audioOf(shared(7))).toEqual({
      pcmu: Uint8Array.of(1, 2, 3),
      language: 'en',
      durationMs: 1,
      recordedAt: NOON + 1,
    })
    expect(await prompts.audioOf(shared(8))).toEqual(audio())
  })

  test('a recording can be asked about without its sound, alone or all at once', async () => {
    await save(7)
    await save(8, { durationMs: 64, recordedAt: NOON + 5 })

    const { prompts } = hotel.read
    expect(await prompts.recordingsOf(shared(7))).toEqual([
      { language: 'en', durationMs: 32, recordedAt: NOON },
    ])
    const both = [
      { ...shared(7), durationMs: 32, recordedAt: NOON },
      { ...shared(8), durationMs: 64, recordedAt: NOON + 5 },
    ]
    expect(await prompts.recordings(null)).toEqual(both)
    expect(await prompts.recordings('t1')).toEqual(both)
  })

  test('an announcement has one recording for each language', async () => {
    await save(7)
    await save(7, { language: 'pt', pcmu: Uint8Array.of(5), recordedAt: NOON + 1 })
    await save(7, { language: 'de', pcmu: Uint8Array.of(6) })

    const { prompts } = hotel.read
    expect((await prompts.recordingsOf(shared(7))).map(({ language }) => language)).toEqual([
      'de',
      'en',
      'pt',
    ])
    expect((await prompts.audioOf(shared(7, 'pt')))?.pcmu).toEqual(Uint8Array.of(5))
    expect(await prompts.audioOf(shared(7))).toEqual(audio())

    await hotel.write(({ prompts }) => prompts.removeAudio(shared(7, 'pt')))
    expect((await prompts.recordings(null)).map(({ language }) => language)).toEqual(['de', 'en'])
    await hotel.write(({ prompts }) => prompts.remove(shared(7)))
    expect(await prompts.recordings(null)).toEqual([])
  })

  test('an announcement without a recording has none', async () => {
    await hotel.write(({ prompts }) => prompts.insert(prompt({ id: 7 })))

    const { prompts } = hotel.read
    expect(await prompts.audioOf(shared(7))).toBeUndefined()
    expect(await prompts.recordingsOf(shared(7))).toEqual([])
    expect(await prompts.recordings(null)).toEqual([])
  })

  test('a recording that is removed is gone; its announcement and other recordings stay', async () => {
    await hotel.write(({ prompts }) => prompts.insert(prompt({ id: 7 })))
    await save(7)
    await save(8)
    await hotel.write(({ prompts }) => prompts.removeAudio(shared(7)))

    const { prompts } = hotel.read
    expect(await prompts.audioOf(shared(7))).toBeUndefined()
    expect(await prompts.audioOf(shared(8))).toEqual(audio())
    expect(await prompts.of('', 7)).toEqual(prompt({ id: 7 }))
  })

  test('an announcement that is removed takes its recording along; one that is changed keeps it', async () => {
    await hotel.write(({ prompts }) => prompts.insert(prompt({ id: 7 })))
    await save(7)
    await save(8)
    await hotel.write(({ prompts }) => prompts.update(prompt({ id: 7, text: 'Good day' })))
    expect(await hotel.read.prompts.audioOf(shared(7))).toEqual(audio())

    await hotel.write(({ prompts }) => prompts.remove(shared(7)))
    expect(await hotel.read.prompts.audioOf(shared(7))).toBeUndefined()
    expect(await hotel.read.prompts.audioOf(shared(8))).toEqual(audio())
  })
}

function testHolding(hotel: Hotel) {
  test('an announcement can be held only while it is there', async () => {
    await hotel.write(({ prompts }) => prompts.insert(prompt({ id: 7 })))

    expect(await hotel.write(({ prompts }) => prompts.hold(shared(7)))).toBe(true)
    expect(await hotel.write(({ prompts }) => prompts.hold(shared(8)))).toBe(false)
  })

  test('whoever records and whoever removes the announcement do so one after the other', async () => {
    const recordIfThere = () =>
      hotel.write(async ({ prompts }) => {
        if (await prompts.hold(shared(7))) await prompts.saveAudio(shared(7), audio())
      })
    for (let round = 0; round < 20; round++) {
      await hotel.write(({ prompts }) => prompts.insert(prompt({ id: 7 })))
      await Promise.all([
        recordIfThere(),
        hotel.write(({ prompts }) => prompts.remove(shared(7))),
        recordIfThere(),
      ])
      expect(await hotel.read.prompts.audioOf(shared(7))).toBeUndefined()
    }
  })
}
