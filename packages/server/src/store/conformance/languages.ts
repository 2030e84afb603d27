import { expect, test } from 'vitest'
import { guest, mailbox, prompt } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'

export function testLanguages(hotel: Hotel) {
  test('languages are listed by their numbers', async () => {
    await hotel.write(async ({ languages }) => {
      for (const [tag, number] of [
        ['zu', 9],
        ['nl', 7],
        ['pt-BR', 8],
      ] as const)
        await languages.insert({ tag, number })
    })
    expect(await hotel.read.languages.list()).toEqual([
      { tag: 'nl', number: 7 },
      { tag: 'pt-BR', number: 8 },
      { tag: 'zu', number: 9 },
    ])
  })

  test('no two languages share a number, and none has two', async () => {
    await hotel.write(({ languages }) => languages.insert({ tag: 'nl', number: 7 }))
    await expect(hotel.write(({ languages }) => languages.insert({ tag: 'zu', number: 7 }))).rejects.toThrow()
    await expect(hotel.write(({ languages }) => languages.insert({ tag: 'nl', number: 8 }))).rejects.toThrow()
    expect(await hotel.read.languages.list()).toEqual([{ tag: 'nl', number: 7 }])
  })

  test('whatever is in a language is counted', async () => {
    await hotel.write(async ({ mailboxes, guests, prompts, phrases }) => {
      await mailboxes.insert(mailbox({ number: '101', language: 'nl' }))
      await mailboxes.insert(mailbox({ number: '102', language: 'nl' }))
      await mailboxes.insert(mailbox({ number: '103', language: null }))
      await guests.insert(guest({ id: 'g1', language: 'pt' }))
      await prompts.insert(prompt({ id: 7, language: 'nl' }))
      const recording = { pcmu: Uint8Array.of(1), language: 'de', durationMs: 1, recordedAt: 1 }
      await prompts.saveAudio({ tenant: '', id: 7 }, recording)
      await phrases.save({ ...recording, phrase: 'good-morning', language: 'fr' })
    })
    expect(await hotel.read.languages.uses()).toEqual([
      { tag: 'nl', by: 'rooms', count: 2 },
      { tag: 'pt', by: 'guests', count: 1 },
      { tag: 'nl', by: 'prompts', count: 1 },
      { tag: 'de', by: 'recordings', count: 1 },
      { tag: 'fr', by: 'recorded phrases', count: 1 },
    ])
  })
}
