import { expect, test } from 'vitest'
import { NOON } from '../../../testing/records.ts'
import type { PhraseSound } from '../stores/phrase-store.ts'
import type { Hotel } from './hotel.ts'
import { WORLD_TEXT } from './words.ts'

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte)

const sound = (of: Partial<PhraseSound> = {}): PhraseSound => ({
  phrase: 'good-morning',
  language: 'de',
  pcmu: EVERY_BYTE,
  durationMs: 32,
  recordedAt: NOON,
  ...of,
})

const told = ({ pcmu: _, ...rest }: PhraseSound) => rest

export function testPhrases(hotel: Hotel) {
  const save = (of: Partial<PhraseSound> = {}) => hotel.write(({ phrases }) => phrases.save(sound(of)))

  test.each([
    ['every byte that there is', sound()],
    ['nothing', sound({ pcmu: new Uint8Array() })],
    ['two minutes', sound({ pcmu: Uint8Array.from({ length: 960_000 }, (_, n) => (n * 7) % 256) })],
    ['a name of all the world', sound({ phrase: WORLD_TEXT, language: 'pt-BR' })],
  ])('the voice of a phrase is read as it was written: %s', async (_, given) => {
    await save(given)
    const found = await hotel.read.phrases.sound(given)
    // Two minutes compare faster in one piece than byte by byte.
    expect(Buffer.from(found?.pcmu ?? []).equals(given.pcmu)).toBe(true)
    expect(found && told(found)).toEqual(told(given))
    expect(await hotel.read.phrases.find(given)).toEqual(told(given))
  })

  test('a phrase has one voice in each language, and the last takes the place of the one before', async () => {
    await save()
    await save({ language: 'en', durationMs: 5 })
    await save({ phrase: 'hour-7', durationMs: 6 })
    await save({ pcmu: Uint8Array.of(1), durationMs: 1, recordedAt: NOON + 1 })

    const { phrases } = hotel.read
    expect(await phrases.list()).toEqual([
      { phrase: 'good-morning', language: 'de', durationMs: 1, recordedAt: NOON + 1 },
      { phrase: 'hour-7', language: 'de', durationMs: 6, recordedAt: NOON },
      { phrase: 'good-morning', language: 'en', durationMs: 5, recordedAt: NOON },
    ])
    expect((await phrases.sound(sound()))?.pcmu).toEqual(Uint8Array.of(1))
  })

  test('a voice that is removed is gone, and no other', async () => {
    await save()
    await save({ language: 'en' })
    await save({ phrase: 'hour-7' })
    await hotel.write(({ phrases }) => phrases.remove(sound()))

    const { phrases } = hotel.read
    expect([await phrases.find(sound()), await phrases.sound(sound())]).toEqual([undefined, undefined])
    expect((await phrases.list()).map(({ phrase, language }) => [phrase, language])).toEqual([
      ['hour-7', 'de'],
      ['good-morning', 'en'],
    ])
  })

  test('whoever holds the voices in memory sees that they are others', async () => {
    const state = () => hotel.read.site.configuration()
    const before = await state()
    await save()
    const saved = await state()
    await hotel.write(({ phrases }) => phrases.remove(sound()))
    expect([saved > before, (await state()) > saved]).toEqual([true, true])
  })
}
