import { expect, test } from 'vitest'
import { prompt } from './fixtures.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
import { EMPTY_TEXT, WORLD_TEXT, ZEROS } from './words.ts'

const LARGEST_ID = 999_999_999

export function testPrompts(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'an announcement',
    variants: [
      { id: LARGEST_ID, tenant: ZEROS, description: WORLD_TEXT, text: WORLD_TEXT, language: 'ja' },
      { id: LARGEST_ID, tenant: '', description: EMPTY_TEXT, text: EMPTY_TEXT, language: null },
    ],
    neighbours: [prompt({ id: 0 }), prompt({ id: LARGEST_ID - 1 })],
    get: ({ prompts }, { id }) => prompts.get(id),
    insert: ({ prompts }, value) => prompts.insert(value),
    update: ({ prompts }, value) => prompts.update(value),
    remove: ({ prompts }, { id }) => prompts.remove(id),
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
}
