import { Type } from 'typebox'
import {
  CategoryChange,
  CategoryRecord,
  ChargeForm,
  InventoryRoom,
  ItemChange,
  ItemRecord,
  CategoryForm,
  ItemForm,
} from '../inventory.ts'
import { ListQuery } from '../text.ts'
import type { Entries } from './entry.ts'
import { fiveRoutes } from './five-routes.ts'

const numbered = {
  ofContract: true,
  tag: 'Inventory',
  uses: ['inventory'],
  keeps: ['inventory', 'administrator'],
} as const

export const item = fiveRoutes({
  ...numbered,
  noun: 'item',
  path: '/rest/isi/item',
  key: Type.Object({ id: Type.String({ description: 'Its id', examples: ['10'] }) }),
  one: 'an item',
  about: 'Something that can be charged to a room.',
  add: { form: ItemForm, example: { description: 'Cola', category: '1', max: 5, price: '4.50' } },
  change: { form: ItemChange, example: { price: '4.80' } },
  record: ItemRecord,
  list: Type.Object({ items: Type.Array(ItemRecord) }),
})

export const category = fiveRoutes({
  ...numbered,
  noun: 'category',
  path: '/rest/isi/category',
  key: Type.Object({ id: Type.String({ description: 'Its id', examples: ['1'] }) }),
  one: 'a category',
  about: 'Every item belongs to a category; reports add up by it.',
  add: { form: CategoryForm, example: { description: 'Drinks', color: '#3366cc' } },
  change: { form: CategoryChange, example: { color: '#cc6633' } },
  record: CategoryRecord,
  list: Type.Object({ categories: Type.Array(CategoryRecord) }),
})

export const inventory = {
  rooms: {
    id: 'inventory.rooms',
    method: 'GET',
    path: '/rest/isi/room',
    needs: ['inventory'],
    tag: 'Inventory',
    summary: 'The rooms that can be charged',
    description: 'The rooms of the custom list where a tenant has one, otherwise those with a telephone.',
    query: ListQuery,
    reply: Type.Object({ rooms: Type.Array(InventoryRoom) }),
  },
  charge: {
    id: 'inventory.charge',
    method: 'POST',
    path: '/rest/isi/charge',
    needs: ['inventory'],
    ofContract: true,
    tag: 'Inventory',
    summary: 'Charge items to a room',
    description:
      "200 means that the charge is stored for every connector. One over the item's maximum is refused and logged; send an `Idempotency-Key`, so that a repeat charges nothing twice.",
    body: ChargeForm,
    example: { id: '10', quantity: 2, room: '101' },
  },
} as const satisfies Entries
