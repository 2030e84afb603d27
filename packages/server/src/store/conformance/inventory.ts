import { expect, test } from 'vitest'
import type { Category, Item } from '../../hotel/inventory/charge.ts'
import { category, item } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testKeyed } from './keyed.ts'
import { EMPTY_TEXT, LARGEST, WORLD_TEXT, ZEROS } from './words.ts'

const KEY = { tenant: 't1', id: '70' }

export function testInventory(hotel: Hotel) {
  testKeyed<Item>(hotel, {
    noun: 'an item',
    plural: 'items',
    of: (stores) => stores.inventory.items,
    make: item,
    unlike: [
      {
        ...KEY,
        description: WORLD_TEXT,
        category: ZEROS,
        max: 1_000_000,
        price: { minor: LARGEST, scale: 4 },
        currency: 'CHF',
        taxRate: '8.1',
      },
      {
        ...KEY,
        description: EMPTY_TEXT,
        category: '7',
        max: 0,
        price: { minor: 0, scale: 0 },
        currency: EMPTY_TEXT,
        taxRate: EMPTY_TEXT,
      },
    ],
  })
  testKeyed<Category>(hotel, {
    noun: 'a category',
    plural: 'categories',
    of: (stores) => stores.inventory.categories,
    make: category,
    unlike: [
      { ...KEY, description: WORLD_TEXT, color: '#00ff00' },
      { ...KEY, description: EMPTY_TEXT, color: EMPTY_TEXT },
    ],
  })

  test('a category is in use while an item of its tenant names it; a shared one, while any item does', async () => {
    await hotel.write(({ inventory }) => inventory.items.insert(item({ tenant: 't1', category: '7' })))
    const isUsed = (tenant: string, id: string) => hotel.read.inventory.isCategoryUsed(tenant, id)

    expect(await isUsed('t1', '7')).toBe(true)
    expect(await isUsed('', '7')).toBe(true)
    expect(await isUsed('t2', '7')).toBe(false)
    expect(await isUsed('t1', '07')).toBe(false)
    expect(await isUsed('', '1')).toBe(false)
  })
}
